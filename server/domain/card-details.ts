import { inspect } from 'node:util'

/**
 * A card in clear, on its way from decryption to the processor and nowhere else.
 * Every way of printing it (JSON, template, console, inspect) gives `[card]`.
 */
export class CardDetails {
  readonly #pan: string
  readonly #cvc: string
  readonly expMonth: number
  readonly expYear: number
  readonly name: string

  constructor(card: { pan: string; cvc: string; expMonth: number; expYear: number; name: string }) {
    this.#pan = card.pan
    this.#cvc = card.cvc
    this.expMonth = card.expMonth
    this.expYear = card.expYear
    this.name = card.name
  }

  /** The full number: for a processor's adapter only. */
  revealPan(): string {
    return this.#pan
  }

  /** The security code: for a processor's adapter only. */
  revealCvc(): string {
    return this.#cvc
  }

  get last4(): string {
    return this.#pan.slice(-4)
  }

  toString(): string {
    return '[card]'
  }

  toJSON(): string {
    return '[card]'
  }

  [inspect.custom](): string {
    return '[card]'
  }
}

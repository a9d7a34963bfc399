import { inspect } from 'node:util'

/**
 * A decrypted card, passed only from decryption to the processor.
 * Every way of printing it (JSON, template, console, inspect) gives `[card]`, so that no log can contain it.
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

  /** The full card number. Only a processor's adapter may call this. */
  revealPan(): string {
    return this.#pan
  }

  /** The security code. Empty: the card has none. Only a processor's adapter may call this. */
  revealCvc(): string {
    return this.#cvc
  }

  /** Names the issuer and the product, not the card: see spec/decisions/cards.md#co-badged-cards. */
  get firstEight(): string {
    return this.#pan.slice(0, 8)
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

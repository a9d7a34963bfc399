/** The operations of Adyen's Checkout API that the stand-in offers. */
export type OperationName =
  | 'payments'
  | 'details'
  | 'cancel_by_reference'
  | 'cancel'
  | 'capture'
  | 'refund'
  | 'reversal'
  | 'card_details'
  | 'payment_methods'

/** How a call goes wrong. Unless it says otherwise, the call has no effect. */
export type Fault =
  | { readonly kind: 'status'; readonly status: 401 | 403 | 422 | 429 | 500 | 502 | 503 }
  /** The connection closes before the call has an effect. */
  | { readonly kind: 'cut_before' }
  /** The call has its effect, and the connection closes without an answer. */
  | { readonly kind: 'cut_after' }
  /** The call has its effect, and no answer ever comes. */
  | { readonly kind: 'silent' }
  /** The call has its effect, and the answer is 500. */
  | { readonly kind: 'error_after' }
  /** The call has its effect, and the answer is not JSON. */
  | { readonly kind: 'garbage' }
  /** The call has its effect, and these fields of the answer are wrong. */
  | { readonly kind: 'wrong'; readonly fields: Readonly<Record<string, unknown>> }
  /** The call works, and takes this long before its effect. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** The answer waits until a test lets it go. */
  | { readonly kind: 'held'; readonly until: Promise<void> }

export interface FaultScope {
  /** Default: every operation. */
  readonly on?: OperationName
  /** How many calls. Default 1 without a share, else without an end. */
  readonly times?: number
  /** The share of calls, between 0 and 1, that the seed of the stand-in chooses. Default 1. */
  readonly share?: number
}

/** The faults that a test has switched on, oldest first. A call suffers the first that applies. */
export class Faults {
  readonly #active: { readonly fault: Fault; readonly scope: FaultScope; left: number }[] = []
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomFrom(seed)
  }

  add(fault: Fault, scope: FaultScope = {}): void {
    this.#active.push({ fault, scope, left: scope.times ?? (scope.share === undefined ? 1 : Infinity) })
  }

  clear(): void {
    this.#active.length = 0
  }

  /** The faults that are still to come, in words. */
  get waiting(): string[] {
    return this.#active.map(({ fault, scope, left }) =>
      [JSON.stringify(fault), scope.on ?? 'every call', left === Infinity ? '' : `${left} more`].join(' · '),
    )
  }

  next(operation: OperationName): Fault | null {
    for (const active of this.#active) {
      if (active.scope.on !== undefined && active.scope.on !== operation) continue
      if (active.scope.share !== undefined && this.#random() >= active.scope.share) continue
      active.left -= 1
      if (active.left <= 0) this.#active.splice(this.#active.indexOf(active), 1)
      return active.fault
    }
    return null
  }
}

/** Numbers between 0 and 1 that depend on the seed alone. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

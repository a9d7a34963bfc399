import type { CardDetails } from '../domain/card-details.ts'
import type { CardBrand } from '../domain/card-rules.ts'
import type { FailureCode } from '../domain/failure-codes.ts'

/**
 * The contract between the service and a processor: the sandbox bank, or an adapter of an acquirer. Rules that every
 * adapter keeps:
 * - `reference` is ours, unique for ever, and makes the call idempotent: the same reference never takes or returns
 *   money twice.
 * - The adapter returns expected outcomes and never throws them. `unreachable` means that the call got no answer; money
 *   may or may not have moved.
 * - After `pending`, `challenge` or `unreachable`, the service asks for the outcome with `lookup` and the same
 *   reference.
 * - Amounts are integers in the smallest unit of the currency.
 */
export interface Processor {
  readonly name: string
  /** The brands that the account can take with this processor, in the order in which the form shows them. */
  readonly acceptedBrands: readonly CardBrand[]
  /**
   * The networks between which the customer of a co-badged card may choose, such as `cartes_bancaires` and `visa`; the
   * first is the one that the processor uses without a choice. Empty: there is nothing to choose. Null: no answer.
   * `firstDigits` are the first eight of the card number. The adapter must not log them.
   */
  cardNetworks(firstDigits: string): Promise<readonly string[] | null>
  /** Takes a payment. The adapter must not store or log `card`, or send it anywhere but to the acquirer. */
  purchase(purchase: Purchase): Promise<PurchaseOutcome>
  /**
   * The outcome of a purchase. `unknown`: the purchase has not arrived and never will, because the lookup closes its
   * reference.
   */
  lookup(reference: string): Promise<PurchaseOutcome | Unknown>
  /** Returns money of an approved purchase to its card. */
  refund(refund: RefundOrder): Promise<RefundOutcome>
  /**
   * The outcome of a refund. `unknown`: the refund has had no effect so far, but it may still arrive. Order it again
   * with the same reference, and keep its amount reserved until that call has an answer.
   */
  lookupRefund(reference: string): Promise<RefundOutcome | Unknown>
}

export interface Purchase {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly card: CardDetails
  /** The network that the customer chose for a co-badged card. Null: the processor chooses. */
  readonly network: string | null
  readonly description: string | null
}

export type PurchaseOutcome =
  | {
      readonly kind: 'approved'
      readonly authorizationCode: string | null
      readonly threeDSecure: 'frictionless' | 'challenge' | null
    }
  /** `abandoned`: the customer cancelled the confirmation, and the bank has taken no money and will take none. */
  | { readonly kind: 'declined'; readonly failureCode: FailureCode; readonly abandoned?: boolean }
  /** The customer must confirm at `challengeUrl` (absolute, or a path on our own base address). */
  | { readonly kind: 'challenge'; readonly challengeUrl: string }
  /** The bank has not decided yet. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'unreachable' }

export interface RefundOrder {
  readonly reference: string
  /** The reference of the approved purchase. */
  readonly purchaseReference: string
  readonly amount: number
  readonly currency: string
}

export type RefundOutcome =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly failureMessage: string }
  | { readonly kind: 'unreachable' }

export interface Unknown {
  readonly kind: 'unknown'
}

import type { CardDetails } from '../domain/card-details.ts'
import type { FailureCode } from '../domain/failure-codes.ts'

/**
 * The contract between us and whoever moves the money: the sandbox bank, or an acquirer.
 *
 * Rules every adapter keeps:
 * - a `reference` is ours, unique for ever, and makes the call idempotent: the same reference never takes or returns money twice;
 * - expected outcomes are returned, never thrown; a call that got no answer is `unreachable`, which says nothing about whether money moved;
 * - after `pending`, `challenge` or `unreachable` the truth is asked for with `lookup`, by the same reference;
 * - amounts are integers in the smallest unit of the currency.
 */
export interface Processor {
  readonly name: string
  /** Takes a payment. `card` must not be kept, logged or sent anywhere but the acquirer. */
  purchase(purchase: Purchase): Promise<PurchaseOutcome>
  /** What became of a purchase. `unknown`: it never arrived, and never will (the reference is closed from now on). */
  lookup(reference: string): Promise<PurchaseOutcome | Unknown>
  /** Returns money of an approved purchase to the card. */
  refund(refund: RefundOrder): Promise<RefundOutcome>
  /**
   * What became of a refund. `unknown`: no effect so far, and nothing is closed: order it again with the same reference,
   * and keep its amount reserved until that answers.
   */
  lookupRefund(reference: string): Promise<RefundOutcome | Unknown>
}

export interface Purchase {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly card: CardDetails
  readonly description: string | null
}

export type PurchaseOutcome =
  | {
      readonly kind: 'approved'
      readonly authorizationCode: string | null
      readonly threeDSecure: 'frictionless' | 'challenge' | null
    }
  | { readonly kind: 'declined'; readonly failureCode: FailureCode }
  /** The customer must confirm at `challengeUrl` (absolute, or a path on our own base address). */
  | { readonly kind: 'challenge'; readonly challengeUrl: string }
  /** The bank is still thinking: ask again with `lookup`. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'unreachable' }

export interface RefundOrder {
  readonly reference: string
  /** The reference of the approved purchase that is returned. */
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

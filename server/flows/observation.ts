import type { FailureCode } from '../domain/failure-codes.ts'

/**
 * How a card attempt ended. `returned`: the bank approved, but the service had to give the money back, perhaps after
 * the attempt had already failed.
 */
export type AttemptEnd = 'approved' | 'returned' | FailureCode

/**
 * Something worth counting, reported after its commit. Each field has few values and none is personal, because they
 * become labels of the metrics (spec/decisions.md#metrics).
 */
export type Observation =
  | { readonly kind: 'attempt_ended'; readonly livemode: boolean; readonly outcome: AttemptEnd }
  | { readonly kind: 'refund_ended'; readonly livemode: boolean; readonly outcome: 'succeeded' | 'failed' }
  | {
      readonly kind: 'delivery_attempted'
      /** `failed`: the service will retry; `abandoned`: it will not. */
      readonly result: 'delivered' | 'failed' | 'abandoned'
      /** Seconds from the event to its first attempt; null for later attempts. */
      readonly delaySeconds: number | null
    }

import type { FailureCode } from '../domain/failure-codes.ts'

/** How a card attempt ended. `returned`: the bank took money that may not be kept, perhaps after the attempt had failed. */
export type AttemptEnd = 'approved' | 'returned' | FailureCode

/**
 * What has happened and is worth counting, told after its commit. Each field has few values, and none names anybody: they
 * become labels (README, "Watching it").
 */
export type Observation =
  | { readonly kind: 'attempt_ended'; readonly livemode: boolean; readonly outcome: AttemptEnd }
  | { readonly kind: 'refund_ended'; readonly livemode: boolean; readonly outcome: 'succeeded' | 'failed' }
  | {
      readonly kind: 'delivery_attempted'
      /** `failed` is tried again; `abandoned` is not. */
      readonly result: 'delivered' | 'failed' | 'abandoned'
      /** From the event to this attempt; null when it is not the first. */
      readonly delaySeconds: number | null
    }

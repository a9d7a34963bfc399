import type { DueTask } from '../domain/queues/due-task.ts'
import type { FinalNotificationState } from '../domain/acquirers/notification-records.ts'
import type { FailureCode } from '../domain/sessions/failure-codes.ts'

/**
 * How a card attempt ended. `returned`: the bank approved, but the service had to give the money back, perhaps after
 * the attempt had already failed.
 */
export type AttemptEnd = 'approved' | 'returned' | FailureCode

/** The tasks that delete old data. */
export type HousekeepingTask =
  | 'number_events'
  | 'forget_idempotency_keys'
  | 'forget_forms'
  | 'forget_sign_in_attempts'
  | 'forget_declines'
  | 'forget_logins'
  | 'forget_mail'
  | 'keep_partitions'
  | 'forget_test_sessions'
  | 'forget_public_demo'
  | 'forget_delivery_bodies'
  | 'forget_notifications'
  | 'forget_settlements'
  | 'forget_unused_accounts'
  | 'count_test_storage'
  | 'move_clocks'
  | 'forget_requests'

/** Work that no request waits for. `settle_attempt`: the bank answered after the reply to the customer. */
export type BackgroundWork = DueTask | HousekeepingTask | 'settle_attempt'

/**
 * Something worth counting, reported after its commit. Each field has few values and none is personal, because they
 * become labels of the metrics (spec/decisions/operation.md#metrics).
 */
export type Observation =
  | { readonly kind: 'attempt_ended'; readonly livemode: boolean; readonly outcome: AttemptEnd }
  /** The service retries the work, or asks the bank again. */
  | { readonly kind: 'background_work_failed'; readonly work: BackgroundWork }
  | { readonly kind: 'refund_ended'; readonly livemode: boolean; readonly outcome: 'succeeded' | 'failed' }
  | {
      readonly kind: 'delivery_attempted'
      /** `failed`: the service will retry; `abandoned`: it will not. */
      readonly result: 'delivered' | 'failed' | 'abandoned'
      /** Seconds from the event to its first attempt; null for later attempts. */
      readonly delaySeconds: number | null
    }
  | {
      readonly kind: 'notification_received'
      /** `refused`: it is not genuine or not readable. `limited`: the sender must repeat it later. */
      readonly result: 'stored' | 'refused' | 'limited' | 'too_large'
    }
  /** Requests that the record left out, because there were too many. */
  | { readonly kind: 'requests_not_recorded'; readonly count: number }
  /** Valkey has become unavailable. */
  | { readonly kind: 'shared_limits_lost' }
  /** A limit was decided without Valkey, by the counts of this process. */
  | { readonly kind: 'limit_counted_alone' }
  /** `waiting`: the service tries again. */
  | { readonly kind: 'notification_applied'; readonly result: 'waiting' | FinalNotificationState }

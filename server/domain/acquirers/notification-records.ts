import type { ScopedRecord } from '../scope.ts'

/** `received`: the service will apply it, or try again. The others are final. */
export type NotificationState = 'received' | FinalNotificationState

/**
 * `known`: another report has brought the same. `no_effect`: nothing follows from it. `unknown_reference`: it names no
 * payment of the account. `mismatch`: it contradicts its payment. `failed`: the service failed at every attempt.
 */
export type FinalNotificationState = 'applied' | 'known' | 'no_effect' | 'unknown_reference' | 'mismatch' | 'failed'

/** One statement of a processor. */
export interface NotificationRecord extends ScopedRecord {
  id: string
  processor: string
  item_id: string
  type: string
  occurred_at: Date
  received_at: Date
  /** JSON. Null: deleted, because it is old. */
  content: string | null
  /** A `ProcessorFact` as JSON. Null: nothing follows from the statement. */
  fact: string | null
  state: NotificationState
  attempts: number
  next_attempt_at: Date | null
  problem: 'unknown_reference' | 'error' | null
}

/** A notification of which the service could use nothing. */
export interface RefusedNotificationRecord extends ScopedRecord {
  id: string
  processor: string
  refused_at: Date
  reason: string
  bytes: number
}

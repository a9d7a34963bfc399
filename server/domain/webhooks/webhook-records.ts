import type { EventType } from '../../../generated/operations.ts'
import type { ScopedRecord } from '../scope.ts'

export interface EventRecord extends ScopedRecord {
  id: string
  type: EventType
  session_id: string | null
  /** The exact body of every delivery. */
  body: string
  created_at: Date
}

export interface WebhookEndpointRecord extends ScopedRecord {
  id: string
  url: string
  /** Sealed with the keyring. */
  sealed_secret: string
  created_at: Date
  /** The merchant has seen this secret, but deliveries are not yet signed with it. */
  sealed_next_secret: string | null
  next_secret_at: Date | null
  failing_since: Date | null
  failing_mailed_at: Date | null
}

export interface DeliveryRecord extends ScopedRecord {
  id: string
  event_id: string
  status: 'pending' | 'delivered' | 'abandoned'
  failed_attempts: number
  /** The worker moves it ahead during an attempt, so that a killed worker's deliveries become due again. */
  next_attempt_at: Date | null
  created_at: Date
}

export interface EventResendRecord extends ScopedRecord {
  id: string
  event_id: string
  created_at: Date
}

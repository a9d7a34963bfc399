import type { AttemptRecord, SessionRecord } from './session-records.ts'

/** An attempt to pay, with its session. */
export interface SessionAttempt {
  readonly session: SessionRecord
  readonly attempt: AttemptRecord
}

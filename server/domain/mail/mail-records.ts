import type { ScopedRecord } from '../scope.ts'

export interface MailRecord extends ScopedRecord {
  id: string
  kind: string
  recipient: string
  /** Address for replies; null means the sender. */
  reply_to: string | null
  subject: string
  sealed_text: string
  /** The parts of the mail, for its HTML. Null: the release before has queued the mail. */
  sealed_body: string | null
  created_at: Date
  next_attempt_at: Date | null
  attempts: number
  sent_at: Date | null
  last_error: string | null
}

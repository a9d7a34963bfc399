import type { AttemptRecord, SessionRecord } from '../domain/records.ts'
import type { CaptureRecord } from '../domain/captures.ts'
import type { Scope } from '../domain/scope.ts'
import { listIn } from './columns.ts'
import type { Database } from './database.ts'
import { runForOne } from './database.ts'
import { sessionColumns } from './table-columns.ts'

/** The payment of a session that a refund returns. */
export interface RefundablePayment {
  readonly attempt: Pick<AttemptRecord, 'id' | 'processor' | 'processor_reference' | 'processor_id'>
  /** Null: the approval took the money. */
  readonly capture: CaptureRecord['status'] | null
}

interface Found extends SessionRecord {
  readonly attempt_id: string
  readonly attempt_processor: string
  readonly attempt_reference: string
  readonly attempt_processor_id: string | null
  readonly capture_status: CaptureRecord['status'] | null
}

const find = {
  name: 'find refundable session',
  text: `
    select ${listIn('session', sessionColumns)}, attempt.id as attempt_id, attempt.processor as attempt_processor,
      attempt.processor_reference as attempt_reference, attempt.processor_id as attempt_processor_id,
      capture.status as capture_status
    from checkout_sessions session
    join card_attempts attempt on attempt.merchant_id = session.merchant_id and attempt.livemode = session.livemode
      and attempt.session_id = session.id and attempt.status = 'approved'
    left join captures capture on capture.merchant_id = attempt.merchant_id and capture.livemode = attempt.livemode
      and capture.id = attempt.id
    where session.merchant_id = $1 and session.livemode = $2 and session.id = $3`,
}

/** A session with its payment, without a lock. Null: nothing has paid the session. */
export async function findRefundable(
  scope: Scope,
  db: Database,
  sessionId: string,
): Promise<{ session: SessionRecord; payment: RefundablePayment } | null> {
  const found = await runForOne<Found>(db, find, [scope.merchantId, scope.livemode, sessionId])
  if (!found) return null
  const { attempt_id, attempt_processor, attempt_reference, attempt_processor_id, capture_status, ...session } = found
  const attempt = {
    id: attempt_id,
    processor: attempt_processor,
    processor_reference: attempt_reference,
    processor_id: attempt_processor_id,
  }
  return { session, payment: { attempt, capture: capture_status } }
}

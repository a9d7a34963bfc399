import type { AttemptRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { CaptureRecord } from '../../domain/sessions/captures.ts'
import { packedSession, unpackSession } from '../sessions/packed-sessions.ts'
import { sharedRead } from '../sql/shared-statements.ts'

/** The payment of a session that a refund returns. */
export interface RefundablePayment {
  readonly attempt: Pick<AttemptRecord, 'id' | 'processor' | 'processor_reference' | 'processor_id'>
  /** Null: the approval took the money. */
  readonly capture: CaptureRecord['status'] | null
}

/** A session with its payment. */
export interface RefundableSession {
  readonly session: SessionRecord
  readonly payment: RefundablePayment
}

interface Found {
  readonly packed: string
  readonly attempt_id: string
  readonly processor: string
  readonly processor_reference: string
  readonly processor_id: string | null
  readonly capture_status: CaptureRecord['status'] | null
}

/**
 * Reads a session with its payment, outside of transactions and without a lock. Null: nothing has paid the session.
 * Concurrent calls share one statement. Each session is a look-up of its own, because PostgreSQL must not read all
 * sessions or attempts of an account.
 */
export const loadRefundable = sharedRead<string, Found, RefundableSession>({
  name: 'find refundable sessions',
  columns: { of_session: 'text' },
  values: (id) => ({ of_session: id }),
  text: `
    select n, packed, attempt.*, capture.status as capture_status
    from input cross join lateral (
      select ${packedSession} as packed from checkout_sessions
      where merchant_id = $1 and livemode = $2 and id = of_session limit 1
    ) session cross join lateral (
      select id as attempt_id, processor, processor_reference, processor_id from card_attempts
      where merchant_id = $1 and livemode = $2 and session_id = of_session and status = 'approved' limit 1
    ) attempt left join lateral (
      select status from captures where merchant_id = $1 and livemode = $2 and id = attempt.attempt_id limit 1
    ) capture on true`,
  found: refundable,
})

function refundable({ packed, capture_status, ...row }: Found): RefundableSession {
  const { attempt_id, processor, processor_reference, processor_id } = row
  const attempt = { id: attempt_id, processor, processor_reference, processor_id }
  return { session: unpackSession(packed), payment: { attempt, capture: capture_status } }
}

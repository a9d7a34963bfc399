import type { AttemptRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import { findAttempt } from '../../store/sessions/card-attempts.ts'
import { lockSession } from '../../store/sessions/checkout-sessions.ts'
import type { Database } from '../../store/sql/database.ts'

/**
 * Locks the session of an attempt until the transaction ends, and reads both, because they may have changed since the
 * caller read the attempt. Null: they no longer exist.
 */
export async function lockAttempt(
  scope: Scope,
  transaction: Database,
  { id, session_id }: Pick<AttemptRecord, 'id' | 'session_id'>,
): Promise<SessionAttempt | null> {
  const session = await lockSession(scope, transaction, session_id)
  const attempt = await findAttempt(scope, transaction, id)
  return session && attempt && { session, attempt }
}

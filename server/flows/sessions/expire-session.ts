import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { lockFreeSessions, lockSession } from '../../store/sessions/checkout-sessions.ts'
import { inTransaction } from '../../store/sql/database.ts'
import { inTransactionInTurn } from '../../store/sql/transaction-turns.ts'
import type { FlowContext } from '../context.ts'
import type { DueWork } from '../work/due-queue.ts'
import { changeSession, changeSessions } from './change-session.ts'

/** Whether a session is open although its `expires_at` has passed. */
export function isOverdue(session: SessionRecord, now: Date): boolean {
  return session.status === 'open' && session.expires_at <= now
}

/** Expires a session that is overdue; any other session stays unchanged. Returns the current session. */
export async function expireSession(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
): Promise<SessionRecord | null> {
  const now = context.clock.now()
  const session = await inTransactionInTurn(scope, context.db, async (transaction) => {
    const locked = await lockSession(scope, transaction, sessionId)
    if (!locked || !isOverdue(locked, now)) return locked
    return changeSession(scope, transaction, locked, { trigger: 'time_passed' }, now)
  })
  if (session?.status === 'expired') context.announceEvents(scope)
  return session
}

/**
 * Expires those of the sessions that are overdue, with their events, in one transaction. Leaves out sessions that
 * somebody else has locked: a customer may be paying one, or another worker may be expiring it.
 */
async function expireSessions(context: FlowContext, scope: Scope, ids: readonly string[]): Promise<void> {
  const now = context.clock.now()
  const expired = await inTransaction(context.db, async (transaction) => {
    const locked = await lockFreeSessions(scope, transaction, ids)
    const overdue = locked.filter((session) => isOverdue(session, now))
    if (overdue.length > 0) await changeSessions(scope, transaction, overdue, { trigger: 'time_passed' }, now)
    return overdue.length
  })
  if (expired > 0) context.announceEvents(scope)
}

/** Expires the open sessions whose time is over. A batch is short enough not to hold up the event loop. */
export const expiringSessions: DueWork = {
  task: 'expire_sessions',
  slots: 4,
  slotsPerAccount: 2,
  itemsPerCall: 200,
  slotMs: 10_000,
  perform: expireSessions,
}

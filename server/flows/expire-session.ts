import type { SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { lockSession, sessionsDueToExpire } from '../store/checkout-sessions.ts'
import { inTransaction } from '../store/database.ts'
import { changeSession } from './change-session.ts'
import type { FlowContext } from './context.ts'

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
  const session = await inTransaction(context.db, async (transaction) => {
    const locked = await lockSession(scope, transaction, sessionId)
    if (!locked || !isOverdue(locked, now)) return locked
    return changeSession(scope, transaction, locked, { trigger: 'time_passed' }, now)
  })
  if (session?.status === 'expired') context.announceEvents(scope)
  return session
}

/** How many sessions one sweep expires at most, so that a sweep stays short. */
const batch = 200

/** Expires the open sessions whose time is over. */
export async function expireDueSessions(context: FlowContext): Promise<void> {
  const due = await sessionsDueToExpire(context.db, context.clock.now(), batch)
  for (const { scope, id } of due) await expireSession(context, scope, id)
}

import type { SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { lockSession, sessionsDueToExpire } from '../store/checkout-sessions.ts'
import { inTransaction } from '../store/database.ts'
import { changeSession } from './change-session.ts'
import type { FlowContext } from './context.ts'

/** Whether an open session's time is over (Specification, "States and transitions"). */
export function isOverdue(session: SessionRecord, now: Date): boolean {
  return session.status === 'open' && session.expires_at <= now
}

/** Ends an open session whose time is over; any other stays as it is. Gives the session as it is then. */
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
  if (session?.status === 'expired') context.wakeDeliveries()
  return session
}

/** Sessions a sweep expires at the most, so that one sweep never takes long. */
const batch = 200

/** Expires the open sessions whose time is over. */
export async function expireDueSessions(context: FlowContext): Promise<void> {
  const due = await sessionsDueToExpire(context.db, context.clock.now(), batch)
  for (const { scope, id } of due) await expireSession(context, scope, id)
}

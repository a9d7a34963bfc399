import type { Caller } from '../domain/caller.ts'
import { fail } from '../domain/failure.ts'
import type { Failure } from '../domain/failure.ts'
import type { SessionRecord } from '../domain/records.ts'
import { notExpirable } from '../domain/refusals.ts'
import type { Scope } from '../domain/scope.ts'
import { lockSession } from '../store/checkout-sessions.ts'
import { inTransaction } from '../store/database.ts'
import { audit } from './audit.ts'
import { changeSession } from './change-session.ts'
import type { FlowContext } from './context.ts'
import { isOverdue } from './expire-session.ts'

export type CloseResult =
  | { kind: 'closed'; session: SessionRecord }
  | Failure<'session_not_found' | 'session_not_payable' | 'payment_in_progress'>

/**
 * Expires an open session at the request of the merchant. `person`: the dashboard user for the audit log, or null for
 * an API call.
 */
export async function closeSession(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  person: Caller | null = null,
): Promise<CloseResult> {
  const now = context.clock.now()
  const result = await inTransaction(context.db, async (transaction): Promise<CloseResult> => {
    const session = await lockSession(scope, transaction, sessionId)
    if (!session) return fail('session_not_found')
    if (session.status !== 'open') return notExpirable(session)
    if (!isOverdue(session, now)) {
      if (person)
        await audit(context, transaction, person, {
          ...scope,
          action: 'payment.expired',
          detail: { session: sessionId },
        })
      return { kind: 'closed', session: await changeSession(scope, transaction, session, { trigger: 'closed' }, now) }
    }
    // The session had already expired when the request arrived.
    await changeSession(scope, transaction, session, { trigger: 'time_passed' }, now)
    return notExpirable(session)
  })
  context.announceEvents(scope)
  return result
}

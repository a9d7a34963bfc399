import type { Caller } from '../../domain/accounts/caller.ts'
import { fail, type Failure } from '../../domain/failure.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import { notExpirable } from '../../domain/refusals.ts'
import type { Scope } from '../../domain/scope.ts'
import { change, type Decision } from '../../store/change.ts'
import { loadSession, lockSession, sessionUnchanged } from '../../store/sessions/checkout-sessions.ts'
import { auditing } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { sessionChange } from './change-session.ts'
import { isOverdue } from './expire-session.ts'

export type CloseResult =
  | { kind: 'closed'; session: SessionRecord }
  | Failure<'session_not_found' | 'session_not_payable' | 'payment_in_progress'>

/**
 * Expires an open session at the request of the merchant: in one statement if the session has not changed since it was
 * read, otherwise under its row lock. `person`: the dashboard user for the audit log, or null for an API call.
 */
export async function closeSession(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  person: Caller | null = null,
): Promise<CloseResult> {
  const now = context.clock.now()
  const { db } = context
  const found = person === null ? await loadSession(scope, db, sessionId) : null
  if (person === null && !found) return fail('session_not_found')
  const closed = await change<SessionRecord | null, CloseResult>(scope, db, {
    name: 'close session',
    known: found?.status === 'open' && !isOverdue(found, now) ? found : null,
    conditions: (session) => (session ? [sessionUnchanged(session)] : []),
    lock: (transaction) => lockSession(scope, transaction, sessionId),
    decide: (session) => decideClose({ context, scope, session, now, person }),
  })
  context.announceEvents(scope)
  return closed
}

interface Close {
  readonly context: FlowContext
  readonly scope: Scope
  /** Null: there is no such session. */
  readonly session: SessionRecord | null
  readonly now: Date
  readonly person: Caller | null
}

function decideClose({ context, scope, session, now, person }: Close): Decision<CloseResult> {
  if (!session) return { result: fail('session_not_found'), writes: [] }
  if (session.status !== 'open') return { result: notExpirable(session), writes: [] }
  // The session had already expired when the request arrived.
  if (isOverdue(session, now))
    return {
      result: notExpirable(session),
      writes: sessionChange(scope, session, { trigger: 'time_passed' }, now).writes,
    }
  const closed = sessionChange(scope, session, { trigger: 'closed' }, now)
  const entry = { ...scope, action: 'payment.expired', detail: { session: session.id } } as const
  const log = person ? [auditing(context, person, entry)] : []
  return { result: { kind: 'closed', session: closed.session }, writes: [...log, ...closed.writes] }
}

import type { Caller } from '../domain/caller.ts'
import { fail } from '../domain/failure.ts'
import type { Failure } from '../domain/failure.ts'
import type { SessionRecord } from '../domain/records.ts'
import { notExpirable } from '../domain/refusals.ts'
import type { Scope } from '../domain/scope.ts'
import { loadSession, lockSession, sessionUnchanged } from '../store/checkout-sessions.ts'
import type { Database } from '../store/database.ts'
import { inTransaction } from '../store/database.ts'
import { writeTogether } from '../store/write-together.ts'
import { audit } from './audit.ts'
import { changeSession } from './change-session.ts'
import type { FlowContext } from './context.ts'
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
  const closed =
    (person === null ? await closeAtOnce(context, scope, sessionId, now) : null) ??
    (await inTransaction(context.db, (transaction) =>
      closeLocked({ context, scope, transaction, sessionId, now, person }),
    ))
  context.announceEvents(scope)
  return closed
}

/** Null: the session needs its lock, because it is not open or somebody else changes it. */
async function closeAtOnce(
  { db }: FlowContext,
  scope: Scope,
  sessionId: string,
  now: Date,
): Promise<CloseResult | null> {
  const session = await loadSession(scope, db, sessionId)
  if (!session) return fail('session_not_found')
  if (session.status !== 'open' || isOverdue(session, now)) return null
  return writeTogether(scope, db, 'close session', [sessionUnchanged(session)], (collector) =>
    close(scope, collector, session, now),
  )
}

interface LockedClose {
  readonly context: FlowContext
  readonly scope: Scope
  readonly transaction: Database
  readonly sessionId: string
  readonly now: Date
  readonly person: Caller | null
}

async function closeLocked(given: LockedClose): Promise<CloseResult> {
  const { context, scope, transaction, sessionId, now, person } = given
  const session = await lockSession(scope, transaction, sessionId)
  if (!session) return fail('session_not_found')
  if (session.status !== 'open') return notExpirable(session)
  if (isOverdue(session, now)) {
    // The session had already expired when the request arrived.
    await changeSession(scope, transaction, session, { trigger: 'time_passed' }, now)
    return notExpirable(session)
  }
  if (person)
    await audit(context, transaction, person, { ...scope, action: 'payment.expired', detail: { session: sessionId } })
  return close(scope, transaction, session, now)
}

async function close(scope: Scope, transaction: Database, session: SessionRecord, now: Date): Promise<CloseResult> {
  return { kind: 'closed', session: await changeSession(scope, transaction, session, { trigger: 'closed' }, now) }
}

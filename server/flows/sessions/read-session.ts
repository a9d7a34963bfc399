import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { lastAttemptOf } from '../../store/sessions/card-attempts.ts'
import {
  findSession,
  listSessions,
  loadSession,
  searchSessions,
  type SessionFilter,
} from '../../store/sessions/checkout-sessions.ts'
import type { FlowContext } from '../context.ts'
import { checkAttempt } from './check-attempt.ts'
import { expireSession, isOverdue } from './expire-session.ts'

/**
 * A session in its current state. Expires an overdue session first, and asks the bank first while a session is
 * `processing` (operation `retrieveCheckoutSession`).
 */
export async function readSession(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
): Promise<SessionRecord | null> {
  const session = await loadSession(scope, context.db, sessionId)
  if (!session) return null
  if (isOverdue(session, context.clock.now())) return expireSession(context, scope, sessionId)
  return session.status === 'processing' ? askBank(context, scope, session) : session
}

async function askBank(context: FlowContext, scope: Scope, session: SessionRecord): Promise<SessionRecord | null> {
  const attempt = await lastAttemptOf(scope, context.db, session.id)
  if (!attempt) throw new Error('Bug: a processing session has no attempt')
  await checkAttempt(context, scope, attempt.id)
  return findSession(scope, context.db, session.id)
}

/** Newest first. Expires overdue sessions first. A page with fewer sessions than `limit` is the last one. */
export async function readSessions(
  context: FlowContext,
  scope: Scope,
  filter: { limit: number; reference: string | null; startingAfter: string | null },
): Promise<readonly SessionRecord[]> {
  return current(context, scope, await listSessions(scope, context.db, filter))
}

/** Sessions that match the filter, newest first. */
export async function findSessions(
  context: FlowContext,
  scope: Scope,
  filter: Omit<SessionFilter, 'now'>,
): Promise<{ sessions: readonly SessionRecord[]; hasMore: boolean }> {
  const found = await searchSessions(scope, context.db, {
    ...filter,
    limit: filter.limit + 1,
    now: context.clock.now(),
  })
  return { sessions: await current(context, scope, found.slice(0, filter.limit)), hasMore: found.length > filter.limit }
}

/**
 * The sessions of a list in their current state. Expires overdue sessions first. Keeps a session that was deleted since
 * the list was read, so that a page stays full.
 */
export async function current(
  context: FlowContext,
  scope: Scope,
  sessions: readonly SessionRecord[],
): Promise<readonly SessionRecord[]> {
  const now = context.clock.now()
  if (!sessions.some((session) => isOverdue(session, now))) return sessions
  return Promise.all(
    sessions.map(async (session) =>
      isOverdue(session, now) ? ((await expireSession(context, scope, session.id)) ?? session) : session,
    ),
  )
}

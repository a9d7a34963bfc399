import { makeEvent } from '../domain/event.ts'
import type { EventRecord, SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { sessionTransition } from '../domain/session-state.ts'
import type { SessionTrigger } from '../domain/session-state.ts'
import { sessionData } from '../domain/wire/checkout-session.ts'
import { saveSession, saveStatus } from '../store/checkout-sessions.ts'
import type { Database } from '../store/database.ts'
import { insertEvent, insertEvents } from '../store/events.ts'

export interface SessionChange {
  readonly trigger: SessionTrigger
  /** The fields that change together with the status. */
  readonly fields?: Partial<SessionRecord>
  /** What the event contains besides the session. */
  readonly eventData?: object
}

/**
 * Applies a transition of the table to a locked session, and inserts its event in the same transaction. A session
 * changes its status only here and in `changeSessions`.
 */
export async function changeSession(
  scope: Scope,
  transaction: Database,
  session: SessionRecord,
  change: SessionChange,
  now: Date,
): Promise<SessionRecord> {
  const { changed, event } = applied(scope, session, change, now)
  await saveSession(scope, transaction, changed)
  if (event) await insertEvent(scope, transaction, event)
  return changed
}

/** Applies a transition that changes no field but the status to many locked sessions of an account. */
export async function changeSessions(
  scope: Scope,
  transaction: Database,
  sessions: readonly SessionRecord[],
  change: Pick<SessionChange, 'trigger'>,
  now: Date,
): Promise<void> {
  const results = sessions.map((session) => applied(scope, session, change, now))
  const byStatus = Map.groupBy(results, ({ changed }) => changed.status)
  for (const [status, group] of byStatus) {
    const ids = group.map(({ changed }) => changed.id)
    await saveStatus(scope, transaction, ids, status)
  }
  await insertEvents(
    scope,
    transaction,
    results.flatMap(({ event }) => event ?? []),
  )
}

function applied(
  scope: Scope,
  session: SessionRecord,
  change: SessionChange,
  now: Date,
): { changed: SessionRecord; event: EventRecord | null } {
  const transition = sessionTransition(session.status, change.trigger)
  if (!transition) throw new Error(`Bug: the trigger ${change.trigger} is not possible in the status ${session.status}`)
  const changed: SessionRecord = { ...session, ...change.fields, status: transition.to }
  if (!transition.event) return { changed, event: null }
  const data = { ...sessionData(changed), ...change.eventData }
  return { changed, event: makeEvent(scope, { type: transition.event, data, sessionId: changed.id }, now) }
}

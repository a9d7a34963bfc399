import type { EventRecord } from '../../domain/webhooks/webhook-records.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { sessionTransition, type SessionTrigger } from '../../domain/sessions/session-state.ts'
import { makeEvent } from '../../domain/webhooks/event.ts'
import { sessionData } from '../../domain/wire/checkout-session.ts'
import { saveStatus, savingSession } from '../../store/sessions/checkout-sessions.ts'
import type { Database } from '../../store/sql/database.ts'
import { execute, type Write } from '../../store/sql/writes.ts'
import { insertEvents, insertingEvent } from '../../store/webhooks/events.ts'

export interface SessionChange {
  readonly trigger: SessionTrigger
  /** The fields that change together with the status. */
  readonly fields?: Partial<SessionRecord>
  /** What the event contains besides the session. */
  readonly eventData?: object
}

/**
 * A transition of the table, with the writes of the session and its event. A session changes its status only through
 * this function and `changeSessions`.
 */
export function sessionChange(
  scope: Scope,
  session: SessionRecord,
  change: SessionChange,
  now: Date,
): { readonly session: SessionRecord; readonly writes: readonly Write[] } {
  const { changed, event } = applied(scope, session, change, now)
  const writes = [savingSession(scope, changed), ...(event ? [insertingEvent(scope, event)] : [])]
  return { session: changed, writes }
}

/** The same for a session that this transaction has locked. */
export async function changeSession(
  scope: Scope,
  transaction: Database,
  session: SessionRecord,
  change: SessionChange,
  now: Date,
): Promise<SessionRecord> {
  const { session: changed, writes } = sessionChange(scope, session, change, now)
  await execute(transaction, ...writes)
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

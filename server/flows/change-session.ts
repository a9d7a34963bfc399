import { makeEvent } from '../domain/event.ts'
import type { SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { sessionTransition } from '../domain/session-state.ts'
import type { SessionTrigger } from '../domain/session-state.ts'
import { sessionData } from '../domain/wire/checkout-session.ts'
import { saveSession } from '../store/checkout-sessions.ts'
import type { Database } from '../store/database.ts'
import { insertEvent } from '../store/events.ts'

export interface SessionChange {
  readonly trigger: SessionTrigger
  /** The fields that change together with the status. */
  readonly fields?: Partial<SessionRecord>
  /** What the event contains besides the session. */
  readonly eventData?: object
}

/**
 * Applies a transition of the table to a locked session, and inserts its event in the same transaction. A session
 * changes its status only here.
 */
export async function changeSession(
  scope: Scope,
  transaction: Database,
  session: SessionRecord,
  change: SessionChange,
  now: Date,
): Promise<SessionRecord> {
  const transition = sessionTransition(session.status, change.trigger)
  if (!transition) throw new Error(`Bug: the trigger ${change.trigger} is not possible in the status ${session.status}`)
  const changed: SessionRecord = { ...session, ...change.fields, status: transition.to }
  await saveSession(scope, transaction, changed)
  if (transition.event) {
    const data = { ...sessionData(changed), ...change.eventData }
    await insertEvent(
      scope,
      transaction,
      makeEvent(scope, { type: transition.event, data, sessionId: changed.id }, now),
    )
  }
  return changed
}

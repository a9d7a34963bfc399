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
  /** The fields that change with the move, but the status. */
  readonly fields?: Partial<SessionRecord>
  /** What the event carries beside the session. */
  readonly eventData?: object
}

/**
 * Moves a locked session along the table of transitions, and writes the event of the move in the same transaction. The
 * only way a session's status changes.
 */
export async function changeSession(
  scope: Scope,
  transaction: Database,
  session: SessionRecord,
  change: SessionChange,
  now: Date,
): Promise<SessionRecord> {
  const transition = sessionTransition(session.status, change.trigger)
  if (!transition) throw new Error(`Bug: ${change.trigger} cannot happen to a session that is ${session.status}`)
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

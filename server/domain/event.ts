import type { EventType } from '../../generated/operations.ts'
import { newId } from './ids.ts'
import type { EventRecord } from './records.ts'
import type { Scope } from './scope.ts'

/** What is known of an event before it is written. */
export interface NewEvent {
  readonly type: EventType
  readonly data: object
  readonly sessionId: string | null
}

/** An event with the exact body that every delivery of it carries (Specification, Resources, Event). */
export function makeEvent(scope: Scope, event: NewEvent, at: Date): EventRecord {
  const id = newId('evt', at)
  const body = JSON.stringify({
    id,
    type: event.type,
    created: at.toISOString(),
    livemode: scope.livemode,
    data: event.data,
  })
  return {
    merchant_id: scope.merchantId,
    livemode: scope.livemode,
    id,
    type: event.type,
    session_id: event.sessionId,
    body,
    created_at: at,
  }
}

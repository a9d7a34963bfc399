import type { EventType } from '../../../generated/operations.ts'
import { newId } from '../ids.ts'
import type { EventRecord } from './webhook-records.ts'
import type { Scope } from '../scope.ts'

/** An event that has no id or body yet. */
export interface NewEvent {
  readonly type: EventType
  readonly data: object
  readonly sessionId: string | null
}

/** Creates an event with the exact body of all its deliveries. */
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

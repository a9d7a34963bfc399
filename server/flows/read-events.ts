import { fail } from '../domain/failure.ts'
import type { Failure } from '../domain/failure.ts'
import type { EventRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { findEvent, insertRedelivery, listEvents, listEventsAfter } from '../store/events.ts'
import type { FlowContext } from './context.ts'

/** Pause between two looks of a caller that waits. */
const lookAgainMs = 500

/** Newest first after `startingAfter`, or, for followers, oldest first after `endingBefore`. */
export interface EventQuery {
  readonly type: string | null
  readonly startingAfter: string | null
  readonly endingBefore: string | null
  readonly limit: number
}

export interface EventPage {
  readonly kind: 'page'
  readonly events: EventRecord[]
  readonly hasMore: boolean
}

/** A page of events. With `waitSeconds` an empty one waits for an event, unless the service is about to stop. */
export async function readEvents(
  context: FlowContext,
  scope: Scope,
  query: EventQuery,
  waitSeconds: number,
): Promise<EventPage | Failure<'parameter_invalid'>> {
  const { endingBefore } = query
  if (endingBefore !== null && !(await findEvent(scope, context.db, endingBefore))) {
    return fail('parameter_invalid', {
      param: 'ending_before',
      message: 'There is no such event.',
      fix: 'Send the id of an event that you have read.',
    })
  }
  // Real time: it is the caller's patience that is measured.
  const until = performance.now() + waitSeconds * 1000
  for (;;) {
    const found = await look(context, scope, query)
    if (found.length > 0 || performance.now() >= until || context.isStopping()) {
      return { kind: 'page', events: found.slice(0, query.limit), hasMore: found.length > query.limit }
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(lookAgainMs, Math.max(0, until - performance.now()))))
  }
}

/** One more than asked for, when there are more. */
function look(
  context: FlowContext,
  scope: Scope,
  { type, startingAfter, endingBefore, limit }: EventQuery,
): Promise<EventRecord[]> {
  if (endingBefore !== null)
    return listEventsAfter(scope, context.db, { type, newerThan: endingBefore, limit: limit + 1 })
  return listEvents(scope, context.db, { type, olderThan: startingAfter, limit: limit + 1 })
}

export function readEvent(context: FlowContext, scope: Scope, id: string): Promise<EventRecord | null> {
  return findEvent(scope, context.db, id)
}

/** Queues a new delivery of an event to the current address (Specification, "Resend an event"). Null: there is no such event. */
export async function resendEvent(context: FlowContext, scope: Scope, id: string): Promise<number | null> {
  const event = await findEvent(scope, context.db, id)
  if (!event) return null
  const resent = await insertRedelivery(scope, context.db, id, context.clock.now())
  context.wakeDeliveries()
  return resent
}

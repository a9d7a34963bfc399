import { fail } from '../domain/failure.ts'
import type { Failure } from '../domain/failure.ts'
import type { EventRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { findEvent, insertRedelivery, listEvents, listEventsAfter } from '../store/events.ts'
import type { FlowContext } from './context.ts'

/** Pause between two queries of a long poll. */
const pollPauseMs = 500

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

/**
 * A page of events. When it is empty, the call waits up to `waitSeconds` for an event, unless the service is about to
 * stop.
 */
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
  // Real time rather than the service clock, because the wait of the caller is real.
  const until = performance.now() + waitSeconds * 1000
  for (;;) {
    const found = await findPage(context, scope, query)
    if (found.length > 0 || performance.now() >= until || context.isStopping()) {
      return { kind: 'page', events: found.slice(0, query.limit), hasMore: found.length > query.limit }
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(pollPauseMs, Math.max(0, until - performance.now()))))
  }
}

/** Reads one event more than the limit, to learn whether there are more. */
function findPage(
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

/**
 * Queues a new delivery of an event to the current webhook address. Returns the number of deliveries, or null when
 * there is no such event.
 */
export async function resendEvent(context: FlowContext, scope: Scope, id: string): Promise<number | null> {
  const event = await findEvent(scope, context.db, id)
  if (!event) return null
  const resent = await insertRedelivery(scope, context.db, id, context.clock.now())
  context.wakeDeliveries()
  return resent
}

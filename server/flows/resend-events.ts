import type { Caller } from '../domain/caller.ts'
import { firstIdFrom, newId } from '../domain/ids.ts'
import type { Scope } from '../domain/scope.ts'
import { inTransaction } from '../store/database.ts'
import { failedEventsSince, insertRedeliveries, makeDeliveriesDue } from '../store/delivery-log.ts'
import { findEvent, insertRedelivery } from '../store/events.ts'
import { lockMerchant } from '../store/merchants.ts'
import { audit } from './audit.ts'
import type { FlowContext } from './context.ts'

/** Events sent again by one order: what a receiver can be asked to take at once. */
export const maxResent = 1_000

/** A delivery that is due sooner than this may be under way: a claim is for 25 seconds. */
const mayBeUnderWayMs = 30_000

/** A person sends an event again. The number of new deliveries (0: no address is set); null: there is no such event. */
export async function resendEventBy(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  eventId: string,
): Promise<number | null> {
  const resent = await inTransaction(context.db, async (transaction) => {
    if (!(await findEvent(scope, transaction, eventId))) return null
    const made = await insertRedelivery(scope, transaction, eventId, context.clock.now())
    if (made > 0)
      await audit(context, transaction, caller, { ...scope, action: 'event.resent', detail: { event: eventId } })
    return made
  })
  context.wakeDeliveries()
  return resent
}

export interface Resent {
  /** Events that are on their way now. */
  readonly events: number
  /** Whether there are more than are sent at once. */
  readonly hasMore: boolean
}

/**
 * Sends again what has failed since a time and was not delivered otherwise, oldest first. A delivery that still waits for its
 * next attempt is tried now, so that its event does not come twice; one that was given up gets a new one. An event that is on
 * its way by an earlier order is left out: the same order twice does nothing twice.
 */
export async function resendFailedEvents(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  since: Date,
): Promise<Resent> {
  const resent = await inTransaction(context.db, async (transaction) => {
    // Two orders at once would both find the same events.
    await lockMerchant(transaction, scope.merchantId)
    const found = await failedEventsSince(scope, transaction, {
      sinceId: firstIdFrom('del', since),
      limit: maxResent + 1,
    })
    const failed = found.slice(0, maxResent)
    const now = context.clock.now()
    const waiting = failed.filter((event) => event.is_pending).map(({ id }) => id)
    const givenUp = failed
      .filter((event) => !event.is_pending)
      .map((event) => ({ id: newId('del', now), eventId: event.event_id }))
    const freeAfter = new Date(now.getTime() + mayBeUnderWayMs)
    const events =
      (await makeDeliveriesDue(scope, transaction, { ids: waiting, now, freeAfter })) +
      (await insertRedeliveries(scope, transaction, givenUp, now))
    if (events > 0)
      await audit(context, transaction, caller, {
        ...scope,
        action: 'events.resent',
        detail: { since: since.toISOString(), events },
      })
    return { events, hasMore: found.length > maxResent }
  })
  context.wakeDeliveries()
  return resent
}

import type { Caller } from '../domain/caller.ts'
import { firstIdFrom, newId } from '../domain/ids.ts'
import type { Scope } from '../domain/scope.ts'
import { inTransaction } from '../store/database.ts'
import { failedEventsSince, insertRedeliveries, makeDeliveriesDue } from '../store/delivery-log.ts'
import { findEvent, insertRedelivery } from '../store/events.ts'
import { lockMerchant } from '../store/merchants.ts'
import { audit } from './audit.ts'
import type { FlowContext } from './context.ts'

/** How many events one request resends at most, so that the receiver can cope. */
export const maxResent = 1_000

/** A pending delivery that is due within this time may be running already: a claim lasts 25 seconds. */
const mayBeUnderWayMs = 30_000

/**
 * Resends an event for a dashboard user. Returns the number of new deliveries (0 without a webhook address), or null
 * when there is no such event.
 */
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
  /** Events that the service now delivers again. */
  readonly events: number
  /** Whether there are more events than one request resends. */
  readonly hasMore: boolean
}

/**
 * Resends, oldest first, the events since a time whose deliveries all failed. A delivery that waits for its next
 * attempt is attempted now, so that its event does not arrive twice; an abandoned one gets a new delivery. Events that
 * an earlier request is still resending are left out, so that a repeated request has no effect.
 */
export async function resendFailedEvents(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  since: Date,
): Promise<Resent> {
  const resent = await inTransaction(context.db, async (transaction) => {
    // Otherwise two simultaneous requests would find the same events.
    await lockMerchant(transaction, scope.merchantId)
    const found = await failedEventsSince(scope, transaction, {
      sinceId: firstIdFrom('del', since),
      limit: maxResent + 1,
    })
    const failed = found.slice(0, maxResent)
    const now = context.clock.now()
    const pending = failed.filter((event) => event.is_pending).map(({ id }) => id)
    const abandoned = failed
      .filter((event) => !event.is_pending)
      .map((event) => ({ id: newId('del', now), eventId: event.event_id }))
    const freeAfter = new Date(now.getTime() + mayBeUnderWayMs)
    const events =
      (await makeDeliveriesDue(scope, transaction, { ids: pending, now, freeAfter })) +
      (await insertRedeliveries(scope, transaction, abandoned, now))
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

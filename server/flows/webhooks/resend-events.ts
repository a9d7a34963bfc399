import type { Caller } from '../../domain/accounts/caller.ts'
import { isFailure, type Failure } from '../../domain/failure.ts'
import { firstIdFrom, newId } from '../../domain/ids.ts'
import { scopeKey, type Scope } from '../../domain/scope.ts'
import { outsideRequests } from '../../engines/postgres/request-time.ts'
import { inTransaction } from '../../store/sql/database.ts'
import {
  failedDeliveriesAfter,
  insertRedeliveries,
  makeDeliveriesDue,
  type FailedEvent,
} from '../../store/webhooks/delivery-log.ts'
import { insertEventResends } from '../../store/webhooks/event-resends.ts'
import { findEvent, insertRedelivery } from '../../store/webhooks/events.ts'
import { findWebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts'
import { lockMerchant } from '../../store/accounts/merchants.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { busyRetrySeconds, readInTurn } from '../reads/read-in-turn.ts'
import type { TooMany } from '../accounts/limit-sign-in.ts'

/** How many events one request resends at most, so that the receiver can cope. */
export const maxResent = 1_000

/** A pending delivery that is due within this time may be running already: a claim lasts 25 seconds. */
const mayBeUnderWayMs = 30_000

/**
 * Resends an event for a dashboard user. Returns the id of the new delivery. Without a webhook address there is none,
 * and only a running `servicepay listen` gets the event. Null: there is no such event.
 */
export async function resendEventBy(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  eventId: string,
): Promise<{ readonly kind: 'resent'; readonly delivery: string | null } | null | TooMany> {
  const wait = await context.resendLimits.single.take(scopeKey(scope))
  if (wait !== null) return { kind: 'too_many', retryAfterSeconds: wait }
  const resent = await inTransaction(context.db, async (transaction) => {
    if (!(await findEvent(scope, transaction, eventId))) return null
    const now = context.clock.now()
    await insertEventResends(scope, transaction, [eventId], now)
    const delivery = await insertRedelivery(scope, transaction, eventId, { now })
    await audit(context, transaction, caller, { ...scope, action: 'event.resent', detail: { event: eventId } })
    return { kind: 'resent', delivery } as const
  })
  return resent
}

export interface Resent {
  readonly kind: 'resent'
  /** Events that the service now delivers again. */
  readonly events: number
  /** Whether there are more events than one request resends. */
  readonly hasMore: boolean
  /** False: only a running `servicepay listen` gets them. */
  readonly hasAddress: boolean
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
): Promise<Resent | TooMany> {
  const wait = await context.resendLimits.failed.take(scopeKey(scope))
  if (wait !== null) return { kind: 'too_many', retryAfterSeconds: wait }
  const found = await findFailed(context, scope, since)
  if (isFailure(found)) return { kind: 'too_many', retryAfterSeconds: busyRetrySeconds }
  const failed = found.events
  const now = context.clock.now()
  const pending = failed.filter((event) => event.is_pending).map(({ id }) => id)
  const abandoned = failed
    .filter((event) => !event.is_pending)
    .map((event) => ({ id: newId('del', now), eventId: event.event_id }))
  const freeAfter = new Date(now.getTime() + mayBeUnderWayMs)
  const hasAddress = (await findWebhookEndpoint(scope, context.db)) !== null
  const events = await inTransaction(context.db, async (transaction) => {
    // Two simultaneous requests have found the same events. The second one waits here, and then finds them under way.
    await lockMerchant(transaction, scope.merchantId)
    const queued =
      (await makeDeliveriesDue(scope, transaction, { ids: pending, now, freeAfter })) +
      (await insertRedeliveries(scope, transaction, abandoned, now))
    // Without an address a running `servicepay listen` still gets them.
    const made = hasAddress ? queued : failed.length
    if (made > 0) {
      const eventIds = failed.map(({ event_id: id }) => id)
      await insertEventResends(scope, transaction, eventIds, now)
      await audit(context, transaction, caller, {
        ...scope,
        action: 'events.resent',
        detail: { since: since.toISOString(), events: made },
      })
    }
    return made
  })
  return { kind: 'resent', events, hasMore: found.hasMore, hasAddress }
}

/** Failed deliveries that one statement reads, and how long a request looks for failed events. */
const deliveriesOfPart = 500
const searchMs = 3_000

/**
 * Failed events, oldest first and at most `maxResent`, read part by part before anything is locked: most of the
 * deliveries that failed once may have arrived since then.
 */
async function findFailed(
  context: FlowContext,
  scope: Scope,
  since: Date,
): Promise<{ events: FailedEvent[]; hasMore: boolean } | Failure<'rate_limited'>> {
  const until = performance.now() + searchMs
  const found = new Map<string, FailedEvent>()
  for (let after = firstIdFrom('del', since); ;) {
    const filter = { after, limit: deliveriesOfPart }
    const part = await outsideRequests(() =>
      readInTurn(context, scope, ({ db }) => failedDeliveriesAfter(scope, db, filter), 'slow'),
    )
    if (isFailure(part)) return part
    for (const delivery of part)
      if (delivery.is_failed) found.set(delivery.event_id, found.get(delivery.event_id) ?? delivery)
    const last = part.at(-1)
    const isEnd = part.length < deliveriesOfPart || last === undefined
    if (isEnd || found.size > maxResent || performance.now() > until)
      return { events: [...found.values()].slice(0, maxResent), hasMore: !isEnd || found.size > maxResent }
    after = last.id
  }
}

import type { DeliveryRecord, EventRecord } from '../../domain/webhooks/webhook-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { deliveryRanges, eventRanges } from '../schema/partitions.ts'
import { run, type Database } from '../sql/database.ts'
import { boundAfter } from '../sql/time-ranges.ts'

type ListedEvent = Pick<EventRecord, 'id' | 'type' | 'created_at'>

interface DeliveryOfPayment extends Pick<DeliveryRecord, 'id' | 'event_id' | 'status' | 'failed_attempts'> {
  /** The API request that caused it, if there was one. */
  readonly request_id: string | null
}

/** An event of a payment with its deliveries. */
export interface PaymentEvent extends ListedEvent {
  /** Newest first. */
  readonly deliveries: readonly DeliveryOfPayment[]
}

const ofSession = {
  name: 'events of session',
  text: `
    select id, type, created_at from events where merchant_id = $1 and livemode = $2 and session_id = $3 and id >= $5
    order by id desc limit $4`,
}

const deliveriesOfEvents = {
  name: 'deliveries of events',
  text: `
    select id, event_id, status, failed_attempts, request_id from deliveries
    where merchant_id = $1 and livemode = $2 and event_id = any($3::text[]) and id >= $5 order by id desc limit $4`,
}

/** A limit for the deliveries of all events together, because an event can be resent any number of times. */
const maxDeliveries = 200

/** Newest first. */
export async function eventsOf(scope: Scope, db: Database, sessionId: string, limit: number): Promise<PaymentEvent[]> {
  const events = await run<ListedEvent>(db, ofSession, [
    scope.merchantId,
    scope.livemode,
    sessionId,
    limit,
    boundAfter(eventRanges, sessionId),
  ])
  const ids = events.map(({ id }) => id)
  const deliveries = await run<DeliveryOfPayment>(db, deliveriesOfEvents, [
    scope.merchantId,
    scope.livemode,
    ids,
    maxDeliveries,
    boundAfter(deliveryRanges, sessionId),
  ])
  return events.map((event) => ({ ...event, deliveries: deliveries.filter(({ event_id }) => event_id === event.id) }))
}

import type { EventType } from '../../../generated/operations.ts'
import type { DeliveryRecord } from '../../domain/webhooks/webhook-records.ts'
import type { WebhookFault } from '../../domain/sandbox/test-faults.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { attemptColumns } from './deliveries.ts'
import { attemptRanges, deliveryRanges, partitionsOf } from '../schema/partitions.ts'
import { clearOld } from '../work/retention.ts'
import { noteDue } from '../work/due-notes.ts'
import { boundAfter, firstPartition } from '../sql/time-ranges.ts'
import { deliveryColumns } from '../sql/table-columns.ts'
import { listIn } from '../sql/columns.ts'
import { originValues } from '../sql/origin.ts'

/** `waiting` means not attempted yet; `failing` means that all attempts so far have failed. */
export const deliveryStates = ['delivered', 'waiting', 'failing', 'abandoned'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** What a list can show: `undelivered` is failing or given up, while no other delivery has brought the event. */
export const deliveryFilters = [...deliveryStates, 'undelivered'] as const

export function deliveryState({
  status,
  failed_attempts,
}: Pick<DeliveryRecord, 'status' | 'failed_attempts'>): DeliveryState {
  if (status !== 'pending') return status
  return failed_attempts > 0 ? 'failing' : 'waiting'
}

/** A delivery with the type and session of its event. */
export interface LoggedDelivery extends DeliveryRecord {
  readonly type: EventType
  readonly session_id: string | null
  /** True for a `test.ping`, which has only one attempt. */
  readonly single_attempt: boolean
  /** What the faults of the account have done to it. */
  readonly fault: WebhookFault | null
}

export interface DeliveryFilter {
  readonly state: (typeof deliveryFilters)[number] | null
  readonly type: string | null
  /** Only ids from `from` (included) to `before` (excluded); see `firstIdFrom`. */
  readonly from: string | null
  readonly before: string | null
  /** The last id of the previous page, or null for the first page. */
  readonly after: string | null
  readonly limit: number
}

/** Newest first. */
export async function listDeliveries(scope: Scope, db: Database, filter: DeliveryFilter): Promise<LoggedDelivery[]> {
  const query = db('deliveries as d')
    // The mode is no condition of the join: with one, PostgreSQL would not see that the index has the wanted order, and
    // would sort all deliveries.
    .join('events as e', { 'e.merchant_id': 'd.merchant_id', 'e.id': 'd.event_id' })
    .where({ 'd.merchant_id': scope.merchantId, 'd.livemode': scope.livemode, 'e.livemode': scope.livemode })
  if (filter.state === 'delivered' || filter.state === 'abandoned') query.where('d.status', filter.state)
  if (filter.state === 'waiting' || filter.state === 'failing') query.where('d.status', 'pending')
  // This condition selects the partial index `deliveries_failed`.
  if (filter.state === 'failing' || filter.state === 'abandoned') query.where('d.failed_attempts', '>', 0)
  if (filter.state === 'waiting') query.where('d.failed_attempts', 0)
  if (filter.state === 'undelivered')
    query
      .whereNot('d.status', 'delivered')
      .where('d.failed_attempts', '>', 0)
      .where('d.single_attempt', false)
      .whereNotExists(
        db('deliveries as o')
          .select(db.raw('1'))
          .where({ 'o.merchant_id': scope.merchantId, 'o.livemode': scope.livemode, 'o.status': 'delivered' })
          .whereRaw('o.event_id = d.event_id'),
      )
  if (filter.type !== null) query.where('e.type', filter.type)
  if (filter.from !== null) query.where('d.id', '>=', filter.from)
  const before = [filter.before, filter.after].filter((id) => id !== null).sort()[0]
  if (before !== undefined) query.where('d.id', '<', before)
  return (await query
    .select(db.raw(`${listIn('d', deliveryColumns)}, d.single_attempt, d.fault, e.type, e.session_id`))
    .orderBy('d.id', 'desc')
    .limit(filter.limit)) as LoggedDelivery[]
}

const find = {
  name: 'find delivery',
  text: `
    select ${listIn('d', deliveryColumns)}, d.single_attempt, d.fault, e.type, e.session_id from deliveries d
    join events e on e.merchant_id = d.merchant_id and e.livemode = d.livemode and e.id = d.event_id
    where d.merchant_id = $1 and d.livemode = $2 and d.id = $3`,
}

export function findDelivery(scope: Scope, db: Database, id: string): Promise<LoggedDelivery | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, id])
}

/** One POST of a delivery. */
export interface LoggedAttempt {
  readonly attempt: number
  readonly url: string
  readonly request_headers: Record<string, string>
  readonly status: number | null
  readonly error: string | null
  readonly response_excerpt: string | null
  readonly duration_ms: number
  readonly attempted_at: Date
}

const attempts = {
  name: 'delivery attempts',
  text: `
    select ${attemptColumns} from delivery_attempts
    where merchant_id = $1 and livemode = $2 and delivery_id = $3 order by attempt desc`,
}

/** Newest first, at most seven. */
export function attemptsOfDelivery(scope: Scope, db: Database, deliveryId: string): Promise<LoggedAttempt[]> {
  return run(db, attempts, [scope.merchantId, scope.livemode, deliveryId])
}

const lastAttempts = {
  name: 'last attempts of deliveries',
  text: `
    select distinct on (delivery_id) delivery_id, status, error from delivery_attempts
    where merchant_id = $1 and livemode = $2 and delivery_id = any($3::text[])
    order by delivery_id, attempt desc`,
}

export interface LastAttempt extends Pick<LoggedAttempt, 'status' | 'error'> {
  readonly delivery_id: string
}

/** The last attempt of each delivery that has one. */
export function lastAttemptsOf(scope: Scope, db: Database, deliveryIds: readonly string[]): Promise<LastAttempt[]> {
  return run(db, lastAttempts, [scope.merchantId, scope.livemode, deliveryIds])
}

const ofEvent = {
  name: 'deliveries of event',
  text: `
    select ${deliveryColumns} from deliveries
    where event_id = $3 and merchant_id = $1 and livemode = $2 and id >= $5 order by id desc limit $4`,
}

/** The deliveries of one event, newest first: the original one and one for each resend. */
export function deliveriesOfEvent(
  scope: Scope,
  db: Database,
  eventId: string,
  limit: number,
): Promise<DeliveryRecord[]> {
  return run(db, ofEvent, [scope.merchantId, scope.livemode, eventId, limit, boundAfter(deliveryRanges, eventId)])
}

const failed = {
  name: 'failed deliveries after',
  text: `
    with part as materialized (
      select id, event_id, status, single_attempt, next_attempt_at from deliveries
      where merchant_id = $1 and livemode = $2 and id > $3 and failed_attempts > 0
      order by id limit $4
    ), event as materialized (
      select of_part.event_id, of_event.* from (
        select distinct event_id from part where status <> 'delivered' and not single_attempt
      ) of_part
      cross join lateral (
        select bool_or(status = 'delivered' or (status = 'pending' and failed_attempts = 0)) as is_served,
          bool_or(status = 'pending') as is_pending
        from deliveries
        where deliveries.event_id = of_part.event_id and merchant_id = $1 and livemode = $2
      ) of_event
    )
    select part.id, part.event_id, part.status = 'pending' as is_pending,
      not part.single_attempt and part.status <> 'delivered' and event.event_id is not null and not event.is_served
        and (part.status = 'pending' or not event.is_pending) as is_failed
    from part left join event on event.event_id = part.event_id
    order by part.id`,
}

/** A delivery that failed at least once. */
export interface FailedEvent {
  readonly event_id: string
  readonly id: string
  readonly is_pending: boolean
  /**
   * Whether its event is undelivered: no other delivery has brought it to the receiver, or is about to attempt it for
   * the first time. False for an abandoned delivery if the event has a pending one.
   */
  readonly is_failed: boolean
}

/** Deliveries with a failed attempt after the one with the id `after`, oldest first. */
export function failedDeliveriesAfter(
  scope: Scope,
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<FailedEvent[]> {
  return run(db, failed, [scope.merchantId, scope.livemode, after, limit])
}

const makeDue = {
  name: 'make deliveries due',
  text: `
    update deliveries set next_attempt_at = $4
    where merchant_id = $1 and livemode = $2 and id = any($3::text[]) and status = 'pending' and next_attempt_at > $5
    returning id`,
}

/**
 * Makes waiting deliveries due now, and returns their number. Skips deliveries due before `freeAfter`: a worker may
 * have claimed them.
 */
export async function makeDeliveriesDue(
  scope: Scope,
  transaction: Database,
  { ids, now, freeAfter }: { ids: readonly string[]; now: Date; freeAfter: Date },
): Promise<number> {
  const rows = await run(transaction, makeDue, [scope.merchantId, scope.livemode, ids, now, freeAfter])
  if (rows.length > 0) noteDue(transaction, 'deliver_events', now)
  return rows.length
}

const redeliver = {
  name: 'redeliver events',
  // The lock keeps housekeeping from deleting the event before its delivery is there.
  text: `
    with input as materialized (
      select input.* from unnest($3::text[], $5::text[]) as input (id, event_id)
      join events on events.id = input.event_id
      where events.merchant_id = $1 and events.livemode = $2 and events.id = any($5::text[])
      for key share of events
    ), made as (
      insert into deliveries (merchant_id, livemode, id, event_id, status, next_attempt_at, created_at, request_id,
        traceparent)
      select endpoint.merchant_id, endpoint.livemode, input.id, input.event_id, 'pending', $4::timestamptz,
        $4::timestamptz, $6::text, $7::text
      from webhook_endpoints endpoint, input
      where endpoint.merchant_id = $1 and endpoint.livemode = $2
        and not exists (select from deliveries o where o.event_id = input.event_id and o.merchant_id = $1
          and o.livemode = $2 and o.status in ('pending', 'delivered'))
      returning id, event_id
    ), replaced as (
      update deliveries set replaced = true
      where event_id = any($5::text[]) and event_id in (select event_id from made)
        and merchant_id = $1 and livemode = $2 and status = 'abandoned' and not replaced
    )
    select id from made`,
}

/**
 * Queues new deliveries of events, due now, and returns their number: 0 when the mode has no webhook address. Skips
 * events that were delivered or have a pending delivery.
 */
export async function insertRedeliveries(
  scope: Scope,
  transaction: Database,
  deliveries: readonly { id: string; eventId: string }[],
  now: Date,
): Promise<number> {
  const values = [
    scope.merchantId,
    scope.livemode,
    deliveries.map(({ id }) => id),
    now,
    deliveries.map(({ eventId }) => eventId),
    ...originValues(),
  ]
  const rows = await run(transaction, redeliver, values)
  if (rows.length > 0) noteDue(transaction, 'deliver_events', now)
  return rows.length
}

const attemptsBefore = firstPartition(attemptRanges.table)

const clearBodies = {
  name: 'clear old delivery bodies',
  text: `
    update ${attemptsBefore} set request_headers = '{}', response_excerpt = null
    where (merchant_id, livemode, delivery_id, attempt) in (
      select merchant_id, livemode, delivery_id, attempt from ${attemptsBefore}
      where attempted_at < $1 and (response_excerpt is not null or request_headers <> '{}')
      order by attempted_at limit $2)
    returning 1`,
}

/**
 * Empties the headers and replies of a batch of attempts from before `before` in the first partition, which is longer
 * than the others. The worker drops those soon after. True: there may be more.
 */
export async function clearDeliveryBodies(db: Database, before: Date): Promise<boolean> {
  const partitions = await partitionsOf(db, attemptRanges)
  return partitions.some(({ name }) => name === attemptsBefore) && (await clearOld(db, clearBodies, before))
}

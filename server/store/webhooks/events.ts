import type { EventRecord } from '../../domain/webhooks/webhook-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { newId } from '../../domain/ids.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { noteNewDelivery } from './new-deliveries.ts'
import { originValues } from '../sql/origin.ts'
import { forAccount, type WriteStatement } from '../sql/statement.ts'
import type { Write } from '../sql/writes.ts'
import { noteDue } from '../work/due-notes.ts'

const eventColumns = 'merchant_id, livemode, id, type, session_id, body, created_at'
const intoEnds = 'insert into session_ends (merchant_id, livemode, session_id, type)'
const isEnd = `('session.completed', 'session.failed', 'session.expired')`
const intoDeliveries = `
  insert into deliveries (merchant_id, livemode, id, event_id, status, next_attempt_at, created_at, single_attempt,
    request_id, traceparent)`

/**
 * Inserts the event, and a delivery when the mode has a webhook address. A second end of a session violates the key of
 * `session_ends`. Here and below, the account of a new row comes from another row of the account, so that Citus uses
 * one node only (spec/decisions/database.md#an-account-needs-one-node).
 */
const insert: WriteStatement = {
  name: 'insert event',
  text: `
    with event as (
      insert into events (${eventColumns})
      values ($1::text, $2::boolean, $3::text, $4::text, $5::text, $6::text, $7::timestamptz)
    ), session_end as (
      ${intoEnds}
      select account.merchant_id, $2::boolean, $5::text, $4::text from merchants account
      where account.merchant_id = $1 and $4::text in ${isEnd}
    ), delivery as (
      ${intoDeliveries}
      select merchant_id, livemode, $8::text, $3::text, 'pending', $9::timestamptz, $7::timestamptz, $10::boolean,
        $11::text, $12::text
      from webhook_endpoints where merchant_id = $1 and livemode = $2
    )
    select 1`,
  perItem: {
    types: ['text', 'text', 'text', 'text', 'timestamptz', 'text', 'timestamptz', 'boolean', 'text', 'text'],
    parts: [
      `insert into events (${eventColumns}) ${forAccount('$3, $4, $5, $6, $7')}`,
      `${intoEnds} ${forAccount('$5, $4')} and $4 in ${isEnd}`,
      `${intoDeliveries}
        select endpoint.merchant_id, endpoint.livemode, $8, $3, 'pending', $9, $7, $10, $11, $12
        from webhook_endpoints endpoint, item where endpoint.merchant_id = $1 and endpoint.livemode = $2`,
    ],
  },
}

/**
 * An event and its delivery. They are written together with the change that they report (a transactional outbox), so
 * that exactly the committed changes are delivered.
 */
export function insertingEvent(
  scope: Scope,
  event: EventRecord,
  delivery: { id?: string; dueAt?: Date; single?: boolean } = {},
): Write {
  const values = [
    scope.merchantId,
    scope.livemode,
    event.id,
    event.type,
    event.session_id,
    event.body,
    event.created_at,
  ]
  const { id = newId('del', event.created_at), dueAt = event.created_at, single = false } = delivery
  return {
    statement: insert,
    values: [...values, id, dueAt, single, ...originValues()],
    followUp: (db) => noteNewDelivery(db, { scope, id, dueAt }),
  }
}

const insertMany = {
  name: 'insert events',
  text: `
    with input as materialized (
      select * from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[])
        as input (id, type, session_id, body, created_at, delivery_id)
    ), event as (
      insert into events (merchant_id, livemode, id, type, session_id, body, created_at)
      select account.merchant_id, $2::boolean, id, type, session_id, body, input.created_at
      from merchants account, input where account.merchant_id = $1
    ), session_end as (
      ${intoEnds}
      select account.merchant_id, $2::boolean, session_id, type from merchants account, input
      where account.merchant_id = $1 and type in ${isEnd}
    ), delivery as (
      insert into deliveries (merchant_id, livemode, id, event_id, status, next_attempt_at, created_at, request_id,
        traceparent)
      select endpoint.merchant_id, endpoint.livemode, delivery_id, input.id, 'pending', input.created_at,
        input.created_at, $9::text, $10::text
      from webhook_endpoints endpoint, input where endpoint.merchant_id = $1 and endpoint.livemode = $2
    )
    select 1`,
}

/** Writes events and their deliveries in the transaction of the changes that they report. */
export async function insertEvents(scope: Scope, transaction: Database, events: readonly EventRecord[]): Promise<void> {
  const deliveries = events.map(({ created_at: dueAt }) => ({ scope, id: newId('del', dueAt), dueAt }))
  await run(transaction, insertMany, [
    scope.merchantId,
    scope.livemode,
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ session_id }) => session_id),
    events.map(({ body }) => body),
    events.map(({ created_at }) => created_at),
    deliveries.map(({ id }) => id),
    ...originValues(),
  ])
  for (const delivery of deliveries) noteNewDelivery(transaction, delivery)
}

/** An event with its position in the order in which followers read. Null: `numberEvents` has not numbered it yet. */
export interface OrderedEvent extends EventRecord {
  readonly sequence: string | null
}

const columns = 'merchant_id, livemode, id, type, session_id, body, created_at, sequence'

const find = {
  name: 'find event',
  text: `select ${columns} from events where merchant_id = $1 and livemode = $2 and id = $3`,
}

export function findEvent(scope: Scope, db: Database, id: string): Promise<OrderedEvent | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, id])
}

/** Filters of a list of events. */
export interface EventFilter {
  readonly type: string | null
  readonly olderThan: string | null
  readonly limit: number
}

/** Newest first. */
export async function listEvents(scope: Scope, db: Database, filter: EventFilter): Promise<OrderedEvent[]> {
  const query = db<OrderedEvent>('events')
    .select<OrderedEvent[]>(db.raw(columns))
    .where({ merchant_id: scope.merchantId, livemode: scope.livemode })
  if (filter.type !== null) query.where('type', filter.type)
  if (filter.olderThan !== null) query.where('id', '<', filter.olderThan)
  return await query.orderBy('id', 'desc').limit(filter.limit)
}

const after = {
  name: 'events after',
  text: `
    select ${columns} from events
    where merchant_id = $1 and livemode = $2 and ($3::text is null or type = $3)
      and sequence > $4::bigint
    order by sequence limit $5`,
}

/** A position in the order in which followers read. */
export interface EventPosition {
  readonly sequence: string
}

/** The position before all events. */
export const beforeAllEvents: EventPosition = { sequence: '0' }

const newestBefore = {
  name: 'newest event before',
  text: `
    select ${columns} from events where merchant_id = $1 and livemode = $2 and id < $3 order by id desc limit 1`,
}

/** The newest event with a smaller id. */
export function findNewestEventBefore(scope: Scope, db: Database, id: string): Promise<OrderedEvent | null> {
  return runForOne(db, newestBefore, [scope.merchantId, scope.livemode, id])
}

/** Events after the position `newerThan`, oldest first. Events without a number are not among them. */
export async function listEventsAfter(
  scope: Scope,
  db: Database,
  filter: { type: string | null; newerThan: EventPosition; limit: number },
): Promise<OrderedEvent[]> {
  const { newerThan, type, limit } = filter
  return run(db, after, [scope.merchantId, scope.livemode, type, newerThan.sequence, limit])
}

const withNumberAfter = {
  name: 'events with number after',
  text: `
    select ${columns} from events where merchant_id = $1 and livemode = $2 and sequence > $3::bigint
    order by sequence limit $4`,
}

/** Events with a number above `sequence`, in the order of their numbers. */
export function listEventsAbove(scope: Scope, db: Database, sequence: string, limit: number): Promise<OrderedEvent[]> {
  return run(db, withNumberAfter, [scope.merchantId, scope.livemode, sequence, limit])
}

const redeliver = {
  name: 'redeliver event',
  // The lock keeps housekeeping from deleting the event before its delivery is there.
  text: `
    with event as materialized (
      select id from events where merchant_id = $1 and livemode = $2 and id = $3 for key share
    ), made as (
      insert into deliveries (merchant_id, livemode, id, event_id, status, next_attempt_at, created_at, request_id,
        traceparent, fault)
      select merchant_id, livemode, $4::text, event.id, 'pending', $5::timestamptz, $5::timestamptz, $6::text, $7::text,
        $8::text
      from webhook_endpoints, event where merchant_id = $1 and livemode = $2
      returning id
    ), replaced as (
      update deliveries set replaced = true
      where event_id = $3 and merchant_id = $1 and livemode = $2 and status = 'abandoned' and not replaced
        and exists (select from made)
    )
    select id from made`,
}

/** Queues a new delivery of an event, and returns its id. Null: the mode has no webhook address. */
export async function insertRedelivery(
  scope: Scope,
  db: Database,
  eventId: string,
  { now, fault = null }: { now: Date; fault?: 'duplicated' | null },
): Promise<string | null> {
  const values = [scope.merchantId, scope.livemode, eventId, newId('del', now), now, ...originValues(), fault]
  const made = await runForOne<{ id: string }>(db, redeliver, values)
  if (made) noteDue(db, 'deliver_events', now)
  return made?.id ?? null
}

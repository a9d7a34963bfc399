import type { NotificationRecord, NotificationState } from '../../domain/acquirers/notification-records.ts'
import { firstIdFrom, idBodyLength } from '../../domain/ids.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { claiming } from '../work/due.ts'
import { noteDue } from '../work/due-notes.ts'
import { clearOld } from '../work/retention.ts'
import { notificationColumns } from '../sql/table-columns.ts'

const columns = 'id, processor, item_id, type, occurred_at, received_at, content, fact, state, next_attempt_at'

/** The order by `item_id` keeps two deliveries of the same items from waiting for each other. */
const insert = {
  name: 'insert processor notifications',
  text: `
    insert into processor_notifications (merchant_id, livemode, ${columns})
    select account.merchant_id, $2::boolean, ${columns}
    from merchants account, jsonb_to_recordset($3::jsonb) as input (id text, processor text, item_id text, type text,
      occurred_at timestamptz, received_at timestamptz, content text, fact text, state text,
      next_attempt_at timestamptz)
    where account.merchant_id = $1
    order by item_id
    on conflict (merchant_id, livemode, processor, item_id) do nothing
    returning id`,
}

export type NewNotification = Pick<
  NotificationRecord,
  | 'id'
  | 'processor'
  | 'item_id'
  | 'type'
  | 'occurred_at'
  | 'received_at'
  | 'content'
  | 'fact'
  | 'state'
  | 'next_attempt_at'
>

/** Stores the items of a notification in one statement, and returns the ids of those that are new. */
export async function insertNotifications(
  scope: Scope,
  db: Database,
  items: readonly NewNotification[],
): Promise<string[]> {
  const rows = await run<{ id: string }>(db, insert, [scope.merchantId, scope.livemode, JSON.stringify(items)])
  for (const { next_attempt_at: at } of items) noteDue(db, 'apply_notifications', at)
  return rows.map(({ id }) => id)
}

/** Keeps other workers away from a due item until `leasedUntil`. Null: it is not due, or another worker claimed it. */
export const claimNotification = claiming<NotificationRecord>('apply_notifications', notificationColumns)

const save = {
  name: 'save processor notification',
  text: `
    update processor_notifications set state = $4, next_attempt_at = $5, problem = $6
    where merchant_id = $1 and livemode = $2 and id = $3 and state = 'received'`,
}

export type NotificationResult = Pick<NotificationRecord, 'state' | 'next_attempt_at' | 'problem'>

/** Records the result of an attempt. Does nothing when another attempt has ended meanwhile. */
export async function saveNotification(
  scope: Scope,
  db: Database,
  id: string,
  { state, next_attempt_at, problem }: NotificationResult,
): Promise<void> {
  await run(db, save, [scope.merchantId, scope.livemode, id, state, next_attempt_at, problem])
  noteDue(db, 'apply_notifications', next_attempt_at)
}

/** The states of items that a person may have applied again. */
export const repeatableStates: readonly NotificationState[] = ['failed', 'unknown_reference', 'mismatch']

const reopen = {
  name: 'reopen processor notification',
  text: `
    update processor_notifications set state = 'received', next_attempt_at = $4, attempts = 0, problem = null
    where merchant_id = $1 and livemode = $2 and id = $3 and state = any($5::text[]) and fact is not null
    returning ${notificationColumns}`,
}

/** Makes an item due whose retries have ended. Null: it is in no such state. */
export async function reopenNotification(
  scope: Scope,
  transaction: Database,
  id: string,
  now: Date,
): Promise<NotificationRecord | null> {
  const values = [scope.merchantId, scope.livemode, id, now, repeatableStates]
  const reopened = await runForOne<NotificationRecord>(transaction, reopen, values)
  if (reopened) noteDue(transaction, 'apply_notifications', now)
  return reopened
}

const find = {
  name: 'find processor notification',
  text: `
    select ${notificationColumns} from processor_notifications
    where merchant_id = $1 and livemode = $2 and id = $3`,
}

export function findNotification(scope: Scope, db: Database, id: string): Promise<NotificationRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, id])
}

/** Sorts after every id. */
const afterNewest = `ntf_${'z'.repeat(idBodyLength)}`

const listed = `
  select id, processor, item_id, type, occurred_at, received_at, fact, state, attempts, next_attempt_at, problem
  from processor_notifications where merchant_id = $1 and livemode = $2 and id < $3`

const list = { name: 'list processor notifications', text: `${listed} order by id desc limit $4` }
const listState = {
  name: 'list processor notifications in state',
  text: `${listed} and state = $5 order by id desc limit $4`,
}

/** An item without its content, which may be long. */
export type ListedNotification = Omit<NotificationRecord, 'content'>

/** Newest first. `after` is the last id of the previous page, or null for the first page. */
export function listNotifications(
  { merchantId, livemode }: Scope,
  db: Database,
  { state, after, limit }: { state: NotificationState | null; after: string | null; limit: number },
): Promise<ListedNotification[]> {
  const values = [merchantId, livemode, after ?? afterNewest, limit]
  return state === null ? run(db, list, values) : run(db, listState, [...values, state])
}

const payments = {
  name: 'payments of references',
  text: ['card_attempts', 'refunds', 'automatic_returns']
    .map(
      (table) =>
        `select id, session_id from ${table} where merchant_id = $1 and livemode = $2 and id = any($3::text[])`,
    )
    .join(' union all '),
}

/**
 * The sessions to which attempts, refunds and returns belong, by the ids of these. A processor may have sent any text
 * as an id, also one that the database refuses.
 */
export async function sessionsOf(
  { merchantId, livemode }: Scope,
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const possible = ids.filter((id) => /^\w{1,64}$/.test(id))
  if (possible.length === 0) return new Map()
  const rows = await run<{ id: string; session_id: string }>(db, payments, [merchantId, livemode, possible])
  return new Map(rows.map((row) => [row.id, row.session_id]))
}

/** Counting stops here, so that it stays fast. */
export const maxCountedNotifications = 1_000

const countStates = {
  name: 'count processor notifications in states',
  text: `
    select count(*)::integer as items from (
      select from processor_notifications where merchant_id = $1 and livemode = $2 and state = any($3::text[])
      limit ${maxCountedNotifications}
    ) counted`,
}

/** The number of items in some states, at most `maxCountedNotifications`. */
export async function countNotifications(
  { merchantId, livemode }: Scope,
  db: Database,
  states: readonly NotificationState[],
): Promise<number> {
  return (await runForOne<{ items: number }>(db, countStates, [merchantId, livemode, states]))?.items ?? 0
}

/** What people should know about the notifications of an account and mode. */
export interface NotificationHealth {
  readonly lastReceivedAt: Date | null
  /** When the item that waits longest to be applied arrived. */
  readonly oldestWaitingAt: Date | null
  /** Items since a time that fit a payment but could not be applied. At most `maxCountedNotifications`. */
  readonly failed: number
  readonly lastRefusedAt: Date | null
}

/** Ids sort by time, so each part reads one end of an index, or only the failed items. */
const health = {
  name: 'health of processor notifications',
  text: `
    select
      (select received_at from processor_notifications where merchant_id = $1 and livemode = $2
        order by id desc limit 1) as "lastReceivedAt",
      (select received_at from processor_notifications where merchant_id = $1 and livemode = $2 and state = 'received'
        order by id limit 1) as "oldestWaitingAt",
      (select count(*)::integer from (
        select from processor_notifications where merchant_id = $1 and livemode = $2
          and state in ('failed', 'mismatch') and id >= $3
        limit ${maxCountedNotifications}) counted) as failed,
      (select refused_at from refused_notifications where merchant_id = $1 and livemode = $2
        order by id desc limit 1) as "lastRefusedAt"`,
}

export async function notificationHealth(
  { merchantId, livemode }: Scope,
  db: Database,
  since: Date,
): Promise<NotificationHealth> {
  const found = await runForOne<NotificationHealth>(db, health, [merchantId, livemode, firstIdFrom('ntf', since)])
  if (!found) throw new Error('Bug: the query of notifications returned no row')
  return found
}

const clearContents = {
  name: 'clear old processor notifications',
  text: `
    update processor_notifications set content = null
    where (merchant_id, livemode, id) in (
      select merchant_id, livemode, id from processor_notifications
      where received_at < $1 and content is not null and next_attempt_at is null
      order by received_at limit $2)
    returning 1`,
}

/**
 * Empties the contents of a batch of items from before `before`. What they said in the terms of the service stays, and
 * so a late delivery has no second effect. True: there may be more.
 */
export function clearNotificationContents(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, clearContents, before)
}

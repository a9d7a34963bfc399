import { run, runForOne, type Database } from '../sql/database.ts'
import type { Statement } from '../sql/statement.ts'
import { deleteTestEvents } from './test-data.ts'

// Empties the test mode of one account. Every statement names the account and test mode, and triggers of the database
// refuse to delete a live row (spec/promises.md#live-money-is-never-deleted).

/** What there was when a reset began, by the newest id of each table. Later rows stay. */
export interface ResetBounds {
  readonly sessions: string
  readonly links: string
  readonly events: string
  readonly resends: string
  readonly failedRequests: string
  readonly recordedRequests: string
  readonly mails: string
  /** Null: there is no key. */
  readonly keys: Date | null
}

const newest = (table: string): string =>
  `(select coalesce(max(id), '') from ${table} where merchant_id = $1 and not livemode)`

const bounds = {
  name: 'bounds of reset',
  text: `
    select ${newest('checkout_sessions')} as sessions, ${newest('payment_links')} as links,
      ${newest('events')} as events, ${newest('event_resends')} as resends,
      ${newest('api_request_log')} as "failedRequests", ${newest('recorded_requests')} as "recordedRequests",
      ${newest('outgoing_mail')} as mails,
      (select max(created_at) from idempotency_keys where merchant_id = $1 and not livemode) as keys`,
}

export async function readResetBounds(db: Database, merchantId: string): Promise<ResetBounds> {
  const row = await runForOne<ResetBounds>(db, bounds, [merchantId])
  if (!row) throw new Error('Bug: a statement without a table has one row')
  return row
}

const underWay = {
  name: 'test money under way',
  text: `
    (select 'payment' as kind, id from checkout_sessions
      where merchant_id = $1 and not livemode and status = 'processing' limit 1)
    union all
    (select 'refund', session_id from refunds where merchant_id = $1 and not livemode and status = 'pending' limit 1)
    union all
    (select 'return', session_id from automatic_returns
      where merchant_id = $1 and not livemode and status = 'pending' limit 1)
    limit 1`,
}

/** A session of test mode with a payment, a refund or an automatic return that is with the bank. Null: none. */
export function findTestMoneyUnderWay(
  db: Database,
  merchantId: string,
): Promise<{ kind: 'payment' | 'refund' | 'return'; id: string } | null> {
  return runForOne(db, underWay, [merchantId])
}

const lockIdle = {
  name: 'lock test sessions to reset',
  text: `
    select id from checkout_sessions
    where merchant_id = $1 and not livemode and id > $2 and id <= $3
      and status <> 'processing' and amount_refund_pending = 0
    order by id limit $4 for update skip locked`,
}

const busyAmong = {
  name: 'test sessions with money under way',
  text: `
    select session_id as id from card_attempts
    where merchant_id = $1 and not livemode and session_id = any($2::text[]) and status in ('processing', 'challenge')
    union
    select session_id from automatic_returns
    where merchant_id = $1 and not livemode and session_id = any($2::text[]) and status = 'pending'`,
}

/**
 * Locks a batch of sessions behind `after` that wait for no bank, so that no payment and no refund of them can begin.
 * `last`: where the next batch begins. Null: there are no more.
 */
export async function lockIdleTestSessions(
  transaction: Database,
  merchantId: string,
  { after, upTo, limit }: { after: string; upTo: string; limit: number },
): Promise<{ ids: string[]; last: string | null }> {
  const locked = await run<{ id: string }>(transaction, lockIdle, [merchantId, after, upTo, limit])
  const ids = locked.map(({ id }) => id)
  // After the locks, and in a statement of its own, so that it sees what was committed before them.
  const busy = new Set((await run<{ id: string }>(transaction, busyAmong, [merchantId, ids])).map(({ id }) => id))
  return { ids: ids.filter((id) => !busy.has(id)), last: ids.at(-1) ?? null }
}

const anyLeft = {
  name: 'test sessions left by reset',
  text: 'select from checkout_sessions where merchant_id = $1 and not livemode and id <= $2 limit 1',
}

/** Whether a session stayed because a payment or a refund of it began during the reset. */
export async function hasSessionsUpTo(db: Database, merchantId: string, upTo: string): Promise<boolean> {
  return (await run(db, anyLeft, [merchantId, upTo])).length > 0
}

const lockLinks = {
  name: 'lock test links to reset',
  text: `
    select id from payment_links where merchant_id = $1 and not livemode and id <= $2
    order by id limit $3 for update skip locked`,
}
const deleteLinks = {
  name: 'delete test links without sessions',
  text: `
    delete from payment_links l where merchant_id = $1 and not livemode and id = any($2::text[])
      and not exists (select from checkout_sessions s
        where s.merchant_id = l.merchant_id and s.livemode = l.livemode and s.payment_link_id = l.id)
    returning code`,
}
const deleteCodes = { name: 'delete link codes', text: 'delete from payment_link_codes where code = any($1::text[])' }
const events = {
  name: 'test events to reset',
  text: `
    select id from events e where merchant_id = $1 and not livemode and id <= $2
      and not exists (select from checkout_sessions s
        where s.merchant_id = e.merchant_id and s.livemode = e.livemode and s.id = e.session_id)
    order by id limit $3`,
}

function rowsUpTo(table: string, which = ''): Statement {
  return {
    name: `reset ${table}`,
    text: `
      delete from ${table} where merchant_id = $1 and not livemode and id in (
        select id from ${table} where merchant_id = $1 and not livemode and id <= $2 ${which} order by id limit $3)
      returning 1`,
  }
}

const deleteResends = rowsUpTo('event_resends')
const deleteFailedRequests = rowsUpTo('api_request_log')
const deleteRecordedRequests = rowsUpTo('recorded_requests')
// A mail about a sign-in may still wait to be sent.
const deleteMails = rowsUpTo('outgoing_mail', 'and next_attempt_at is null')
const deleteKeys = {
  name: 'reset idempotency_keys',
  text: `
    delete from idempotency_keys where merchant_id = $1 and not livemode and key in (
      select key from idempotency_keys
      where merchant_id = $1 and not livemode and created_at <= $2 and leased_until is null order by key limit $3)
    returning 1`,
}

/** Deletes up to `limit` rows of each table beside the sessions. True: there may be more. */
export async function deleteBesideSessions(
  transaction: Database,
  merchantId: string,
  upTo: ResetBounds,
  limit: number,
): Promise<boolean> {
  const idsOf = async (statement: Statement, bound: string): Promise<string[]> =>
    (await run<{ id: string }>(transaction, statement, [merchantId, bound, limit])).map(({ id }) => id)
  const links = await idsOf(lockLinks, upTo.links)
  const deleted = await run<{ code: string }>(transaction, deleteLinks, [merchantId, links])
  await run(transaction, deleteCodes, [deleted.map(({ code }) => code)])
  const eventIds = await idsOf(events, upTo.events)
  await deleteTestEvents(transaction, merchantId, eventIds)
  const counts = [deleted.length, eventIds.length]
  for (const [statement, bound] of [
    [deleteResends, upTo.resends],
    [deleteFailedRequests, upTo.failedRequests],
    [deleteRecordedRequests, upTo.recordedRequests],
    [deleteMails, upTo.mails],
    [deleteKeys, upTo.keys],
  ] as const)
    counts.push((await run(transaction, statement, [merchantId, bound, limit])).length)
  return counts.includes(limit)
}

const removeKeys = {
  name: 'remove other test keys',
  text: 'delete from secret_keys where merchant_id = $1 and not livemode and id <> $2',
}
const removeEndpoint = {
  name: 'remove test endpoint',
  text: 'delete from webhook_endpoints where merchant_id = $1 and not livemode',
}
const clearSettings = {
  name: 'clear test settings',
  text: 'update merchants set thank_you_url_test = null, cancel_url_test = null where merchant_id = $1',
}

/** Removes what a reset does not keep besides data. `key`: that of the caller, which stays. */
export async function removeTestSetup(
  transaction: Database,
  merchantId: string,
  { key, keep }: { key: string; keep: { keys: boolean; webhook_endpoint: boolean; settings: boolean } },
): Promise<void> {
  if (!keep.keys) await run(transaction, removeKeys, [merchantId, key])
  if (!keep.webhook_endpoint) await run(transaction, removeEndpoint, [merchantId])
  if (!keep.settings) await run(transaction, clearSettings, [merchantId])
}

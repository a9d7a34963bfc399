import type { Scope } from '../domain/scope.ts'
import type { SessionRecord } from '../domain/records.ts'
import type { SessionStatus } from '../domain/session-state.ts'
import type { Database } from './database.ts'
import { run, runForOne } from './database.ts'
import { findDue } from './due.ts'
import type { Due } from './due.ts'
import { Batcher, batcherOf } from './batcher.ts'

const find = {
  name: 'find session',
  text: 'select * from checkout_sessions where merchant_id = $1 and livemode = $2 and id = $3',
}

export function findSession(scope: Scope, db: Database, id: string): Promise<SessionRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, id])
}

const findMany = {
  name: 'find sessions',
  text: 'select * from checkout_sessions where merchant_id = $1 and livemode = $2 and id = any($3::text[])',
}

type Found = { readonly session: SessionRecord | null }

const finds = new WeakMap<Database, Batcher<string, Found>>()

/** A session, read together with others that are asked for at the same moment. Not inside a transaction. */
export async function loadSession(scope: Scope, db: Database, id: string): Promise<SessionRecord | null> {
  const batcher = batcherOf(finds, db, () => new Batcher<string, Found>((of, ids) => findTogether(of, db, ids)))
  return (await batcher.add(scope, id)).session
}

async function findTogether(scope: Scope, db: Database, ids: readonly string[]): Promise<Found[]> {
  const rows = await run<SessionRecord>(db, findMany, [scope.merchantId, scope.livemode, ids])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => ({ session: byId.get(id) ?? null }))
}

const lock = { name: 'lock session', text: `${find.text} for update` }

/** Reads a session and holds it until the transaction ends: every change of state happens under this lock. */
export function lockSession(scope: Scope, transaction: Database, id: string): Promise<SessionRecord | null> {
  return runForOne(transaction, lock, [scope.merchantId, scope.livemode, id])
}

const list = {
  name: 'list sessions',
  text: 'select * from checkout_sessions where merchant_id = $1 and livemode = $2 order by id desc limit $3',
}
const listByReference = {
  name: 'list sessions by reference',
  text: 'select * from checkout_sessions where merchant_id = $1 and livemode = $2 and reference = $4 order by id desc limit $3',
}

/** Newest first: ids are in order of time. */
export function listSessions(
  scope: Scope,
  db: Database,
  filter: { limit: number; reference: string | null },
): Promise<SessionRecord[]> {
  const { limit, reference } = filter
  const first = [scope.merchantId, scope.livemode, limit]
  return reference === null ? run(db, list, first) : run(db, listByReference, [...first, reference])
}

const save = {
  name: 'save session',
  text: `
    update checkout_sessions set status = $4, amount_refunded = $5, amount_refund_pending = $6, customer = $7, billing_address = $8,
      attempts = $9, declined_cards = $10, failure_code = $11, failure_message = $12, card_brand = $13, card_last4 = $14,
      three_d_secure = $15, authorization_code = $16, paid_at = $17
    where merchant_id = $1 and livemode = $2 and id = $3`,
}

/** Writes back a session that this transaction has locked. */
export async function saveSession(scope: Scope, transaction: Database, session: SessionRecord): Promise<void> {
  await run(transaction, save, [
    scope.merchantId,
    scope.livemode,
    session.id,
    session.status,
    session.amount_refunded,
    session.amount_refund_pending,
    JSON.stringify(session.customer),
    session.billing_address && JSON.stringify(session.billing_address),
    session.attempts,
    session.declined_cards,
    session.failure_code,
    session.failure_message,
    session.card_brand,
    session.card_last4,
    session.three_d_secure,
    session.authorization_code,
    session.paid_at,
  ])
}

const dueToExpire = {
  name: 'sessions due to expire',
  text: `select merchant_id, livemode, id from checkout_sessions where status = 'open' and expires_at <= $1 order by expires_at limit $2`,
}

/** Open sessions of every account whose time is over; each is then expired by its key, under its lock. */
export function sessionsDueToExpire(db: Database, now: Date, limit: number): Promise<Due[]> {
  return findDue(db, dueToExpire, now, limit)
}

/** Filters of the search; null: any. */
export interface SessionFilter {
  readonly status: SessionStatus | null
  readonly reference: string | null
  readonly paymentLinkId: string | null
  readonly createdFrom: Date | null
  readonly createdBefore: Date | null
  readonly startingAfter: string | null
  readonly limit: number
  readonly now: Date
}

/** Sessions that match, newest first. An open one whose time is over counts as expired before the sweep has met it. */
export async function searchSessions(scope: Scope, db: Database, filter: SessionFilter): Promise<SessionRecord[]> {
  const query = db<SessionRecord>('checkout_sessions').where({
    merchant_id: scope.merchantId,
    livemode: scope.livemode,
  })
  if (filter.status === 'open') query.where('status', 'open').where('expires_at', '>', filter.now)
  else if (filter.status === 'expired')
    query.whereRaw(`(status = 'expired' or (status = 'open' and expires_at <= ?))`, [filter.now])
  else if (filter.status !== null) query.where('status', filter.status)
  if (filter.reference !== null) query.where('reference', filter.reference)
  if (filter.paymentLinkId !== null) query.where('payment_link_id', filter.paymentLinkId)
  if (filter.createdFrom !== null) query.where('created_at', '>=', filter.createdFrom)
  if (filter.createdBefore !== null) query.where('created_at', '<', filter.createdBefore)
  if (filter.startingAfter !== null) query.where('id', '<', filter.startingAfter)
  return await query.orderBy('id', 'desc').limit(filter.limit)
}

const sharedOfLink = {
  name: 'shared session of link',
  text: `
    select * from checkout_sessions where merchant_id = $1 and livemode = $2 and payment_link_id = $3 and shared
      and status in ('open', 'processing')`,
}

/** The checkout that a one-off link's visitors share now. */
export function sharedSessionOf(scope: Scope, db: Database, linkId: string): Promise<SessionRecord | null> {
  return runForOne(db, sharedOfLink, [scope.merchantId, scope.livemode, linkId])
}

const openOfLink = `merchant_id = $1 and livemode = $2 and payment_link_id = $3 and status = 'open' and expires_at > $4`

const endFreeOfLink = {
  name: 'end free open sessions of link',
  text: `
    update checkout_sessions set expires_at = $4
    where merchant_id = $1 and livemode = $2 and id in (select id from checkout_sessions where ${openOfLink} for update skip locked)
    returning id`,
}

const endOfLink = {
  name: 'end open sessions of link',
  text: `update checkout_sessions set expires_at = $4 where ${openOfLink} returning id`,
}

/**
 * Lets the time of a link's open checkouts end now; whoever meets one, or the sweep, expires it with its event. Under the link's lock
 * only those that nobody holds: whoever holds a session may wait for its link. PostgreSQL waits for the newest version of a row that was
 * open when it looked, whatever its status is by then, so that asking for open ones alone would not do.
 */
export async function endOpenSessionsOf(
  scope: Scope,
  db: Database,
  linkId: string,
  now: Date,
  which: 'free' | 'all',
): Promise<string[]> {
  const rows = await run<{ id: string }>(db, which === 'free' ? endFreeOfLink : endOfLink, [
    scope.merchantId,
    scope.livemode,
    linkId,
    now,
  ])
  return rows.map((row) => row.id)
}

import { firstIdFrom, sessionIdPrefix } from '../../domain/ids.ts'
import type { Scope } from '../../domain/scope.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import { sessionStatuses, type SessionStatus } from '../../domain/sessions/session-state.ts'
import { unchanged } from '../sql/conditions.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { sharedRead } from '../sql/shared-statements.ts'
import { packedSession, unpackSession } from './packed-sessions.ts'
import { sessionColumns, sessionTable } from '../sql/table-columns.ts'
import { finding, updating } from '../sql/tables.ts'
import { noteDue } from '../work/due-notes.ts'

export const findSession = finding('find session', sessionTable)

const findMany = {
  name: 'find sessions',
  text: `
    select ${sessionColumns} from checkout_sessions
    where merchant_id = $1 and livemode = $2 and id = any($3::text[])`,
}

/** Reads a session outside of transactions. Concurrent calls share one statement. */
export const loadSession = sharedRead<string, { packed: string }, SessionRecord>({
  name: 'find packed sessions',
  columns: { id: 'text' },
  values: (id) => ({ id }),
  text: `
    select n, packed from input cross join lateral (
      select ${packedSession} as packed from checkout_sessions
      where merchant_id = $1 and livemode = $2 and id = input.id limit 1
    ) session`,
  found: ({ packed }) => unpackSession(packed),
})

/** Reads a session and locks it until the transaction ends. Every change of its status needs this lock. */
export const lockSession = finding('lock session', sessionTable, 'for no key update')

const lockFree = { name: 'lock free sessions', text: `${findMany.text} for no key update skip locked` }

/** Reads and locks those of the sessions that no other transaction has locked. */
export function lockFreeSessions(
  scope: Scope,
  transaction: Database,
  ids: readonly string[],
): Promise<SessionRecord[]> {
  return run(transaction, lockFree, [scope.merchantId, scope.livemode, ids])
}

const list = {
  name: 'list sessions',
  text: `
    select ${sessionColumns} from checkout_sessions where merchant_id = $1 and livemode = $2 and id < $4
    order by id desc limit $3`,
}
const listByReference = {
  name: 'list sessions by reference',
  text: `
    select ${sessionColumns} from checkout_sessions
    where merchant_id = $1 and livemode = $2 and id < $4 and reference = $5
    order by id desc limit $3`,
}

/** Sorts after every id of a session (`cs_…`) in every collation. In some, `~` and other signs sort before letters. */
export const afterNewestSession = 'd'

/** Newest first, because ids sort by creation time. `startingAfter` is the last id of the previous page. */
export function listSessions(
  scope: Scope,
  db: Database,
  filter: { limit: number; reference: string | null; startingAfter: string | null },
): Promise<SessionRecord[]> {
  const { limit, reference, startingAfter } = filter
  const first = [scope.merchantId, scope.livemode, limit, startingAfter ?? afterNewestSession]
  return reference === null ? run(db, list, first) : run(db, listByReference, [...first, reference])
}

/** The caller has locked the session, or its condition is `sessionUnchanged`. */
export const savingSession = updating('save session', sessionTable, (db, { status, expires_at: at }) =>
  noteDue(db, 'expire_sessions', status === 'open' ? at : null),
)

/** At least one of these columns changes with every change of a session. */
export const sessionUnchanged = unchanged('session unchanged', sessionTable, [
  'status',
  'attempts',
  'amount_refunded',
  'amount_refund_pending',
  'three_d_secure',
  'authorization_code',
])

const saveStatuses = {
  name: 'save status of sessions',
  text: 'update checkout_sessions set status = $4 where merchant_id = $1 and livemode = $2 and id = any($3::text[])',
}

/** Saves the status of sessions that this transaction has locked. */
export async function saveStatus(
  scope: Scope,
  transaction: Database,
  ids: readonly string[],
  status: SessionStatus,
): Promise<void> {
  await run(transaction, saveStatuses, [scope.merchantId, scope.livemode, ids, status])
}

/** Null matches everything. */
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

/** Matching sessions, newest first. */
export function searchSessions(scope: Scope, db: Database, filter: SessionFilter): Promise<SessionRecord[]> {
  const prefix = sessionIdPrefix(scope.livemode)
  return newestSessions(scope, db, filter, (query) => {
    if (filter.reference !== null) query.where('reference', filter.reference)
    if (filter.paymentLinkId !== null) query.where('payment_link_id', filter.paymentLinkId)
    // Ids hold their time, and every index ends with the id. A bound on `created_at` would read the whole account.
    if (filter.createdFrom !== null) query.where('id', '>=', firstIdFrom(prefix, filter.createdFrom))
    if (filter.createdBefore !== null) query.where('id', '<', firstIdFrom(prefix, filter.createdBefore))
    if (filter.startingAfter !== null) query.where('id', '<', filter.startingAfter)
  })
}

export type SessionQuery = ReturnType<typeof sessionsOf>

function sessionsOf({ merchantId, livemode }: Scope, db: Database) {
  return db<SessionRecord>('checkout_sessions')
    .select<SessionRecord[]>(db.raw(sessionColumns))
    .where({ merchant_id: merchantId, livemode })
}

/** The most open sessions whose time is over. There are more only while the worker is behind. */
const maxOverdue = 10_000

/**
 * Queries for the sessions with a status, or with any. An open session whose time is over
 * counts as expired, even before the worker has expired it. These need a query of their own: with an `or`, the database
 * would read the whole account.
 */
function queriesFor(
  scope: Scope,
  db: Database,
  { status, now }: { status: SessionStatus | null; now: Date },
): SessionQuery[] {
  const sessions = sessionsOf(scope, db)
  if (status === null) return [sessions]
  if (status === 'open') return [sessions.where('status', 'open').where('expires_at', '>', now)]
  const withStatus = sessions.where('status', status)
  if (status !== 'expired') return [withStatus]
  const overdue = sessionsOf(scope, db)
    .where('status', 'open')
    .where('expires_at', '<=', now)
    .orderBy('expires_at', 'desc')
    .limit(maxOverdue)
  return [db.from(overdue.as('overdue')), withStatus]
}

interface Newest {
  readonly status: SessionStatus | null
  readonly now: Date
  readonly limit: number
}

/** The newest sessions with a status, or with any. `narrow` adds conditions. */
export async function newestSessions(
  scope: Scope,
  db: Database,
  newest: Newest,
  narrow: (query: SessionQuery) => void,
): Promise<SessionRecord[]> {
  return await newestWith(scope, db, newest, narrow)
}

const searchedColumns = ['id', 'amount', 'currency', 'reference', 'description', 'customer', 'card_last4'] as const

/** What a search reads of a session. */
export type SearchedSession = Pick<SessionRecord, (typeof searchedColumns)[number]>

/** The same, with the searched columns only: a search reads many sessions, and most of them do not match. */
export async function newestSearched(
  scope: Scope,
  db: Database,
  newest: Newest,
  narrow: (query: SessionQuery) => void,
): Promise<SearchedSession[]> {
  return await newestWith(scope, db, newest, (query) => {
    narrow(query)
    query.clearSelect().select(...searchedColumns)
  })
}

function newestWith(scope: Scope, db: Database, { status, now, limit }: Newest, narrow: (query: SessionQuery) => void) {
  const queries = queriesFor(scope, db, { status, now })
  for (const query of queries) {
    narrow(query)
    query.orderBy('id', 'desc').limit(limit)
  }
  return together(db, queries).orderBy('id', 'desc').limit(limit)
}

/** One statement sees every session once: the worker may expire one between two. */
function together(db: Database, queries: readonly SessionQuery[]): SessionQuery {
  return db.from(db.unionAll([...queries], true).as('matching'))
}

export interface SessionSum {
  readonly currency: string
  readonly count: number
  readonly amount: number
}

/** The sums of sessions with a status, or with any. `narrow` adds conditions. Each query reads at most `limit`. */
export async function sumSessions(
  scope: Scope,
  db: Database,
  { status, now, limit }: { status: SessionStatus | null; now: Date; limit: number },
  narrow: (query: SessionQuery) => void,
): Promise<SessionSum[]> {
  const queries = queriesFor(scope, db, { status, now })
  for (const query of queries) {
    narrow(query)
    query.clearSelect().select('currency', 'amount').limit(limit)
  }
  const rows = await together(db, queries)
    .select<Record<keyof SessionSum, string>[]>(
      'currency',
      db.raw('count(*) as count'),
      db.raw('sum(amount) as amount'),
    )
    .groupBy('currency')
  return rows.map(({ currency, count, amount }) => ({ currency, count: Number(count), amount: Number(amount) }))
}

/** How many sessions have each status. Each count stops at `limit`. */
export async function countSessions(
  scope: Scope,
  db: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<ReadonlyMap<SessionStatus, number>> {
  const counts = sessionStatuses.map((status) => {
    const queries = queriesFor(scope, db, { status, now })
    // In this order, the database reads the index by status and nothing else.
    for (const query of queries) query.clearSelect().select('id').orderBy('id', 'desc').limit(limit)
    const found = together(db, queries)
      .select(db.raw('?::text as status', [status]))
      .limit(limit)
    return db.from(found.as('found'))
  })
  const rows = await db
    .from<{ status: SessionStatus; count: string }>(db.unionAll(counts, true).as('all_found'))
    .select('status', db.raw<{ count: string }>('count(*) as count'))
    .groupBy('status')
  return new Map(rows.map(({ status, count }) => [status, Number(count)]))
}

/** The newest of sessions that several queries found, each once. */
export function newestOf(sessions: readonly SessionRecord[], limit: number): SessionRecord[] {
  const byId = new Map(sessions.map((session) => [session.id, session]))
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
}

const sharedOfLink = {
  name: 'shared session of link',
  text: `
    select ${sessionColumns} from checkout_sessions
    where merchant_id = $1 and livemode = $2 and payment_link_id = $3 and shared
      and status in ('open', 'processing')`,
}

/** The live checkout that the visitors of a one-off link share. */
export function sharedSessionOf(scope: Scope, db: Database, linkId: string): Promise<SessionRecord | null> {
  return runForOne(db, sharedOfLink, [scope.merchantId, scope.livemode, linkId])
}

/** The same outside of transactions. Concurrent calls share one statement. */
export const loadSharedSession = sharedRead<string, { packed: string }, SessionRecord>({
  name: 'shared sessions of links',
  columns: { of_link: 'text' },
  values: (linkId) => ({ of_link: linkId }),
  text: `
    select n, packed from input cross join lateral (
      select ${packedSession} as packed from checkout_sessions
      where merchant_id = $1 and livemode = $2 and payment_link_id = of_link and shared
        and status in ('open', 'processing')
      limit 1
    ) session`,
  found: ({ packed }) => unpackSession(packed),
})

const openOfLink = `merchant_id = $1 and livemode = $2 and payment_link_id = $3 and status = 'open' and expires_at > $4`

const endUnlockedOfLink = {
  name: 'end unlocked open sessions of link',
  text: `
    update checkout_sessions set expires_at = $4
    where merchant_id = $1 and livemode = $2
      and id in (select id from checkout_sessions where ${openOfLink} for no key update skip locked)
    returning id`,
}

const endOfLink = {
  name: 'end open sessions of link',
  text: `update checkout_sessions set expires_at = $4 where ${openOfLink} returning id`,
}

/**
 * Sets the end of a link's open checkouts to now. The next reader of a session, or the worker, then expires it with its
 * event. A caller that holds the link's lock must choose `unlocked`: the holder of a session's lock may be waiting for
 * the link, and an update would wait for that session even when its status is no longer open.
 */
export async function endOpenSessionsOf(
  scope: Scope,
  db: Database,
  linkId: string,
  now: Date,
  which: 'unlocked' | 'all',
): Promise<string[]> {
  const rows = await run<{ id: string }>(db, which === 'unlocked' ? endUnlockedOfLink : endOfLink, [
    scope.merchantId,
    scope.livemode,
    linkId,
    now,
  ])
  if (rows.length > 0) noteDue(db, 'expire_sessions', now)
  return rows.map((row) => row.id)
}

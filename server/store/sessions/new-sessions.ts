import type { SessionRecord } from '../../domain/records.ts'
import { searchTermsOf } from '../../domain/sessions/search-terms.ts'
import type { Scope } from '../../domain/scope.ts'
import type { ColumnType } from '../sql/columns.ts'
import { run, statementLimitMs, type Database } from '../sql/database.ts'
import { Batcher, batcherOf } from '../../engines/postgres/batcher.ts'
import type { RequestKey } from '../idempotency-keys.ts'

/** The columns that a new session sets, with their types. The types and statements of this file derive from it. */
const columnTypes = {
  id: 'text',
  amount: 'integer',
  currency: 'text',
  reference: 'text',
  description: 'text',
  customer: 'jsonb',
  billing_address: 'jsonb',
  shipping_address: 'jsonb',
  success_url: 'text',
  cancel_url: 'text',
  expires_at: 'timestamptz',
  created_at: 'timestamptz',
  metadata: 'jsonb',
  payment_link_id: 'text',
  shared: 'boolean',
} as const satisfies Partial<Record<keyof SessionRecord, ColumnType>>

type Column = keyof typeof columnTypes
type NullableColumn = { [Name in Column]: null extends SessionRecord[Name] ? Name : never }[Column]

/** The fields of a new session. A nullable one that is left out is null; all other columns get their defaults. */
export type NewSession = Pick<SessionRecord, Exclude<Column, NullableColumn>> &
  Partial<Pick<SessionRecord, NullableColumn>>

const columns = Object.keys(columnTypes) as Column[]
const columnList = columns.join(', ')
const typedColumns = columns.map((name) => `${name} ${columnTypes[name]}`).join(', ')
const inputColumns = columns.map((name) => `input.${name}`).join(', ')

/** The first two parameters are the scope. */
const parameters = columns.map((name, index) => `$${index + 3}::${columnTypes[name]}`).join(', ')

const insert = {
  name: 'insert session',
  text: `
    with made as (
      insert into checkout_sessions (merchant_id, livemode, status, ${columnList})
      values ($1::text, $2::boolean, 'open', ${parameters})
    ), searched as (
      insert into search_terms (merchant_id, livemode, term, session_id)
      select account.merchant_id, $2::boolean, term, $3::text
      from merchants account, unnest($${columns.length + 3}::text[]) as term
      where account.merchant_id = $1
    )
    select 1`,
}

export async function insertSession(scope: Scope, db: Database, session: NewSession): Promise<SessionRecord> {
  const values = columns.map((name) => parameterOf(columnTypes[name], session[name] ?? null))
  await run(db, insert, [scope.merchantId, scope.livemode, ...values, termsOf(session)])
  return recordOf(scope, session)
}

/** The joins with `merchants` let Citus use one node only (spec/decisions/database.md#an-account-needs-one-node). */
const insertMany = {
  name: 'insert sessions',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($3::jsonb) as input (${typedColumns}, terms text[])
    ), made as (
      insert into checkout_sessions (merchant_id, livemode, status, ${columnList})
      select account.merchant_id, $2::boolean, 'open', ${inputColumns} from merchants account, input
      where account.merchant_id = $1
    ), searched as (
      insert into search_terms (merchant_id, livemode, term, session_id)
      select account.merchant_id, $2::boolean, term, input.id
      from merchants account, input, unnest(input.terms) as term
      where account.merchant_id = $1
    )
    select 1`,
}

const plainInserts = new WeakMap<Database, Batcher<NewSession, SessionRecord>>()

/** Inserts a session. Concurrent calls share one statement and its commit. Do not call this inside a transaction. */
export async function insertSessionTogether(scope: Scope, db: Database, session: NewSession): Promise<SessionRecord> {
  const batcher = batcherOf(
    plainInserts,
    db,
    () => new Batcher<NewSession, SessionRecord>((of, sessions) => insertPlain(of, db, sessions), statementLimitMs(db)),
  )
  return batcher.add(scope, session)
}

async function insertPlain(scope: Scope, db: Database, sessions: readonly NewSession[]): Promise<SessionRecord[]> {
  const input = sessions.map((session) => ({ ...session, terms: termsOf(session) }))
  await run(db, insertMany, [scope.merchantId, scope.livemode, JSON.stringify(input)])
  return sessions.map((session) => recordOf(scope, session))
}

function termsOf(session: NewSession): string[] {
  return searchTermsOf({ ...nulls, ...session })
}

function parameterOf(type: ColumnType, value: unknown): unknown {
  return type === 'jsonb' && value !== null ? JSON.stringify(value) : value
}

/** Every nullable column of a new session, as null. */
const nulls = Object.fromEntries(columns.map((name) => [name, null])) as Record<NullableColumn, null>

/** The row that inserting a new session creates, with the defaults of all other columns. */
export function recordOf(scope: Scope, session: NewSession): SessionRecord {
  return {
    merchant_id: scope.merchantId,
    livemode: scope.livemode,
    ...nulls,
    ...session,
    status: 'open',
    amount_refunded: 0,
    amount_refund_pending: 0,
    attempts: 0,
    declined_cards: 0,
    failure_code: null,
    failure_message: null,
    card_brand: null,
    card_last4: null,
    card_network: null,
    three_d_secure: null,
    authorization_code: null,
    paid_at: null,
  }
}

const keyHash = 'hashtextextended($1::text || $2::boolean::text || key, 0)'

/**
 * Inserts several sessions with their keys and search terms in one statement. A session therefore never exists
 * without its key, and a busy account pays one commit for many creates. The statement tries an advisory lock on each
 * key and does not wait for it, except when it is repeated for one session: the second of two requests with one key
 * never waits, and batches cannot deadlock. `merchants` is joined for the same reason as above.
 */
const insertWithKeys = {
  name: 'insert sessions with keys',
  text: `
    with input as materialized (
      select input.*, case
          when $5::boolean then pg_advisory_xact_lock(${keyHash})::text is not null
          else pg_try_advisory_xact_lock(${keyHash})
        end as free
      from jsonb_to_recordset($3::jsonb) as input (${typedColumns}, key text, fingerprint text, terms text[])
    ), claimed as (
      insert into idempotency_keys (merchant_id, livemode, key, fingerprint, object_id, created_at)
      select account.merchant_id, $2::boolean, key, decode(fingerprint, 'hex'), id, input.created_at
      from merchants account, input where account.merchant_id = $1 and free
      on conflict (merchant_id, livemode, key) do update
        set fingerprint = excluded.fingerprint, object_id = excluded.object_id, created_at = excluded.created_at,
          reply_status = null, reply_body = null, reply_request_id = null, leased_until = null
        where idempotency_keys.created_at < $4::timestamptz
      returning object_id
    ), made as (
      insert into checkout_sessions (merchant_id, livemode, status, ${columnList})
      select account.merchant_id, $2::boolean, 'open', ${inputColumns}
      from merchants account, input join claimed on claimed.object_id = input.id
      where account.merchant_id = $1
      returning id
    ), searched as (
      insert into search_terms (merchant_id, livemode, term, session_id)
      select account.merchant_id, $2::boolean, term, input.id
      from merchants account, input join claimed on claimed.object_id = input.id, unnest(input.terms) as term
      where account.merchant_id = $1
    )
    select input.id, input.free, made.id is not null as made from input left join made on made.id = input.id`,
}

export type KeyedInsert =
  | { readonly kind: 'made'; readonly session: SessionRecord }
  | { readonly kind: 'key_used' }
  | { readonly kind: 'key_in_use' }

interface KeyedSession {
  readonly session: NewSession
  readonly requestKey: RequestKey
  readonly retainedSince: Date
}

const inserts = new WeakMap<Database, Batcher<KeyedSession, KeyedInsert>>()

/**
 * Inserts a session and its key in one round trip, or reports that the key was used before or is in use right now. A
 * key from before `retainedSince` counts as unused. Do not call this inside a transaction.
 */
export async function insertSessionWithKey(
  scope: Scope,
  db: Database,
  session: NewSession,
  requestKey: RequestKey,
  retainedSince: Date,
): Promise<KeyedInsert> {
  const batcher = batcherOf(
    inserts,
    db,
    () =>
      new Batcher<KeyedSession, KeyedInsert>(
        (of, items, isRepeated) => insertBatch(of, db, items, isRepeated),
        statementLimitMs(db),
      ),
  )
  return batcher.add(scope, { session, requestKey, retainedSince })
}

/**
 * `waits`: for the locks of the keys, because PostgreSQL reports an error before it releases the locks of the failed
 * statement.
 */
async function insertBatch(
  scope: Scope,
  db: Database,
  items: readonly KeyedSession[],
  waits: boolean,
): Promise<KeyedInsert[]> {
  // Of two requests with one key in the same batch, the second gets the answer it would get while the first still runs.
  const firsts = new Map<string, KeyedSession>()
  for (const item of items) if (!firsts.has(item.requestKey.key)) firsts.set(item.requestKey.key, item)
  const results = await insertTogether(scope, db, [...firsts.values()], waits)
  return items.map((item) => results.get(item.session.id) ?? { kind: 'key_in_use' })
}

async function insertTogether(
  scope: Scope,
  db: Database,
  batch: readonly KeyedSession[],
  waits: boolean,
): Promise<Map<string, KeyedInsert>> {
  const input = batch.map(({ session, requestKey }) => ({
    ...session,
    key: requestKey.key,
    fingerprint: requestKey.fingerprint.toString('hex'),
    terms: termsOf(session),
  }))
  const retainedSince = batch.reduce(
    (latest, item) => (item.retainedSince > latest ? item.retainedSince : latest),
    new Date(0),
  )
  const rows = await run<{ id: string; free: boolean; made: boolean }>(db, insertWithKeys, [
    scope.merchantId,
    scope.livemode,
    JSON.stringify(input),
    retainedSince,
    waits,
  ])
  const sessions = new Map(batch.map(({ session }) => [session.id, session]))
  return new Map(rows.map((row) => [row.id, outcomeOf(scope, row, sessions.get(row.id))]))
}

function outcomeOf(scope: Scope, row: { free: boolean; made: boolean }, session: NewSession | undefined): KeyedInsert {
  if (!session) throw new Error('Bug: the statement returned a row for an unknown session')
  if (!row.free) return { kind: 'key_in_use' }
  return row.made ? { kind: 'made', session: recordOf(scope, session) } : { kind: 'key_used' }
}

/**
 * Inserts the checkouts of several visitors in one statement, except those of closed links. The lock keeps the links
 * open until the commit. Visitors do not share it (spec/decisions/links.md#crowds-at-a-link).
 */
const insertOfLinks = {
  name: 'insert sessions of links',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($3::jsonb) as input (${typedColumns})
    ), held as materialized (
      select id, expires_at from payment_links
      where merchant_id = $1 and livemode = $2 and id = any($4::text[]) and status = 'active'
      order by id for no key update
    ), made as (
      insert into checkout_sessions (merchant_id, livemode, status, ${columnList})
      select account.merchant_id, $2::boolean, 'open', ${inputColumns}
      from merchants account, input join held on held.id = input.payment_link_id
      where account.merchant_id = $1 and (held.expires_at is null or held.expires_at > input.created_at)
      returning id
    )
    select id from made`,
}

/** A new session of a payment link. */
export type LinkSession = NewSession & { readonly payment_link_id: string }

interface LinkInsert {
  /** Null: the link is closed. */
  readonly session: SessionRecord | null
}

const linkInserts = new WeakMap<Database, Batcher<LinkSession, LinkInsert>>()

/**
 * Inserts a session of a payment link, or returns null when the link is closed. Visitors who open links of one account
 * at the same time share a statement, so a crowd at a link uses two connections. Do not call this inside a transaction.
 */
export async function insertSessionOfLink(
  scope: Scope,
  db: Database,
  session: LinkSession,
): Promise<SessionRecord | null> {
  const batcher = batcherOf(
    linkInserts,
    db,
    () => new Batcher<LinkSession, LinkInsert>((of, items) => insertForVisitors(of, db, items), statementLimitMs(db)),
  )
  return (await batcher.add(scope, session)).session
}

async function insertForVisitors(scope: Scope, db: Database, sessions: readonly LinkSession[]): Promise<LinkInsert[]> {
  const links = [...new Set(sessions.map((session) => session.payment_link_id))]
  const values = [scope.merchantId, scope.livemode, JSON.stringify(sessions), links]
  const made = new Set((await run<{ id: string }>(db, insertOfLinks, values)).map(({ id }) => id))
  return sessions.map((session) => ({ session: made.has(session.id) ? recordOf(scope, session) : null }))
}

import type { SessionRecord } from '../../domain/records.ts'
import { searchTermsOf } from '../../domain/sessions/search-terms.ts'
import type { Scope } from '../../domain/scope.ts'
import { valuesOf } from '../sql/columns.ts'
import { run, type Database } from '../sql/database.ts'
import { sharedStatement } from '../sql/shared-statements.ts'
import { sessionTable } from '../sql/table-columns.ts'
import { newRow, type GivenTo } from '../sql/tables.ts'
import { noteDue } from '../work/due-notes.ts'
import type { RequestKey } from '../idempotency-keys.ts'

type Given = GivenTo<typeof sessionTable>
type Nullable = { [Name in keyof Given]: null extends Given[Name] ? Name : never }[keyof Given]

/** The fields of a new session. A nullable one that is left out is null; all other columns get their defaults. */
export type NewSession = Omit<Given, Nullable> & Partial<Pick<Given, Nullable>>

const { given, types } = sessionTable
const columnList = given.join(', ')
const typedColumns = given.map((name) => `${name} ${types[name]}`).join(', ')
const inputColumns = given.map((name) => `input.${name}`).join(', ')

/** The first two parameters are the scope. */
const parameters = given.map((name, index) => `$${index + 3}::${types[name]}`).join(', ')

const insert = {
  name: 'insert session',
  text: `
    with made as (
      insert into checkout_sessions (merchant_id, livemode, status, ${columnList})
      values ($1::text, $2::boolean, 'open', ${parameters})
    ), searched as (
      insert into search_terms (merchant_id, livemode, term, session_id)
      select account.merchant_id, $2::boolean, term, $3::text
      from merchants account, unnest($${given.length + 3}::text[]) as term
      where account.merchant_id = $1
    )
    select 1`,
}

export async function insertSession(scope: Scope, db: Database, session: NewSession): Promise<SessionRecord> {
  const record = recordOf(scope, session)
  await run(db, insert, [scope.merchantId, scope.livemode, ...valuesOf(given, record), searchTermsOf(record)])
  noteExpiries(db, [record])
  return record
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

/** Inserts a session. Concurrent calls share one statement and its commit. Do not call this inside a transaction. */
export const insertSessionTogether = sharedStatement<NewSession, SessionRecord>(async (scope, db, sessions) => {
  const input = sessions.map((session) => ({ ...session, terms: termsOf(session) }))
  await run(db, insertMany, [scope.merchantId, scope.livemode, JSON.stringify(input)])
  noteExpiries(db, sessions)
  return sessions.map((session) => recordOf(scope, session))
})

function noteExpiries(db: Database, sessions: Iterable<NewSession>): void {
  for (const { expires_at: at } of sessions) noteDue(db, 'expire_sessions', at)
}

function termsOf(session: NewSession): string[] {
  return searchTermsOf({ ...nulls, ...session })
}

/** Every nullable column of a new session, as null. */
const nulls = Object.fromEntries(given.map((name) => [name, null])) as Record<Nullable, null>

/** The row that inserting a new session creates, with the defaults of all other columns. */
export function recordOf(scope: Scope, session: NewSession): SessionRecord {
  return newRow(scope, sessionTable, { ...nulls, ...session })
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

/**
 * Inserts a session and its key in one round trip, or reports that the key was used before or is in use right now. A
 * key from before `retainedSince` counts as unused. Do not call this inside a transaction.
 *
 * A repeated statement waits for the locks of the keys, because PostgreSQL reports an error before it releases the
 * locks of the failed statement.
 */
export const insertSessionWithKey = sharedStatement<KeyedSession, KeyedInsert>(async (scope, db, items, waits) => {
  // Of two requests with one key in the same batch, the second gets the answer it would get while the first still runs.
  const firsts = new Map<string, KeyedSession>()
  for (const item of items) if (!firsts.has(item.requestKey.key)) firsts.set(item.requestKey.key, item)
  const results = await insertTogether(scope, db, [...firsts.values()], waits)
  return items.map((item) => results.get(item.session.id) ?? { kind: 'key_in_use' })
})

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
  noteExpiries(db, sessions.values())
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

/**
 * Inserts a session of a payment link, or returns null when the link is closed. Visitors who open links of one account
 * at the same time share a statement, so a crowd at a link uses two connections. Do not call this inside a transaction.
 */
export const insertSessionOfLink = sharedStatement<LinkSession, SessionRecord | null>(async (scope, db, sessions) => {
  const links = [...new Set(sessions.map((session) => session.payment_link_id))]
  const values = [scope.merchantId, scope.livemode, JSON.stringify(sessions), links]
  const made = new Set((await run<{ id: string }>(db, insertOfLinks, values)).map(({ id }) => id))
  noteExpiries(db, sessions)
  return sessions.map((session) => (made.has(session.id) ? recordOf(scope, session) : null))
})

import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import { searchTermsOf } from '../../domain/sessions/search-terms.ts'
import type { Scope } from '../../domain/scope.ts'
import { listIn, valuesOf } from '../sql/columns.ts'
import { run, type Database } from '../sql/database.ts'
import { sharedStatement } from '../sql/shared-statements.ts'
import { sessionTable } from '../sql/table-columns.ts'
import { newRow, type GivenTo } from '../sql/tables.ts'
import { noteDue } from '../work/due-notes.ts'
import { retentionHours, type RequestKey } from '../idempotency-keys.ts'

type Given = GivenTo<typeof sessionTable>
type Nullable = { [Name in keyof Given]: null extends Given[Name] ? Name : never }[keyof Given]

/** The fields of a new session. A nullable one that is left out is null; all other columns get their defaults. */
export type NewSession = Omit<Given, Nullable> & Partial<Pick<Given, Nullable>>

const { given, types } = sessionTable
const columnList = given.join(', ')
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
const typesOfGiven = Object.fromEntries(given.map((name) => [name, types[name]]))

/** Inserts a session. Concurrent calls share one statement and its commit. Do not call this inside a transaction. */
export const insertSessionTogether = sharedStatement<NewSession, never, SessionRecord>({
  name: 'insert sessions',
  columns: { ...typesOfGiven, terms: 'text[]' },
  locks: true,
  values: (session) => ({ ...session, terms: termsOf(session) }),
  text: `
    , made as (
      insert into checkout_sessions (merchant_id, livemode, status, ${columnList})
      select account.merchant_id, $2::boolean, 'open', ${inputColumns} from merchants account, input
      where account.merchant_id = $1
    ), searched as (
      insert into search_terms (merchant_id, livemode, term, session_id)
      select account.merchant_id, $2::boolean, term, input.id
      from merchants account, input, unnest(input.terms) as term
      where account.merchant_id = $1
    )
    select n from input`,
  result: (_row, session, scope) => recordOf(scope, session),
  follow: noteExpiries,
})

function noteExpiries(db: Database, sessions: readonly NewSession[]): void {
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

const isClaimed = 'claimed.merchant_id = $1 and claimed.livemode = $2 and claimed.key = tried.key'
const keyHash = 'hashtextextended($1::text || $2::boolean::text || key, 0)'

export type KeyedInsert =
  | { readonly kind: 'made'; readonly session: SessionRecord }
  | { readonly kind: 'key_used' }
  | { readonly kind: 'key_in_use' }

interface KeyedSession {
  readonly session: NewSession
  readonly requestKey: RequestKey
}

/**
 * Inserts a session with its key and search terms, or reports that the key was used before or is in use right now. A
 * session therefore never exists without its key, and many creates pay one commit. A key whose time is over counts as
 * unused. Do not call this inside a transaction.
 *
 * The statement tries an advisory lock on each key and does not wait for it: the second of two requests with one key
 * never waits, and batches cannot deadlock. A repeated statement waits, because PostgreSQL reports an error before it
 * releases the locks of the failed statement. `merchants` is joined for the same reason as above.
 */
export const insertSessionWithKey = sharedStatement<KeyedSession, { free: boolean; made: boolean }, KeyedInsert>({
  name: 'insert sessions with keys',
  columns: { ...typesOfGiven, terms: 'text[]', key: 'text', fingerprint: 'bytea', waits: 'boolean' },
  locks: true,
  values: ({ session, requestKey: { key, fingerprint } }, waits) => ({
    ...session,
    terms: termsOf(session),
    key,
    fingerprint: `\\x${fingerprint.toString('hex')}`,
    waits,
  }),
  // Of two requests with one key in the same batch, the second gets the answer it would get while the first still runs.
  claims: ({ requestKey }) => [requestKey.key],
  text: `
    , tried as materialized (
      select input.*, case
          when waits then pg_advisory_xact_lock(${keyHash})::text is not null
          else pg_try_advisory_xact_lock(${keyHash})
        end as free
      from input
    ), claimed as (
      insert into idempotency_keys (merchant_id, livemode, key, fingerprint, object_id, created_at)
      select account.merchant_id, $2::boolean, key, fingerprint, id, tried.created_at
      from merchants account, tried where account.merchant_id = $1 and free
      on conflict (merchant_id, livemode, key) do update
        set fingerprint = excluded.fingerprint, object_id = excluded.object_id, created_at = excluded.created_at,
          reply_status = null, reply_body = null, reply_request_id = null, leased_until = null
        where excluded.created_at - idempotency_keys.created_at > interval '${retentionHours} hours'
      returning merchant_id, livemode, key
    ), made as (
      insert into checkout_sessions (merchant_id, livemode, status, ${columnList})
      select account.merchant_id, $2::boolean, 'open', ${listIn('tried', columnList)}
      from merchants account, tried join claimed on ${isClaimed}
      where account.merchant_id = $1
    ), searched as (
      insert into search_terms (merchant_id, livemode, term, session_id)
      select account.merchant_id, $2::boolean, term, tried.id
      from merchants account, tried join claimed on ${isClaimed}, unnest(tried.terms) as term
      where account.merchant_id = $1
    )
    select n, free, claimed.key is not null as made
    from tried left join claimed on ${isClaimed}`,
  result: (row, { session }, scope) => {
    if (!row?.free) return { kind: 'key_in_use' }
    return row.made ? { kind: 'made', session: recordOf(scope, session) } : { kind: 'key_used' }
  },
  follow: (db, items) =>
    noteExpiries(
      db,
      items.map(({ session }) => session),
    ),
})

/** A new session of a payment link. */
export type LinkSession = NewSession & { readonly payment_link_id: string }

/**
 * Inserts a session of a payment link, or returns null when the link is closed. Visitors who open links at the same
 * time share a statement, so a crowd at a link uses two connections. Its lock keeps the links open until the commit.
 * Visitors do not share it (spec/decisions/links.md#crowds-at-a-link), and every statement locks the links in the same
 * order. Do not call this inside a transaction.
 */
export const insertSessionOfLink = sharedStatement<LinkSession, object, SessionRecord | null>({
  name: 'insert sessions of links',
  columns: typesOfGiven,
  locks: true,
  values: (session) => session,
  text: `
    , ordered as materialized (
      select input.* from input order by $1::text, $2::boolean, payment_link_id
    ), held as materialized (
      select ordered.* from ordered cross join lateral (
        select link.expires_at as until from payment_links link
        where link.merchant_id = $1 and link.livemode = $2 and link.id = ordered.payment_link_id
          and link.status = 'active'
        for no key update
      ) open
      where open.until is null or open.until > ordered.created_at
    ), made as (
      insert into checkout_sessions (merchant_id, livemode, status, ${columnList})
      select account.merchant_id, $2::boolean, 'open', ${listIn('held', columnList)} from merchants account, held
      where account.merchant_id = $1
    )
    select n from held`,
  result: (row, session, scope) => (row ? recordOf(scope, session) : null),
  follow: noteExpiries,
})

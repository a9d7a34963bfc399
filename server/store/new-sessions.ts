import type { SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from './database.ts'
import { run } from './database.ts'
import { Batcher, batcherOf } from './batcher.ts'
import type { RequestKey } from './idempotency-keys.ts'

/** What a new session is made of; the rest begins at nothing. */
export type NewSession = Pick<
  SessionRecord,
  | 'id'
  | 'amount'
  | 'currency'
  | 'reference'
  | 'description'
  | 'customer'
  | 'billing_address'
  | 'shipping_address'
  | 'success_url'
  | 'cancel_url'
  | 'expires_at'
  | 'created_at'
  | 'metadata'
  | 'payment_link_id'
  | 'shared'
>

const columns = `id, status, amount, currency, reference, description, customer, billing_address, shipping_address,
  success_url, cancel_url, expires_at, created_at, metadata, payment_link_id, shared`

const insert = {
  name: 'insert session',
  text: `
    insert into checkout_sessions (merchant_id, livemode, ${columns})
    values ($1, $2, $3, 'open', $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10::jsonb, $11, $12, $13, $14, $15::jsonb, $16, $17)`,
}

export async function insertSession(scope: Scope, db: Database, session: NewSession): Promise<SessionRecord> {
  await run(db, insert, [
    scope.merchantId,
    scope.livemode,
    session.id,
    session.amount,
    session.currency,
    session.reference,
    session.description,
    JSON.stringify(session.customer),
    session.billing_address && JSON.stringify(session.billing_address),
    session.shipping_address && JSON.stringify(session.shipping_address),
    session.success_url,
    session.cancel_url,
    session.expires_at,
    session.created_at,
    JSON.stringify(session.metadata),
    session.payment_link_id,
    session.shared,
  ])
  return recordOf(scope, session)
}

/** A new session as the table has it: what is not given begins at the columns' defaults. */
function recordOf(scope: Scope, session: NewSession): SessionRecord {
  return {
    merchant_id: scope.merchantId,
    livemode: scope.livemode,
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
    three_d_secure: null,
    authorization_code: null,
    paid_at: null,
  }
}

/**
 * Sessions with their keys, many in one statement, so that neither is ever there without the other and a busy account
 * costs one commit for many creates. Each key is claimed by a lock that is only tried: of two requests with one key the
 * second never waits, and groups cannot deadlock.
 */
const insertWithKeys = {
  name: 'insert sessions with keys',
  text: `
    with input as materialized (
      select input.*, pg_try_advisory_xact_lock(hashtextextended($1::text || $2::boolean::text || key, 0)) as free
      from jsonb_to_recordset($3::jsonb) as input (id text, amount integer, currency text, reference text, description text, customer jsonb,
        billing_address jsonb, shipping_address jsonb, success_url text, cancel_url text, expires_at timestamptz, created_at timestamptz,
        metadata jsonb, payment_link_id text, shared boolean, key text, fingerprint text)
    ), claimed as (
      insert into idempotency_keys (merchant_id, livemode, key, fingerprint, object_id, created_at)
      select $1::text, $2::boolean, key, decode(fingerprint, 'hex'), id, created_at from input where free
      on conflict (merchant_id, livemode, key) do update
        set fingerprint = excluded.fingerprint, object_id = excluded.object_id, created_at = excluded.created_at,
          reply_status = null, reply_body = null, reply_request_id = null, leased_until = null
        where idempotency_keys.created_at < $4::timestamptz
      returning object_id
    ), made as (
      insert into checkout_sessions (merchant_id, livemode, ${columns})
      select $1::text, $2::boolean, id, 'open', amount, currency, reference, description, customer, billing_address, shipping_address,
        success_url, cancel_url, expires_at, created_at, metadata, payment_link_id, shared
      from input join claimed on claimed.object_id = input.id
      returning id
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

type Outcome = KeyedInsert | { readonly kind: 'spoilt'; readonly error: unknown }

const inserts = new WeakMap<Database, Batcher<KeyedSession, Outcome>>()

/**
 * Inserts session and key in one round trip; or says that the key was used before, or is being used right now. A key from
 * before `retainedSince` is as good as unused. Not inside a transaction.
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
    () => new Batcher<KeyedSession, Outcome>((of, items) => insertGroup(of, db, items)),
  )
  const outcome = await batcher.add(scope, { session, requestKey, retainedSince })
  if (outcome.kind === 'spoilt') throw outcome.error
  return outcome
}

async function insertGroup(scope: Scope, db: Database, items: readonly KeyedSession[]): Promise<Outcome[]> {
  // Two requests with one key in one group: the second is as late as if the first were under way.
  const firsts = new Map<string, KeyedSession>()
  for (const item of items) if (!firsts.has(item.requestKey.key)) firsts.set(item.requestKey.key, item)
  const group = [...firsts.values()]
  const outcomes: ReadonlyMap<string, Outcome> = await insertTogether(scope, db, group).catch((error: unknown) => {
    if (group.length === 1 || !isOfTheData(error)) throw error
    return insertApart(scope, db, group)
  })
  return items.map((item) => outcomes.get(item.session.id) ?? { kind: 'key_in_use' })
}

/** One member's data can spoil a group: alone, only that member fails. */
async function insertApart(scope: Scope, db: Database, group: readonly KeyedSession[]): Promise<Map<string, Outcome>> {
  const spoilt = (item: KeyedSession, error: unknown): Map<string, Outcome> =>
    new Map([[item.session.id, { kind: 'spoilt', error }]])
  const results = group.map((item) => insertTogether(scope, db, [item]).catch((error: unknown) => spoilt(item, error)))
  return new Map((await Promise.all(results)).flatMap((result): [string, Outcome][] => [...result]))
}

async function insertTogether(
  scope: Scope,
  db: Database,
  group: readonly KeyedSession[],
): Promise<Map<string, KeyedInsert>> {
  const input = group.map(({ session, requestKey }) => ({
    ...session,
    key: requestKey.key,
    fingerprint: requestKey.fingerprint.toString('hex'),
  }))
  const retainedSince = group.reduce(
    (latest, item) => (item.retainedSince > latest ? item.retainedSince : latest),
    new Date(0),
  )
  const rows = await run<{ id: string; free: boolean; made: boolean }>(db, insertWithKeys, [
    scope.merchantId,
    scope.livemode,
    JSON.stringify(input),
    retainedSince,
  ])
  const sessions = new Map(group.map(({ session }) => [session.id, session]))
  return new Map(rows.map((row) => [row.id, outcomeOf(scope, row, sessions.get(row.id))]))
}

function outcomeOf(scope: Scope, row: { free: boolean; made: boolean }, session: NewSession | undefined): KeyedInsert {
  if (!session) throw new Error('Bug: a row for every item')
  if (!row.free) return { kind: 'key_in_use' }
  return row.made ? { kind: 'made', session: recordOf(scope, session) } : { kind: 'key_used' }
}

/** Classes 22 and 23 of SQLSTATE: the data, or a constraint on it. Anything else is the database's trouble, and everybody's. */
function isOfTheData(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && /^2[23]/.test(String(error.code))
}

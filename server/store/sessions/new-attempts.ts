import type { Origin } from '../../domain/origin.ts'
import type { AttemptRecord, SessionRecord } from '../../domain/records.ts'
import { cardTerm } from '../../domain/sessions/search-terms.ts'
import type { Scope } from '../../domain/scope.ts'
import { originNow } from '../../engines/trace/current-trace.ts'
import { Batcher, batcherOf } from '../../engines/postgres/batcher.ts'
import { hasCitus } from '../sql/citus.ts'
import { listIn, namesOf, parameters, valuesOf, type ColumnTypes } from '../sql/columns.ts'
import { run, statementLimitMs, type Database } from '../sql/database.ts'
import { packedSession, unpackSession } from './packed-sessions.ts'
import type { Statement } from '../sql/statement.ts'
import { sessionColumns } from '../sql/table-columns.ts'

const insertedTypes = {
  id: 'text',
  session_id: 'text',
  processor: 'text',
  processor_reference: 'text',
  nonce: 'text',
  visitor: 'text',
  typed_email: 'text',
  typed_address: 'jsonb',
  client_address: 'text',
  client_network: 'text',
  card_brand: 'text',
  card_last4: 'text',
  card_network: 'text',
  captures_separately: 'boolean',
  created_at: 'timestamptz',
  next_check_at: 'timestamptz',
  request_id: 'text',
  traceparent: 'text',
} as const satisfies Partial<ColumnTypes<keyof AttemptRecord>>

const insertedColumns = namesOf(insertedTypes)

/** The values of an attempt that has just begun, besides those that its session and its request give. */
export type NewAttempt = Omit<Pick<AttemptRecord, keyof typeof insertedTypes>, keyof Origin>

const unsettled = {
  status: 'processing',
  processor_id: null,
  failure_code: null,
  abandoned: false,
  left_at_bank: false,
  challenge_url: null,
  challenge: null,
  refusal_code: null,
  refusal_text: null,
  address_check: null,
  security_code_check: null,
  liability_shifted: null,
  contradiction: null,
  is_cancelled: false,
  given_up_at: null,
  three_d_secure: null,
  authorization_code: null,
  settled_at: null,
  checks: 0,
} as const satisfies Partial<AttemptRecord>

const columns = `merchant_id, livemode, status, ${insertedColumns.join(', ')}, amount, currency`
const values = `account.merchant_id, $2::boolean, 'processing', ${parameters(insertedColumns, 3)}`
const after = insertedColumns.length + 3

const addTerm = `
  insert into search_terms (merchant_id, livemode, term, session_id)
  select account.merchant_id, $2::boolean, $${after}::text, $4::text from merchants account`

const itemColumns = insertedColumns.map((name) => `item.${name}`).join(', ')

/**
 * One statement, so that no other change waits for the sessions between round trips. It begins the attempts whose
 * session is open and not locked by another transaction. PostgreSQL does not look into `case`, so it reads the primary
 * key, and never an index of all open sessions. `textForWrites` explains `n` and `ctid`. The joins with
 * `merchants` let Citus use one node only (spec/decisions/database.md#an-account-needs-one-node).
 */
const beginText = (usesCtid: boolean): string => `
    with input as materialized (
      select * from json_to_recordset($3::json) as input (
        n integer, ${insertedColumns.map((name) => `${name} ${insertedTypes[name]}`).join(', ')},
        term text
      )
      where n between 1 and $4::integer
    ), item as materialized (
      select input.*, locked.found as row
      from input cross join lateral (
        select ${usesCtid ? 'ctid' : 'true'} as found from checkout_sessions
        where merchant_id = $1 and livemode = $2 and id = input.session_id
          and case when status = 'open' then expires_at > input.created_at end
        for no key update skip locked
      ) locked
    ), session as (
      update checkout_sessions session set status = 'processing', attempts = attempts + 1
      from item where session.merchant_id = $1 and session.livemode = $2 and session.id = item.session_id
        ${usesCtid ? 'and session.ctid = item.row' : ''}
      returning item.n, ${listIn('session', sessionColumns)}
    ), searched as (
      insert into search_terms (merchant_id, livemode, term, session_id)
      select account.merchant_id, $2::boolean, item.term, item.session_id
      from merchants account, item where account.merchant_id = $1 on conflict do nothing
    ), attempt as (
      insert into card_attempts (${columns})
      select account.merchant_id, $2::boolean, 'processing', ${itemColumns}, session.amount, session.currency
      from merchants account, item join session on session.n = item.n where account.merchant_id = $1
    )
    select n, ${packedSession} as packed from session`

const begin = { name: 'begin attempt', text: beginText(true) }
const beginByKey = { name: 'begin attempt by key', text: beginText(false) }

interface Begin {
  readonly attempt: NewAttempt & Origin
}

interface Begun {
  /** Null: the attempt has not begun. */
  readonly session: SessionRecord | null
}

/** An attempt that has begun, with its session. */
export interface BegunAttempt {
  readonly attempt: AttemptRecord
  readonly session: SessionRecord
}

const begins = new WeakMap<Database, Batcher<Begin, Begun>>()

/**
 * Inserts the attempt and marks its session as `processing`. Attempts of one account that wait at the same time share
 * a statement. Null: nothing was written, because the session is not open, its time is over, or another transaction
 * has locked it.
 */
export async function beginAttempt(scope: Scope, db: Database, attempt: NewAttempt): Promise<BegunAttempt | null> {
  const batcher = batcherOf(
    begins,
    db,
    () => new Batcher<Begin, Begun>((of, items) => beginTogether(of, db, items), statementLimitMs(db)),
  )
  const item = { attempt: { ...attempt, ...originNow() } }
  const { session } = await batcher.add(scope, item)
  return begunAttempt(scope, item, session)
}

/** The same in a transaction that has locked the session. */
export async function beginLockedAttempt(
  scope: Scope,
  transaction: Database,
  attempt: NewAttempt,
): Promise<BegunAttempt | null> {
  const item = { attempt: { ...attempt, ...originNow() } }
  const [begun] = await beginAll(scope, transaction, beginByKey, [item])
  return begunAttempt(scope, item, begun?.session ?? null)
}

function begunAttempt(
  { merchantId, livemode }: Scope,
  { attempt }: Begin,
  session: SessionRecord | null,
): BegunAttempt | null {
  if (!session) return null
  const { amount, currency } = session
  return { session, attempt: { merchant_id: merchantId, livemode, ...unsettled, ...attempt, amount, currency } }
}

async function beginTogether(scope: Scope, db: Database, items: readonly Begin[]): Promise<readonly Begun[]> {
  return beginAll(scope, db, (await hasCitus(db)) ? beginByKey : begin, items)
}

async function beginAll(scope: Scope, db: Database, statement: Statement, items: readonly Begin[]): Promise<Begun[]> {
  // The first attempt of a session closes it for the others.
  const firsts = new Map<string, Begin>()
  for (const item of items) if (!firsts.has(item.attempt.session_id)) firsts.set(item.attempt.session_id, item)
  const batch = [...firsts.values()]
  const input = batch.map(({ attempt }, index) => ({
    n: index + 1,
    ...attempt,
    term: cardTerm(attempt.card_last4),
  }))
  const values = [scope.merchantId, scope.livemode, JSON.stringify(input), input.length]
  const rows = await run<{ n: number; packed: string }>(db, statement, values)
  const sessions = new Map(rows.map(({ n, packed }) => [batch[n - 1], unpackSession(packed)]))
  return items.map((item) => ({ session: sessions.get(item) ?? null }))
}

const insert = {
  name: 'insert attempt',
  text: `
    with searched as (
      ${addTerm} where account.merchant_id = $1 on conflict do nothing
    ), attempt as (
      insert into card_attempts (${columns})
      select ${values}, $${after + 1}::integer, $${after + 2}::text
      from merchants account where account.merchant_id = $1
    )
    select 1`,
}

/** Inserts an attempt without a change of its session. */
export async function insertAttempt(
  scope: Scope,
  db: Database,
  attempt: NewAttempt & Pick<AttemptRecord, 'amount' | 'currency'>,
): Promise<void> {
  const { amount, currency } = attempt
  await run(db, insert, [...valuesFor(scope, { ...attempt, ...originNow() }), amount, currency])
}

function valuesFor(scope: Scope, attempt: NewAttempt & Origin): unknown[] {
  return [scope.merchantId, scope.livemode, ...valuesOf(insertedColumns, attempt), cardTerm(attempt.card_last4)]
}

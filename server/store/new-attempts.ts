import type { Origin } from '../domain/origin.ts'
import type { AttemptRecord, SessionRecord } from '../domain/records.ts'
import { cardTerm } from '../domain/search-terms.ts'
import type { Scope } from '../domain/scope.ts'
import { originNow } from '../trace/current-trace.ts'
import { parameters, valuesOf } from './columns.ts'
import type { Database } from './database.ts'
import { run, runForOne } from './database.ts'
import { sessionColumns } from './table-columns.ts'

const insertedColumns = [
  'id',
  'session_id',
  'processor',
  'processor_reference',
  'nonce',
  'client_address',
  'client_network',
  'card_brand',
  'card_last4',
  'card_network',
  'captures_separately',
  'created_at',
  'next_check_at',
  'request_id',
  'traceparent',
] as const

/** The values of an attempt that has just begun, besides those that its session and its request give. */
export type NewAttempt = Omit<Pick<AttemptRecord, (typeof insertedColumns)[number]>, keyof Origin>

const unsettled = {
  status: 'processing',
  processor_id: null,
  failure_code: null,
  abandoned: false,
  challenge_url: null,
  challenge: null,
  refusal_code: null,
  refusal_text: null,
  address_check: null,
  security_code_check: null,
  liability_shifted: null,
  is_cancelled: false,
  given_up_at: null,
  three_d_secure: null,
  authorization_code: null,
  settled_at: null,
  checks: 0,
} as const satisfies Partial<AttemptRecord>

const columns = `merchant_id, livemode, status, ${insertedColumns.join(', ')}, amount, currency`
const values = `account.merchant_id, $2::boolean, 'processing', ${parameters(insertedColumns, 3)}`
const createdAt = insertedColumns.indexOf('created_at') + 3
const after = insertedColumns.length + 3

const addTerm = `
  insert into search_terms (merchant_id, livemode, term, session_id)
  select account.merchant_id, $2::boolean, $${after}::text, $4::text from merchants account`

/**
 * One statement, so that no other change waits for the session between round trips. PostgreSQL does not look into
 * `case`, so it reads the primary key, and never an index of all open sessions. The joins with `merchants` let
 * Citus use one node only (spec/decisions.md#an-account-needs-one-node).
 */
const begin = {
  name: 'begin attempt',
  text: `
    with session as (
      update checkout_sessions set status = 'processing', attempts = attempts + 1,
        customer = case
          when customer ? 'email' or $${after + 1}::text is null then customer
          else customer || jsonb_build_object('email', $${after + 1}::text)
        end,
        billing_address = coalesce(billing_address, $${after + 2}::jsonb)
      where merchant_id = $1 and livemode = $2 and id = $4
        and case when status = 'open' then expires_at > $${createdAt} end
      returning ${sessionColumns}
    ), searched as (
      ${addTerm}, session where account.merchant_id = $1 on conflict do nothing
    ), attempt as (
      insert into card_attempts (${columns})
      select ${values}, session.amount, session.currency
      from merchants account, session where account.merchant_id = $1
    )
    select ${sessionColumns} from session`,
}

/** What the customer typed. It counts only where the merchant gave nothing. */
export type TypedDetails = { readonly email: string | null } & Pick<SessionRecord, 'billing_address'>

/**
 * Inserts the attempt and marks its session as `processing`. Null: the session is not open, or its time is over, and
 * nothing was written.
 */
export async function beginAttempt(
  scope: Scope,
  db: Database,
  attempt: NewAttempt,
  typed: TypedDetails,
): Promise<{ attempt: AttemptRecord; session: SessionRecord } | null> {
  const origin = originNow()
  const session = await runForOne<SessionRecord>(db, begin, [
    ...valuesFor(scope, { ...attempt, ...origin }),
    typed.email,
    typed.billing_address,
  ])
  if (!session) return null
  const { amount, currency } = session
  const { merchantId: merchant_id, livemode } = scope
  return { session, attempt: { merchant_id, livemode, ...unsettled, ...attempt, ...origin, amount, currency } }
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

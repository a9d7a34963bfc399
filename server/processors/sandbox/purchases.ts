import { randomBytes, randomInt } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { FailureCode } from '../../domain/sessions/failure-codes.ts'
import type { Plan, Scenario } from './scenarios.ts'

export type Database = Pool | PoolClient

/**
 * A purchase in the tables of the bank. `closed`: a lookup came before the purchase, which can therefore never take
 * money.
 */
export interface PurchaseRow {
  readonly reference: string
  readonly status: 'waiting' | 'approved' | 'declined' | 'closed'
  readonly scenario: Scenario | null
  /** Smallest unit; the driver returns bigint as text. */
  readonly amount: string | null
  readonly currency: string | null
  readonly answer: 'pending' | 'challenge' | 'unreachable' | null
  readonly challenge_token: string | null
  readonly due_at: Date | null
  readonly failure_code: FailureCode | null
  /** The customer cancelled the confirmation. */
  readonly abandoned: boolean
  readonly three_d_secure: 'frictionless' | 'challenge' | null
  readonly authorization_code: string | null
  readonly refunded: string
  readonly first_refund_unanswered: boolean
}

const columns = `reference, status, scenario, amount, currency, answer, challenge_token, due_at, failure_code,
  abandoned, three_d_secure, authorization_code, refunded, first_refund_unanswered`

/** What the customer did in the confirmation window. */
export type ChallengeAnswer = 'approved' | 'declined' | 'abandoned'

export interface NewPurchase {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly scenario: Scenario
  readonly plan: Plan
  readonly last4: string
  readonly brand: string | null
  readonly network: string | null
  readonly now: Date
}

/** One statement inserts the ledger row and changes the status, so that neither exists without the other. */
function bookCapture(from: string, bookedAt: string): string {
  return `insert into sandbox_bank.ledger (reference, kind, amount, currency, network, booked_at)
    select reference, 'capture', amount, currency, network, ${bookedAt} from ${from} where status = 'approved'`
}

const insertSql = `
  with taken as (
    insert into sandbox_bank.purchases (
      reference, status, scenario, amount, currency, last4, brand, network, answer, challenge_token,
      due_at, due_status, failure_code, three_d_secure, authorization_code, created_at
    )
    select * from json_to_recordset($1::json) as purchase (
      reference text, status text, scenario text, amount bigint, currency text, last4 text, brand text, network text,
      answer text, challenge_token text, due_at timestamptz, due_status text, failure_code text, three_d_secure text,
      authorization_code text, created_at timestamptz
    )
    -- The same order in every statement, so that two of them cannot wait for each other.
    order by reference
    on conflict (reference) do nothing returning ${columns}, network, created_at
  ), booked as (${bookCapture('taken', 'created_at')})
  select ${columns} from taken`

/**
 * Inserts purchases, and the ledger rows of those that are approved at once, in one statement. Returns a row for each
 * purchase, in order. Null: its reference exists.
 */
export async function insertPurchases(
  database: Database,
  purchases: readonly NewPurchase[],
): Promise<(PurchaseRow | null)[]> {
  const items = purchases.map(({ reference, scenario, amount, currency, last4, brand, network, plan, now }) => ({
    reference,
    status: plan.status,
    scenario,
    amount,
    currency,
    last4,
    brand,
    network,
    answer: plan.answer,
    challenge_token: plan.answer === 'challenge' ? randomBytes(24).toString('base64url') : null,
    due_at: plan.due === null ? null : new Date(now.getTime() + plan.due.seconds * 1000),
    due_status: plan.due?.status ?? null,
    failure_code: plan.failureCode,
    three_d_secure: plan.threeDSecure,
    authorization_code: authorizationCode(),
    created_at: now,
  }))
  const { rows } = await database.query<PurchaseRow>({
    name: 'sandbox_bank_insert_purchases',
    text: insertSql,
    values: [JSON.stringify(items)],
  })
  const taken = new Map(rows.map((row) => [row.reference, row]))
  return purchases.map(({ reference }) => taken.get(reference) ?? null)
}

/**
 * Charges the card of an approved purchase a second time, from the stored scenario. True when the second purchase
 * exists, also after a repeated call.
 */
export async function repeatPurchase(
  database: Database,
  reference: string,
  newReference: string,
  now: Date,
): Promise<boolean> {
  await database.query(
    `with taken as (
      insert into sandbox_bank.purchases (
        reference, status, scenario, amount, currency, last4, brand, network, authorization_code, repeats, created_at
      )
      select $2, 'approved', 'approved', amount, currency, last4, brand, network, $3, reference, $4
      from sandbox_bank.purchases where reference = $1 and status = 'approved'
      on conflict (reference) do nothing returning reference, amount, currency, network, status, created_at
    ) ${bookCapture('taken', 'created_at')}`,
    [reference, newReference, authorizationCode(), now],
  )
  const { rows } = await database.query<{ repeats: string | null }>(
    'select repeats from sandbox_bank.purchases where reference = $1',
    [newReference],
  )
  return rows[0]?.repeats === reference
}

/** Whether the status of a purchase has to change by now. */
export function isDue({ status, due_at: dueAt }: PurchaseRow, now: Date): boolean {
  return status === 'waiting' && dueAt !== null && dueAt <= now
}

/** The purchase in its current state: applies a due change of status first. Null for an unknown reference. */
export async function currentPurchase(database: Database, reference: string, now: Date): Promise<PurchaseRow | null> {
  const row = await findPurchase(database, reference)
  if (row === null || !isDue(row, now)) return row
  await database.query(settleDueSql('reference = $2'), [now, reference])
  return findPurchase(database, reference)
}

/** Applies every change of status that is due. */
export async function settleDuePurchases(database: Database, now: Date): Promise<void> {
  await database.query(settleDueSql('true'), [now])
}

function settleDueSql(which: string): string {
  return `with settled as (
      update sandbox_bank.purchases set status = due_status
      where status = 'waiting' and due_at <= $1 and ${which}
      returning reference, amount, currency, network, status, due_at
    ) ${bookCapture('settled', 'due_at')}`
}

/** Closes a reference that has not arrived. Has no effect on one that has. */
export async function closePurchase(database: Database, reference: string, now: Date): Promise<void> {
  await database.query(
    `insert into sandbox_bank.purchases (reference, status, created_at) values ($1, 'closed', $2)
      on conflict (reference) do nothing`,
    [reference, now],
  )
}

/** Answers a challenge that is waiting. False when there is none, or when it has already ended. */
export async function endChallenge(
  database: Database,
  reference: string,
  answer: ChallengeAnswer,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `with settled as (
      update sandbox_bank.purchases set status = $2, abandoned = $4
      where reference = $1 and status = 'waiting' and answer = 'challenge' and due_at > $3
      returning reference, amount, currency, network, status
    ), booked as (${bookCapture('settled', '$3')})
    select reference from settled`,
    [reference, answer === 'approved' ? 'approved' : 'declined', now, answer === 'abandoned'],
  )
  return rowCount === 1
}

/** Locks the purchase until the transaction ends, so that its refunds and chargebacks run one after the other. */
export async function lockPurchase(client: PoolClient, reference: string): Promise<PurchaseRow | null> {
  const { rows } = await client.query<PurchaseRow>(
    `select ${columns} from sandbox_bank.purchases where reference = $1 for no key update`,
    [reference],
  )
  return rows[0] ?? null
}

export async function markFirstRefundUnanswered(client: PoolClient, reference: string): Promise<void> {
  await client.query('update sandbox_bank.purchases set first_refund_unanswered = true where reference = $1', [
    reference,
  ])
}

export async function referenceOfChallenge(database: Database, token: string): Promise<string | null> {
  const { rows } = await database.query<{ reference: string }>(
    'select reference from sandbox_bank.purchases where challenge_token = $1',
    [token],
  )
  return rows[0]?.reference ?? null
}

async function findPurchase(database: Database, reference: string): Promise<PurchaseRow | null> {
  const [row = null] = await findPurchases(database, [reference])
  return row
}

/** The purchases as they are stored, in the order of their references. */
export async function findPurchases(
  database: Database,
  references: readonly string[],
): Promise<(PurchaseRow | null)[]> {
  const { rows } = await database.query<PurchaseRow>({
    name: 'sandbox_bank_find_purchases',
    text: `select ${columns} from sandbox_bank.purchases where reference = any($1::text[])`,
    values: [references],
  })
  const found = new Map(rows.map((row) => [row.reference, row]))
  return references.map((reference) => found.get(reference) ?? null)
}

const forgetSql = `
  with refund as (
    delete from sandbox_bank.refunds where purchase_reference = any($1::text[]) returning reference
  ), chargeback as (
    delete from sandbox_bank.chargebacks where purchase_reference = any($1::text[]) returning reference
  ), purchase as (
    delete from sandbox_bank.purchases where reference = any($1::text[]) returning reference
  )
  select reference from refund union all select reference from chargeback union all select reference from purchase`

/** Deletes purchases with their refunds, chargebacks and lines of the ledger, in one transaction. */
export async function forgetPurchases(client: PoolClient, references: readonly string[]): Promise<void> {
  await client.query(`set local sandbox_bank.forgets to 'true'`)
  const { rows } = await client.query<{ reference: string }>(forgetSql, [references])
  await client.query('delete from sandbox_bank.ledger where reference = any($1::text[])', [
    rows.map(({ reference }) => reference),
  ])
}

/** Six digits, like those of real issuers. */
function authorizationCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

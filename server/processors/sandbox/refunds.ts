import type { PoolClient } from 'pg'
import type { RefundOrder } from '../processor.ts'
import type { Database, PurchaseRow } from './purchases.ts'
import { failedRefundMessage, pendingRefundSeconds, reversedRefundMessage } from './scenarios.ts'

/** A refund in the tables of the bank. */
export interface RefundRow {
  readonly reference: string
  readonly purchase_reference: string
  readonly status: 'pending' | 'succeeded' | 'failed'
  /** Smallest unit; the driver returns bigint as text. */
  readonly amount: string
  readonly currency: string
  readonly failure_message: string | null
  readonly due_at: Date | null
}

const columns = 'reference, purchase_reference, status, amount, currency, failure_message, due_at'

export interface RefundVerdict {
  readonly status: RefundRow['status']
  readonly failureMessage: string | null
}

/** Decides what the bank does with a refund of a purchase. A pure function. */
export function judgeRefund(order: RefundOrder, purchase: PurchaseRow | null): RefundVerdict {
  if (purchase === null || purchase.status !== 'approved') return failed('The bank has no such payment.')
  if (purchase.currency !== order.currency) return failed('The refund is in another currency than the payment.')
  const left = Number(purchase.amount) - Number(purchase.refunded)
  if (order.amount > left) return failed('The refund exceeds the remaining amount of the payment.')
  if (purchase.scenario === 'refund_failed') return failed(failedRefundMessage)
  return { status: purchase.scenario === 'refund_pending' ? 'pending' : 'succeeded', failureMessage: null }
}

function bookRefund(from: string, bookedAt: string): string {
  return `insert into sandbox_bank.ledger (reference, kind, amount, currency, booked_at)
    select reference, 'refund', amount, currency, ${bookedAt} from ${from} where status = 'succeeded'`
}

const insertSql = `
  with ordered as (
    insert into sandbox_bank.refunds (
      reference, purchase_reference, status, amount, currency, failure_message, due_at, created_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (reference) do nothing returning ${columns}, created_at
  ), reserved as (
    update sandbox_bank.purchases purchase set refunded = purchase.refunded + ordered.amount
    from ordered where purchase.reference = ordered.purchase_reference and ordered.status <> 'failed'
  ), booked as (${bookRefund('ordered', 'created_at')})
  select ${columns} from ordered`

/**
 * Inserts a refund, reserves its amount, and adds the ledger row if it succeeds at once. Null when the reference
 * exists.
 */
export async function insertRefund(
  client: PoolClient,
  order: RefundOrder,
  verdict: RefundVerdict,
  now: Date,
): Promise<RefundRow | null> {
  const dueAt = verdict.status === 'pending' ? new Date(now.getTime() + pendingRefundSeconds * 1000) : null
  const { rows } = await client.query<RefundRow>(insertSql, [
    order.reference,
    order.purchaseReference,
    verdict.status,
    order.amount,
    order.currency,
    verdict.failureMessage,
    dueAt,
    now,
  ])
  return rows[0] ?? null
}

/**
 * Because of the condition on `n`, PostgreSQL expects one row of input, and looks up each purchase by its key. It skips
 * purchases that another call has locked, so that two of these statements never wait for each other.
 */
const insertAtOnceSql = `
  with input as materialized (
    select * from json_to_recordset($1::json) as input (
      n integer, reference text, purchase_reference text, amount bigint, currency text, refunded bigint,
      created_at timestamptz
    )
    where n between 1 and $2::integer
      and not exists (select from sandbox_bank.refunds where refunds.reference = input.reference)
  ), unchanged as materialized (
    select input.* from input cross join lateral (
      select from sandbox_bank.purchases where reference = input.purchase_reference and refunded = input.refunded
      for no key update skip locked
    ) locked
  ), reserved as (
    update sandbox_bank.purchases purchase set refunded = purchase.refunded + unchanged.amount
    from unchanged where purchase.reference = unchanged.purchase_reference returning unchanged.*
  ), ordered as (
    insert into sandbox_bank.refunds (reference, purchase_reference, status, amount, currency, created_at)
    select reference, purchase_reference, 'succeeded', amount, currency, created_at from reserved
    returning ${columns}, created_at
  ), booked as (${bookRefund('ordered', 'created_at')})
  select ${columns} from ordered`

/** A refund that succeeds at once, if its purchase has not changed since it was read. */
export interface ImmediateRefund {
  readonly order: RefundOrder
  readonly purchase: PurchaseRow
  readonly now: Date
}

/**
 * Inserts refunds of different purchases that succeed, without a lock between two statements. Returns a row for each,
 * in order. Null, without an effect: the refund exists, or another call has locked or changed the purchase since it was
 * read.
 */
export async function insertRefundsAtOnce(
  database: Database,
  refunds: readonly ImmediateRefund[],
): Promise<(RefundRow | null)[]> {
  // The first refund of a purchase changes it for the others.
  const firsts = new Map<string, ImmediateRefund>()
  for (const refund of refunds)
    if (!firsts.has(refund.order.purchaseReference)) firsts.set(refund.order.purchaseReference, refund)
  const input = [...firsts.values()].map(({ order, purchase, now }, index) => ({
    n: index + 1,
    reference: order.reference,
    purchase_reference: order.purchaseReference,
    amount: order.amount,
    currency: order.currency,
    refunded: purchase.refunded,
    created_at: now,
  }))
  const values = [JSON.stringify(input), input.length]
  const { rows } = await database.query<RefundRow>({ name: 'sandbox_bank_refunds', text: insertAtOnceSql, values })
  const ordered = new Map(rows.map((row) => [row.reference, row]))
  return refunds.map(({ order }) => ordered.get(order.reference) ?? null)
}

/** The refund in its current state: applies a due change of status first. Null for an unknown reference. */
export async function currentRefund(database: Database, reference: string, now: Date): Promise<RefundRow | null> {
  const row = await findRefund(database, reference)
  if (row === null || row.status !== 'pending' || row.due_at === null || row.due_at > now) return row
  await database.query(settleDueSql('reference = $2'), [now, reference])
  return findRefund(database, reference)
}

/** The sum of a purchase's refunds that are still pending, in the smallest unit. */
export async function pendingRefundsOf(database: Database, purchaseReference: string, now: Date): Promise<number> {
  const { rows } = await database.query<{ pending: string }>(
    `select coalesce(sum(amount), 0) as pending from sandbox_bank.refunds
      where purchase_reference = $1 and status = 'pending' and due_at > $2`,
    [purchaseReference, now],
  )
  return Number(rows[0]?.pending ?? 0)
}

/** Applies every change of status that is due. */
export async function settleDueRefunds(database: Database, now: Date): Promise<void> {
  await database.query(settleDueSql('true'), [now])
}

function settleDueSql(which: string): string {
  return `with settled as (
      update sandbox_bank.refunds set status = 'succeeded'
      where status = 'pending' and due_at <= $1 and ${which}
      returning ${columns}
    ) ${bookRefund('settled', 'due_at')}`
}

/**
 * Settles a refund that is still pending; a failed one releases its amount. False when there is none, or when it has
 * already ended.
 */
export async function endRefund(
  database: Database,
  reference: string,
  status: 'succeeded' | 'failed',
  now: Date,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `with settled as (
      update sandbox_bank.refunds set status = $2, failure_message = $3
      where reference = $1 and status = 'pending' and due_at > $4
      returning ${columns}
    ), released as (
      update sandbox_bank.purchases purchase set refunded = purchase.refunded - settled.amount
      from settled where purchase.reference = settled.purchase_reference and settled.status = 'failed'
    ), booked as (${bookRefund('settled', '$4')})
    select reference from settled`,
    [reference, status, status === 'failed' ? failedRefundMessage : null, now],
  )
  return rowCount === 1
}

/**
 * The money of a refund that had succeeded comes back, and its amount is free again. Returns whether it has come back,
 * also after a repeated call.
 */
export async function reverseRefund(database: Database, reference: string, now: Date): Promise<boolean> {
  await database.query(
    `with reversed as (
      update sandbox_bank.refunds set status = 'failed', failure_message = $2
      where reference = $1 and status = 'succeeded'
      returning ${columns}
    ), released as (
      update sandbox_bank.purchases purchase set refunded = purchase.refunded - reversed.amount
      from reversed where purchase.reference = reversed.purchase_reference
    ) insert into sandbox_bank.ledger (reference, kind, amount, currency, booked_at)
      select reference, 'refund_reversal', amount, currency, $3 from reversed`,
    [reference, reversedRefundMessage, now],
  )
  const { rowCount } = await database.query(
    `select from sandbox_bank.ledger where reference = $1 and kind = 'refund_reversal'`,
    [reference],
  )
  return rowCount === 1
}

async function findRefund(database: Database, reference: string): Promise<RefundRow | null> {
  const { rows } = await database.query<RefundRow>(`select ${columns} from sandbox_bank.refunds where reference = $1`, [
    reference,
  ])
  return rows[0] ?? null
}

function failed(failureMessage: string): RefundVerdict {
  return { status: 'failed', failureMessage }
}

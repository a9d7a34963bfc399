import { DatabaseError } from 'pg'
import type { PoolClient } from 'pg'
import type { RefundOrder } from '../processor.ts'
import type { Database, PurchaseRow } from './purchases.ts'
import { failedRefundMessage, pendingRefundSeconds } from './scenarios.ts'

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
  if (purchase === null || purchase.status !== 'approved') return failed('The bank holds no such payment.')
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

const insertAtOnceSql = `
  with reserved as (
    update sandbox_bank.purchases set refunded = refunded + $3
    where reference = $2 and refunded = $6 returning reference
  ), ordered as (
    insert into sandbox_bank.refunds (reference, purchase_reference, status, amount, currency, created_at)
    select $1, reference, 'succeeded', $3, $4, $5 from reserved returning ${columns}, created_at
  ), booked as (${bookRefund('ordered', 'created_at')})
  select ${columns} from ordered`

/**
 * Inserts a refund that succeeds, without a lock between two statements. Null, without an effect: the refund exists, or
 * another refund has changed the purchase since it was read.
 */
export async function insertRefundAtOnce(
  database: Database,
  order: RefundOrder,
  purchase: PurchaseRow,
  now: Date,
): Promise<RefundRow | null> {
  const { reference, purchaseReference, amount, currency } = order
  const values = [reference, purchaseReference, amount, currency, now, purchase.refunded]
  try {
    const { rows } = await database.query<RefundRow>({ name: 'sandbox_bank_refund', text: insertAtOnceSql, values })
    return rows[0] ?? null
  } catch (error) {
    if (error instanceof DatabaseError && error.code === uniqueViolation) return null
    throw error
  }
}

const uniqueViolation = '23505'

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

async function findRefund(database: Database, reference: string): Promise<RefundRow | null> {
  const { rows } = await database.query<RefundRow>(`select ${columns} from sandbox_bank.refunds where reference = $1`, [
    reference,
  ])
  return rows[0] ?? null
}

function failed(failureMessage: string): RefundVerdict {
  return { status: 'failed', failureMessage }
}

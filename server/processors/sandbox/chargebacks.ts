import type { PoolClient } from 'pg'
import type { DisputeReason } from '../../domain/disputes/dispute-state.ts'
import type { Database, PurchaseRow } from './purchases.ts'
import { pendingRefundsOf } from './refunds.ts'

/** An amount that the issuer took back. */
export interface Chargeback {
  /** `<reference of the purchase>:chargeback:<n>`, n from 1. */
  readonly reference: string
  /** Smallest unit of the currency. */
  readonly amount: number
  readonly currency: string
  readonly reason: DisputeReason
  /** Until when the merchant can answer. Then the bank decides for the cardholder, unless a test has decided before. */
  readonly respondBy: Date
}

export type ChargebackOutcome = 'won' | 'lost'

interface ChargebackRow {
  readonly reference: string
  readonly status: 'open' | ChargebackOutcome
  /** Smallest unit; the driver returns bigint as text. */
  readonly amount: string
  readonly currency: string
  readonly created_at: Date
}

const columns = 'reference, status, amount, currency, created_at'

/** As card networks allow. */
const daysToRespond = 30

const openSql = `
  with opened as (
    insert into sandbox_bank.chargebacks (reference, purchase_reference, status, amount, currency, created_at)
    values ($1, $2, 'open', $3, $4, $5) returning ${columns}
  ), booked as (
    insert into sandbox_bank.ledger (reference, kind, amount, currency, booked_at)
    select reference, 'chargeback', amount, currency, created_at from opened
  )
  select ${columns} from opened`

/**
 * Takes back what is left of a purchase, which the caller holds locked. Pending refunds reserve their amount; when they
 * reserve everything that is left, the chargeback takes that, because the money is still there. Null when nothing is
 * left, or when a chargeback of this purchase is open.
 */
export async function insertChargeback(
  client: PoolClient,
  purchase: PurchaseRow,
  now: Date,
): Promise<Chargeback | null> {
  const known = await chargebacksOf(client, purchase.reference)
  if (purchase.status !== 'approved' || known.some(({ status }) => status === 'open')) return null
  // A lost chargeback kept its money; a won one brought it back.
  const lost = known.reduce((sum, { status, amount }) => sum + (status === 'lost' ? Number(amount) : 0), 0)
  const unreserved = Number(purchase.amount) - Number(purchase.refunded) - lost
  const taken = unreserved > 0 ? unreserved : unreserved + (await pendingRefundsOf(client, purchase.reference, now))
  if (taken < 1) return null
  const reference = `${purchase.reference}:chargeback:${String(known.length + 1)}`
  const { rows } = await client.query<ChargebackRow>(openSql, [
    reference,
    purchase.reference,
    taken,
    purchase.currency,
    now,
  ])
  return rows[0] ? chargebackOf(rows[0]) : null
}

export async function findOpenChargeback(database: Database, purchaseReference: string): Promise<Chargeback | null> {
  const open = (await chargebacksOf(database, purchaseReference)).find(({ status }) => status === 'open')
  return open ? chargebackOf(open) : null
}

/**
 * Closes an open chargeback; a won one brings the money back. Returns whether the chargeback now has this outcome, also
 * after a repeated call.
 */
export async function endChargeback(
  database: Database,
  reference: string,
  outcome: ChargebackOutcome,
  now: Date,
): Promise<boolean> {
  await database.query(
    `with closed as (
      update sandbox_bank.chargebacks set status = $2 where reference = $1 and status = 'open'
      returning reference, amount, currency, status
    ) insert into sandbox_bank.ledger (reference, kind, amount, currency, booked_at)
      select reference, 'chargeback_reversal', amount, currency, $3 from closed where status = 'won'`,
    [reference, outcome, now],
  )
  const { rows } = await database.query<ChargebackRow>(
    `select ${columns} from sandbox_bank.chargebacks where reference = $1`,
    [reference],
  )
  return rows[0]?.status === outcome
}

async function chargebacksOf(database: Database, purchaseReference: string): Promise<ChargebackRow[]> {
  const { rows } = await database.query<ChargebackRow>(
    `select ${columns} from sandbox_bank.chargebacks where purchase_reference = $1`,
    [purchaseReference],
  )
  return rows
}

function chargebackOf({ reference, amount, currency, created_at }: ChargebackRow): Chargeback {
  const respondBy = new Date(created_at.getTime() + daysToRespond * 24 * 3_600_000)
  return { reference, amount: Number(amount), currency, reason: 'fraudulent', respondBy }
}

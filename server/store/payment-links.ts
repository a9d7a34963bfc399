import type { PaymentLinkStatus } from '../domain/payment-link-state.ts'
import type { PaymentLinkRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from './database.ts'
import { run, runForOne } from './database.ts'
import { findDue } from './due.ts'
import type { Due } from './due.ts'

type Row = Omit<PaymentLinkRecord, 'amount_collected'> & { amount_collected: string }

/** Sums may outgrow 32 bits, so the driver gives them as text; far within safe integers. */
function fromRow(row: Row): PaymentLinkRecord {
  return { ...row, amount_collected: Number(row.amount_collected) }
}

/** Link and code in one statement: a code always leads somewhere. */
const insert = {
  name: 'insert payment link',
  text: `
    with code as (
      insert into payment_link_codes (code, merchant_id, livemode, payment_link_id) values ($4::text, $1::text, $2::boolean, $3::text)
    )
    insert into payment_links (merchant_id, livemode, id, code, kind, status, amount, currency, description, reference, customer, success_url,
      expires_at, metadata, created_at)
    values ($1::text, $2::boolean, $3::text, $4::text, $5, 'active', $6, $7, $8, $9, $10, $11, $12, $13, $14)
    returning *`,
}

export type NewPaymentLink = Pick<
  PaymentLinkRecord,
  | 'id'
  | 'code'
  | 'kind'
  | 'amount'
  | 'currency'
  | 'description'
  | 'reference'
  | 'customer'
  | 'success_url'
  | 'expires_at'
  | 'metadata'
  | 'created_at'
>

export async function insertPaymentLink(scope: Scope, db: Database, link: NewPaymentLink): Promise<PaymentLinkRecord> {
  const row = await runForOne<Row>(db, insert, [
    scope.merchantId,
    scope.livemode,
    link.id,
    link.code,
    link.kind,
    link.amount,
    link.currency,
    link.description,
    link.reference,
    JSON.stringify(link.customer),
    link.success_url,
    link.expires_at,
    JSON.stringify(link.metadata),
    link.created_at,
  ])
  if (!row) throw new Error('Bug: an insert gives its row')
  return fromRow(row)
}

const find = {
  name: 'find payment link',
  text: 'select * from payment_links where merchant_id = $1 and livemode = $2 and id = $3',
}

export async function findPaymentLink(scope: Scope, db: Database, id: string): Promise<PaymentLinkRecord | null> {
  const row = await runForOne<Row>(db, find, [scope.merchantId, scope.livemode, id])
  return row && fromRow(row)
}

const lock = { name: 'lock payment link', text: `${find.text} for update` }

/**
 * Reads a link and holds it until the transaction ends. Whoever needs a session too locks the session first, and whoever
 * holds a link never waits for a session.
 */
export async function lockPaymentLink(
  scope: Scope,
  transaction: Database,
  id: string,
): Promise<PaymentLinkRecord | null> {
  const row = await runForOne<Row>(transaction, lock, [scope.merchantId, scope.livemode, id])
  return row && fromRow(row)
}

const findByCode = { name: 'find payment link code', text: 'select * from payment_link_codes where code = $1' }

/** Whose link a code names. */
export async function findPaymentLinkCode(db: Database, code: string): Promise<{ scope: Scope; id: string } | null> {
  const row = await runForOne<{ merchant_id: string; livemode: boolean; payment_link_id: string }>(db, findByCode, [
    code,
  ])
  return row && { scope: { merchantId: row.merchant_id, livemode: row.livemode }, id: row.payment_link_id }
}

const list = {
  name: 'list payment links',
  text: 'select * from payment_links where merchant_id = $1 and livemode = $2 and id < $4 order by id desc limit $3',
}
/** A link whose time is over counts as expired before the sweep has met it. */
const listByStatus = {
  name: 'list payment links by status',
  text: `
    select * from payment_links where merchant_id = $1 and livemode = $2 and id < $4
      and case when status = 'active' and expires_at <= $6 then 'expired' else status end = $5
    order by id desc limit $3`,
}

/** Sorts behind every id of a link (`pl_…`), in every collation: in some a sign like `~` comes before all letters. */
const fromTheNewest = 'q'

/** Newest first. `after`: the last id of the page before; left out or null: the newest. */
export async function listPaymentLinks(
  scope: Scope,
  db: Database,
  filter: { status: PaymentLinkStatus | null; after?: string | null; limit: number; now: Date },
): Promise<PaymentLinkRecord[]> {
  const first = [scope.merchantId, scope.livemode, filter.limit, filter.after ?? fromTheNewest]
  const rows =
    filter.status === null
      ? run<Row>(db, list, first)
      : run<Row>(db, listByStatus, [...first, filter.status, filter.now])
  return (await rows).map(fromRow)
}

const save = {
  name: 'save payment link',
  text: `
    update payment_links set status = $4, paid_session_id = $5, payments_count = $6, amount_collected = $7
    where merchant_id = $1 and livemode = $2 and id = $3`,
}

/** Writes back a link that this transaction has locked. */
export async function savePaymentLink(scope: Scope, transaction: Database, link: PaymentLinkRecord): Promise<void> {
  const values = [
    scope.merchantId,
    scope.livemode,
    link.id,
    link.status,
    link.paid_session_id,
    link.payments_count,
    link.amount_collected,
  ]
  await run(transaction, save, values)
}

const due = {
  name: 'payment links due to expire',
  text: `select merchant_id, livemode, id from payment_links where status = 'active' and expires_at <= $1 order by expires_at limit $2`,
}

export function paymentLinksDueToExpire(db: Database, now: Date, limit: number): Promise<Due[]> {
  return findDue(db, due, now, limit)
}

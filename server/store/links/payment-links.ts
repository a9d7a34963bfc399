import type { PaymentLinkStatus } from '../../domain/links/payment-link-state.ts'
import { BoundedMap } from '../../domain/memory.ts'
import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { parameters, valuesOf } from '../sql/columns.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { sharedRead } from '../sql/shared-statements.ts'
import { paymentLinkColumns, paymentLinkTable } from '../sql/table-columns.ts'
import { newRow, updating, type GivenTo } from '../sql/tables.ts'
import { noteDue } from '../work/due-notes.ts'

type Row = Omit<PaymentLinkRecord, 'amount_collected'> & { amount_collected: string }

/** The driver returns a bigint as text. The sums stay within safe integers. */
function fromRow(row: Row): PaymentLinkRecord {
  return { ...row, amount_collected: Number(row.amount_collected) }
}

const { given } = paymentLinkTable

/** Inserts link and code in one statement, so that every code has a link. */
const insert = {
  name: 'insert payment link',
  text: `
    with code as (
      insert into payment_link_codes (code, merchant_id, livemode, payment_link_id)
      values ($4::text, $1::text, $2::boolean, $3::text)
    )
    insert into payment_links (merchant_id, livemode, status, ${given.join(', ')})
    values ($1, $2, 'active', ${parameters(given, 3)})`,
}

export type NewPaymentLink = GivenTo<typeof paymentLinkTable>

export async function insertPaymentLink(scope: Scope, db: Database, link: NewPaymentLink): Promise<PaymentLinkRecord> {
  await run(db, insert, [scope.merchantId, scope.livemode, ...valuesOf(given, link)])
  noteDue(db, 'expire_payment_links', link.expires_at)
  return newRow(scope, paymentLinkTable, link)
}

const find = {
  name: 'find payment link',
  text: `select ${paymentLinkColumns} from payment_links where merchant_id = $1 and livemode = $2 and id = $3`,
}

export async function findPaymentLink(scope: Scope, db: Database, id: string): Promise<PaymentLinkRecord | null> {
  const row = await runForOne<Row>(db, find, [scope.merchantId, scope.livemode, id])
  return row && fromRow(row)
}

/** Reads a link outside of transactions. Concurrent calls share one statement. */
export const loadPaymentLink = sharedRead<string, Row, PaymentLinkRecord>({
  name: 'find payment links',
  columns: { id: 'text' },
  values: (id) => ({ id }),
  text: `
    select n, link.* from input cross join lateral (
      select ${paymentLinkColumns} from payment_links
      where merchant_id = $1 and livemode = $2 and id = input.id limit 1
    ) link`,
  found: fromRow,
})

const lock = { name: 'lock payment link', text: `${find.text} for no key update` }

/**
 * Reads a link and locks it until the transaction ends. To avoid deadlocks, a transaction that also needs a session
 * locks the session first, and never waits for a session while it holds a link.
 */
export async function lockPaymentLink(
  scope: Scope,
  transaction: Database,
  id: string,
): Promise<PaymentLinkRecord | null> {
  const row = await runForOne<Row>(transaction, lock, [scope.merchantId, scope.livemode, id])
  return row && fromRow(row)
}

const findByCode = {
  name: 'find payment link code',
  text: 'select merchant_id, livemode, payment_link_id from payment_link_codes where code = $1',
}

/** The link that a code belongs to. */
interface NamedLink {
  readonly scope: Scope
  readonly id: string
}

/** The most codes that a process remembers. */
const maxKnownCodes = 10_000

/** A code never changes its link, so a process looks it up once. The link itself may have been deleted since. */
const knownCodes = new WeakMap<Database, BoundedMap<string, NamedLink>>()

/** The link that a code belongs to. */
export async function findPaymentLinkCode(db: Database, code: string): Promise<NamedLink | null> {
  const known = knownCodes.get(db) ?? new BoundedMap<string, NamedLink>(maxKnownCodes)
  knownCodes.set(db, known)
  const remembered = known.get(code)
  if (remembered) return remembered
  const named = await readCode(db, code)
  if (named) known.set(code, named)
  return named
}

async function readCode(db: Database, code: string): Promise<NamedLink | null> {
  const row = await runForOne<{ merchant_id: string; livemode: boolean; payment_link_id: string }>(db, findByCode, [
    code,
  ])
  return row && { scope: { merchantId: row.merchant_id, livemode: row.livemode }, id: row.payment_link_id }
}

const list = {
  name: 'list payment links',
  text: `
    select ${paymentLinkColumns} from payment_links
    where merchant_id = $1 and livemode = $2 and id < $4 order by id desc limit $3`,
}
/** A link whose time is over counts as expired, even before the worker has expired it. */
const listByStatus = {
  name: 'list payment links by status',
  text: `
    select ${paymentLinkColumns} from payment_links where merchant_id = $1 and livemode = $2 and id < $4
      and case when status = 'active' and expires_at <= $6 then 'expired' else status end = $5
    order by id desc limit $3`,
}

/** Sorts after every id of a link (`pl_…`) in every collation. In some, `~` and other signs sort before letters. */
const afterNewest = 'q'

/** Newest first. `after` is the last id of the previous page; without it, the first page. */
export async function listPaymentLinks(
  scope: Scope,
  db: Database,
  filter: { status: PaymentLinkStatus | null; after?: string | null; limit: number; now: Date },
): Promise<PaymentLinkRecord[]> {
  const first = [scope.merchantId, scope.livemode, filter.limit, filter.after ?? afterNewest]
  const rows =
    filter.status === null
      ? run<Row>(db, list, first)
      : run<Row>(db, listByStatus, [...first, filter.status, filter.now])
  return (await rows).map(fromRow)
}

/** The caller has locked the link. */
export const savingPaymentLink = updating('save payment link', paymentLinkTable)

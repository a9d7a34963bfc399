import type { SettlementKind } from '../../domain/settlement/line.ts'
import type { Scope } from '../../domain/scope.ts'
import { differenceCodes, type DifferenceCode } from '../../domain/settlement/differences.ts'
import { run, type Database } from '../sql/database.ts'

export interface DifferenceCount {
  readonly code: DifferenceCode
  readonly count: number
}

const count = {
  name: 'count settlement differences',
  text: `
    select code, (
      select count(*)::integer from (
        select from settlement_differences d
        where d.merchant_id = $1 and d.livemode = $2 and d.code = codes.code limit $4) found) as count
    from unnest($3::text[]) with ordinality as codes(code, nth) order by nth`,
}

/** The codes that occur. `most`: counting stops there. */
export async function countDifferences(scope: Scope, db: Database, most: number | null): Promise<DifferenceCount[]> {
  const rows = await run<DifferenceCount>(db, count, [scope.merchantId, scope.livemode, differenceCodes, most])
  return rows.filter((row) => row.count > 0)
}

/** A difference, with the line that it is about. Amounts are in the smallest unit. */
export interface ListedDifference {
  readonly id: string
  readonly code: DifferenceCode
  readonly report_id: string | null
  readonly line: number | null
  readonly session_id: string | null
  readonly account: string
  readonly batch: string | null
  readonly reference: string | null
  readonly expected: number | null
  readonly expected_currency: string | null
  readonly found: number | null
  readonly found_currency: string | null
  readonly at: Date
  readonly noted_at: Date
}

/** Sums and amounts stay within safe integers, which a double holds exactly. */
const differences = {
  name: 'list settlement differences',
  text: `
    select id, code, report_id, line, session_id, account, batch, reference, expected::float8 as expected,
      expected_currency, found::float8 as found, found_currency, at, noted_at
    from settlement_differences
    where merchant_id = $1 and livemode = $2 and code = $3 and id < $4
    order by id desc limit $5`,
}

const allDifferences = {
  name: 'list all settlement differences',
  text: `
    select id, code, report_id, line, session_id, account, batch, reference, expected::float8 as expected,
      expected_currency, found::float8 as found, found_currency, at, noted_at
    from settlement_differences
    where merchant_id = $1 and livemode = $2 and id < $3
    order by id desc limit $4`,
}

/** Sorts after every id of a difference in every collation. In some, signs like `~` sort before letters. */
const afterLastDifference = 't'

/** In descending order of their ids. `olderThan`: the last id of the previous page. */
export function listDifferences(
  scope: Scope,
  db: Database,
  { code, olderThan, limit }: { code: DifferenceCode | null; olderThan: string | null; limit: number },
): Promise<ListedDifference[]> {
  const { merchantId, livemode } = scope
  const before = olderThan ?? afterLastDifference
  return code === null
    ? run(db, allDifferences, [merchantId, livemode, before, limit])
    : run(db, differences, [merchantId, livemode, code, before, limit])
}

/** The sums of a batch in one currency. */
export interface BatchTotal {
  readonly processor: string
  readonly account: string
  readonly batch: string
  readonly currency: string
  readonly lines: number
  readonly gross: number
  readonly fees: number
  readonly net: number
  /** Null: no payout yet. */
  readonly payout: number | null
  readonly first_at: Date
  readonly last_at: Date
  readonly paid_at: Date | null
}

const totals = `processor, account, batch, currency, lines, gross::float8 as gross, fees::float8 as fees,
  net::float8 as net, payout::float8 as payout, first_at, last_at, paid_at`

const batches = {
  name: 'list settlement batches',
  text: `
    select ${totals} from settlement_batches
    where merchant_id = $1 and livemode = $2
      and (last_at, processor, account, batch, currency) < (coalesce($3, 'infinity'::timestamptz), $4, $5, $6, $7)
    order by last_at desc, processor desc, account desc, batch desc, currency desc limit $8`,
}

/** Names a batch. */
export interface BatchKey {
  readonly processor: string
  readonly account: string
  readonly batch: string
}

/** The place of a row in the list of batches. */
export type BatchPlace = BatchKey & Pick<BatchTotal, 'currency' | 'last_at'>

/** The batches with the latest lines first. `after`: the last row of the previous page. Several end at one time. */
export function listBatches(
  scope: Scope,
  db: Database,
  { after, limit }: { after: BatchPlace | null; limit: number },
): Promise<BatchTotal[]> {
  const { last_at: at = null, processor = '', account = '', batch = '', currency = '' } = after ?? {}
  return run(db, batches, [scope.merchantId, scope.livemode, at, processor, account, batch, currency, limit])
}

const ofBatch = {
  name: 'totals of settlement batch',
  text: `
    select ${totals} from settlement_batches
    where merchant_id = $1 and livemode = $2 and processor = $3 and account = $4 and batch = $5 order by currency`,
}

export function totalsOfBatch(scope: Scope, db: Database, key: BatchKey): Promise<BatchTotal[]> {
  return run(db, ofBatch, [scope.merchantId, scope.livemode, key.processor, key.account, key.batch])
}

export interface ListedLine {
  readonly report_id: string
  readonly line: number
  readonly account: string
  readonly processor: string
  readonly kind: SettlementKind
  readonly type: string
  readonly batch: string
  readonly reference: string | null
  readonly purchase_reference: string | null
  readonly purchase_id: string | null
  readonly gross_amount: number | null
  readonly gross_currency: string | null
  readonly net_amount: number
  readonly net_currency: string
  readonly fees: number | null
  readonly booked_at: Date
  readonly session_id: string | null
  readonly difference: DifferenceCode | null
}

const lineColumns = `report_id, line, processor, account, kind, type, batch, reference, purchase_reference, purchase_id,
  gross_amount::float8 as gross_amount, gross_currency, net_amount::float8 as net_amount, net_currency,
  fees::float8 as fees, booked_at, session_id, difference`

const linesOfBatch = {
  name: 'lines of settlement batch',
  text: `
    select ${lineColumns} from settlement_lines
    where merchant_id = $1 and livemode = $2 and processor = $3 and account = $4 and batch = $5
      and (report_id, line) > ($6, $7)
    order by report_id, line limit $8`,
}

/** In the order of the reports. `after`: the last line of the previous page. */
export function listLinesOfBatch(
  scope: Scope,
  db: Database,
  key: BatchKey,
  { after, limit }: { after: { reportId: string; line: number } | null; limit: number },
): Promise<ListedLine[]> {
  const { processor, account, batch } = key
  const from = after ?? { reportId: '', line: 0 }
  const { merchantId, livemode } = scope
  return run(db, linesOfBatch, [merchantId, livemode, processor, account, batch, from.reportId, from.line, limit])
}

/** A line of a payment, with the day on which its batch was paid out. */
export interface SettledLine extends ListedLine {
  readonly paid_at: Date | null
}

const linesOfSession = {
  name: 'settlement lines of session',
  text: `
    select l.*, b.paid_at from (
      select ${lineColumns} from settlement_lines
      where merchant_id = $1 and livemode = $2 and session_id = $3 order by booked_at, report_id, line limit 100) l
    left join settlement_batches b on b.merchant_id = $1 and b.livemode = $2 and b.processor = l.processor
      and b.account = l.account and b.batch = l.batch and b.currency = l.net_currency
    order by l.booked_at, l.report_id, l.line`,
}

export function listLinesOfSession(scope: Scope, db: Database, sessionId: string): Promise<SettledLine[]> {
  return run(db, linesOfSession, [scope.merchantId, scope.livemode, sessionId])
}

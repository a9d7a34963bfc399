import type { SettlementReportRecord } from './reports.ts'
import type { Scope } from '../../domain/scope.ts'
import type { SettlementLine } from '../../domain/settlement/line.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { analyzeTable } from '../sql/table-statistics.ts'
import { matched } from './matches.ts'

const stage = {
  name: 'stage settlement lines',
  text: `
    insert into settlement_staged_lines (merchant_id, livemode, report_id, line, identity, kind, type, batch,
      processor_id, purchase_id, reference, purchase_reference, gross_amount, gross_currency, net_amount, net_currency,
      fees, booked_at)
    select $1, $2, $3, given.* from unnest($4::integer[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[],
      $10::text[], $11::text[], $12::text[], $13::bigint[], $14::text[], $15::bigint[], $16::text[], $17::bigint[],
      $18::timestamptz[]) as given`,
}

/** Stores lines that nothing uses until the whole report is read. */
export async function stageLines(
  scope: Scope,
  db: Database,
  reportId: string,
  lines: readonly SettlementLine[],
): Promise<void> {
  const of = <Value>(value: (line: SettlementLine) => Value): Value[] => lines.map(value)
  await run(db, stage, [
    scope.merchantId,
    scope.livemode,
    reportId,
    of(({ line }) => line),
    of(({ identity }) => identity),
    of(({ kind }) => kind),
    of(({ type }) => type),
    of(({ batch }) => batch),
    of(({ processorId }) => processorId),
    of(({ purchaseId }) => purchaseId),
    of(({ reference }) => reference),
    of(({ purchaseReference }) => purchaseReference),
    of(({ gross }) => gross?.amount ?? null),
    of(({ gross }) => gross?.currency ?? null),
    of(({ net }) => net.amount),
    of(({ net }) => net.currency),
    of(({ fees }) => fees),
    of(({ bookedAt }) => bookedAt.toISOString()),
  ])
}

/** Lets the planner know how many lines there are: the table was empty a moment ago. */
export async function analyzeStagedLines(db: Database): Promise<void> {
  await analyzeTable(db, 'settlement_staged_lines')
}

const lastStaged = {
  name: 'last staged settlement line',
  text: `
    select max(line) as line from (
      select line from settlement_staged_lines
      where merchant_id = $1 and livemode = $2 and report_id = $3 and line > $4 order by line limit $5) part`,
}

/** The last of the next `limit` staged lines after `after`. Null: there are none. */
export async function lastOfNextLines(
  scope: Scope,
  db: Database,
  reportId: string,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const values = [scope.merchantId, scope.livemode, reportId, after, limit]
  return (await runForOne<{ line: number | null }>(db, lastStaged, values))?.line ?? null
}

/** Parameters 1 and 2 are the scope, 3 the report, 4 and 5 the lines, 6 the processor, and 7 its account. */
const keep = {
  name: 'keep settlement lines',
  text: `
    with numbered as (
      select s.merchant_id, s.livemode, s.report_id, s.line, s.identity, s.kind, s.type, s.batch, s.processor_id,
        s.purchase_id, s.reference, s.purchase_reference, s.gross_amount, s.gross_currency, s.net_amount,
        s.net_currency, s.fees, s.booked_at, row_number() over (partition by identity order by line) - 1 as nth
      from settlement_staged_lines s
      where s.merchant_id = $1 and s.livemode = $2 and s.report_id = $3 and s.line > $4 and s.line <= $5),
    -- Counts once for each identity, so that a report of equal lines takes no longer than another one. The pair of
    -- columns keeps the planner from the primary key, with which it would read all earlier lines.
    part as (
      select n.*, (nth + max(case when nth = 0 then (
        select count(*) from settlement_staged_lines e
        where e.merchant_id = $1 and e.livemode = $2 and e.report_id = $3 and e.identity >= n.identity
          and (e.identity, e.line) <= (n.identity, $4)
      ) end) over (partition by identity))::integer as ordinal
      from numbered n)
    insert into settlement_lines (merchant_id, livemode, report_id, line, processor, account, identity, ordinal, kind,
      type, batch, processor_id, purchase_id, reference, purchase_reference, gross_amount, gross_currency, net_amount,
      net_currency, fees, booked_at, object_id, session_id, our_amount, our_currency, difference)
    select c.merchant_id, c.livemode, c.report_id, c.line, $6, $7, c.identity, c.ordinal, c.kind, c.type, c.batch,
      c.processor_id, c.purchase_id, c.reference, c.purchase_reference, c.gross_amount, c.gross_currency, c.net_amount,
      c.net_currency, c.fees, c.booked_at, c.object_id, c.session_id, c.our_amount, c.our_currency, c.difference
    from ${matched('part', '$6')} c
    on conflict (merchant_id, livemode, processor, identity, ordinal) do nothing
    returning 1`,
}

/** Which lines of a report. */
export interface LineRange {
  readonly after: number
  readonly to: number
}

/** Stores the lines that no earlier report has, each with what it is about. Returns their number. */
export async function keepNewLines(
  scope: Scope,
  transaction: Database,
  { id, processor, account }: SettlementReportRecord,
  { after, to }: LineRange,
): Promise<number> {
  return (await run(transaction, keep, [scope.merchantId, scope.livemode, id, after, to, processor, account])).length
}

/** Counting stops here, so that a report with one payment a million times takes no longer than another one. */
const mostOfObject = 100

const markTwice = {
  name: 'mark lines that settle twice',
  text: `
    update settlement_lines l set difference = 'settled_twice'
    where l.merchant_id = $1 and l.livemode = $2 and l.report_id = $3 and l.line > $4 and l.line <= $5
      and l.object_id is not null and l.difference is null
      and l.kind in ('payment', 'refund', 'chargeback', 'second_chargeback')
      and (
        select count(*) from (
          select from settlement_lines o
          where o.merchant_id = $1 and o.livemode = $2 and o.object_id = l.object_id and o.kind = l.kind
            and (o.report_id, o.line) < (l.report_id, l.line) limit ${mostOfObject}) earlier
      ) > (
        select count(*) from (
          select from settlement_lines o
          where o.merchant_id = $1 and o.livemode = $2 and o.object_id = l.object_id and o.kind = case l.kind
            when 'payment' then 'capture_reversed' when 'refund' then 'refund_reversed' else 'chargeback_reversed' end
          limit ${mostOfObject - 1}) undone)`,
}

/** The lines of a payment, refund or chargeback that an earlier line has settled, and that nothing has reversed. */
export async function markSettledTwice(
  scope: Scope,
  transaction: Database,
  reportId: string,
  { after, to }: LineRange,
): Promise<void> {
  await run(transaction, markTwice, [scope.merchantId, scope.livemode, reportId, after, to])
}

/** A fee has no gross, so its own amount counts as fees. */
const addToBatches = {
  name: 'add settlement lines to batches',
  text: `
    insert into settlement_batches (merchant_id, livemode, processor, account, batch, currency, lines, gross, fees, net,
      payout, first_at, last_at, paid_at)
    select merchant_id, livemode, processor, account, batch, currency, sum(lines), sum(gross), sum(fees), sum(net),
      sum(payout), min(booked_at), max(booked_at), max(paid_at)
    from (
      select merchant_id, livemode, processor, account, batch, net_currency as currency, 1 as lines,
        case when gross_currency = net_currency then gross_amount else 0 end as gross,
        case when kind = 'fee' then -net_amount else coalesce(fees, 0) end as fees,
        case when kind = 'payout' then 0 else net_amount end as net,
        case when kind = 'payout' then -net_amount end as payout,
        booked_at, case when kind = 'payout' then booked_at end as paid_at
      from settlement_lines
      where merchant_id = $1 and livemode = $2 and report_id = $3 and line > $4 and line <= $5
      union all
      select merchant_id, livemode, processor, account, batch, gross_currency, 0, gross_amount, 0, 0, null, booked_at,
        null
      from settlement_lines
      where merchant_id = $1 and livemode = $2 and report_id = $3 and line > $4 and line <= $5
        and gross_currency <> net_currency
    ) parts
    group by merchant_id, livemode, processor, account, batch, currency
    on conflict (merchant_id, livemode, processor, account, batch, currency) do update set
      lines = settlement_batches.lines + excluded.lines,
      gross = settlement_batches.gross + excluded.gross,
      fees = settlement_batches.fees + excluded.fees,
      net = settlement_batches.net + excluded.net,
      payout = case when excluded.payout is null then settlement_batches.payout
        else coalesce(settlement_batches.payout, 0) + excluded.payout end,
      first_at = least(settlement_batches.first_at, excluded.first_at),
      last_at = greatest(settlement_batches.last_at, excluded.last_at),
      paid_at = greatest(settlement_batches.paid_at, excluded.paid_at)
    returning batch, greatest(abs(gross), abs(fees), abs(net), abs(coalesce(payout, 0)))::float8 as most`,
}

/**
 * Adds new lines to the sums of their batches. The caller's transaction has stored them, so that each counts once.
 * Returns the batches of which a sum is too large for an exact number.
 */
export async function addLinesToBatches(
  scope: Scope,
  transaction: Database,
  reportId: string,
  { after, to }: LineRange,
): Promise<string[]> {
  const values = [scope.merchantId, scope.livemode, reportId, after, to]
  const sums = await run<{ batch: string; most: number }>(transaction, addToBatches, values)
  return sums.filter(({ most }) => most > Number.MAX_SAFE_INTEGER).map(({ batch }) => batch)
}

/** The lines come as an array, because the planner scans the whole table for a range that it cannot estimate. */
const unstage = {
  name: 'delete staged settlement lines',
  text: `
    delete from settlement_staged_lines
    where merchant_id = $1 and livemode = $2 and report_id = $3 and line = any(array(
      select line from settlement_staged_lines
      where merchant_id = $1 and livemode = $2 and report_id = $3 and line > $4 order by line limit $5))
    returning line`,
}

/** Deletes up to `limit` staged lines of a report after `after`. Returns the last one. Null: the last are gone. */
export async function deleteStagedLines(
  scope: Scope,
  db: Database,
  reportId: string,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const values = [scope.merchantId, scope.livemode, reportId, after, limit]
  const deleted = await run<{ line: number }>(db, unstage, values)
  return deleted.length === limit ? deleted.reduce((last, { line }) => Math.max(last, line), after) : null
}

import type { SettlementReportRecord } from './reports.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import type { LineRange } from './lines.ts'
import { matched } from './matches.ts'

const differenceColumns = `merchant_id, livemode, id, code, report_id, line, object_id, session_id, processor, account,
  batch, reference, expected, expected_currency, found, found_currency, at, noted_at`

const ofLine = (time: string): string => `l.merchant_id, l.livemode, l.report_id || '.' || lpad(l.line::text, 9, '0'),
  l.difference, l.report_id, l.line, l.object_id, l.session_id, l.processor, l.account, l.batch,
  coalesce(l.purchase_reference, l.purchase_id), case when l.object_id is not null then l.our_amount end,
  case when l.object_id is not null then l.our_currency end, l.gross_amount, l.gross_currency, l.booked_at, ${time}`

const noteLines = {
  name: 'note differences of settlement lines',
  text: `
    insert into settlement_differences (${differenceColumns})
    select ${ofLine('$6')} from settlement_lines l
    where l.merchant_id = $1 and l.livemode = $2 and l.report_id = $3 and l.line > $4 and l.line <= $5
      and l.difference is not null
    on conflict (merchant_id, livemode, id) do nothing`,
}

export async function noteDifferencesOfLines(
  scope: Scope,
  transaction: Database,
  reportId: string,
  { after, to }: LineRange,
  now: Date,
): Promise<void> {
  await run(transaction, noteLines, [scope.merchantId, scope.livemode, reportId, after, to, now])
}

/** The codes that another look can change. */
const ofMatches = `('unknown_payment', 'unknown_refund', 'unknown_chargeback', 'currency_differs', 'amount_differs',
  'payment_not_paid', 'settled_after_failure', 'refund_failed', 'chargeback_not_booked', 'reversal_not_booked')`

const nextDifferent = {
  name: 'next differences to compare again',
  text: `
    select min(id) as id from (
      select id from settlement_differences
      where merchant_id = $1 and livemode = $2 and processor = $3 and id < $4 and line is not null
        and code in ${ofMatches}
      order by id desc limit $5) part`,
}

/** The last of the next `limit` differences of lines before `before`, newest first. Null: there are none. */
export async function lastOfNextDifferences(
  scope: Scope,
  db: Database,
  processor: string,
  { before, limit }: { before: string; limit: number },
): Promise<string | null> {
  const values = [scope.merchantId, scope.livemode, processor, before, limit]
  return (await runForOne<{ id: string | null }>(db, nextDifferent, values))?.id ?? null
}

/** Parameters 1 and 2 are the scope, 3 the processor, 4 and 5 the first and the last id. */
const compareAgain = {
  name: 'compare settlement lines again',
  text: `
    with part as (
      select l.merchant_id, l.livemode, l.report_id, l.line, l.kind, l.processor_id, l.purchase_id, l.reference,
        l.purchase_reference, l.gross_amount, l.gross_currency
      from settlement_differences d
      join settlement_lines l on l.merchant_id = $1 and l.livemode = $2 and l.report_id = d.report_id
        and l.line = d.line
      where d.merchant_id = $1 and d.livemode = $2 and d.processor = $3 and d.id >= $4 and d.id < $5
        and d.code in ${ofMatches})
    update settlement_lines l set object_id = c.object_id, session_id = c.session_id, our_amount = c.our_amount,
      our_currency = c.our_currency, difference = c.difference
    from ${matched('part', '$3')} c
    where l.merchant_id = $1 and l.livemode = $2 and l.report_id = c.report_id and l.line = c.line
      and (l.difference is distinct from c.difference or l.object_id is distinct from c.object_id)`,
}

const dropSolved = {
  name: 'drop solved differences of lines',
  text: `
    delete from settlement_differences d
    using settlement_lines l
    where d.merchant_id = $1 and d.livemode = $2 and d.id >= $3 and d.id < $4 and l.merchant_id = $1
      and l.livemode = $2 and l.report_id = d.report_id and l.line = d.line and l.difference is distinct from d.code
    returning l.report_id, l.line`,
}

const noteChanged = {
  name: 'note changed differences of lines',
  text: `
    insert into settlement_differences (${differenceColumns})
    select ${ofLine('$5')} from settlement_lines l
    join unnest($3::text[], $4::integer[]) as changed(report_id, line)
      on l.report_id = changed.report_id and l.line = changed.line
    where l.merchant_id = $1 and l.livemode = $2 and l.difference is not null
    on conflict (merchant_id, livemode, id) do nothing`,
}

/** Compares lines with a difference again, because our side may have learned something since. */
export async function compareDifferencesAgain(
  scope: Scope,
  transaction: Database,
  processor: string,
  { from, before, now }: { from: string; before: string; now: Date },
): Promise<void> {
  const { merchantId, livemode } = scope
  await run(transaction, compareAgain, [merchantId, livemode, processor, from, before])
  const dropped = await run<{ report_id: string; line: number }>(transaction, dropSolved, [
    merchantId,
    livemode,
    from,
    before,
  ])
  await run(transaction, noteChanged, [
    merchantId,
    livemode,
    dropped.map(({ report_id: id }) => id),
    dropped.map(({ line }) => line),
    now,
  ])
}

const nextMovement = {
  name: 'next movements to find in reports',
  text: `
    select max(id) as id from (
      select id from money_movements where merchant_id = $1 and livemode = $2 and id > $3 and id < $4
      order by id limit $5) part`,
}

/** The last of the next `limit` ledger lines. Null: there are none. */
export async function lastOfNextMovements(
  scope: Scope,
  db: Database,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<string | null> {
  const values = [scope.merchantId, scope.livemode, after, before, limit]
  return (await runForOne<{ id: string | null }>(db, nextMovement, values))?.id ?? null
}

const noteMissing = {
  name: 'note missing settlements',
  text: `
    insert into settlement_differences (${differenceColumns})
    select v.merchant_id, v.livemode, v.id, 'settlement_missing', null, null, coalesce(v.refund_id, v.attempt_id),
      v.session_id, v.processor, $6, null, v.processor_reference,
      case when v.kind = 'refund' then -v.amount else v.amount end, v.currency, null, null, v.created_at, $7
    from money_movements v
    where v.merchant_id = $1 and v.livemode = $2 and v.id > $3 and v.id <= $4 and v.processor = $5
      and v.kind in ('capture', 'refund')
      and not exists (
        select from settlement_lines l
        where l.merchant_id = $1 and l.livemode = $2 and l.object_id = coalesce(v.refund_id, v.attempt_id)
          and l.kind = case v.kind when 'capture' then 'payment' else 'refund' end)
      and not exists (
        select from money_movements o
        where o.merchant_id = $1 and o.livemode = $2 and o.attempt_id = v.attempt_id
          and ((v.kind = 'capture' and o.kind in ('capture_reversal', 'reversal'))
            or (o.kind = 'refund_reversal' and o.refund_id = v.refund_id)))
    on conflict (merchant_id, livemode, id) do nothing`,
}

/** Notes the payments and refunds of our ledger that no report has. */
export async function noteMissingSettlements(
  scope: Scope,
  db: Database,
  { processor, account }: Pick<SettlementReportRecord, 'processor' | 'account'>,
  { after, to, now }: { after: string; to: string; now: Date },
): Promise<void> {
  await run(db, noteMissing, [scope.merchantId, scope.livemode, after, to, processor, account, now])
}

const dropFound = {
  name: 'drop found settlements',
  text: `
    delete from settlement_differences d
    where d.merchant_id = $1 and d.livemode = $2 and d.processor = $3 and d.code = 'settlement_missing' and (
      exists (
        select from settlement_lines l
        where l.merchant_id = $1 and l.livemode = $2 and l.object_id = d.object_id and l.kind in ('payment', 'refund'))
      or exists (
        select from money_movements o
        where o.merchant_id = $1 and o.livemode = $2 and o.session_id = d.session_id
          and ((o.kind in ('capture_reversal', 'reversal') and o.attempt_id = d.object_id)
            or (o.kind = 'refund_reversal' and o.refund_id = d.object_id))))`,
}

/** Drops the missing settlements that a later report has, or whose money went back. */
export async function dropFoundSettlements(scope: Scope, db: Database, processor: string): Promise<void> {
  await run(db, dropFound, [scope.merchantId, scope.livemode, processor])
}

const dropPayouts = {
  name: 'drop differences of payouts',
  text: `
    delete from settlement_differences d
    where d.merchant_id = $1 and d.livemode = $2 and d.processor = $3
      and d.code in ('payout_differs', 'payout_missing')`,
}

const notePayouts = {
  name: 'note differences of payouts',
  text: `
    insert into settlement_differences (${differenceColumns})
    select b.merchant_id, b.livemode, concat_ws('.', 'batch', b.processor, b.account, b.batch, b.currency),
      case when b.payout is null then 'payout_missing' else 'payout_differs' end, null, null, null, null, b.processor,
      b.account, b.batch, null, b.net, b.currency, b.payout, b.currency, b.last_at, $4
    from settlement_batches b
    where b.merchant_id = $1 and b.livemode = $2 and b.processor = $3 and b.batch <> ''
      and b.net <> coalesce(b.payout, 0) and b.lines > 0
    on conflict (merchant_id, livemode, id) do nothing`,
}

/** Compares the payout of each batch with the sum of its lines. An account has one or a few batches a day. */
export async function notePayoutDifferences(
  scope: Scope,
  transaction: Database,
  processor: string,
  now: Date,
): Promise<void> {
  await run(transaction, dropPayouts, [scope.merchantId, scope.livemode, processor])
  await run(transaction, notePayouts, [scope.merchantId, scope.livemode, processor, now])
}

import type { Caller } from '../../domain/accounts/caller.ts'
import { firstIdFrom } from '../../domain/ids.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import { isDataError } from '../../engines/postgres/errors.ts'
import { ReportError } from '../../processors/settlement.ts'
import {
  completeReport,
  countNewLines,
  coverageOf,
  moveOn,
  setReportAside,
  type SettlementReportRecord,
  type Coverage,
} from '../../store/settlement/reports.ts'
import type { Scope } from '../../domain/scope.ts'
import { inTransaction } from '../../store/sql/database.ts'
import {
  compareDifferencesAgain,
  dropFoundSettlements,
  lastOfNextDifferences,
  lastOfNextMovements,
  noteDifferencesOfLines,
  noteMissingSettlements,
  notePayoutDifferences,
} from '../../store/settlement/differences.ts'
import { addLinesToBatches, keepNewLines, lastOfNextLines, markSettledTwice } from '../../store/settlement/lines.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { clearStaged, linesAtOnce, stillClaimed, takenOver } from './claims.ts'

/** How many differences one run compares again. */
const mostComparedAgain = 50_000

/** A payment that the newest report should contain is this old. Acquirers settle cards within a week. */
export const settlementDays = 10

const dayMs = 24 * 60 * 60_000

/** How often an import goes on with a report that fails. */
const mostTakenOver = 3

/** `set_aside`: the service cannot compare the report, and the next one may begin. */
export type Compared = { readonly kind: 'compared' | 'set_aside'; readonly report: SettlementReportRecord }

/**
 * Compares a report, or sets it aside with a reason when it cannot be compared: when the database refuses its data, or
 * when imports have gone on with it several times in vain. Otherwise it would be tried before each later report.
 */
export async function compareOrSetAside(
  context: FlowContext,
  scope: Scope,
  report: SettlementReportRecord,
  caller?: Caller,
): Promise<Compared> {
  try {
    return { kind: 'compared', report: await compareReport(context, scope, report, caller) }
  } catch (error) {
    const isHopeless = error instanceof ReportError || isDataError(error) || report.taken_over >= mostTakenOver
    if (!isHopeless) throw error
    const reason = error instanceof ReportError ? error.message : 'The service cannot compare the lines of this report.'
    const aside = await setReportAside(scope, context.db, report, reason, context.clock.now())
    // Another import has the report now.
    if (!aside) throw error
    const { merchantId } = scope
    context.log.error({ merchantId, report: report.id, error: loggable(error) }, 'set aside a settlement report')
    await clearStaged(context, scope, report.id)
    return { kind: 'set_aside', report: aside }
  }
}

/**
 * Compares the stored lines of a report with our side. Each part is a transaction of its own, so another process can go
 * on where this one stops. Nothing here changes a payment or the ledger.
 */
async function compareReport(
  context: FlowContext,
  scope: Scope,
  given: SettlementReportRecord,
  caller: Caller = { personId: null, actor: given.imported_by, address: null },
): Promise<SettlementReportRecord> {
  const { db, clock } = context
  let report = given
  for (;;) {
    const to = await lastOfNextLines(scope, db, report.id, { after: report.compared_to, limit: linesAtOnce })
    if (to === null) break
    report = await compareLines(context, scope, stillClaimed(context, report), to)
  }
  await compareAgain(context, scope, report)
  await findMissing(context, scope, report)
  await inTransaction(db, async (transaction) => {
    await notePayoutDifferences(scope, transaction, report.processor, clock.now())
    const completed = await completeReport(scope, transaction, report, clock.now())
    if (!completed) throw takenOver()
    report = completed
    const { id, file_name, lines, new_lines } = report
    const detail = { id, file: file_name, lines, new_lines }
    await audit(context, transaction, caller, { ...scope, action: 'settlement_report.imported', detail })
  })
  await clearStaged(context, scope, report.id)
  return report
}

async function compareLines(
  { db, clock }: FlowContext,
  scope: Scope,
  report: SettlementReportRecord,
  to: number,
): Promise<SettlementReportRecord> {
  const { id, compared_to: after } = report
  return inTransaction(db, async (transaction) => {
    if (!(await moveOn(scope, transaction, report, to))) throw takenOver()
    const added = await keepNewLines(scope, transaction, report, { after, to })
    if (added > 0) {
      await markSettledTwice(scope, transaction, id, { after, to })
      await noteDifferencesOfLines(scope, transaction, id, { after, to }, clock.now())
      const [tooLarge] = await addLinesToBatches(scope, transaction, id, { after, to })
      if (tooLarge !== undefined) throw batchTooLarge(tooLarge)
      await countNewLines(scope, transaction, id, added)
    }
    return { ...report, compared_to: to, new_lines: report.new_lines + added }
  })
}

function batchTooLarge(batch: string): ReportError {
  const problem = `With earlier reports, the amounts of batch ${batch} add up to more than the service can count.`
  return new ReportError(null, problem, 'Check that these are reports of the acquirer.')
}

/** Our side may have learned something since: a late notification, or a refund that failed. */
async function compareAgain(
  { db, clock }: FlowContext,
  scope: Scope,
  { processor }: Pick<SettlementReportRecord, 'processor'>,
): Promise<void> {
  let before = '~'
  for (let compared = 0; compared < mostComparedAgain; compared += linesAtOnce) {
    const from = await lastOfNextDifferences(scope, db, processor, { before, limit: linesAtOnce })
    if (from === null) break
    const range = { from, before, now: clock.now() }
    await inTransaction(db, (transaction) => compareDifferencesAgain(scope, transaction, processor, range))
    before = from
  }
  await dropFoundSettlements(scope, db, processor)
}

/**
 * Notes what our ledger has and no report. Reports cover the time from their first line to their last, less the days
 * that a settlement takes. Earlier imports have looked at a part of that time.
 */
async function findMissing({ db, clock }: FlowContext, scope: Scope, report: SettlementReportRecord): Promise<void> {
  const earlier = await coverageOf(scope, db, report.processor)
  const { from, to } = missingBetween(earlier, report)
  if (from === null || to === null || from >= to) return
  const before = firstIdFrom('mov', to)
  let after = firstIdFrom('mov', from)
  for (;;) {
    const last = await lastOfNextMovements(scope, db, { after, before, limit: linesAtOnce })
    if (last === null) return
    await noteMissingSettlements(scope, db, report, { after, to: last, now: clock.now() })
    after = last
  }
}

function missingBetween(earlier: Coverage, { first_at: first, last_at: last }: Coverage): Coverage & Between {
  const ends = [earlier.last_at, last].flatMap((at) => at?.getTime() ?? [])
  const to = new Date(Math.max(...ends) - settlementDays * dayMs)
  const isEarliest = earlier.first_at === null || (first !== null && first < earlier.first_at)
  const looked = earlier.last_at && new Date(earlier.last_at.getTime() - settlementDays * dayMs)
  return { first_at: first, last_at: last, from: isEarliest ? first : looked, to }
}

interface Between {
  readonly from: Date | null
  readonly to: Date | null
}

/** Compares the differences of an account again, on request. */
export async function compareSettlementsAgain(context: FlowContext, scope: Scope, processor: string): Promise<void> {
  await compareAgain(context, scope, { processor })
  await inTransaction(context.db, (transaction) =>
    notePayoutDifferences(scope, transaction, processor, context.clock.now()),
  )
}

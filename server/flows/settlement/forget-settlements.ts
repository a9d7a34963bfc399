import {
  deleteLinesOfReport,
  findAbandonedReport,
  findOldReport,
  forgetOldDifferences,
} from '../../store/settlement/retention.ts'
import { forgetReport, type SettlementReportRecord } from '../../store/settlement/reports.ts'
import type { Scope } from '../../domain/scope.ts'
import { goOnBehind, positionOf, type Position } from '../behind-failures.ts'
import type { FlowContext } from '../context.ts'
import { eachApart } from '../work/each-apart.ts'
import { clearStaged } from './claims.ts'

/** Lines, differences and reports. The totals of batches stay. */
const keptDays = 2 * 365

/** An import that was abandoned while it read its file. */
const abandonedDays = 1

const task = 'forget_settlements'

const dayMs = 24 * 60 * 60_000

/** Deletes what is old, and what an import left that was never begun again. True: there may be more. */
export async function forgetSettlements(context: FlowContext): Promise<boolean> {
  const { db, clock } = context
  const before = (days: number): Date => new Date(clock.now().getTime() - days * dayMs)
  const pieces = [
    () => forgetFirst(context, 'abandoned', (after) => findAbandonedReport(db, before(abandonedDays), after)),
    () => forgetOldDifferences(db, before(keptDays)),
    () => forgetFirst(context, 'old', (after) => findOldReport(db, before(keptDays), after)),
  ]
  let hasMore = false
  await eachApart(context, task, pieces, {
    about: () => ({}),
    act: async (forget) => {
      if (await forget()) hasMore = true
    },
  })
  return hasMore
}

/** Forgets the first report of a list, or continues after it when that fails. False: the list is empty. */
async function forgetFirst(
  context: FlowContext,
  which: 'abandoned' | 'old',
  find: (after: Position) => Promise<SettlementReportRecord | null>,
): Promise<boolean> {
  const list = `${which} settlement reports`
  const report = await find(positionOf(context, list))
  if (!report) {
    goOnBehind(context, list, null)
    return false
  }
  const failed = await eachApart(context, task, [report], {
    about: ({ merchant_id: merchantId, id }) => ({ merchantId, id }),
    act: () => (which === 'abandoned' ? forgetAbandoned(context, report) : forgetOld(context, report)),
  })
  if (failed > 0) goOnBehind(context, list, [report.created_at, report.id])
  return true
}

async function forgetAbandoned(context: FlowContext, report: SettlementReportRecord): Promise<void> {
  const scope = scopeOf(report)
  await clearStaged(context, scope, report.id)
  await forgetReport(scope, context.db, report)
}

async function forgetOld({ db }: FlowContext, report: SettlementReportRecord): Promise<void> {
  const scope = scopeOf(report)
  if (!(await deleteLinesOfReport(scope, db, report.id))) await forgetReport(scope, db, report)
}

function scopeOf({ merchant_id: merchantId, livemode }: SettlementReportRecord): Scope {
  return { merchantId, livemode }
}

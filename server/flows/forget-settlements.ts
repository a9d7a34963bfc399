import {
  deleteLinesOfReport,
  findAbandonedReport,
  findOldReport,
  forgetOldDifferences,
} from '../store/settlement-retention.ts'
import { forgetReport } from '../store/settlement-reports.ts'
import type { FlowContext } from './context.ts'
import { clearStaged } from './settlement-claims.ts'

/** Lines, differences and reports. The totals of batches stay. */
const keptDays = 2 * 365

/** An import that was abandoned while it read its file. */
const abandonedDays = 1

const dayMs = 24 * 60 * 60_000

/** Deletes what is old, and what an import left that was never begun again. True: there may be more. */
export async function forgetSettlements(context: FlowContext): Promise<boolean> {
  const { db, clock } = context
  const before = (days: number): Date => new Date(clock.now().getTime() - days * dayMs)
  const abandoned = await findAbandonedReport(db, before(abandonedDays))
  if (abandoned) {
    const scope = { merchantId: abandoned.merchant_id, livemode: abandoned.livemode }
    await clearStaged(context, scope, abandoned.id)
    await forgetReport(scope, db, abandoned)
    return true
  }
  if (await forgetOldDifferences(db, before(keptDays))) return true
  const old = await findOldReport(db, before(keptDays))
  if (!old) return false
  const scope = { merchantId: old.merchant_id, livemode: old.livemode }
  if (!(await deleteLinesOfReport(scope, db, old.id))) await forgetReport(scope, db, old)
  return true
}

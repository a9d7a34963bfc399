import type { SettlementReportRecord } from '../../store/settlement/reports.ts'
import type { Scope } from '../../domain/scope.ts'
import { ReportError } from '../../processors/settlement.ts'
import { deleteStagedLines } from '../../store/settlement/lines.ts'
import type { FlowContext } from '../context.ts'

/** How many lines one statement stores, compares or deletes. */
export const linesAtOnce = 2_000

/** Another import waits this long for one that shows no progress. */
const claimMs = 2 * 60_000

export function claimedUntil(now: Date): Date {
  return new Date(now.getTime() + claimMs)
}

/** Keeps others waiting while the import makes progress. */
export function stillClaimed({ clock }: FlowContext, report: SettlementReportRecord): SettlementReportRecord {
  return { ...report, claimed_until: claimedUntil(clock.now()) }
}

export function takenOver(): ReportError {
  return new ReportError(
    null,
    'The import made no progress for two minutes, and another one has started.',
    'Import it again.',
  )
}

/** Deletes the lines that an import has stored for itself. */
export async function clearStaged({ db }: FlowContext, scope: Scope, reportId: string): Promise<void> {
  for (let after: number | null = 0; after !== null;)
    after = await deleteStagedLines(scope, db, reportId, { after, limit: linesAtOnce })
}

import { reportColumns, type SettlementReportRecord } from './reports.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { clearOld, oldRowsOf } from '../work/retention.ts'

const linesAtOnce = 1_000

const abandoned = {
  name: 'abandoned settlement report',
  text: `
    select ${reportColumns} from settlement_reports
    where state <> 'complete' and state = 'reading' and claimed_until < $1 and (created_at, id) > ($2, $3)
    order by created_at, id limit 1`,
}

type Behind = readonly [at: Date, id: string]

/** A report behind `after` whose import ended before it had read the file. */
export function findAbandonedReport(db: Database, before: Date, after: Behind): Promise<SettlementReportRecord | null> {
  return runForOne(db, abandoned, [before, ...after])
}

const old = {
  name: 'old settlement report',
  text: `
    select ${reportColumns} from settlement_reports
    where created_at < $1 and state = 'complete' and (created_at, id) > ($2, $3) order by created_at, id limit 1`,
}

export function findOldReport(db: Database, before: Date, after: Behind): Promise<SettlementReportRecord | null> {
  return runForOne(db, old, [before, ...after])
}

const deleteLines = {
  name: 'delete old settlement lines',
  text: `
    delete from settlement_lines
    where merchant_id = $1 and livemode = $2 and report_id = $3 and line = any(array(
      select line from settlement_lines
      where merchant_id = $1 and livemode = $2 and report_id = $3 order by line limit $4))
    returning 1`,
}

/** Deletes some lines of a report. False: there are none left. */
export async function deleteLinesOfReport(scope: Scope, db: Database, reportId: string): Promise<boolean> {
  return (await run(db, deleteLines, [scope.merchantId, scope.livemode, reportId, linesAtOnce])).length > 0
}

const oldDifferences = oldRowsOf('settlement_differences', { key: 'merchant_id, livemode, id', age: 'noted_at' })

export function forgetOldDifferences(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, oldDifferences, before)
}

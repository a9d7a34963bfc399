import type { Scope, ScopedRecord } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { listOf } from '../sql/columns.ts'

/** A settlement report of a processor. */
export interface SettlementReportRecord extends ScopedRecord {
  id: string
  processor: string
  /** The account at the processor. */
  account: string
  file_name: string
  imported_by: string
  /**
   * `reading`: an import stores lines that nothing uses yet. `comparing`: the whole report is stored, and correct.
   */
  state: 'reading' | 'comparing' | 'complete'
  /** The import that may go on with this report, and until when another import must wait for it. */
  claim: string
  claimed_until: Date
  content_hash: string | null
  lines: number
  /** The lines that no earlier report had. */
  new_lines: number
  compared_to: number
  first_at: Date | null
  last_at: Date | null
  created_at: Date
  completed_at: Date | null
  /** Why the service could not compare the whole report. Null: it could, or has not done so yet. */
  problem: string | null
  /** How many imports have gone on with the report after one that stopped. */
  taken_over: number
}

export const reportColumns = listOf<SettlementReportRecord>({
  merchant_id: true,
  livemode: true,
  id: true,
  processor: true,
  account: true,
  file_name: true,
  imported_by: true,
  state: true,
  claim: true,
  claimed_until: true,
  content_hash: true,
  lines: true,
  new_lines: true,
  compared_to: true,
  first_at: true,
  last_at: true,
  created_at: true,
  completed_at: true,
  problem: true,
  taken_over: true,
})

type NewReport = Pick<
  SettlementReportRecord,
  'id' | 'processor' | 'account' | 'file_name' | 'imported_by' | 'claim' | 'claimed_until' | 'created_at'
>

const insert = {
  name: 'insert settlement report',
  text: `
    insert into settlement_reports (merchant_id, livemode, id, processor, account, file_name, imported_by, state, claim,
      claimed_until, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, 'reading', $8, $9, $10)
    on conflict (merchant_id, livemode) where state <> 'complete' do nothing
    returning ${reportColumns}`,
}

/** Begins an import. Null: the account has another one. */
export function insertReport(scope: Scope, db: Database, report: NewReport): Promise<SettlementReportRecord | null> {
  const { id, processor, account, file_name, imported_by, claim, claimed_until, created_at } = report
  return runForOne(db, insert, [
    scope.merchantId,
    scope.livemode,
    id,
    processor,
    account,
    file_name,
    imported_by,
    claim,
    claimed_until,
    created_at,
  ])
}

const unfinished = {
  name: 'unfinished settlement report',
  text: `
    select ${reportColumns} from settlement_reports
    where merchant_id = $1 and livemode = $2 and state <> 'complete'`,
}

export function findUnfinishedReport(scope: Scope, db: Database): Promise<SettlementReportRecord | null> {
  return runForOne(db, unfinished, [scope.merchantId, scope.livemode])
}

const takeOver = {
  name: 'take over settlement report',
  text: `
    update settlement_reports set claim = $5, claimed_until = $6, taken_over = taken_over + 1
    where merchant_id = $1 and livemode = $2 and id = $3 and claim = $4 and state <> 'complete'
    returning ${reportColumns}`,
}

/** Takes the report from an import that has stopped. Null: somebody else was faster. */
export function takeOverReport(
  scope: Scope,
  db: Database,
  { id, claim }: SettlementReportRecord,
  next: Pick<SettlementReportRecord, 'claim' | 'claimed_until'>,
): Promise<SettlementReportRecord | null> {
  return runForOne(db, takeOver, [scope.merchantId, scope.livemode, id, claim, next.claim, next.claimed_until])
}

const progress = {
  name: 'settlement report progress',
  text: `
    update settlement_reports set claimed_until = $5, lines = $6
    where merchant_id = $1 and livemode = $2 and id = $3 and claim = $4 and state = 'reading'
    returning id`,
}

/** Notes the lines read so far. False: another import has taken over. */
export async function noteLinesRead(
  scope: Scope,
  db: Database,
  { id, claim, claimed_until, lines }: SettlementReportRecord,
): Promise<boolean> {
  return (await runForOne(db, progress, [scope.merchantId, scope.livemode, id, claim, claimed_until, lines])) !== null
}

const read = {
  name: 'settlement report is read',
  text: `
    update settlement_reports set state = 'comparing', content_hash = $5, first_at = $6, last_at = $7, lines = $8
    where merchant_id = $1 and livemode = $2 and id = $3 and claim = $4 and state = 'reading'
    returning ${reportColumns}`,
}

/** The whole report is stored. Null: another import has taken over. */
export function endReading(
  scope: Scope,
  db: Database,
  report: SettlementReportRecord,
): Promise<SettlementReportRecord | null> {
  const { id, claim, content_hash, first_at, last_at, lines } = report
  return runForOne(db, read, [scope.merchantId, scope.livemode, id, claim, content_hash, first_at, last_at, lines])
}

const compared = {
  name: 'settlement report is compared to',
  text: `
    update settlement_reports set compared_to = $6, claimed_until = $7
    where merchant_id = $1 and livemode = $2 and id = $3 and claim = $4 and compared_to = $5 and state = 'comparing'
    returning id`,
}

/** Locks the report and moves it on. False: another import has taken over. */
export async function moveOn(
  scope: Scope,
  transaction: Database,
  { id, claim, compared_to, claimed_until }: SettlementReportRecord,
  to: number,
): Promise<boolean> {
  const values = [scope.merchantId, scope.livemode, id, claim, compared_to, to, claimed_until]
  return (await runForOne(transaction, compared, values)) !== null
}

const countNew = {
  name: 'count new settlement lines',
  text: `
    update settlement_reports set new_lines = new_lines + $4
    where merchant_id = $1 and livemode = $2 and id = $3`,
}

export async function countNewLines(scope: Scope, transaction: Database, id: string, count: number): Promise<void> {
  await run(transaction, countNew, [scope.merchantId, scope.livemode, id, count])
}

const complete = {
  name: 'complete settlement report',
  text: `
    update settlement_reports set state = 'complete', completed_at = $5
    where merchant_id = $1 and livemode = $2 and id = $3 and claim = $4 and state = 'comparing'
    returning ${reportColumns}`,
}

export function completeReport(
  scope: Scope,
  db: Database,
  { id, claim }: SettlementReportRecord,
  now: Date,
): Promise<SettlementReportRecord | null> {
  return runForOne(db, complete, [scope.merchantId, scope.livemode, id, claim, now])
}

const setAside = {
  name: 'set settlement report aside',
  text: `
    update settlement_reports set state = 'complete', completed_at = $5, problem = $6,
      content_hash = content_hash || '.' || id
    where merchant_id = $1 and livemode = $2 and id = $3 and claim = $4 and state = 'comparing'
    returning ${reportColumns}`,
}

/**
 * Ends a report that the service cannot compare. The same file may be imported again, so its hash becomes another one.
 * Null: another import has taken over.
 */
export function setReportAside(
  scope: Scope,
  db: Database,
  { id, claim }: SettlementReportRecord,
  problem: string,
  now: Date,
): Promise<SettlementReportRecord | null> {
  return runForOne(db, setAside, [scope.merchantId, scope.livemode, id, claim, now, problem])
}

const byContent = {
  name: 'settlement report by content',
  text: `
    select ${reportColumns} from settlement_reports
    where merchant_id = $1 and livemode = $2 and processor = $3 and content_hash = $4 and state = 'complete'`,
}

export function findReportByContent(
  scope: Scope,
  db: Database,
  processor: string,
  contentHash: string,
): Promise<SettlementReportRecord | null> {
  return runForOne(db, byContent, [scope.merchantId, scope.livemode, processor, contentHash])
}

const forget = {
  name: 'forget settlement report',
  text: 'delete from settlement_reports where merchant_id = $1 and livemode = $2 and id = $3 and claim = $4',
}

export async function forgetReport(
  scope: Scope,
  db: Database,
  { id, claim }: Pick<SettlementReportRecord, 'id' | 'claim'>,
): Promise<void> {
  await run(db, forget, [scope.merchantId, scope.livemode, id, claim])
}

const list = {
  name: 'list settlement reports',
  text: `
    select ${reportColumns} from settlement_reports
    where merchant_id = $1 and livemode = $2 and id < coalesce($3, 'stm~')
    order by id desc limit $4`,
}

/** Newest first, with the one that is being imported. */
export function listReports(
  scope: Scope,
  db: Database,
  { olderThan, limit }: { olderThan: string | null; limit: number },
): Promise<SettlementReportRecord[]> {
  return run(db, list, [scope.merchantId, scope.livemode, olderThan, limit])
}

/** The time between the first and the last line of all compared reports of a processor. */
export interface Coverage {
  readonly first_at: Date | null
  readonly last_at: Date | null
}

const coverage = {
  name: 'settlement coverage',
  text: `
    select min(first_at) as first_at, max(last_at) as last_at from settlement_reports
    where merchant_id = $1 and livemode = $2 and processor = $3 and state = 'complete' and problem is null`,
}

export async function coverageOf(scope: Scope, db: Database, processor: string): Promise<Coverage> {
  const found = await runForOne<Coverage>(db, coverage, [scope.merchantId, scope.livemode, processor])
  return found ?? { first_at: null, last_at: null }
}

const accountsOf = {
  name: 'accounts by processor account',
  text: `
    select merchant_id from processor_credentials where processor = $1 and settings->>$2 = $3
    order by merchant_id limit $4`,
}

/** The accounts that are connected to an account at the processor. `field`: the credential with its name. */
export async function findAccountsConnectedTo(
  db: Database,
  { processor, field, account, limit }: { processor: string; field: string; account: string; limit: number },
): Promise<string[]> {
  const rows = await run<{ merchant_id: string }>(db, accountsOf, [processor, field, account, limit])
  return rows.map(({ merchant_id: merchantId }) => merchantId)
}

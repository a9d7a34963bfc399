import { createHash, randomUUID } from 'node:crypto'
import type { Caller } from '../../domain/accounts/caller.ts'
import { newId } from '../../domain/ids.ts'
import {
  endReading,
  findAccountsConnectedTo,
  findReportByContent,
  findUnfinishedReport,
  forgetReport,
  insertReport,
  noteLinesRead,
  takeOverReport,
  type SettlementReportRecord,
} from '../../store/settlement/reports.ts'
import type { Scope } from '../../domain/scope.ts'
import { ReportError } from '../../processors/settlement.ts'
import type { SettlementLine } from '../../domain/settlement/line.ts'
import { findProcessorCredentials } from '../../store/acquirers/processor-credentials.ts'
import { analyzeStagedLines, stageLines } from '../../store/settlement/lines.ts'
import { compareOrSetAside } from './compare-settlement.ts'
import type { FlowContext } from '../context.ts'
import { accountFieldOf, type ReportingAcquirer } from './reporting-acquirers.ts'
import { SettlementBounds } from './bounds.ts'
import { claimedUntil, clearStaged, linesAtOnce, stillClaimed, takenOver } from './claims.ts'

export interface SettlementFile {
  readonly acquirer: ReportingAcquirer
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

export type Imported =
  | { readonly kind: 'imported'; readonly report: SettlementReportRecord }
  /** The same file was imported before. Nothing has changed. */
  | { readonly kind: 'known'; readonly report: SettlementReportRecord }
  /** Nothing of the file was kept. */
  | { readonly kind: 'refused'; readonly message: string }

/**
 * Imports a settlement report: it stores all lines, and compares them only when the whole file is read. A report that
 * was imported before, in whole or in part, adds only its new lines. After a crash, the next import finishes or removes
 * what the last one left, or sets it aside.
 */
export async function importSettlement(
  context: FlowContext,
  scope: Scope,
  file: SettlementFile,
  caller: Caller,
): Promise<Imported> {
  const { bytes, digest } = hashed(file.bytes)
  const parts = linesIn(file.acquirer, bytes)
  try {
    const first = await parts.next()
    if (first.done)
      return refused(new ReportError(null, 'The report has no lines.', 'Import a report that has payments.'))
    const account = await expectedAccount(context, scope, file.acquirer, first.value)
    const report = await begin(context, scope, { file, account, caller })
    if (typeof report === 'string') return { kind: 'refused', message: report }
    return await readAll(context, scope, report, { first: first.value, parts, digest, caller })
  } catch (error) {
    if (error instanceof ReportError) return refused(error)
    throw error
  } finally {
    await parts.return?.()
  }
}

function refused({ message }: ReportError): Imported {
  return { kind: 'refused', message: `${message} Nothing was imported from this file.` }
}

function linesIn({ settlementReports }: ReportingAcquirer, bytes: AsyncIterable<Uint8Array>): Lines['parts'] {
  return settlementReports.read(bytes)[Symbol.asyncIterator]()
}

function hashed(bytes: AsyncIterable<Uint8Array>): { bytes: AsyncIterable<Uint8Array>; digest(): string } {
  const hash = createHash('sha256')
  async function* passed(): AsyncIterable<Uint8Array> {
    for await (const chunk of bytes) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { bytes: passed(), digest: () => hash.digest('base64url') }
}

/** The account at the processor that every line must be about. */
async function expectedAccount(
  { db }: FlowContext,
  { merchantId }: Scope,
  acquirer: ReportingAcquirer,
  first: SettlementLine,
): Promise<string> {
  const { name: processor, label } = acquirer
  const known = await findProcessorCredentials(db, { merchantId, processor })
  if (!known)
    throw new ReportError(
      null,
      `This account is not connected to ${label}, so its reports cannot be imported.`,
      `Connect ${label} first.`,
    )
  const account = known.settings[accountFieldOf(acquirer) ?? ''] ?? first.account
  expectAccount(first, account)
  return account
}

function expectAccount({ line, account }: SettlementLine, expected: string): void {
  if (account === expected) return
  const found = account === '' ? 'no merchant account' : `the merchant account ${account}`
  throw new ReportError(
    line,
    `It names ${found}, but this account is connected to ${expected}.`,
    `Import a report that covers only ${expected}.`,
  )
}

interface Beginning {
  readonly file: SettlementFile
  readonly account: string
  readonly caller: Caller
}

/** A text says why the import has to wait. */
async function begin(
  context: FlowContext,
  scope: Scope,
  { file, account, caller }: Beginning,
): Promise<SettlementReportRecord | string> {
  for (;;) {
    const now = context.clock.now()
    const report = await insertReport(scope, context.db, {
      id: newId('stm', now),
      processor: file.acquirer.name,
      account,
      file_name: nameOf(file),
      imported_by: caller.actor,
      claim: randomUUID(),
      claimed_until: claimedUntil(now),
      created_at: now,
    })
    if (report) return report
    const other = await findUnfinishedReport(scope, context.db)
    if (!other) continue
    if (other.claimed_until > now)
      return `The account is importing ${other.file_name}. Wait until that is done, then try again.`
    const taken = await takeOverReport(scope, context.db, other, {
      claim: randomUUID(),
      claimed_until: claimedUntil(now),
    })
    if (!taken) continue
    if (taken.state === 'reading') await discard(context, scope, taken)
    else await compareOrSetAside(context, scope, taken)
  }
}

function nameOf({ name }: SettlementFile): string {
  const plain = name.replace(/[\p{C}]/gu, '').replace(/^.*[\\/]/, '')
  return [...plain].slice(0, 100).join('') || 'report.csv'
}

interface Lines {
  readonly first: SettlementLine
  readonly parts: AsyncIterator<SettlementLine>
  readonly digest: () => string
  readonly caller: Caller
}

async function readAll(
  context: FlowContext,
  scope: Scope,
  begun: SettlementReportRecord,
  { first, parts, digest, caller }: Lines,
): Promise<Imported> {
  let report = begun
  try {
    report = await stageAll(context, scope, report, { first, parts })
  } catch (error) {
    await discard(context, scope, report)
    throw error
  }
  const content_hash = digest()
  const earlier = await findReportByContent(scope, context.db, report.processor, content_hash)
  if (earlier) {
    await discard(context, scope, report)
    return { kind: 'known', report: earlier }
  }
  const read = await endReading(scope, context.db, stillClaimed(context, { ...report, content_hash }))
  if (!read) throw takenOver()
  if (read.lines > linesAtOnce) await analyzeStagedLines(context.db)
  const compared = await compareOrSetAside(context, scope, read, caller)
  if (compared.kind === 'compared') return { kind: 'imported', report: compared.report }
  return { kind: 'refused', message: `${compared.report.problem ?? ''} ${asideNote(compared.report)}` }
}

function asideNote({ new_lines: lines }: SettlementReportRecord): string {
  const kept = lines === 0 ? 'none of its lines count' : `only its first ${lines} new lines count`
  return `The report was set aside: ${kept}, and other reports can be imported.`
}

/** Stores lines in small statements, so that no transaction lasts as long as the file. */
async function stageAll(
  context: FlowContext,
  scope: Scope,
  begun: SettlementReportRecord,
  { first, parts }: Pick<Lines, 'first' | 'parts'>,
): Promise<SettlementReportRecord> {
  let report = begun
  let waiting: SettlementLine[] = []
  const bounds = new SettlementBounds()
  const store = async (): Promise<void> => {
    report = stillClaimed(context, withTimes(report, waiting))
    if (!(await noteLinesRead(scope, context.db, report))) throw takenOver()
    await stageLines(scope, context.db, report.id, waiting)
    waiting = []
  }
  for (let next: IteratorResult<SettlementLine, unknown> = { value: first }; !next.done; next = await parts.next()) {
    expectAccount(next.value, report.account)
    bounds.add(next.value)
    waiting.push(next.value)
    if (waiting.length === linesAtOnce) await store()
  }
  if (waiting.length > 0) await store()
  return report
}

function withTimes(report: SettlementReportRecord, lines: readonly SettlementLine[]): SettlementReportRecord {
  let first = report.first_at?.getTime() ?? Infinity
  let last = report.last_at?.getTime() ?? -Infinity
  for (const { bookedAt } of lines) {
    first = Math.min(first, bookedAt.getTime())
    last = Math.max(last, bookedAt.getTime())
  }
  return { ...report, lines: report.lines + lines.length, first_at: new Date(first), last_at: new Date(last) }
}

async function discard(context: FlowContext, scope: Scope, report: SettlementReportRecord): Promise<void> {
  await clearStaged(context, scope, report.id)
  await forgetReport(scope, context.db, report)
}

/** A message names no more accounts than these. */
const mostAccountsNamed = 10

export type FoundAccount = { readonly merchantId: string } | { readonly problem: string }

/** The account of the service that a report is about. */
export async function findAccountOfReport(
  context: FlowContext,
  acquirer: ReportingAcquirer,
  bytes: AsyncIterable<Uint8Array>,
): Promise<FoundAccount> {
  const lines = linesIn(acquirer, bytes)
  try {
    const first = await lines.next()
    return first.done
      ? { problem: 'The report has no lines.' }
      : await accountConnectedTo(context, acquirer, first.value)
  } catch (error) {
    if (error instanceof ReportError) return { problem: error.message }
    throw error
  } finally {
    await lines.return?.()
  }
}

async function accountConnectedTo(
  { db }: FlowContext,
  acquirer: ReportingAcquirer,
  { account }: SettlementLine,
): Promise<FoundAccount> {
  const { name: processor, label } = acquirer
  const field = accountFieldOf(acquirer)
  if (field === null) return { problem: `Choose the account with --account: reports of ${label} name none.` }
  const found = await findAccountsConnectedTo(db, { processor, field, account, limit: mostAccountsNamed })
  const [merchantId, second] = found
  if (merchantId === undefined)
    return {
      problem:
        `No account is connected to the merchant account ${account} of ${label}. ` +
        'Connect it first, in the dashboard under Live access or with npm run account.',
    }
  if (second === undefined) return { merchantId }
  return {
    problem:
      `More than one account is connected to the merchant account ${account} of ${label}: ${found.join(', ')}. ` +
      'Choose one with --account.',
  }
}

import type { SettlementLine } from '../domain/settlement/line.ts'

/** Reads the report of one processor. It throws a `ReportError` for the first thing that it cannot read. */
export type SettlementReader = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<SettlementLine>

/** The settlement reports of an acquirer. */
export interface SettlementReports {
  /** The acquirer's name for the report, as people read it. */
  readonly name: string
  readonly read: SettlementReader
}

/** Why a report cannot be imported, and what to do. Nothing of the file is quoted that could be long. */
export class ReportError extends Error {
  override name = 'ReportError'

  constructor(line: number | null, problem: string, fix: string) {
    super(`${line === null ? '' : `Line ${line}: `}${problem} ${fix}`)
  }
}

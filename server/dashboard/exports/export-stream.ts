import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { isFailure, type Failure } from '../../domain/failure.ts'
import type { Cell } from '../../domain/text/cell.ts'
import { byteOrderMark, commaCsv, csvRecord, semicolonCsv, type CsvDialect } from '../../domain/text/csv.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import { outsideRequests } from '../../engines/postgres/request-time.ts'
import type { FlowContext } from '../../flows/context.ts'
import { readInTurn } from '../../flows/reads/read-in-turn.ts'
import type { MemberVisit } from '../shell/page.ts'
import type { Columns } from './export-columns.ts'
import type { FileKind } from '../shell/file-kind.ts'
import { xlsxStream } from './xlsx-stream.ts'

/** Rows that one database query reads: few enough that writing them does not hold up other requests. */
const rowsOfPart = 250

/** Reads the rows after the one with the id `olderThan`. Fewer rows than `limit` mean that no more follow. */
export type ReadPart<Row> = (part: { olderThan: string | null; limit: number }) => Promise<readonly Row[]>

/** Rows of a file that were chosen from more. `next`: the next part begins after this id. Null: no more rows follow. */
export interface ChosenRows<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
}

/** Reads at most `limit` rows that the file shows, beginning after the id `olderThan`. */
export type ReadChosen<Row> = (part: { olderThan: string | null; limit: number }) => Promise<ChosenRows<Row>>

type Streaming = Pick<MemberVisit, 'context' | 'scope' | 'merchant'>

/** What a file has: its title, its columns and its rows. */
export interface FileContent<Row> {
  readonly title: string
  readonly columns: Columns<Row>
  readonly read: ReadChosen<Row>
}

/** Reads all rows that `readPart` reads, part after part. */
export function allRows<Row extends { id: string }>(readPart: ReadPart<Row>): ReadChosen<Row> {
  return async (part) => {
    const rows = await readPart(part)
    return { rows, next: rows.length < part.limit ? null : (rows.at(-1)?.id ?? null) }
  }
}

/**
 * A file as a stream. It reads a part at a time, as fast as the client takes them, so it needs little memory and holds
 * no database connection between reads. Each part waits for the account's turn. It stops when the client disconnects.
 * An error cuts the connection, so that the client does not mistake half a file for a complete one.
 */
export function fileStream<Row>(
  visit: Streaming,
  kind: FileKind,
  { title, columns, read }: FileContent<Row>,
): Readable {
  const parts = partsOf(visit, columns, read)
  const names = Object.keys(columns)
  const stream =
    kind === 'xlsx'
      ? xlsxStream({ title, names, parts })
      : Readable.from(csvText(names, parts, kind === 'csv' ? commaCsv : semicolonCsv), {
          objectMode: false,
          highWaterMark: 64 * 1024,
        })
  stream.once('error', (error) => visit.context.log.error({ error: loggable(error) }, 'an export failed'))
  return stream
}

async function* csvText(
  names: readonly string[],
  parts: AsyncIterable<readonly (readonly Cell[])[]>,
  dialect: CsvDialect,
): AsyncGenerator<string> {
  yield byteOrderMark + csvRecord(names, dialect)
  for await (const rows of parts) if (rows.length > 0) yield rows.map((cells) => csvRecord(cells, dialect)).join('')
}

interface Part {
  readonly rows: readonly (readonly Cell[])[]
  /** The id after which the next part begins. Null: no more rows follow. */
  readonly next: string | null
}

async function* partsOf<Row>(
  { context, scope, merchant }: Streaming,
  columns: Columns<Row>,
  readPart: ReadChosen<Row>,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const cells = Object.values(columns)
  for (let olderThan: string | null = null; ;) {
    if (context.isStopping()) throw new Error('The service stops')
    const read = async (): Promise<Part> => {
      const began = performance.now()
      const { rows, next } = await readPart({ olderThan, limit: rowsOfPart })
      const written = rows.map((row) => cells.map((cell) => cell(row, merchant.time_zone)))
      // After each part, the export pauses for as long as the part took, so that exports never use more than half of a
      // slot's time.
      await pause(performance.now() - began)
      return { rows: written, next }
    }
    // A long file takes longer than one request may wait for the database. Each of its queries still has a limit.
    const part: Part | Failure = await outsideRequests(() => readInTurn(context, scope, read, 'slow'))
    if (isFailure(part)) throw new Error('The export waited too long for its turn')
    yield part.rows
    if (part.next === null) return
    olderThan = part.next
  }
}

/** How many files one account may download at a time from one process. */
const maxAtOnce = 3

const running = new WeakMap<FlowContext, Map<string, number>>()

/** Takes one of the account's slots until the stream closes. False: all slots are taken. */
export function takeExportSlot(context: FlowContext, merchantId: string, stream: Readable): boolean {
  const slots = running.get(context) ?? new Map<string, number>()
  running.set(context, slots)
  const taken = slots.get(merchantId) ?? 0
  if (taken >= maxAtOnce) return false
  slots.set(merchantId, taken + 1)
  stream.once('close', () => {
    const left = (slots.get(merchantId) ?? 1) - 1
    if (left === 0) slots.delete(merchantId)
    else slots.set(merchantId, left)
  })
  return true
}

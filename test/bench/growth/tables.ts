import { median } from '../load.ts'
import type { SampleRows } from './sample-rows.ts'
import type { Size } from './sizes.ts'

export interface StatementCost {
  /** The blocks of each run. */
  readonly blocks: number[]
  walBytes: number
  /** The tables that it read from beginning to end. */
  readonly scanned: Set<string>
}

export interface Measured {
  readonly sessions: number
  readonly statements: ReadonlyMap<string, StatementCost>
  /** Of `payments` plain payments alone. */
  readonly ofPayment: ReadonlyMap<string, StatementCost>
  readonly payments: number
  /** Bytes of the write-ahead log, without whole pages and of whole pages. */
  readonly wal: { readonly records: number; readonly pages: number }
}

const number = (value: number): string => Math.round(value).toLocaleString('en')

/** A table for people, in Markdown. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const cells = (row: readonly string[], filler: string): string[] =>
    widths.map((width, column) =>
      column === 0 ? (row[column] ?? '').padEnd(width, filler) : (row[column] ?? '').padStart(width, filler),
    )
  const line = (row: readonly string[]): string => `| ${cells(row, ' ').join(' | ')} |`
  const rule = `| ${cells(['', ...widths.slice(1).map(() => ':')], '-').join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** The disk that a plain payment takes in each table and index. */
export function diskTable(sizes: readonly Size[], plain: readonly SampleRows[]): string {
  const rowsOf = (name: string): number => plain.find((sample) => sample.table === name)?.lines.length ?? 0
  const lines = sizes.map((size) => ({ ...size, each: size.rows === 0 ? 0 : size.bytes / size.rows }))
  const used = lines.filter((line) => rowsOf(line.table) > 0)
  const total = used.reduce((sum, line) => sum + line.each * rowsOf(line.table), 0)
  const rows = used.map((line) => [
    line.index === null ? line.table : `  ${line.index}`,
    number(line.each),
    String(rowsOf(line.table)),
    number(line.each * rowsOf(line.table)),
  ])
  const head = ['Table or index', 'Bytes a row', 'Rows a payment', 'Bytes a payment']
  return `${table(head, [...rows, ['Together', '', '', number(total)]])}\n`
}

/** What a plain payment writes to the write-ahead log, with its webhook. */
export function walTable({ ofPayment, payments, wal }: Measured): string {
  const lines = [...ofPayment].map(([name, { blocks, walBytes: bytes }]) => ({ name, runs: blocks.length, bytes }))
  const rows = lines
    .sort((a, b) => b.bytes - a.bytes)
    .filter(({ bytes, runs }) => bytes > 0 || runs >= payments / 2)
    .map(({ name, runs, bytes }) => [name, (runs / payments).toFixed(1), number(bytes / payments)])
  const statements = lines.filter(({ name }) => !name.startsWith('(')).reduce((sum, { runs }) => sum + runs, 0)
  const head = ['Statement', 'Runs a payment', 'WAL bytes a payment']
  const all = [
    ...rows,
    ['All records, with commits', (statements / payments).toFixed(1), number(wal.records / payments)],
    ['Whole pages after a checkpoint', '', number(wal.pages / payments)],
  ]
  return `${table(head, all)}\n`
}

/** The blocks that each statement reads at the two sizes. */
export function blocksTable(small: Measured, large: Measured): string {
  const rows = [...large.statements]
    .map(([name, cost]) => {
      const before = small.statements.get(name)
      return {
        name,
        runs: cost.blocks.length,
        before: before ? median(before.blocks) : null,
        after: median(cost.blocks),
        scanned: [...cost.scanned],
      }
    })
    .sort((a, b) => b.after - (b.before ?? 0) - (a.after - (a.before ?? 0)) || b.after - a.after)
    .map(({ name, runs, before, after, scanned }) => [
      name,
      String(runs),
      before === null ? '' : number(before),
      number(after),
      scanned.toSorted().join(', '),
    ])
  const head = ['Statement', 'Runs', `Blocks at ${number(small.sessions)}`, `At ${number(large.sessions)}`, 'Scans']
  return `${table(head, rows)}\n`
}

/** The space of a table, in percent of its bytes, and of its indexes. */
export interface Bloat {
  readonly table: string
  readonly rows: number
  readonly bytes: number
  readonly dead: number
  readonly free: number
  readonly vacuums: number
  readonly indexBytes: number
  /** How full the leaf pages of the indexes are, in percent. */
  readonly density: number
}

export function bloatTable(bloat: readonly Bloat[]): string {
  const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)
  const rows = bloat.map((line) => [
    line.table,
    number(line.rows),
    megabytes(line.bytes),
    line.dead.toFixed(1),
    line.free.toFixed(1),
    megabytes(line.indexBytes),
    line.density.toFixed(0),
    number(line.vacuums),
  ])
  const head = ['Table', 'Rows', 'MB', 'Dead %', 'Free %', 'MB of indexes', 'Leaves full, %', 'Autovacuums']
  return `${table(head, rows)}\n`
}

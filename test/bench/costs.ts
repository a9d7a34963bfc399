import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessUse, ServerProcess } from './children.ts'
import type { PostgresMeter, PostgresUse } from './postgres-use.ts'

/** What one operation costs. */
export interface Cost {
  /** Waits for PostgreSQL, without those of the simulated bank. */
  readonly roundTrips: number
  readonly bankRoundTrips: number
  /** Without those of the simulated bank, and without `begin` and `commit`. */
  readonly statements: number
  /** Transactions that write, with those of the simulated bank. */
  readonly commits: number
  /** What PostgreSQL writes to its log, without copies of whole pages. */
  readonly walBytes: number
  readonly pageBytes: number
  readonly programMs: number
  readonly postgresMs: number
}

/** The processes and database servers that share the work. */
export interface Parts {
  readonly processes: readonly ServerProcess[]
  readonly meters: readonly PostgresMeter[]
}

/** What follows a reply, such as waking the worker, ends within this time. */
const settleMs = 300

/** What one operation costs on one database server. */
export type ServerCost = Pick<Cost, 'commits' | 'walBytes' | 'pageBytes' | 'postgresMs'>

/** Runs `work`, which does `count` operations. Returns what each costs, also by server, and what `work` returns. */
export async function measure<Result>(
  parts: Parts,
  count: number,
  work: () => Promise<Result>,
): Promise<{ cost: Cost; servers: ServerCost[]; result: Result }> {
  const before = await readAll(parts)
  const result = await work()
  await pause(settleMs)
  const after = await readAll(parts)
  const servers = await Promise.all(
    parts.meters.map((meter, index) => serverCost(meter, at(before.servers, index), at(after.servers, index), count)),
  )
  const each = (of: (all: Totals) => number): number => (of(after) - of(before)) / count
  return {
    result,
    servers,
    cost: {
      roundTrips: each((all) => all.own.roundTrips),
      bankRoundTrips: each((all) => all.bank.roundTrips),
      statements: each((all) => all.own.statements),
      commits: sum(servers, ({ commits }) => commits),
      walBytes: sum(servers, ({ walBytes }) => walBytes),
      pageBytes: sum(servers, ({ pageBytes }) => pageBytes),
      programMs: each((all) => all.cpuSeconds) * 1000,
      postgresMs: sum(servers, ({ postgresMs }) => postgresMs),
    },
  }
}

async function serverCost(
  meter: PostgresMeter,
  before: PostgresUse,
  after: PostgresUse,
  count: number,
): Promise<ServerCost> {
  const { bytes, pageBytes } = await meter.written(before, after)
  return {
    commits: (after.commits - before.commits) / count,
    walBytes: (bytes - pageBytes) / count,
    pageBytes: pageBytes / count,
    postgresMs: ((after.cpuSeconds - before.cpuSeconds) / count) * 1000,
  }
}

interface Counts {
  readonly statements: number
  readonly roundTrips: number
}

interface Totals {
  readonly own: Counts
  readonly bank: Counts
  readonly cpuSeconds: number
  readonly servers: readonly PostgresUse[]
}

const bankPurpose = 'sandbox_bank'

async function readAll({ processes, meters }: Parts): Promise<Totals> {
  const uses = await Promise.all(processes.map((process) => process.use()))
  return {
    own: countsOf(uses, (purpose) => purpose !== bankPurpose),
    bank: countsOf(uses, (purpose) => purpose === bankPurpose),
    cpuSeconds: sum(uses, ({ cpuSeconds }) => cpuSeconds),
    servers: await Promise.all(meters.map((meter) => meter.read())),
  }
}

function countsOf(uses: readonly ProcessUse[], isChosen: (purpose: string) => boolean): Counts {
  const counts = uses
    .flatMap(({ counts }) => Object.entries(counts))
    .filter(([purpose]) => isChosen(purpose))
    .map(([, counted]) => counted)
  return {
    statements: sum(counts, ({ statements }) => statements),
    roundTrips: sum(counts, ({ roundTrips }) => roundTrips),
  }
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error('Bug: each meter was read twice')
  return item
}

const columns: readonly [title: string, value: keyof Cost, digits: number][] = [
  ['round trips', 'roundTrips', 1],
  ['of the bank', 'bankRoundTrips', 1],
  ['statements', 'statements', 1],
  ['commits', 'commits', 2],
  ['WAL bytes', 'walBytes', 0],
  ['whole pages', 'pageBytes', 0],
  ['program ms', 'programMs', 2],
  ['PostgreSQL ms', 'postgresMs', 2],
]

const nameWidth = 46

/** Prints the head of a table, and returns a function that prints a row. A row of one server has fewer values. */
export function costTable(title: string): (name: string, cost: Partial<Cost>) => void {
  const write = (name: string, cells: readonly string[]): void => {
    const line = cells.map((cell, index) => cell.padStart(columns[index]?.[0].length ?? 0)).join('  ')
    process.stdout.write(`${name.padEnd(nameWidth)} ${line}\n`)
  }
  write(
    title,
    columns.map(([name]) => name),
  )
  return (name, cost) =>
    write(
      name,
      columns.map(([, value, digits]) => cost[value]?.toFixed(digits) ?? ''),
    )
}

import { lineKinds, signedAmount, type LineKind } from '../money/ledger.ts'
import type { FailureCode } from '../sessions/failure-codes.ts'

/**
 * Sum of the ledger lines of one kind, currency and period. `period` is the position in the list of periods, from 1.
 */
export interface MovementSum {
  readonly period: number
  readonly currency: string
  readonly kind: LineKind
  readonly count: number
  /** In the smallest unit. */
  readonly amount: number
}

/** Checkouts with at least one card attempt, by the period in which they were created. */
export interface CheckoutCount {
  readonly period: number
  readonly currency: string
  readonly tried: number
  readonly paid: number
}

/** Failed card attempts, by the period of the attempt. */
export interface FailureCount {
  readonly period: number
  readonly currency: string
  readonly code: FailureCode
  readonly count: number
}

export interface Counts {
  readonly movements: readonly MovementSum[]
  readonly checkouts: readonly CheckoutCount[]
  readonly failures: readonly FailureCount[]
}

/** The counts of one period. */
export interface Figures {
  readonly movements: readonly Omit<MovementSum, 'period'>[]
  readonly checkouts: readonly Omit<CheckoutCount, 'period'>[]
  readonly failures: readonly Omit<FailureCount, 'period'>[]
}

const noCounts: Counts = { movements: [], checkouts: [], failures: [] }
export const noFigures: Figures = noCounts

/** The figures of each period that has any. */
export function figuresByPeriod(counts: Counts): Map<number, Figures> {
  const figures = ({ movements, checkouts, failures }: Counts): Figures => ({
    movements: movements.map(({ period, ...row }) => row),
    checkouts: checkouts.map(({ period, ...row }) => row),
    failures: failures.map(({ period, ...row }) => row),
  })
  return new Map([...grouped(counts, ({ period }) => period)].map(([period, own]) => [period, figures(own)]))
}

/** The opposite: figures with the positions of their periods. */
export function countsOf(each: readonly { period: number; figures: Figures }[]): Counts {
  return {
    movements: each.flatMap(({ period, figures }) => figures.movements.map((row) => ({ ...row, period }))),
    checkouts: each.flatMap(({ period, figures }) => figures.checkouts.map((row) => ({ ...row, period }))),
    failures: each.flatMap(({ period, figures }) => figures.failures.map((row) => ({ ...row, period }))),
  }
}

export type Sums = Readonly<Record<LineKind, { count: number; amount: number }>>

/** Payments of one period in one currency. */
export interface PeriodStatistics {
  /** False: retention has deleted some checkouts of the period, so only the money is counted. */
  readonly isComplete: boolean
  /** Sums of the ledger by kind of line. Amounts are positive, in the smallest unit. */
  readonly moved: Sums
  readonly tried: number
  readonly paid: number
  readonly failures: ReadonlyMap<FailureCode, number>
}

/** The statistics of one currency: each period in order, and their total. */
export interface CurrencyStatistics {
  readonly currency: string
  readonly periods: readonly PeriodStatistics[]
  readonly total: PeriodStatistics
}

/** The sums of several periods together. */
export function sumsOfAll(all: readonly Pick<PeriodStatistics, 'moved'>[]): Sums {
  const sumOf = (kind: LineKind, of: 'count' | 'amount'): number =>
    all.reduce((sum, { moved }) => sum + moved[kind][of], 0)
  const sums = lineKinds.map((kind) => [kind, { count: sumOf(kind, 'count'), amount: sumOf(kind, 'amount') }])
  return Object.fromEntries(sums) as Sums
}

/** Money received minus money returned, in the smallest unit. Negative when more was returned. */
export function netOf(moved: Sums): number {
  return lineKinds.reduce((net, kind) => net + signedAmount(kind, moved[kind].amount), 0)
}

/** Every currency with activity, ordered by number of payments. `complete`: whether each period has all its rows. */
export function statisticsByCurrency(counts: Counts, complete: readonly boolean[]): CurrencyStatistics[] {
  const each = [...grouped(counts, (row) => row.currency)].map(([currency, own]) => {
    const byPeriod = grouped(own, (row) => row.period)
    return {
      currency,
      periods: complete.map((isComplete, index) => summed(byPeriod.get(index + 1) ?? noCounts, isComplete)),
      total: summed(own, !complete.includes(false)),
    }
  })
  return each.sort(
    (a, b) =>
      b.total.moved.payment.count - a.total.moved.payment.count ||
      b.total.tried - a.total.tried ||
      (a.currency < b.currency ? -1 : 1),
  )
}

/** Reads each row once: a year of days and many currencies give thousands of rows. */
function grouped<Key>(counts: Counts, keyOf: (row: { period: number; currency: string }) => Key): Map<Key, Counts> {
  const [movements, checkouts, failures] = [
    Map.groupBy(counts.movements, keyOf),
    Map.groupBy(counts.checkouts, keyOf),
    Map.groupBy(counts.failures, keyOf),
  ]
  const keys = new Set([...movements.keys(), ...checkouts.keys(), ...failures.keys()])
  return new Map(
    [...keys].map((key) => [
      key,
      {
        movements: movements.get(key) ?? [],
        checkouts: checkouts.get(key) ?? [],
        failures: failures.get(key) ?? [],
      },
    ]),
  )
}

function summed({ movements, ...rows }: Counts, isComplete: boolean): PeriodStatistics {
  const { checkouts, failures } = isComplete ? rows : noCounts
  const moved = Object.fromEntries(lineKinds.map((kind) => [kind, { count: 0, amount: 0 }])) as Sums
  for (const { kind, count, amount } of movements) {
    moved[kind].count += count
    moved[kind].amount += amount
  }
  const byCode = new Map<FailureCode, number>()
  for (const { code, count } of failures) byCode.set(code, (byCode.get(code) ?? 0) + count)
  const sum = (of: 'tried' | 'paid'): number => checkouts.reduce((total, row) => total + row[of], 0)
  return { isComplete, moved, tried: sum('tried'), paid: sum('paid'), failures: byCode }
}

import type { FailureCode } from './failure-codes.ts'
import type { MovementKind } from './records.ts'

/**
 * Sum of the ledger entries of one kind, currency and period. `period` is the position in the list of periods, from 1.
 */
export interface MovementSum {
  readonly period: number
  readonly currency: string
  readonly kind: MovementKind
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

type Sums = Record<MovementKind, { count: number; amount: number }>

/** Payments of one period in one currency. */
export interface PeriodStatistics {
  /** Sums of the ledger by kind. Amounts are positive, in the smallest unit. */
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

/** Money received minus money returned, in the smallest unit. Negative when more was returned. */
export function netOf({ capture, refund, reversal, chargeback, chargeback_reversal: won }: Sums): number {
  return capture.amount - refund.amount - reversal.amount - chargeback.amount + won.amount
}

/** Every currency with activity, ordered by number of payments. */
export function statisticsByCurrency(counts: Counts, periods: number): CurrencyStatistics[] {
  const currencies = new Set(
    [...counts.movements, ...counts.checkouts, ...counts.failures].map(({ currency }) => currency),
  )
  const each = [...currencies].map((currency) => {
    const own = ofCurrency(counts, currency)
    return {
      currency,
      periods: Array.from({ length: periods }, (_, index) => summed(ofPeriod(own, index + 1))),
      total: summed(own),
    }
  })
  return each.sort(
    (a, b) =>
      b.total.moved.capture.count - a.total.moved.capture.count ||
      b.total.tried - a.total.tried ||
      (a.currency < b.currency ? -1 : 1),
  )
}

function ofCurrency(counts: Counts, currency: string): Counts {
  return only(counts, (row) => row.currency === currency)
}

function ofPeriod(counts: Counts, period: number): Counts {
  return only(counts, (row) => row.period === period)
}

function only(
  { movements, checkouts, failures }: Counts,
  isWanted: (row: { period: number; currency: string }) => boolean,
): Counts {
  return {
    movements: movements.filter(isWanted),
    checkouts: checkouts.filter(isWanted),
    failures: failures.filter(isWanted),
  }
}

function summed({ movements, checkouts, failures }: Counts): PeriodStatistics {
  const nothing = () => ({ count: 0, amount: 0 })
  const moved: Sums = {
    capture: nothing(),
    refund: nothing(),
    reversal: nothing(),
    chargeback: nothing(),
    chargeback_reversal: nothing(),
  }
  for (const { kind, count, amount } of movements) {
    moved[kind].count += count
    moved[kind].amount += amount
  }
  const byCode = new Map<FailureCode, number>()
  for (const { code, count } of failures) byCode.set(code, (byCode.get(code) ?? 0) + count)
  const sum = (of: 'tried' | 'paid'): number => checkouts.reduce((total, row) => total + row[of], 0)
  return { moved, tried: sum('tried'), paid: sum('paid'), failures: byCode }
}

import { completeFrom } from '../../domain/numbers/complete-from.ts'
import {
  countsOf,
  figuresByPeriod,
  noFigures,
  statisticsByCurrency,
  type Counts,
  type CurrencyStatistics,
  type Figures,
} from '../../domain/numbers/statistics.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import { dayOf, periodsOf, type Period } from '../../domain/time/periods.ts'
import { keepClosedDays, readClosedDays, type ClosedDay } from '../../store/numbers/closed-days.ts'
import { readMovementSums, readStatisticCounts, type Span } from '../../store/numbers/statistics.ts'
import type { FlowContext } from '../context.ts'
import { unpaidTestDays } from '../sandbox/count-test-storage.ts'

/** The account and mode of a page, and the consecutive periods that it shows. */
export interface Asked {
  readonly merchant: MerchantRecord
  readonly scope: Scope
  readonly periods: readonly Period[]
}

/** The statistics of each currency, and the time from which they have all checkouts (null: all of them do). */
export interface Statistics {
  readonly currencies: readonly CurrencyStatistics[]
  readonly completeFrom: Date | null
}

/** Statistics by currency. Null: counting them would take too long. */
export async function readStatistics(context: FlowContext, asked: Asked): Promise<Statistics | null> {
  const counts = await countPeriods(context, asked, readStatisticCounts)
  if (!counts) return null
  const from = await rowsCompleteFrom(context, asked)
  const complete = asked.periods.map(({ start }) => from === null || start >= from)
  return { currencies: statisticsByCurrency(counts, complete), completeFrom: complete.includes(false) ? from : null }
}

/** The time from which the account has all its checkouts in this mode. Null: it has all of them. */
export async function rowsCompleteFrom(
  context: FlowContext,
  { merchant, scope: { livemode } }: Pick<Asked, 'merchant' | 'scope'>,
): Promise<Date | null> {
  if (livemode) return null
  const testSessionDays = await unpaidTestDays(context)
  return completeFrom({ livemode, createdAt: merchant.created_at, testSessionDays }, context.clock.now())
}

/** Only the money, by currency. Null: counting it would take too long. */
export async function readMoney(context: FlowContext, asked: Asked): Promise<CurrencyStatistics[] | null> {
  const counts = await countPeriods(context, asked, async (scope, db, parts) => {
    const movements = await readMovementSums(scope, db, parts)
    return movements && { counts: { movements, checkouts: [], failures: [] }, unfinished: new Set() }
  })
  const complete = asked.periods.map(() => true)
  return counts && statisticsByCurrency({ ...counts, checkouts: [], failures: [] }, complete)
}

/** A period, or one day of it. */
interface Part extends Span {
  /** The position of the period, from 1. */
  readonly period: number
  readonly isDay: boolean
}

/**
 * Counts what the database has not kept. It keeps the days that have closed since, so that each day is counted once
 * (spec/decisions/numbers.md#figures-of-closed-days).
 */
async function countPeriods(
  context: FlowContext,
  asked: Asked,
  count: typeof readStatisticCounts,
): Promise<Counts | null> {
  const { db } = context
  const { merchant, scope, periods } = asked
  if (!scope.livemode || !hadLiveAccess(merchant)) return (await count(scope, db, periods))?.counts ?? null
  const parts = periods.flatMap((period, index) => partsOf(period, index + 1, merchant))
  const kept = await keptFigures(context, asked)
  const known = parts.flatMap((part) => {
    const figures = kept.get(limitsOf(part))
    return figures ? [{ period: part.period, figures }] : []
  })
  const others = parts.filter((part) => !kept.has(limitsOf(part)))
  if (others.length === 0) return countsOf(known)
  // An account may return from the days ahead, so only real days are closed.
  const latestEnd = context.realClock.now().getTime() - graceMs
  const isOver = ({ isDay, end }: Part): boolean => isDay && end.getTime() <= latestEnd
  const hasOver = others.some(isOver)
  const counted = await (hasOver ? readStatisticCounts : count)(scope, db, others)
  if (!counted) return null
  const figures = figuresByPeriod(counted.counts)
  const fresh = others.map((part, index) => ({ ...part, figures: figures.get(index + 1) ?? noFigures }))
  if (hasOver)
    await keep(
      context,
      scope,
      fresh.filter((part, index) => isOver(part) && !counted.unfinished.has(index + 1)),
    )
  return countsOf([...known, ...fresh])
}

/**
 * How long a day stays open after its end. A transaction writes the time at which it began, and ends within seconds. A
 * day is far more than a suspended process or a wrong clock can add to that.
 */
const graceMs = 24 * 3600_000

function hadLiveAccess({ live_access, live_access_ended_at }: MerchantRecord): boolean {
  return live_access || live_access_ended_at !== null
}

/** The days of a period. The time before the account existed is one part, because it has no payments. */
function partsOf(asked: Period, period: number, { time_zone, created_at }: MerchantRecord): Part[] {
  const firstDay = dayOf(created_at, time_zone)
  const { start, end } = asked
  if (asked.lastDay < firstDay) return [{ period, isDay: false, start, end }]
  const from = asked.firstDay < firstDay ? firstDay : asked.firstDay
  const days = periodsOf({ firstDay: from, lastDay: asked.lastDay }, 'day', time_zone, Infinity)
  const begin = days[0]?.start ?? end
  return [
    ...(start < begin ? [{ period, isDay: false, start, end: begin }] : []),
    ...days.map((day) => ({ period, isDay: true, start: day.start, end: day.end })),
  ]
}

async function keptFigures({ db }: FlowContext, { scope, periods }: Asked): Promise<Map<string, Figures>> {
  const [first, last] = [periods[0], periods.at(-1)]
  if (!first || !last) throw new Error('Bug: no periods to count')
  const days = await readClosedDays(scope, db, { from: first.start, before: last.end })
  return new Map(days.map((day) => [limitsOf(day), day.figures]))
}

/** The days of another time zone have other limits. */
function limitsOf({ start, end }: Span): string {
  return `${String(start.getTime())} ${String(end.getTime())}`
}

/** The page does not need it, so it appears also when the database accepts no rows. */
async function keep(context: FlowContext, scope: Scope, days: readonly ClosedDay[]): Promise<void> {
  if (days.length === 0) return
  try {
    await keepClosedDays(scope, context.db, days)
  } catch (error) {
    context.log.warn({ merchantId: scope.merchantId, error: loggable(error) }, 'the figures of past days were not kept')
  }
}

import { lineKinds, type LineKind } from '../../domain/money/ledger.ts'
import type { CurrencyStatistics, PeriodStatistics, Sums } from '../../domain/numbers/statistics.ts'
import type { Scope } from '../../domain/scope.ts'
import { daysBefore, periodsOf, type Days, type Step } from '../../domain/time/periods.ts'
import { readMoney } from '../../flows/numbers/read-statistics.ts'
import { chart, type Series } from '../../markup/design/chart.ts'
import { html, type Markup } from '../../markup/html.ts'
import type { MemberVisit } from '../shell/page.ts'
import type { AskedRange } from './range.ts'
import { lineWords, money, moneyScale, periodName, stepNames, successRate, successText } from './words.ts'

/** The money of as many periods before, which the charts show behind. */
export interface Before {
  readonly name: string
  readonly periods: readonly PeriodStatistics[]
}

/**
 * In test mode no figures are kept, so every visit adds up the earlier time again. It does so only beside a time with
 * at most this many movements of money.
 */
const mostMovements = 5_000

export function isCheapToCompare({ livemode }: Scope, moved: Sums): boolean {
  return livemode || lineKinds.reduce((sum, kind) => sum + moved[kind].count, 0) <= mostMovements
}

/** Null: there is nothing to compare with, or adding it up would take too long. */
export async function readBefore(
  visit: MemberVisit,
  { periods, values }: AskedRange,
  { currency, total }: CurrencyStatistics,
): Promise<Before | null> {
  if (!isCheapToCompare(visit.scope, total.moved)) return null
  const asked = spanOf(periods)
  const step = values.step as Step
  const days = asked && daysBefore(asked, step, periods?.length ?? 0)
  if (!days) return null
  const earlier = periodsOf(days, step, visit.merchant.time_zone, Infinity)
  const counted = await readMoney(visit.context, { ...visit, periods: earlier })
  const found = counted?.find((statistics) => statistics.currency === currency)
  return found ? { name: periodName(days, 'day'), periods: found.periods } : null
}

export function spanOf(periods: AskedRange['periods']): Days | null {
  const [first, last] = [periods?.[0], periods?.at(-1)]
  return first && last ? { firstDay: first.firstDay, lastDay: last.lastDay } : null
}

export function charts(
  names: readonly string[],
  step: Step,
  days: Days | null,
  { currency, periods, total }: CurrencyStatistics,
  before: Before | null,
): Markup {
  const charted = moneyCharts.filter(({ kind, isAlwaysShown }) => isAlwaysShown || total.moved[kind].count > 0)
  // One scale, so that the bars of all money charts can be compared.
  const all = [...periods, ...(before?.periods ?? [])]
  const scale = moneyScale(
    charted.flatMap(({ kind }) => all.map(({ moved }) => moved[kind].amount)),
    currency,
  )
  const [taken, ...others] = charted.map(({ kind }) => {
    const seriesOf = (name: string, of: readonly PeriodStatistics[]): Series => {
      const values = of.map(({ moved }) => moved[kind].amount)
      return { name, values, texts: values.map((value) => money(value, currency)) }
    }
    const title = lineWords[kind]
    return chart({
      title,
      labels: names,
      labelled: stepNames[step],
      now: seriesOf(before && days ? periodName(days, 'day') : title, periods),
      before: before && seriesOf(before.name, before.periods),
      ...scale,
      kind: 'bars',
    })
  })
  const rates = periods.map(successRate)
  const success = rates.every((value) => value === null)
    ? html`<p class="hint">No success rate: no checkout of this time with a card attempt can be counted.</p>`
    : chart({
        title: 'Success',
        labels: names,
        labelled: stepNames[step],
        now: { name: 'Success', values: rates, texts: periods.map(successText) },
        ceiling: 100,
        ticks: ['100%', '50%', '0%'],
        kind: 'bars',
      })
  return html`
    <div class="charts">
      ${taken}
      ${success}
      ${others}
    </div>
  `
}

const moneyCharts: readonly { kind: LineKind; isAlwaysShown?: boolean }[] = [
  { kind: 'payment', isAlwaysShown: true },
  { kind: 'refund' },
  { kind: 'chargeback' },
]

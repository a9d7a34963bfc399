import { formatAmount } from '../../../form/amount.ts'
import { lineKinds, type LineKind } from '../../domain/money/ledger.ts'
import { netOf, type PeriodStatistics } from '../../domain/numbers/statistics.ts'
import type { Period, Step } from '../../domain/time/periods.ts'

// The dashboard's format of numbers and days.

const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })
const monthFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** `21 Nov 2026`, `16–22 Nov 2026`, `November 2026`: a part of a month is named by its days. */
export function periodName({ firstDay, lastDay }: Pick<Period, 'firstDay' | 'lastDay'>, step: Step): string {
  const [first, last] = [new Date(`${firstDay}T00:00:00Z`), new Date(`${lastDay}T00:00:00Z`)]
  if (firstDay === lastDay) return dayFormat.format(first)
  const isWholeMonth =
    step === 'month' && first.getUTCDate() === 1 && new Date(last.getTime() + 86_400_000).getUTCDate() === 1
  return isWholeMonth ? monthFormat.format(first) : dayFormat.formatRange(first, last)
}

export const stepNames: Readonly<Record<Step, string>> = { day: 'Day', week: 'Week', month: 'Month' }

/** An amount in words, which may be negative. */
export function money(amount: number, currency: string): string {
  return formatAmount(amount, currency, 'en-GB')
}

/** The top of a chart of amounts, and the words beside its lines. */
export function moneyScale(amounts: readonly number[], currency: string): { ceiling: number; ticks: string[] } {
  const ceiling = roundedUp(Math.max(0, ...amounts))
  // Half of the smallest unit is no amount.
  const marks = ceiling % 2 === 0 && ceiling > 0 ? [ceiling, ceiling / 2, 0] : [ceiling, 0]
  return { ceiling, ticks: marks.map((mark) => money(mark, currency)) }
}

/** The next number that is easy to read, and to halve. */
function roundedUp(value: number): number {
  if (value <= 0) return 0
  const unit = 10 ** Math.floor(Math.log10(value))
  return (readable.find((digits) => digits * unit >= value) ?? 10) * unit
}

const readable = [1, 2, 3, 4, 6, 8, 10] as const

const countFormat = new Intl.NumberFormat('en-GB')

/** `1,234` */
export function count(number: number): string {
  return countFormat.format(number)
}

/** The percentage of checkouts that were paid, among those on which a card was tried. Null: no card was tried. */
export function successRate({ tried, paid }: Pick<PeriodStatistics, 'tried' | 'paid'>): number | null {
  return tried === 0 ? null : (paid / tried) * 100
}

export function successText(statistics: Pick<PeriodStatistics, 'tried' | 'paid'>): string {
  const rate = successRate(statistics)
  return rate === null ? '—' : `${percent(rate)}% (${count(statistics.paid)} of ${count(statistics.tried)})`
}

/** Rounds to one decimal. It shows 100 only if all checkouts were paid, and 0 only if none was. */
function percent(rate: number): string {
  const rounded = Math.round(rate * 10) / 10
  const shown = rate > 0 && rate < 100 ? Math.min(99.9, Math.max(0.1, rounded)) : rounded
  return String(shown)
}

/** The name of each kind of ledger line as a column of figures. */
export const lineWords: Readonly<Record<LineKind, string>> = {
  payment: 'Taken',
  refund: 'Refunded',
  payment_to_return: 'Taken, not kept',
  automatic_return: 'Returned automatically',
  chargeback: 'Taken back in disputes',
  chargeback_reversal: 'Won back in disputes',
  refund_reversal: 'Refunds that came back',
  automatic_return_reversal: 'Returns that came back',
  capture_reversal: 'Never arrived',
}

/** Kinds of lines that most accounts never have. The summary shows them only where they occur. */
const rareKinds: ReadonlySet<LineKind> = new Set(['refund_reversal', 'automatic_return_reversal', 'capture_reversal'])

/** The kinds of lines that a summary of these sums shows. */
export function summaryKinds(sums: readonly Pick<PeriodStatistics, 'moved'>[]): readonly LineKind[] {
  return lineKinds.filter((kind) => !rareKinds.has(kind) || sums.some(({ moved }) => moved[kind].count > 0))
}

/** The sums of these kinds of ledger lines, and the net of all. */
export function summaryCells(
  { moved }: Pick<PeriodStatistics, 'moved'>,
  currency: string,
  kinds: readonly LineKind[],
): string[] {
  return [...kinds.map((kind) => moved[kind].amount), netOf(moved)].map((amount) => money(amount, currency))
}

export function summaryHead(kinds: readonly LineKind[]): string[] {
  return [...kinds.map((kind) => lineWords[kind]), 'Net']
}

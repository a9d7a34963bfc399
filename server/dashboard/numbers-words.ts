import { formatAmount } from '../../form/amount.ts'
import type { FailureCode } from '../domain/failure-codes.ts'
import { netOf } from '../domain/statistics.ts'
import type { PeriodStatistics } from '../domain/statistics.ts'
import type { Period, Step } from '../domain/periods.ts'

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

/** An amount in words, which may be negative. */
export function money(amount: number, currency: string): string {
  return formatAmount(amount, currency, 'en-GB')
}

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
  return rate === null ? '—' : `${roundedDown(rate)}% (${count(statistics.paid)} of ${count(statistics.tried)})`
}

/** Rounds down to one decimal, so that it never shows 100 when a checkout has failed. */
function roundedDown(rate: number): string {
  return String(Math.floor(rate * 10) / 10)
}

/** The sums of each kind of movement, and the net. */
export function summaryCells({ moved }: PeriodStatistics, currency: string): string[] {
  const sums = [moved.capture, moved.refund, moved.reversal, moved.chargeback, moved.chargeback_reversal].map(
    ({ amount }) => amount,
  )
  return [...sums, netOf(moved)].map((amount) => money(amount, currency))
}

export const summaryHead = [
  'Taken',
  'Refunded',
  'Returned automatically',
  'Charged back',
  'Chargebacks reversed',
  'Net',
]

/** The merchant's words for each failure code. */
export const failureWords: Readonly<Record<FailureCode, string>> = {
  card_declined: 'Declined by the bank',
  invalid_card: 'Card number not accepted',
  expired_card: 'Card expired',
  risk_declined: 'Declined as a risk',
  authentication_failed: '3-D Secure failed',
  processing_error: 'Error at the bank',
  processor_unavailable: 'Bank not reached',
  account_configuration: 'Account not set up for it',
}

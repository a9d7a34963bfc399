import { formatAmount } from '../../form/amount.ts'
import type { FailureCode } from '../domain/failure-codes.ts'
import { netOf } from '../domain/statistics.ts'
import type { PeriodStatistics } from '../domain/statistics.ts'
import type { Period, Step } from '../domain/periods.ts'

// How numbers and days are written.

const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })
const monthFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** `21 Nov 2026`, `16–22 Nov 2026`, `November 2026`: a month that is cut short is named by its days. */
export function periodName({ firstDay, lastDay }: Pick<Period, 'firstDay' | 'lastDay'>, step: Step): string {
  const [first, last] = [new Date(`${firstDay}T00:00:00Z`), new Date(`${lastDay}T00:00:00Z`)]
  if (firstDay === lastDay) return dayFormat.format(first)
  const isWholeMonth =
    step === 'month' && first.getUTCDate() === 1 && new Date(last.getTime() + 86_400_000).getUTCDate() === 1
  return isWholeMonth ? monthFormat.format(first) : dayFormat.formatRange(first, last)
}

/** Also below zero. */
export function money(amount: number, currency: string): string {
  return formatAmount(amount, currency, 'en-GB')
}

const countFormat = new Intl.NumberFormat('en-GB')

/** `1,234` */
export function count(number: number): string {
  return countFormat.format(number)
}

/** Of the checkouts that a card was tried on, those that were paid, in percent; null: none was tried. */
export function successRate({ tried, paid }: Pick<PeriodStatistics, 'tried' | 'paid'>): number | null {
  return tried === 0 ? null : (paid / tried) * 100
}

export function successText(numbers: Pick<PeriodStatistics, 'tried' | 'paid'>): string {
  const rate = successRate(numbers)
  return rate === null ? '—' : `${roundedDown(rate)}% (${count(numbers.paid)} of ${count(numbers.tried)})`
}

/** With one decimal, and never 100 when one has failed. */
function roundedDown(rate: number): string {
  return String(Math.floor(rate * 10) / 10)
}

/** What moved, and what is left of it. */
export function summaryCells({ moved }: PeriodStatistics, currency: string): string[] {
  const sums = [moved.capture, moved.refund, moved.reversal, moved.chargeback, moved.chargeback_reversal].map(
    ({ amount }) => amount,
  )
  return [...sums, netOf(moved)].map((amount) => money(amount, currency))
}

export const summaryHead = ['Taken', 'Refunded', 'Returned by itself', 'Charged back', 'Charged back reversed', 'Net']

/** Why a card attempt failed, for the merchant. */
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

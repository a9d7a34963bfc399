import { startOfDay } from './calendar-days.ts'

const dayMs = 24 * 60 * 60_000

export const steps = ['day', 'week', 'month'] as const
export type Step = (typeof steps)[number]

/** Calendar days of a time zone, like `2026-11-21`, both included. */
export interface Days {
  readonly firstDay: string
  readonly lastDay: string
}

/** Days that are counted together, with the moments at which they start and end (`end` excluded). */
export interface Period extends Days {
  readonly start: Date
  readonly end: Date
}

/** Every day of every time zone of today begins at a multiple of this. */
const slotMs = 15 * 60_000

/** The last date that was written for a time zone. Neighbouring rows of a file mostly have the same. */
interface LastDate {
  readonly format: Intl.DateTimeFormat
  slot: number
  day: string
}

const lastDates = new Map<string, LastDate>()

/** The date in a time zone at a moment. */
export function dayOf(at: Date, timeZone: string): string {
  const last = lastDates.get(timeZone) ?? { format: dayFormat(timeZone), slot: Number.NaN, day: '' }
  lastDates.set(timeZone, last)
  const slot = Math.floor(at.getTime() / slotMs)
  if (slot !== last.slot) {
    last.day = formatted(last.format, at)
    last.slot = slot
  }
  return last.day
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
}

function formatted(format: Intl.DateTimeFormat, at: Date): string {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return [parts.get('year')?.padStart(4, '0'), parts.get('month'), parts.get('day')].join('-')
}

/** The date `days` days later; earlier when negative. */
export function addDays(day: string, days: number): string {
  return new Date(utc(day) + days * dayMs).toISOString().slice(0, 10)
}

/** The Monday of the week `weeks` weeks later; earlier when negative. */
export function firstOfWeek(day: string, weeks: number): string {
  const daysSinceMonday = (new Date(utc(day)).getUTCDay() + 6) % 7
  return addDays(day, 7 * weeks - daysSinceMonday)
}

/** The first day of the month `months` months later; earlier when negative. */
export function firstOfMonth(day: string, months: number): string {
  const date = new Date(utc(day))
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString().slice(0, 10)
}

/**
 * The days before these that divide into as many periods. Null: they begin before any payment of today.
 */
export function daysBefore({ firstDay, lastDay }: Days, step: Step, periods: number): Days | null {
  const earlier = (day: string): string =>
    step === 'month' ? sameDayOfMonth(day, -periods) : addDays(day, -periods * (step === 'week' ? 7 : 1))
  const first = earlier(firstDay)
  return first < '1970-01-01' ? null : { firstDay: first, lastDay: earlier(lastDay) }
}

/** The last day of a month leads to the last day of the other month. */
function sameDayOfMonth(day: string, months: number): string {
  const lastThere = addDays(firstOfMonth(day, months + 1), -1)
  if (addDays(day, 1) === firstOfMonth(day, 1)) return lastThere
  const there = addDays(firstOfMonth(day, months), Number(day.slice(8)) - 1)
  return there > lastThere ? lastThere : there
}

/** Number of days, both ends included. */
export function daysIn({ firstDay, lastDay }: Days): number {
  return Math.round((utc(lastDay) - utc(firstDay)) / dayMs) + 1
}

/**
 * Divides the days into periods, in order and at most `limit`. Weeks begin on Monday and months on the first. The first
 * and the last period contain only the requested days.
 */
export function periodsOf({ firstDay, lastDay }: Days, step: Step, timeZone: string, limit: number): Period[] {
  const periods: Period[] = []
  let start = begin(firstDay, timeZone, 0)
  for (let day = firstDay; day <= lastDay && periods.length < limit;) {
    const next = nextBegin(day, step)
    const last = next > lastDay ? lastDay : addDays(next, -1)
    const end = begin(last, timeZone, 1)
    periods.push({ firstDay: day, lastDay: last, start, end })
    start = end
    day = next
  }
  return periods
}

function nextBegin(day: string, step: Step): string {
  if (step === 'day') return addDays(day, 1)
  return step === 'month' ? firstOfMonth(day, 1) : firstOfWeek(day, 1)
}

function begin(day: string, timeZone: string, daysLater: number): Date {
  const at = startOfDay(day, timeZone, daysLater)
  if (!at) throw new Error(`Bug: ${JSON.stringify(day)} is not a day`)
  return at
}

function utc(day: string): number {
  return new Date(`${day}T00:00:00Z`).getTime()
}

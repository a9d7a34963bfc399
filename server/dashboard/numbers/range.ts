import { isCurrency } from '../../domain/money/amounts.ts'
import { startOfDay } from '../../domain/time/calendar-days.ts'
import {
  addDays,
  dayOf,
  daysIn,
  periodsOf,
  steps,
  type Days,
  type Period,
  type Step,
} from '../../domain/time/periods.ts'
import { noSuchRange, presetDays, presetNamed, type Preset } from '../shell/day-presets.ts'
import { endsTooEarly, notADay } from '../shell/day-range.ts'
import type { MemberVisit } from '../shell/page.ts'

/** The most rows of the table and bars of a chart: more than a year of days. */
const maxPeriods = 400

/** The range that the address asks for. */
export interface AskedRange {
  /** The values that the fields show. */
  readonly values: Readonly<Record<'from' | 'to' | 'step' | 'currency', string>>
  /** Null: the member chose the days. */
  readonly preset: Preset | null
  /** One sentence for each field that is wrong. */
  readonly errors: Readonly<Record<string, string>>
  /** Null: a value is wrong. */
  readonly periods: readonly Period[] | null
}

/** Reads the range, in days of the account's time zone. Default: the last 30 days. */
export function readRange({
  query,
  merchant,
  context,
}: Pick<MemberVisit, 'query' | 'merchant' | 'context'>): AskedRange {
  const today = dayOf(context.clock.now(), merchant.time_zone)
  const [from = '', to = '', wantedStep = '', currency = ''] = [
    query['from'],
    query['to'],
    query['step'],
    query['currency'],
  ].map((text) => (text ?? '').trim())
  const isOwn = from !== '' || to !== ''
  const preset = isOwn ? null : (presetNamed(query['range'] ?? '') ?? '30d')
  const days = preset
    ? presetDays(preset, today)
    : { firstDay: from === '' ? addDays(isDay(to) ? to : today, -29) : from, lastDay: to === '' ? today : to }
  const errors = { ...dayErrors(days, today, isOwn), ...choiceErrors(wantedStep, currency) }
  if (!isOwn && query['range'] !== undefined && !presetNamed(query['range'])) errors['from'] = noSuchRange
  const known = Object.keys(errors).length === 0
  const step = steps.find((one) => one === wantedStep) ?? (known ? usualStep(days) : 'day')
  const periods = known
    ? periodsOf(
        { ...days, lastDay: days.lastDay > today ? today : days.lastDay },
        step,
        merchant.time_zone,
        maxPeriods + 1,
      )
    : []
  if (periods.length > maxPeriods)
    errors['step'] =
      `This gives more than ${String(maxPeriods)} lines. ` +
      `Count by ${step === 'day' ? 'week or month' : 'month'}, or choose fewer days.`
  const values = { from: days.firstDay, to: days.lastDay, step, currency }
  return { values, preset, errors, periods: Object.keys(errors).length === 0 ? periods : null }
}

function isDay(text: string): boolean {
  return startOfDay(text, 'UTC') !== null
}

function dayErrors({ firstDay, lastDay }: Days, today: string, isOwn: boolean): Record<string, string> {
  if (!isOwn) return {}
  const wrong = { ...(!isDay(firstDay) && { from: notADay }), ...(!isDay(lastDay) && { to: notADay }) }
  if (Object.keys(wrong).length > 0) return wrong
  if (firstDay > lastDay) return { to: endsTooEarly }
  return firstDay > today ? { from: `These days are in the future: today is ${today} in the account’s time zone.` } : {}
}

function choiceErrors(step: string, currency: string): Record<string, string> {
  const isStep = step === '' || steps.some((one) => one === step)
  return {
    ...(!isStep && { step: 'Count by day, week or month.' }),
    ...(currency !== '' &&
      !isCurrency(currency) && { currency: 'There is no such currency. Choose one from the list.' }),
  }
}

function usualStep(days: Days): Step {
  const length = daysIn(days)
  return length <= 31 ? 'day' : length <= 190 ? 'week' : 'month'
}

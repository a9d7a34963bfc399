import { startOfDay } from '../../domain/time/calendar-days.ts'

export const notADay = 'There is no such day. Write it like 2026-11-21.'
export const endsTooEarly = 'This is before the first day.'

/** Whole days in one time zone. */
export interface DayRange {
  /** The start of the first day. Null: none was given, or it is wrong. */
  readonly from: Date | null
  /** The end of the last day. Null: none was given, or it is wrong. */
  readonly before: Date | null
  /** One sentence for each day that is wrong. */
  readonly errors: { readonly from?: string; readonly to?: string }
}

/** Reads the first and the last day of a filter. An empty text is no day. */
export function readDays({ from, to }: { from: string; to: string }, timeZone: string): DayRange {
  const first = from === '' ? null : startOfDay(from, timeZone)
  const before = to === '' ? null : startOfDay(to, timeZone, 1)
  const isTooEarly = first !== null && before !== null && first >= before
  const errors = {
    ...(from !== '' && !first && { from: notADay }),
    ...(to !== '' && !before && { to: notADay }),
    ...(isTooEarly && { to: endsTooEarly }),
  }
  return { from: first, before, errors }
}

import { memoized } from '../memory.ts'
import { startOfDay } from './calendar-days.ts'

const minuteMs = 60_000
/** By how many minutes the clocks may have changed since midnight. Zones change by an hour or by half an hour. */
const shifts = [0, 60, -60, 30, -30]

/**
 * The moment of a local time like `2026-11-21T10:15`, or null when the day or time does not exist. A time that occurs
 * twice means its first occurrence. For a time that the clocks skip, the result is that many hours and minutes after
 * midnight.
 */
export function momentOf(text: string, timeZone: string): Date | null {
  const [, day = '', hours = '', minutes = ''] = /^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  const midnight = startOfDay(day, timeZone)
  if (!midnight) return null
  const plain = midnight.getTime() + (Number(hours) * 60 + Number(minutes)) * minuteMs
  const wanted = `${day}T${hours}:${minutes}`
  const found = shifts
    .map((shift) => plain + shift * minuteMs)
    .filter((at) => localTime(new Date(at), timeZone) === wanted)
  return new Date(found.length > 0 ? Math.min(...found) : plain)
}

/** The Swedish locale writes dates as ISO 8601 does. */
const formatOf = memoized(
  (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
)

/** The local time in a time zone, like `2026-11-21T10:15`. */
export function localTime(at: Date, timeZone: string): string {
  return formatOf(timeZone).format(at).replace(' ', 'T')
}

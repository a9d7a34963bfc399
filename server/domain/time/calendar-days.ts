import { memoized } from '../memory.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * The moment at which a day like `2026-11-21` begins in a time zone, or null when `day` is not a date. Where the clocks
 * skip midnight, the day begins at the first time after the gap. With `daysLater` 1 the result is the end of the day.
 */
export function startOfDay(day: string, timeZone: string, daysLater = 0): Date | null {
  const midnight = utcMidnight(day)
  if (midnight === null) return null
  const wanted = midnight + daysLater * dayMs
  const before = wanted - offsetMs(wanted - dayMs, timeZone)
  const after = wanted - offsetMs(wanted + dayMs, timeZone)
  // The clocks do not change around this day. Asking for the offset again would take a third of the time.
  if (before === after) return new Date(before)
  const isThen = (at: number): boolean => at + offsetMs(at, timeZone) === wanted
  return new Date([before, after].sort((a, b) => a - b).find(isThen) ?? before)
}

function utcMidnight(day: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? at.getTime() : null
}

/** The offsets of a time zone by the time. Consecutive days ask for the same ones. */
const offsetsOf = memoized((timeZone: string): ((at: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return memoized((at) => readOffset(format, at))
})

/** By how many milliseconds the clocks of a time zone are ahead of UTC at a time in milliseconds. */
function offsetMs(at: number, timeZone: string): number {
  return offsetsOf(timeZone)(at)
}

function readOffset(format: Intl.DateTimeFormat, at: number): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}

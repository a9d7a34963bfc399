import { countries } from './countries.ts'
import { currencyExponents } from './currencies.ts'

/** One format of the contract: what passes, and how it is described to the sender. */
export interface Format {
  test(value: string): boolean
  described: string
}

/** The formats that the contract names, for Joi and Ajv alike. */
export const formats: Readonly<Record<string, Format>> = {
  email: { test: isEmail, described: 'an email address' },
  uri: { test: isUrl, described: 'a complete web address without user name and password' },
  'date-time': { test: isDateTime, described: 'a date and time like 2026-11-21T10:15:30Z' },
  'iso-3166': {
    test: (value) => isAscii(value) && countries.has(value.toUpperCase()),
    described: 'a country code of two letters (ISO 3166-1)',
  },
  'iso-4217': {
    test: (value) => isAscii(value) && currencyExponents.has(value.toUpperCase()),
    described: 'a currency code of three letters (ISO 4217)',
  },
}

/** Lengths count characters, as JSON Schema does: an emoji is one. */
export function lengthOf(text: string): number {
  let pairs = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0xd800 && unit <= 0xdbff) pairs++
  }
  return text.length - pairs
}

/** Text that PostgreSQL can store and UTF-8 can carry. */
export function isPlainText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Some letters outside of ASCII have an upper case within it: `ı` is no `I`, and `ß` no country. */
function isAscii(value: string): boolean {
  return /^\p{ASCII}*$/u.test(value)
}

/** One local part and a host name with a dot, in ASCII, as every mail server takes it (the HTML standard's rule, and a dot). */
function isEmail(value: string): boolean {
  return /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(
    value,
  )
}

function isUrl(value: string): boolean {
  // What the WHATWG parser would quietly drop or mend is refused: white space, control characters, back slashes, a third slash.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s\\/?#][^\s\\]*$/i.test(value) || /\p{Cc}/u.test(value) || !URL.canParse(value))
    return false
  const url = new URL(value)
  return (
    url.username === '' &&
    url.password === '' &&
    url.hostname !== '' &&
    !/^[^/?#]*@/.test(value.slice(value.indexOf('//') + 2))
  )
}

/** RFC 3339 with a zone; the day must exist. */
function isDateTime(value: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/.exec(value)
  if (!parts) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  const lastDay = month === 2 && isLeap(year) ? 29 : ([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0)
  return day >= 1 && day <= lastDay && hour <= 23 && minute <= 59 && second <= 59 && zoneHour <= 23 && zoneMinute <= 59
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

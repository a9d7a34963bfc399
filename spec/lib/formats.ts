import { countries } from './countries.ts'
import { currencyExponents } from './currencies.ts'
import { isEmail } from './email.ts'
import { webAddress } from './web-address.ts'

/** A format of the contract: its test, and its description in error messages. */
export interface Format {
  test(value: string): boolean
  described: string
}

/** The formats that the contract names. Joi and Ajv share them. */
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

/** Length in code points, as JSON Schema counts: an emoji of two UTF-16 units counts as one. */
export function lengthOf(text: string): number {
  let pairs = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0xd800 && unit <= 0xdbff) pairs++
  }
  return text.length - pairs
}

/** Whether PostgreSQL can store the text (no NUL) and UTF-8 can encode it (no lone surrogates). */
export function isPlainText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Codes need this check because some letters outside ASCII have an upper case inside it: `ı` becomes `I`. */
function isAscii(value: string): boolean {
  return /^\p{ASCII}*$/u.test(value)
}

function isUrl(value: string): boolean {
  // The WHATWG parser silently corrects white space, control characters, backslashes and a third slash; we refuse them.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s\\/?#][^\s\\]*$/i.test(value) || /\p{Cc}/u.test(value) || !URL.canParse(value))
    return false
  const url = new URL(value)
  if (/^https?:$/.test(url.protocol) && webAddress(value) === null) return false
  return (
    url.username === '' &&
    url.password === '' &&
    url.hostname !== '' &&
    !/^[^/?#]*@/.test(value.slice(value.indexOf('//') + 2))
  )
}

/** RFC 3339 with a time zone, on a day that exists. */
function isDateTime(value: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/.exec(value)
  if (!parts) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = parts
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0))
  const lastDay = month === 2 && isLeap(year) ? 29 : ([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0)
  return day >= 1 && day <= lastDay && hour <= 23 && minute <= 59 && second <= 59 && zoneHour <= 23 && zoneMinute <= 59
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

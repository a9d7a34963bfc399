import { isExpired } from '../../../spec/lib/card-rules.ts'
import { toAsciiDigits, toDigits } from '../../../spec/lib/digits.ts'
import { indexAfterDigits, isBackward, isForward, type TypedText } from '../typing/digits.ts'

const gap = ' / '

/**
 * Writes `12`, `1/2`, `1 27`, `12/2027`, `2027-12` and the like as `MM / YY`, as far as it was typed. A text with more
 * than a month and a year, such as a whole date, stays as it is: half of it would be another date
 * (spec/decisions/form.md#what-the-form-does-not-guess). `isTyping`: another digit of the same part may follow.
 */
export function formatExpiry(typed: string, isTyping = false): string {
  const text = toAsciiDigits(typed).replace(/\p{Cf}/gu, '')
  // A year and a month in Japanese, Chinese and Korean. Any other word may be the name of a month.
  if (/[^\P{L}年月년월]/u.test(text) || /^\s*[^\d\s]/.test(text)) return text
  const asTyped = isTyping ? text : text.trim()
  const groups = text.match(/\d+/g) ?? []
  const [first = '', second, third] = groups
  if (third !== undefined) return isMonth(first) ? withYear(padded(first), text.replace(/^\s*\d+\D+/, '')) : text
  const isOver = /[^\d\s年月년월]\s*$/u.test(text)
  if (second !== undefined) return isOver ? text : (ofTwo(first, second, isTyping) ?? asTyped)
  return ofOne(first, /\d\D/.test(text)) ?? asTyped
}

function ofTwo(first: string, second: string, isTyping: boolean): string | null {
  if (isMonth(first)) return withYear(padded(first), shortYear(second))
  const isReversed = isPlainYear(first) && isMonth(second) && (!isTyping || second.length === 2)
  return isReversed ? withYear(padded(second), first.slice(-2)) : null
}

/** `isEnded`: something follows the digits. */
function ofOne(digits: string, isEnded: boolean): string | null {
  if (/^(20\d\d)(0[1-9]|1[0-2])$/.test(digits) && isPlainYear(digits.slice(0, 4)))
    return withYear(digits.slice(4), digits.slice(2, 4))
  // It may become a year.
  if (/^20|^2$/.test(digits) && !(digits === '2' && isEnded)) return null
  if (isEnded && digits.length === 2 && !isMonth(digits)) return null
  const all = /^[2-9]/.test(digits) || (isEnded && digits.length === 1) ? `0${digits}` : digits
  return withYear(all.slice(0, 2), shortYear(all.slice(2)))
}

function isMonth(digits: string): boolean {
  return /^(0?[1-9]|1[0-2])$/.test(digits)
}

/**
 * A year that is neither a month, nor in four digits a day and a month. 2020 is none, because `20` may be the beginning
 * of `2027`.
 */
function isPlainYear(digits: string): boolean {
  return /^(20)?(1[3-9]|2[1-9]|[3-9]\d)$/.test(digits)
}

function padded(month: string): string {
  return month.padStart(2, '0')
}

/** Cards show a year of two digits; autofill and some people enter four. */
function shortYear(digits: string): string {
  return digits.length === 4 && isPlainYear(digits) ? digits.slice(2) : digits
}

function withYear(month: string, year: string): string {
  return year ? month + gap + year : month
}

/**
 * Formats the field after an edit. Where the field shows a month and a year, an edit of the one never changes the
 * other. `previous` is the text before the edit, `inputType` the type of the input event.
 */
export function editExpiry(previous: string, typed: TypedText, inputType: string): TypedText {
  const isTyping = inputType === 'insertText'
  const at = previous.indexOf(gap)
  const change = changeBetween(previous, typed)
  if (at < 0 || !change || (change.to === previous.length && change.from < at + gap.length))
    return formatted(typed, isTyping)
  const { from, to } = change
  const inserted = toAsciiDigits(change.inserted)
  // Two digits and a separator are a day or a year, and not a month and the beginning of a year.
  const [, first, second] = /^0([2-9]) \/ (\d)$/.exec(previous) ?? []
  if (first && second && from === previous.length && /^[^\p{L}\d]$/u.test(inserted))
    return formatted({ text: first + second + inserted, caret: 3 }, isTyping)
  const yearAt = at + gap.length
  const [month, year] = [previous.slice(0, at), previous.slice(yearAt)]
  const isInGap = from >= at && to <= yearAt && from < to
  if (isInGap && !inserted && isBackward(inputType)) return parts(month.slice(0, -1), year, at - 1)
  if (isInGap && !inserted && isForward(inputType)) return parts(month, year.slice(1), at)
  if (from > at + 1) {
    const start = previous.slice(yearAt, from) + inserted
    const long = start + previous.slice(Math.max(to, yearAt))
    const short = shortYear(long)
    return parts(month, short, yearAt + Math.max(0, start.length - (long.length - short.length)))
  }
  // A separator that is typed behind the month leads to the year.
  if (from === at && to <= yearAt && /^[^\p{L}\d]+$/u.test(inserted)) return parts(month, year, yearAt)
  const start = previous.slice(0, Math.min(from, at)) + inserted
  return parts(start + month.slice(to), previous.slice(Math.max(to, yearAt)), start.length)
}

function parts(month: string, year: string, caret: number): TypedText {
  const text = withYear(month, year)
  return { text, caret: Math.max(0, Math.min(caret, text.length)) }
}

/** A text in which the customer has changed more than one part. */
function formatted({ text, caret }: TypedText, isTyping: boolean): TypedText {
  const shown = formatExpiry(text, isTyping)
  const before = toDigits(text.slice(0, caret)).length
  const added = toDigits(shown).length - toDigits(text).length
  const isAtEnd = before === toDigits(text).length
  return { text: shown, caret: isAtEnd ? shown.length : indexAfterDigits(shown, Math.max(0, before + added)) }
}

interface Change {
  /** The part of the previous text that was replaced. */
  readonly from: number
  readonly to: number
  readonly inserted: string
}

/** The edit between two texts. Null: the caret does not say where it was. */
function changeBetween(previous: string, { text, caret }: TypedText): Change | null {
  const rest = text.slice(caret)
  if (!previous.endsWith(rest)) return null
  const to = previous.length - rest.length
  let from = 0
  while (from < to && from < caret && previous[from] === text[from]) from++
  return { from, to, inserted: text.slice(from, caret) }
}

/** What the field shows once the customer has left it. */
export function settleExpiry(text: string): string {
  return text.includes(gap) ? text.trim().replace(/^\d(?= \/ \d\d$)/, '0$&') : formatExpiry(text)
}

export type Expiry =
  | { readonly kind: 'valid'; readonly month: number; readonly year: number }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'past' }

/** No card in use has expired longer ago. Such a date is more likely a typo. */
const longestPastYears = 20

/** Parses the field. The form and the service agree on when a card has expired. `now` is the server's time. */
export function parseExpiry(text: string, now: Date): Expiry {
  const [, typedMonth, typedYear] = /^(\d\d) \/ (\d\d)$/.exec(settleExpiry(text)) ?? []
  const month = Number(typedMonth)
  if (typedMonth === undefined || month < 1 || month > 12) return { kind: 'invalid' }
  const year = 2000 + Number(typedYear)
  if (!isExpired(month, year, now)) return { kind: 'valid', month, year }
  return { kind: isExpired(month, year + longestPastYears, now) ? 'invalid' : 'past' }
}

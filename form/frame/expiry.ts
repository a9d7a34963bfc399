import { isExpired } from '../../spec/lib/card-rules.ts'
import { toDigits } from './digits.ts'

/** Formats `12`, `1/2`, `1227`, `12/2027`, `2027/12` and the like as `MM / YY`, as far as it was typed. */
export function formatExpiry(typed: string): string {
  const text = monthFirst(typed)
  const monthAlone = /^\s*(\d)\s*[/.\-]/.test(text)
  const leadingZero = monthAlone || /^\s*[2-9]/.test(text) ? '0' : ''
  const digits = leadingZero + toDigits(text)
  const year = shortYear(digits.slice(2))
  return year ? `${digits.slice(0, 2)} / ${year}` : digits.slice(0, 2)
}

/**
 * Turns a pasted `2029/04`, `2029年4月`, `202904` or `29-04` around. Typed text never looks like this, because a first
 * digit above 1 becomes a month at once.
 */
function monthFirst(text: string): string {
  const groups = (text.match(/\p{Nd}+/gu) ?? []).map(toDigits)
  const all = toDigits(text)
  const [year, month] = groups.length === 1 ? [all.slice(0, 4), all.slice(4)] : groups
  const isReversed =
    groups.length < 3 && /^(20\d\d|[2-9]\d)$/.test(year ?? '') && /^(0?[1-9]|1[0-2])$/.test(month ?? '')
  return isReversed ? `${month ?? ''}/${year ?? ''}` : text
}

/** Cards show a year of two digits; autofill and some people enter four. Until the fourth digit, `20` can be either. */
function shortYear(digits: string): string {
  if (!digits.startsWith('20')) return digits.slice(0, 2)
  return digits.length >= 4 ? digits.slice(2, 4) : digits
}

export type Expiry =
  | { readonly kind: 'valid'; readonly month: number; readonly year: number }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'past' }

/** No card in use has expired longer ago. Such a date is more likely a typo. */
const longestPastYears = 20

/** Parses the field. The form and the service agree on when a card has expired. `now` is the server's time. */
export function parseExpiry(text: string, now: Date): Expiry {
  const digits = toDigits(text)
  const month = Number(digits.slice(0, 2))
  if (digits.length !== 4 || month < 1 || month > 12) return { kind: 'invalid' }
  const year = 2000 + Number(digits.slice(2))
  if (!isExpired(month, year, now)) return { kind: 'valid', month, year }
  return { kind: isExpired(month, year + longestPastYears, now) ? 'invalid' : 'past' }
}

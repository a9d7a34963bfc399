import { toDigits } from './digits.ts'

/** Formats `12`, `1/2`, `1227`, `12/2027`, `2027-12` and the like as `MM / YY`, as far as it was typed. */
export function formatExpiry(typed: string): string {
  const iso = /^\s*(\d{4})-(\d{1,2})\s*$/.exec(typed)
  const text = iso ? `${iso[2]}/${iso[1]}` : typed
  const monthAlone = /^\s*(\d)\s*[/.\-]/.test(text)
  const leadingZero = monthAlone || /^\s*[2-9]/.test(text) ? '0' : ''
  const digits = leadingZero + toDigits(text)
  const year = shortYear(digits.slice(2))
  return year ? `${digits.slice(0, 2)} / ${year}` : digits.slice(0, 2)
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

/** Schemes issue cards for about ten years at most. A date beyond this is a typing mistake. */
const longestValidityYears = 20

/** Parses the field. A card is valid until the last day of its month. `now` is the server's time. */
export function parseExpiry(text: string, now: Date): Expiry {
  const digits = toDigits(text)
  const month = Number(digits.slice(0, 2))
  if (digits.length !== 4 || month < 1 || month > 12) return { kind: 'invalid' }
  const year = 2000 + Number(digits.slice(2))
  const monthsAhead = (year - now.getUTCFullYear()) * 12 + (month - 1 - now.getUTCMonth())
  if (monthsAhead < 0) return { kind: 'past' }
  return monthsAhead > longestValidityYears * 12 ? { kind: 'invalid' } : { kind: 'valid', month, year }
}

import { toDigits } from './digits.ts'

/** What `12`, `1/2`, `1227`, `12/2027`, `2027-12` and the like become in the field: `MM / YY`, as far as it was typed. */
export function formatExpiry(typed: string): string {
  const iso = /^\s*(\d{4})-(\d{1,2})\s*$/.exec(typed)
  const text = iso ? `${iso[2]}/${iso[1]}` : typed
  const monthAlone = /^\s*(\d)\s*[/.\-]/.test(text)
  const leadingZero = monthAlone || /^\s*[2-9]/.test(text) ? '0' : ''
  const digits = leadingZero + toDigits(text)
  const year = shortYear(digits.slice(2))
  return year ? `${digits.slice(0, 2)} / ${year}` : digits.slice(0, 2)
}

/** The card shows two digits of the year, autofill and careful people give four: `20` stays open until the fourth. */
function shortYear(digits: string): string {
  if (!digits.startsWith('20')) return digits.slice(0, 2)
  return digits.length >= 4 ? digits.slice(2, 4) : digits
}

export type Expiry =
  | { readonly kind: 'valid'; readonly month: number; readonly year: number }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'past' }

/** Schemes issue cards for at most some ten years; beyond this it is a typing mistake. */
const longestValidityYears = 20

/** Reads the field. A card is good until the last day of its month. `now` comes from the server. */
export function parseExpiry(text: string, now: Date): Expiry {
  const digits = toDigits(text)
  const month = Number(digits.slice(0, 2))
  if (digits.length !== 4 || month < 1 || month > 12) return { kind: 'invalid' }
  const year = 2000 + Number(digits.slice(2))
  const monthsAhead = (year - now.getUTCFullYear()) * 12 + (month - 1 - now.getUTCMonth())
  if (monthsAhead < 0) return { kind: 'past' }
  return monthsAhead > longestValidityYears * 12 ? { kind: 'invalid' } : { kind: 'valid', month, year }
}

import { toAsciiDigits } from '../../../spec/lib/digits.ts'
import { currencyExponent } from './amounts.ts'

/** Writes an amount in the smallest unit as decimal digits: `1000, 'GBP'` → `10.00`, `-5, 'GBP'` → `-0.05`. */
export function inMajorUnits(amount: number, currency: string): string {
  if (amount < 0) return `-${inMajorUnits(-amount, currency)}`
  const exponent = currencyExponent(currency)
  const digits = String(amount).padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * Reads a typed amount as a number in the smallest unit. Null unless the text is digits with at most one point or comma
 * and no more decimals than the currency has. It accepts no thousands separator, and no comma before three digits,
 * which would be one in half of the world (spec/decisions/dashboard.md#typed-amounts).
 */
export function fromMajorUnits(text: string, currency: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:(?:\.|,(?!\d{3}$))(\d+))?$/.exec(inAscii(text)) ?? []
  const exponent = currencyExponent(currency)
  if (whole === undefined || decimals.length > exponent) return null
  return Number(`${whole}${decimals.padEnd(exponent, '0')}`)
}

/** Explains how to type an amount of this currency, and asks what a text with separators means. */
export function majorUnitsHint(currency: string, text = ''): string {
  const exponent = currencyExponent(currency)
  const example = inMajorUnits(10 ** exponent * 1000, currency)
  const decimals = exponent === 0 ? `${currency} has no decimals` : `a point or comma and up to ${exponent} decimals`
  const hint = `Write it in digits, like ${example}: ${decimals}, and no separator for thousands.`
  const meant = meaningsOf(inAscii(text), currency).join(' or ')
  return meant === '' ? hint : `Do you mean ${meant}? ${hint}`
}

/** The amounts that a text with points, commas, spaces or apostrophes between digits may mean, as they are typed. */
function meaningsOf(text: string, currency: string): string[] {
  const [, whole = '', decimals = ''] = /^(\d{1,3}(?:[.,'’\s]\d{3})+)(?:[.,](\d+))?$/.exec(text) ?? []
  const thousands = whole && `${whole.replace(/\D/g, '')}${decimals && `.${decimals}`}`
  const plain = /^\d+,\d{3}$/.test(text) ? text.replace(',', '.') : ''
  return [thousands, plain].flatMap((typed) => {
    const amount = typed === '' ? null : fromMajorUnits(typed, currency)
    return amount === null ? [] : [inMajorUnits(amount, currency)]
  })
}

/** Keypads of other scripts have other digits and, in Arabic, another decimal sign. */
function inAscii(text: string): string {
  return toAsciiDigits(text).replaceAll('٫', '.')
}

import { toAsciiDigits } from '../../../spec/lib/digits.ts'
import { memoized } from '../memory.ts'
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
 * which would be one in half of the world (spec/decisions/dashboard.md#typed-amounts). The currency's code or sign
 * may be before or after the number.
 */
export function fromMajorUnits(text: string, currency: string): number | null {
  const [, whole, decimals = ''] =
    /^(\d{1,12})(?:(?:\.|,(?!\d{3}$))(\d+))?$/.exec(withoutCurrency(text, currency)) ?? []
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
  const bare = withoutCurrency(text, currency)
  if (/^[^\d.,+-]+\d|\d[^\d.,]+$/u.test(bare)) return `This amount is in ${currency}. ${hint}`
  const meant = meaningsOf(bare, currency).join(' or ')
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

/** `20 €`, `€20` and `EUR 20` are 20 in EUR. A sign of another currency stays, so the text is no amount. */
function withoutCurrency(text: string, currency: string): string {
  const typed = inAscii(text)
  const parts = /^([^\d\s.,]*)\s*(\d(?:.*\d)?)\s*([^\d\s.,]*)$/u.exec(typed)
  const [, before = '', number = '', after = ''] = parts ?? []
  if ((before === '') === (after === '')) return typed
  return signsOf(currency).includes((before + after).toUpperCase()) ? number : typed
}

const signsOf = memoized((currency: string): readonly string[] =>
  [currency, ...(['symbol', 'narrowSymbol'] as const).flatMap((display) => signOf(currency, display))].map((sign) =>
    sign.toUpperCase(),
  ),
)

function signOf(currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string[] {
  const format = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay,
    maximumFractionDigits: currencyExponent(currency),
    minimumFractionDigits: currencyExponent(currency),
  })
  return format.formatToParts(1).flatMap(({ type, value }) => (type === 'currency' ? [value] : []))
}

/** Keypads of other scripts have other digits and, in Arabic, another decimal sign. */
function inAscii(text: string): string {
  return toAsciiDigits(text).replaceAll('٫', '.')
}

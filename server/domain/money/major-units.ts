import { currencyExponent } from './amounts.ts'

/** Writes an amount in the smallest unit as decimal digits: `1000, 'GBP'` → `10.00`, `-5, 'GBP'` → `-0.05`. */
export function inMajorUnits(amount: number, currency: string): string {
  if (amount < 0) return `-${inMajorUnits(-amount, currency)}`
  const exponent = currencyExponent(currency)
  const digits = String(amount).padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * Reads a typed amount as a number in the smallest unit. Null unless the text is digits with at most one point and no
 * more decimals than the currency has. It accepts no thousands separator, because many countries use the comma as the
 * decimal point (spec/decisions/dashboard.md#typed-amounts).
 */
export function fromMajorUnits(text: string, currency: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? []
  const exponent = currencyExponent(currency)
  if (whole === undefined || decimals.length > exponent) return null
  return Number(`${whole}${decimals.padEnd(exponent, '0')}`)
}

/** Explains how to type an amount of this currency. */
export function majorUnitsHint(currency: string): string {
  const exponent = currencyExponent(currency)
  const example = inMajorUnits(10 ** exponent * 1000, currency)
  const decimals = exponent === 0 ? `${currency} has no decimals` : `a point and up to ${exponent} decimals`
  return `Write it in digits, like ${example}: ${decimals}, and no separator for thousands.`
}

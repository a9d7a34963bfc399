import { currencyExponent } from './money.ts'

/** An amount in the smallest unit as a person types it, without signs and separators: `1000, 'GBP'` → `10.00`. */
export function inMajorUnits(amount: number, currency: string): string {
  const exponent = currencyExponent(currency)
  const digits = String(amount).padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * What a person typed, in the smallest unit; null when it is not digits with at most one point and no more decimals than the
 * currency has. No separator of thousands is taken: a comma is a decimal point to half of the world.
 */
export function fromMajorUnits(text: string, currency: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? []
  const exponent = currencyExponent(currency)
  if (whole === undefined || decimals.length > exponent) return null
  return Number(`${whole}${decimals.padEnd(exponent, '0')}`)
}

/** How an amount of this currency is written, for whoever wrote it otherwise. */
export function majorUnitsHint(currency: string): string {
  const exponent = currencyExponent(currency)
  const example = inMajorUnits(10 ** exponent * 1000, currency)
  const decimals = exponent === 0 ? `${currency} has no decimals` : `a point and up to ${exponent} decimals`
  return `Write it in digits, like ${example}: ${decimals}, and no separator for thousands.`
}

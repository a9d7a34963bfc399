import { currencyExponents } from '../../../spec/lib/currencies.ts'

/**
 * Largest amount of a session or link, in the smallest unit of its currency. It fits 32 bits, and sums of many such
 * amounts stay within safe integers.
 */
export const maxAmount = 99_999_999

/** All supported currency codes in upper case, in no particular order. */
export const currencies: readonly string[] = [...currencyExponents.keys()]

/** Whether `code` is an active ISO 4217 code with a smallest unit. Callers convert it to upper case first. */
export function isCurrency(code: string): boolean {
  return currencyExponents.has(code)
}

/** Number of decimals of the major unit: GBP 2, JPY 0, BHD 3, CLF 4. */
export function currencyExponent(code: string): number {
  const exponent = currencyExponents.get(code)
  if (exponent === undefined) throw new Error(`Bug: ${JSON.stringify(code)} is not a currency`)
  return exponent
}

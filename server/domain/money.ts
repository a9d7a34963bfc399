import { currencyExponents } from '../../spec/lib/currencies.ts'

/**
 * Largest amount of a session or link, in the smallest unit of its currency (Specification, Limits).
 * Within 32 bits and far within safe integers, so that sums of many never lose a unit.
 */
export const maxAmount = 99_999_999

/** Every currency an amount can be in, upper case, in no particular order. */
export const currencies: readonly string[] = [...currencyExponents.keys()]

/** Whether `code` is an active ISO 4217 code with a smallest unit. Upper case only: callers normalise first. */
export function isCurrency(code: string): boolean {
  return currencyExponents.has(code)
}

/** Decimal places between the major and the smallest unit: GBP 2, JPY 0, BHD 3, CLF 4. */
export function currencyExponent(code: string): number {
  const exponent = currencyExponents.get(code)
  if (exponent === undefined) throw new Error(`Bug: ${JSON.stringify(code)} is not a currency`)
  return exponent
}

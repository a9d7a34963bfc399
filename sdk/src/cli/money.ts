import { currencyExponents } from '../../../spec/lib/currencies.ts'

/** Writes an amount in the smallest unit: `2500, 'GBP'` → `25.00 GBP`. `Intl` has no decimals for the forint. */
export function money(amount: number, currency: string): string {
  const decimals = currencyExponents.get(currency) ?? 2
  const number = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return `${number.format(amount / 10 ** decimals)} ${currency}`
}

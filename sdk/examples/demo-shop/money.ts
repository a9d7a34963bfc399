/**
 * Currencies that have other than two decimals in ISO 4217, by how many they have. Do not take decimals from `Intl`,
 * which has other rules for some currencies: it writes forints without decimals.
 */
const otherDecimals: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

function decimalsOf(currency: string): number {
  const [decimals] = Object.entries(otherDecimals).find(([, codes]) => codes.includes(currency)) ?? [2]
  return Number(decimals)
}

/** `2500, 'GBP'` → "£25.00". Always in the currency of the payment: links can have another one than the shop. */
export function money(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  return new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount / 10 ** decimals)
}

/** `2500, 'GBP'` → "25.00", as a person types it. */
export function plainAmount(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  return (amount / 10 ** decimals).toFixed(decimals)
}

/** `"25.00", 'GBP'` → 2500, without floating-point rounding. Undefined when the text is not an amount. */
export function minorUnits(text: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency)
  const [, whole, part = ''] = /^\s*(\d{1,9})(?:\.(\d+))?\s*$/.exec(text) ?? []
  if (whole === undefined || part.length > decimals) return undefined
  return Number(whole + part.padEnd(decimals, '0'))
}

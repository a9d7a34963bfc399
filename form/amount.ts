/**
 * Currencies whose smallest unit is not a hundredth (ISO 4217).
 * Needed because browsers disagree with ISO: theirs show 1000 HUF-cents as "HUF 1,000", a hundred times too much.
 */
const unusualExponents: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** Decimal places of a currency. */
export function exponentOf(currency: string): number {
  const unusual = Object.entries(unusualExponents).find(([, codes]) => codes.includes(currency))
  return unusual ? Number(unusual[0]) : 2
}

/** An amount in the smallest unit, as people write it in that language: `1000, 'GBP', 'en-GB'` → `£10.00`. */
export function formatAmount(amount: number, currency: string, locale: string): string {
  const digits = exponentOf(currency)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return withWholeSigns(format.format(amount / 10 ** digits))
}

/** From right to left, `UK£` would be torn apart into `£UK`: signs that begin with letters are isolated where the text runs so (Unicode UAX #9). */
export function withWholeSigns(written: string): string {
  return written.includes('\u200f') ? written.replace(/[A-Z]+[^\sA-Z\d#¤\u200f]+/gi, '\u2066$&\u2069') : written
}

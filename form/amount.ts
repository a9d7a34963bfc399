/**
 * Currencies whose smallest unit is not a hundredth (ISO 4217). `Intl` follows other rules for some currencies:
 * it would show 1000 hundredths of a forint as "HUF 1,000", a hundred times too much.
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

/** Writes an amount in the smallest unit as people of that locale do: `1000, 'GBP', 'en-GB'` → `£10.00`. */
export function formatAmount(amount: number, currency: string, locale: string): string {
  return withFamiliarSign(formatOf(currency, locale).format(amount / 10 ** exponentOf(currency)))
}

const formats = new Map<string, Intl.NumberFormat>()

/** Keeps the latest formats, because making one takes as long as writing twenty amounts. */
function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const name = currency + locale
  const known = formats.get(name)
  if (known) return known
  const digits = exponentOf(currency)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  if (formats.size >= 100) formats.clear()
  formats.set(name, format)
  return format
}

/**
 * Writes the pound as `£`, where `Intl` has `UK£` (Arabic), `£GB` (French) or `GBP` (Spanish, Polish, Swedish). `GB£`
 * stays, because Gibraltar and other places that have it use `£` for a pound of their own.
 *
 * In right-to-left text, `US$` would show as `$US`. Currency signs that begin with letters therefore get Unicode's
 * left-to-right isolate (https://www.unicode.org/reports/tr9/).
 */
export function withFamiliarSign(written: string): string {
  const familiar = written.replace(/UK£|£GB|GBP/, '£')
  return familiar.includes('\u200f') ? familiar.replace(/[A-Z]+[^\sA-Z\d#¤\u200f]+/gi, '\u2066$&\u2069') : familiar
}

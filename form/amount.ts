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
  return withFamiliarSign(writerOf(currency, locale)(amount))
}

type Writer = (amount: number) => string

const writers = new Map<string, Writer>()

/** Keeps the latest formats, because making one takes as long as writing twenty amounts. */
function writerOf(currency: string, locale: string): Writer {
  const name = currency + locale
  const known = writers.get(name)
  if (known) return known
  const digits = exponentOf(currency)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const writer: Writer = (amount) => format.format(amount / 10 ** digits)
  if (writers.size >= 100) writers.clear()
  writers.set(name, writer)
  return writer
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

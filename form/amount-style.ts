import { exponentOf, withFamiliarSign } from './amount.ts'

/**
 * How one language writes amounts of money. The server reads it from `Intl` and puts it into the form's document,
 * because a browser's first use of `Intl.NumberFormat` would delay the form by about 10 ms.
 */
export interface AmountStyle {
  /** The ten digits, from zero to nine. */
  readonly digits: string
  readonly decimal: string
  readonly group: string
  /**
   * How many digits a group has. The last group before the decimal sign always has three; in India the others have two.
   */
  readonly groupSize: number
  /** Numbers with fewer digits than this before the decimal sign are not grouped. */
  readonly leastGrouped: number
  /** The order of number (`#`) and currency code (`¤`). */
  readonly withCode: string
  /** Patterns of the currencies that do not use `withCode`, mostly because they have a sign: `£#`. */
  readonly withSign: Readonly<Record<string, string>>
}

/** Gives the same text as `formatAmount`, without `Intl`. */
export function writeAmount(amount: number, currency: string, style: AmountStyle): string {
  const exponent = exponentOf(currency)
  const digits = String(amount).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const fraction = digits.slice(whole.length)
  const number = grouped(whole, style) + (fraction && style.decimal + fraction)
  const local = number.replace(/\d/g, (digit) => style.digits[Number(digit)] ?? digit)
  return (style.withSign[currency] ?? style.withCode).replace('¤', currency).replace('#', local)
}

function grouped(whole: string, { group, groupSize, leastGrouped }: AmountStyle): string {
  if (whole.length < leastGrouped) return whole
  let rest = whole.slice(0, -3)
  let result = whole.slice(-3)
  for (; rest; rest = rest.slice(0, -groupSize)) result = rest.slice(-groupSize) + group + result
  return result
}

/** Reads a language's style from `Intl`, for these currencies. */
export function amountStyleOf(locale: string, currencies: readonly string[]): AmountStyle {
  const plain = new Intl.NumberFormat(locale, { useGrouping: false })
  const [sample] = currencies
  const parts = partsOf(12_345_678.9, sample ?? 'EUR', locale)
  const groups = parts.filter(({ type }) => type === 'integer').map(({ value }) => [...value].length)
  const layouts = Object.fromEntries(currencies.map((currency) => [currency, layoutOf(currency, locale)]))
  const withCode = mostFrequent(Object.values(layouts))
  return {
    digits: Array.from({ length: 10 }, (_, digit) => plain.format(digit)).join(''),
    decimal: valueOf(parts, 'decimal'),
    group: valueOf(parts, 'group'),
    groupSize: groups.at(-2) ?? 3,
    leastGrouped: partsOf(1234, sample ?? 'EUR', locale).some(({ type }) => type === 'group') ? 4 : 5,
    withCode,
    withSign: Object.fromEntries(Object.entries(layouts).filter(([, layout]) => layout !== withCode)),
  }
}

function partsOf(amount: number, currency: string, locale: string): Intl.NumberFormatPart[] {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).formatToParts(amount)
}

function valueOf(parts: readonly Intl.NumberFormatPart[], type: Intl.NumberFormatPartTypes): string {
  return parts.find((part) => part.type === type)?.value ?? ''
}

function layoutOf(currency: string, locale: string): string {
  const parts = partsOf(1, currency, locale)
  const written = parts.map(({ type, value }) =>
    type === 'integer' ? '#' : type === 'decimal' || type === 'fraction' ? '' : value,
  )
  return withFamiliarSign(written.join('')).replace(currency, '¤')
}

function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '¤ #'
}

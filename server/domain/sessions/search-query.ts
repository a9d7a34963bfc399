import { passesLuhn } from '../../../spec/lib/card-rules.ts'
import { isCurrency } from '../money/amounts.ts'
import { fromMajorUnits } from '../money/major-units.ts'
import { cardBrands } from './card-rules.ts'

// What a typed search can mean.

const brandNames = [...cardBrands, 'american express', 'diners club', 'card'].join('|')
const lastFour = new RegExp(`^(?:${brandNames})?[\\s•·●∙*.…x-]*(\\d{4})$`, 'iu')

/** The last four digits of a card: `0085`, or as the pages write them, `Visa •••• 0085`. */
export function lastFourIn(text: string): string | null {
  return lastFour.exec(text)?.[1] ?? null
}

/** Whether a text contains a number that could be a whole card number, also with spaces or dashes. */
export function hasCardNumber(text: string): boolean {
  return [...text.normalize('NFKC').matchAll(/\d(?:[\s\p{Pd}.]{0,3}\d){12,}/gu)].some(([run]) => {
    const digits = run.replace(/\D/g, '')
    return digits.length <= 19 && passesLuhn(digits)
  })
}

/** Whether a text can be an amount of some currency. */
export function isAmount(text: string): boolean {
  return amount.test(text)
}

/**
 * The amount that a text could mean in a currency, in its smallest unit: `25`, `25.00`, `£1,234.50`, `25,00 EUR`.
 * Null: it is no amount of this currency.
 */
export function amountIn(text: string, currency: string): number | null {
  const [, before = '', number = '', after = ''] = amount.exec(text) ?? []
  const code = [before, after].map((part) => part.trim().toUpperCase()).find(isCurrency)
  if (number === '' || (code !== undefined && code !== currency)) return null
  return fromMajorUnits(withPoint(number), currency)
}

const amount = /^([A-Z]{0,3}\s?\p{Sc}?)\s?(\d[\d,. ]{0,20})((?:\s?\p{Sc}|\s?[A-Z]{3})?)$/iu

/** Without separators of thousands, and with a point before the decimals. */
function withPoint(number: string): string {
  const digits = number.replaceAll(' ', '')
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return digits.replaceAll(',', '')
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits)) return digits.replaceAll('.', '').replace(',', '.')
  return digits.replace(/^(\d+),(\d{1,2})$/, '$1.$2')
}

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
  return fromMajorUnits(`${before}${withPoint(number)}${after}`, currency)
}

/** The amounts that a text could mean: `87` also means 87.00 to 87.99. Both limits are included. */
export function amountsIn(text: string, currency: string): { from: number; to: number } | null {
  const from = amountIn(text, currency)
  if (from === null) return null
  const unit = fromMajorUnits('1', currency) ?? 1
  return { from, to: isWhole(text) && from % unit === 0 ? from + unit - 1 : from }
}

/** Whether a text is an amount without decimals. */
export function isWhole(text: string): boolean {
  const [, , number = ''] = amount.exec(text) ?? []
  return /^[1-9]\d*$/.test(withPoint(number))
}

/**
 * The words of a search. A currency belongs to the number beside it, and `Visa •••• 0085` is one word, its digits.
 */
export function wordsIn(text: string): string[] {
  const words: string[] = []
  const parts = text.split(/\s+/u).filter((part) => /[\p{L}\p{N}\p{Sc}]/u.test(part))
  for (const part of parts) {
    const last = words.at(-1)
    const joined = `${last ?? ''} ${part}`
    if (last !== undefined && isMoney(last) !== isMoney(part) && isAmount(joined)) words.splice(-1, 1, joined)
    else if (last !== undefined && isBrand(last) && /^\d{4}$/.test(part)) words.splice(-1, 1, part)
    else words.push(part)
  }
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word))
}

function isMoney(word: string): boolean {
  return /^\p{Sc}$/u.test(word) || isCurrency(word)
}

function isBrand(word: string): boolean {
  return new Set<string>(cardBrands).has(word.toLowerCase())
}

/** The characters of nearly all email addresses. */
const alphabet = [...'abcdefghijklmnopqrstuvwxyz0123456789.-_+@']

/** The address lengths for which `oneTypoFrom` is worth its look-ups. */
const maxTypoLength = 64

/** Every address that becomes this one by one typo: a character too few, too many, wrong, or two in the wrong order. */
export function oneTypoFrom(email: string): string[] {
  const letters = [...email.toLowerCase()]
  if (letters.length > maxTypoLength || letters.length < 5) return []
  const near = new Set<string>()
  for (let at = 0; at <= letters.length; at++) {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at)]
    const [first = '', second = ''] = after
    const [rest, afterNext] = [after.slice(1).join(''), after.slice(2).join('')]
    for (const letter of alphabet) {
      near.add(before + letter + first + rest)
      if (first !== '') near.add(before + letter + rest)
    }
    if (first !== '') near.add(before + rest)
    if (second !== '') near.add(before + second + first + afterNext)
  }
  near.delete(email.toLowerCase())
  return [...near].filter((one) => /^[^@]+@[^@]+$/.test(one))
}

const amount = /^([A-Z]{0,3}\s?\p{Sc}?)\s?(\d[\d,. ]{0,20})((?:\s?\p{Sc}|\s?[A-Z]{3})?)$/iu

/** Without separators of thousands, and with a point before the decimals. */
function withPoint(number: string): string {
  const digits = number.replaceAll(' ', '')
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return digits.replaceAll(',', '')
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits)) return digits.replaceAll('.', '').replace(',', '.')
  return digits.replace(/^(\d+),(\d{1,2})$/, '$1.$2')
}

import { brandOfNumber, cardNetworks, type CardNetwork } from '../../../spec/lib/card-rules.ts'
import { toDigits } from '../../../spec/lib/digits.ts'

const gapsByFour = [4, 8, 12, 16]

/** The field shows a gap after this many digits, as on the card. */
const gapsOfBrands: Readonly<Record<string, readonly number[]>> = { amex: [4, 10], diners: [4, 10] }

/** No brand needs more digits to be recognised. */
const prefixDigits = 4

/** The brands whose numbers can begin with these digits: one, or several while there are too few digits. */
export function possibleBrands(digits: string): readonly CardNetwork[] {
  const missing = Math.max(0, prefixDigits - digits.length)
  const known = brandOfNumber(digits)
  if (known || !missing) return known ? [known] : []
  const endings = Array.from({ length: 10 ** missing }, (_, ending) => String(ending).padStart(missing, '0'))
  const possible = new Set(endings.map((ending) => brandOfNumber(digits + ending)))
  return cardNetworks.filter((network) => possible.has(network))
}

/**
 * Digits with the gaps of their brand: `4012000000060085` → `4012 0000 0006 0085`. Digits beyond the longest number
 * stay, because the first ones alone could be the number of another card.
 */
export function groupNumber(typed: string): string {
  const digits = toDigits(typed)
  const gaps = gapsOfBrands[brandOfNumber(digits)?.id ?? ''] ?? gapsByFour
  return [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('')
}

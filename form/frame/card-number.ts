import { toDigits } from './digits.ts'

/** The format of a brand's numbers (ISO/IEC 7812 ranges, as the schemes publish them). */
export interface Brand {
  /** As the API spells it. */
  readonly id: string
  readonly label: string
  readonly pattern: RegExp
  readonly lengths: readonly number[]
  /** The field shows a gap after this many digits, as on the card. */
  readonly gaps: readonly number[]
  readonly codeLength: number
}

const gapsByFour = [4, 8, 12, 16]
const gapsOfAmex = [4, 10]

export const brands: readonly Brand[] = [
  { id: 'visa', label: 'Visa', pattern: /^4/, lengths: [13, 16, 19], gaps: gapsByFour, codeLength: 3 },
  {
    id: 'mastercard',
    label: 'Mastercard',
    pattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    gaps: gapsByFour,
    codeLength: 3,
  },
  { id: 'amex', label: 'American Express', pattern: /^3[47]/, lengths: [15], gaps: gapsOfAmex, codeLength: 4 },
  {
    id: 'diners',
    label: 'Diners Club',
    pattern: /^3(0[0-5]|095|[689])/,
    lengths: [14, 16, 19],
    gaps: gapsOfAmex,
    codeLength: 3,
  },
  { id: 'jcb', label: 'JCB', pattern: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19], gaps: gapsByFour, codeLength: 3 },
  {
    id: 'discover',
    label: 'Discover',
    pattern: /^6(011|4[4-9]|5)/,
    lengths: [16, 17, 18, 19],
    gaps: gapsByFour,
    codeLength: 3,
  },
  { id: 'unionpay', label: 'UnionPay', pattern: /^62/, lengths: [16, 17, 18, 19], gaps: gapsByFour, codeLength: 3 },
  {
    id: 'maestro',
    label: 'Maestro',
    pattern: /^(5[06-8]|6[0379])/,
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    gaps: gapsByFour,
    codeLength: 3,
  },
]

const longestNumberDigits = 19
const shortestNumberDigits = 12

/** The brand that the first digits belong to, if any. */
export function brandOf(digits: string): Brand | undefined {
  return brands.find((brand) => brand.pattern.test(digits))
}

/** No brand needs more digits to be recognised. */
const prefixDigits = 4

/** The brands whose numbers can begin with these digits: the one that they tell, or several while they are too few. */
export function possibleBrands(digits: string): readonly Brand[] {
  const missing = Math.max(0, prefixDigits - digits.length)
  const known = brandOf(digits)
  if (known || !missing) return known ? [known] : []
  const endings = Array.from({ length: 10 ** missing }, (_, ending) => String(ending).padStart(missing, '0'))
  const possible = new Set(endings.map((ending) => brandOf(digits + ending)))
  return brands.filter((brand) => possible.has(brand))
}

/** Digits with the gaps of their brand: `4012000000060085` → `4012 0000 0006 0085`. */
export function groupNumber(typed: string): string {
  const all = toDigits(typed)
  const brand = brandOf(all)
  const digits = all.slice(0, Math.max(...(brand?.lengths ?? [longestNumberDigits])))
  const gaps = brand?.gaps ?? gapsByFour
  return [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('')
}

/** Whether the number has a length of its brand and the right check digit. */
export function isCardNumber(digits: string): boolean {
  const lengths = brandOf(digits)?.lengths
  const fits = lengths
    ? lengths.includes(digits.length)
    : digits.length >= shortestNumberDigits && digits.length <= longestNumberDigits
  return fits && passesLuhn(digits)
}

/** Checks the digit of ISO/IEC 7812-1, which catches single typing mistakes and most swapped digits. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Brands as the API spells them. Clients treat the set as open (spec/decisions.md#card-brands). */
export const cardBrands = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'maestro'] as const

export type CardBrand = (typeof cardBrands)[number]

/** Names of brands, and of networks that share a card with a brand. */
const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
  cartes_bancaires: 'Cartes Bancaires',
  bancontact: 'Bancontact',
  dankort: 'Dankort',
  eftpos: 'eftpos',
}

/** The name of a brand or network for people. An unknown one is its own name, and no brand is a card. */
export function brandName(brand: string | null): string {
  return brand === null ? 'Card' : (brandNames[brand] ?? brand)
}

interface BrandRule {
  readonly brand: CardBrand
  /** First and last issuer prefix of each range, both inclusive, with the same number of digits. */
  readonly prefixes: readonly (readonly [number, number])[]
}

// The first matching rule wins. The range 622126–622925, which Discover also accepts, counts as UnionPay.
const brandRules: readonly BrandRule[] = [
  {
    brand: 'amex',
    prefixes: [
      [34, 34],
      [37, 37],
    ],
  },
  {
    brand: 'diners',
    prefixes: [
      [300, 305],
      [3095, 3095],
      [36, 36],
      [38, 39],
    ],
  },
  { brand: 'jcb', prefixes: [[3528, 3589]] },
  { brand: 'visa', prefixes: [[4, 4]] },
  {
    brand: 'mastercard',
    prefixes: [
      [51, 55],
      [2221, 2720],
    ],
  },
  {
    brand: 'discover',
    prefixes: [
      [6011, 6011],
      [644, 649],
      [65, 65],
    ],
  },
  {
    brand: 'unionpay',
    prefixes: [
      [62, 62],
      [81, 81],
    ],
  },
  {
    brand: 'maestro',
    prefixes: [
      [50, 50],
      [56, 58],
      [6304, 6304],
      [6390, 6390],
      [67, 67],
    ],
  },
]

/** ISO/IEC 7812-1 allows up to 19 digits; no scheme in use issues fewer than 12. */
export const minPanLength = 12
export const maxPanLength = 19

/** The brand of a card number by its issuer prefix, or null when no known scheme uses the prefix. */
export function brandOf(pan: string): CardBrand | null {
  return ruleOf(pan)?.brand ?? null
}

/** Whether a text consists of digits with a valid check digit (ISO/IEC 7812-1, annex B). */
export function passesLuhn(pan: string): boolean {
  if (!/^\d+$/.test(pan)) return false
  let sum = 0
  for (let place = 0; place < pan.length; place += 1) {
    const digit = Number(pan[pan.length - 1 - place])
    sum += place % 2 === 0 ? digit : doubled(digit)
  }
  return sum % 10 === 0
}

/** In some time zones the month ends up to 12 hours after it ends in UTC. A whole day also covers a slow clock. */
const expiryLenienceMs = 24 * 60 * 60 * 1000

/** Whether a card has expired. It is valid through the last day of its month (`month` 1–12, `year` four digits). */
export function isExpired(month: number, year: number, now: Date): boolean {
  const firstDayAfter = new Date(0)
  // Date.UTC would read the years 0–99 as 1900–1999; setUTCFullYear does not.
  firstDayAfter.setUTCFullYear(year, month, 1)
  return now.getTime() >= firstDayAfter.getTime() + expiryLenienceMs
}

function ruleOf(pan: string): BrandRule | undefined {
  return brandRules.find((rule) => rule.prefixes.some(([first, last]) => startsWithin(pan, first, last)))
}

function startsWithin(pan: string, first: number, last: number): boolean {
  const digits = String(first).length
  const prefix = pan.slice(0, digits)
  if (prefix.length < digits || !/^\d+$/.test(prefix)) return false
  return Number(prefix) >= first && Number(prefix) <= last
}

function doubled(digit: number): number {
  return digit < 5 ? digit * 2 : digit * 2 - 9
}

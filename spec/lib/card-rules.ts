/**
 * What card networks publish about their numbers and security codes. The form and the service use this one table, so
 * that both accept the same cards (spec/decisions/cards.md#rules-of-card-networks).
 */
export interface CardNetwork {
  /** As the API spells it. */
  readonly id: string
  readonly label: string
  /** Whether `card_brand` and `accepted_brands` can name it. A number may belong to other networks too. */
  readonly isBrand: boolean
  /** The first and last issuer prefix of each range, both inclusive, with the same number of digits. */
  readonly prefixes: readonly (readonly [number, number])[]
  readonly lengths: readonly number[]
  /** Whether the last digit is that of ISO/IEC 7812-1. */
  readonly hasCheckDigit: boolean
  /** The digits of a security code. 0: a card of this network may have no code. */
  readonly codeLengths: readonly number[]
}

/** ISO/IEC 7812-1 allows up to 19 digits; no network in use issues fewer than 12. */
export const minPanLength = 12
export const maxPanLength = 19

const from = (least: number): readonly number[] =>
  Array.from({ length: maxPanLength - least + 1 }, (_, index) => least + index)

const one = (prefix: number): readonly [number, number] => [prefix, prefix]

const usual = { isBrand: true, hasCheckDigit: true, codeLengths: [3] } as const
/** Networks of one country, most of whose cards belong to an international network too. */
const domestic = { ...usual, isBrand: false, prefixes: [], lengths: from(minPanLength) } as const

/**
 * The first match among the brands is the brand of a number. The range 622126–622925, which Discover also accepts,
 * counts as UnionPay. UnionPay has cards without a check digit, LankaPay has only such cards. RuPay shares its ranges
 * with other networks.
 */
export const cardNetworks = [
  { ...usual, id: 'visa', label: 'Visa', prefixes: [one(4)], lengths: [13, 16, 19] },
  {
    ...usual,
    id: 'mastercard',
    label: 'Mastercard',
    prefixes: [
      [51, 55],
      [2221, 2720],
    ],
    lengths: [16],
  },
  { ...usual, id: 'amex', label: 'American Express', prefixes: [one(34), one(37)], lengths: [15], codeLengths: [4] },
  {
    ...usual,
    id: 'discover',
    label: 'Discover',
    prefixes: [one(6011), [644, 649], one(65)],
    lengths: from(16),
  },
  {
    ...usual,
    id: 'diners',
    label: 'Diners Club',
    prefixes: [[300, 305], one(3095), one(36), [38, 39]],
    lengths: from(14),
  },
  { ...usual, id: 'jcb', label: 'JCB', prefixes: [[3528, 3589]], lengths: from(16) },
  {
    ...usual,
    id: 'unionpay',
    label: 'UnionPay',
    prefixes: [one(62), [810, 817]],
    lengths: from(14),
    hasCheckDigit: false,
  },
  {
    ...usual,
    id: 'maestro',
    label: 'Maestro',
    prefixes: [[500, 507], one(509), [56, 58], one(6304), one(6390), one(67)],
    lengths: from(12),
    codeLengths: [0, 3],
  },
  { ...domestic, id: 'cartes_bancaires', label: 'Cartes Bancaires' },
  {
    ...domestic,
    id: 'bancontact',
    label: 'Bancontact',
    prefixes: [one(6703), one(479658), one(606005)],
    lengths: from(16),
    codeLengths: [0],
  },
  { ...domestic, id: 'dankort', label: 'Dankort', prefixes: [one(5019), one(4571)], lengths: [16] },
  { ...domestic, id: 'eftpos', label: 'eftpos' },
  {
    ...domestic,
    id: 'rupay',
    label: 'RuPay',
    prefixes: [one(60), one(65), [81, 82], one(508), one(353), one(356)],
    lengths: [16],
  },
  { ...domestic, id: 'lankapay', label: 'LankaPay', prefixes: [one(357111)], lengths: [16], hasCheckDigit: false },
] as const satisfies readonly CardNetwork[]

const networks: readonly CardNetwork[] = cardNetworks

/** What holds for a number of a network that the table does not have. */
const unknownNetwork = { lengths: from(minPanLength), hasCheckDigit: true, codeLengths: [3, 4] }

/** The networks that a number can belong to, by its first digits. */
function networksOf(digits: string): readonly CardNetwork[] {
  return networks.filter(({ prefixes }) => prefixes.some(([first, last]) => startsWithin(digits, first, last)))
}

/** The brand that the first digits belong to, if any. */
export function brandOfNumber(digits: string): CardNetwork | undefined {
  return networksOf(digits).find(({ isBrand }) => isBrand)
}

/**
 * Whether no card of this number can pay where only these brands are taken. A number that can belong to a network which
 * is no brand is left to the bank, and so is every number where the brands are not known.
 */
export function isBrandRefused(digits: string, accepted: readonly string[]): boolean {
  const possible = networksOf(digits)
  return (
    accepted.length > 0 && possible.length > 0 && possible.every(({ id, isBrand }) => isBrand && !accepted.includes(id))
  )
}

/** Whether a number has a length of a network that it can belong to, and that network's check digit. */
export function isCardNumber(digits: string): boolean {
  if (!/^[0-9]+$/.test(digits)) return false
  const possible = networksOf(digits)
  return (possible.length > 0 ? possible : [unknownNetwork]).some(
    ({ lengths, hasCheckDigit }) => lengths.includes(digits.length) && (!hasCheckDigit || passesLuhn(digits)),
  )
}

/**
 * The digits that the security code of a card may have, fewest first. 0: it may have none. `network`: the one that the
 * customer chose, because a card of two networks can have a code for one of them only.
 */
export function codeLengthsOf(digits: string, network?: string): readonly number[] {
  const chosen = networks.find(({ id }) => id === network)
  const possible = chosen ? [chosen] : networksOf(digits)
  const lengths = (possible.length > 0 ? possible : [unknownNetwork]).flatMap(({ codeLengths }) => codeLengths)
  return [...new Set(lengths)].sort((a, b) => a - b)
}

/** Whether a text consists of digits with a valid check digit (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  if (!/^[0-9]+$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    sum += index % 2 === 0 ? digit : doubled(digit)
  }
  return sum % 10 === 0
}

/**
 * Whether a text may be the number of a card: 12–19 digits with a valid check digit, ignoring spaces and dashes. No
 * unencrypted field may have one.
 */
export function isPlainCardNumber(text: string): boolean {
  // A card number with separators is far shorter than 64 characters.
  if (text.length < minPanLength || text.length > 64) return false
  const digits = text.replace(/[\s\p{Pd}]/gu, '')
  return digits.length >= minPanLength && digits.length <= maxPanLength && passesLuhn(digits)
}

function doubled(digit: number): number {
  return digit < 5 ? digit * 2 : digit * 2 - 9
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

function startsWithin(digits: string, first: number, last: number): boolean {
  const { length } = String(first)
  const prefix = digits.slice(0, length)
  return prefix.length === length && /^[0-9]+$/.test(prefix) && Number(prefix) >= first && Number(prefix) <= last
}

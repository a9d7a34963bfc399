import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * How many leading digits the canaries of a test share. No more digits of a card number may be kept, so finding them is
 * a leak.
 */
const sharedDigits = 10

/** Random card numbers with a valid check digit and the same first ten digits, for a test that searches for them. */
export class Canaries {
  readonly sought: readonly string[]
  readonly #shared: string

  /** `others`: further numbers to search for, in full. */
  constructor(others: readonly string[] = []) {
    this.#shared = `4${Array.from({ length: sharedDigits - 1 }, () => randomInt(10)).join('')}`
    this.sought = [this.#shared, ...others]
  }

  /** Another canary. */
  next(): string {
    const digits = `${this.#shared}${String(randomInt(100_000)).padStart(5, '0')}`
    const check = [...Array(10).keys()].find((digit) => luhn(`${digits}${digit}`))
    return `${digits}${check}`
  }
}

function luhn(pan: string): boolean {
  const sum = [...pan].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}

export type Encoding = 'raw' | 'spaced' | 'dashed' | 'base64' | 'hex' | 'url'

/** Every encoding of the digits, as bytes to search for. */
export function spellingsOf(digits: string): Record<Encoding, readonly string[]> {
  const grouped = (separator: string): string => (digits.match(/\d{1,4}/g) ?? []).join(separator)
  const hex = Buffer.from(digits).toString('hex')
  return {
    raw: [digits],
    spaced: [grouped(' ')],
    dashed: [grouped('-')],
    base64: [0, 1, 2].map((offset) => base64Within(digits, offset)),
    // As PostgreSQL, JavaScript and JSON write bytes: without separators, or each with a prefix.
    hex: [hex, hex.replace(/../g, '\\x$&'), hex.replace(/../g, '\\u00$&')],
    url: [hex.replace(/../g, '%$&'), grouped('%20'), grouped('+')],
  }
}

/**
 * The base64 characters that depend only on these digits, when the digits start `offset` bytes into a group of three.
 */
function base64Within(digits: string, offset: number): string {
  const text = Buffer.from(`${'\0'.repeat(offset)}${digits}`).toString('base64url')
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + digits.length) * 8) / 6))
}

/** Searches `bytes` for the numbers. The report names the place and the encoding, but no digit. */
export function hitsIn(place: string, bytes: Buffer | string, sought: readonly string[]): string[] {
  const haystack = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  return sought.flatMap((digits, index) =>
    needlesOf(digits).flatMap(([encoding, needles]) =>
      needles.some((needle) => haystack.includes(needle)) ? [`${place}: number ${index}, ${encoding}`] : [],
    ),
  )
}

type Needles = readonly (readonly [encoding: string, needles: readonly Buffer[]])[]

const needlesByDigits = new Map<string, Needles>()

/** The spellings of a number as bytes. They are kept, because each is sought in thousands of places. */
function needlesOf(digits: string): Needles {
  const known = needlesByDigits.get(digits)
  if (known) return known
  const made: Needles = Object.entries(spellingsOf(digits)).map(([encoding, spellings]) => [
    encoding,
    spellings.map((spelling) => Buffer.from(spelling)),
  ])
  needlesByDigits.set(digits, made)
  return made
}

export interface Scanned {
  readonly hits: string[]
  readonly files: number
  readonly bytes: number
}

/** Searches every file in a directory. */
export async function scanDirectory(dir: string, sought: readonly string[]): Promise<Scanned> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hits: string[] = []
  let bytes = 0
  for (const path of paths) {
    const content = await readFile(path)
    bytes += content.length
    hits.push(...hitsIn(path, content, sought))
  }
  return { hits, files: paths.length, bytes }
}

import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Digits that all numbers of one flock begin with: more than anybody may keep of a card number, so finding them is finding too much. */
const sharedDigits = 10

/** Card numbers for a test that look for nothing but to be found again: random, with a right check digit, alike in their first ten digits. */
export class Canaries {
  readonly sought: readonly string[]
  readonly #shared: string

  /** `others`: whole numbers that are sought besides. */
  constructor(others: readonly string[] = []) {
    this.#shared = `4${Array.from({ length: sharedDigits - 1 }, () => randomInt(10)).join('')}`
    this.sought = [this.#shared, ...others]
  }

  /** Another number of the flock. */
  next(): string {
    const digits = `${this.#shared}${String(randomInt(100_000)).padStart(5, '0')}`
    const check = [...Array(10).keys()].find((digit) => luhn(`${digits}${digit}`))
    return `${digits}${check}`
  }
}

function luhn(pan: string): boolean {
  const sum = [...pan].reverse().reduce((total, character, place) => {
    const digit = Number(character) * (place % 2 === 1 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}

export type Encoding = 'raw' | 'spaced' | 'dashed' | 'base64' | 'hex' | 'url'

/** Every way in which the digits could stand in a file, as bytes to look for. */
export function spellingsOf(digits: string): Record<Encoding, readonly string[]> {
  const grouped = (separator: string): string => (digits.match(/\d{1,4}/g) ?? []).join(separator)
  const hex = Buffer.from(digits).toString('hex')
  return {
    raw: [digits],
    spaced: [grouped(' ')],
    dashed: [grouped('-')],
    base64: [0, 1, 2].map((offset) => base64Within(digits, offset)),
    // As PostgreSQL, JavaScript and JSON write bytes: in a row, or each with its mark.
    hex: [hex, hex.replace(/../g, '\\x$&'), hex.replace(/../g, '\\u00$&')],
    url: [hex.replace(/../g, '%$&'), grouped('%20'), grouped('+')],
  }
}

/** The characters of base64 that these digits alone decide, when they begin `offset` bytes into a group of three. */
function base64Within(digits: string, offset: number): string {
  const text = Buffer.from(`${'\0'.repeat(offset)}${digits}`).toString('base64url')
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + digits.length) * 8) / 6))
}

/** Where in `bytes` one of the numbers stands, and in which spelling: none of the digits themselves, for a report. */
export function hitsIn(place: string, bytes: Buffer | string, sought: readonly string[]): string[] {
  const haystack = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  return sought.flatMap((digits, index) =>
    Object.entries(spellingsOf(digits)).flatMap(([encoding, spellings]) =>
      spellings.some((spelling) => haystack.includes(spelling)) ? [`${place}: number ${index}, ${encoding}`] : [],
    ),
  )
}

export interface Scanned {
  readonly hits: string[]
  readonly files: number
  readonly bytes: number
}

/** Looks into every file under a directory. */
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

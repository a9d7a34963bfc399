/** Lower-case base 32 without i, l, o and u, which are easily misread. */
export const base32Alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Makes texts in base 32. Each reply has several, and a text that grows makes a string for each of its characters. */
export class Base32Writer {
  readonly #characters: Buffer
  #length = 0

  /** `length`: of the longest text. */
  constructor(length: number) {
    this.#characters = Buffer.alloc(length)
  }

  /** Appends one character, of the lowest five bits. */
  append(bits: number): void {
    this.#characters[this.#length] = base32Alphabet.charCodeAt(bits & 31)
    this.#length += 1
  }

  /** Appends a whole number in this many characters. */
  appendNumber(value: number, length: number): void {
    let rest = value
    for (let at = this.#length + length - 1; at >= this.#length; at -= 1) {
      this.#characters[at] = base32Alphabet.charCodeAt(rest % 32)
      rest = Math.floor(rest / 32)
    }
    this.#length += length
  }

  /** The text so far. The next one begins. */
  take(): string {
    const text = this.#characters.toString('latin1', 0, this.#length)
    this.#length = 0
    return text
  }
}

import { folded } from './search-folding.ts'
import type { SessionRecord } from './session-records.ts'

/** Longer terms and searches are cut to this many characters. */
const maxLength = 48

/** How many words of each text a search finds. The limits bound what a session adds to the index. */
const maxWords = { reference: 8, name: 6, description: 12 } as const

/** The texts of a session that a search finds word by word. */
export type SearchedTexts = Pick<SessionRecord, 'reference' | 'description'> & {
  readonly customer: { readonly name?: string | null; readonly email?: string | null }
}

/**
 * The search terms of a session: each text from the beginning of each of its words. A search is a prefix of a term, so
 * `order-1001` is found by `order`, `ORDER 10` and `1001`. The domain of an email address is one term.
 */
export function searchTermsOf({ reference, description, customer }: SearchedTexts): string[] {
  return [
    ...new Set([
      ...fromEachWord(reference, maxWords.reference),
      ...fromEachWord(customer.name, maxWords.name),
      ...fromEachWord(description, maxWords.description),
      ...fromEachWord(customer.email?.split('@').at(-1), 1),
    ]),
  ]
}

/** A typed text in the form of the terms. Empty: it has no letter and no digit. */
export function asSearchTerm(text: string): string {
  return cut(plain(text))
}

/** The term for a card that a customer tried. No term of a text begins with `#`. */
export function cardTerm(last4: string): string {
  return `#${last4}`
}

/** The folded text with single spaces in place of everything that is not a letter or a digit. */
function plain(text: string): string {
  return withApostrophes(text).replaceAll("'", '')
}

/** Keeps the apostrophes inside of words, as `'`: O'Connor is one word, and its second half begins a term as well. */
function withApostrophes(text: string): string {
  return folded(text)
    .replace(/(?<=\p{L})['’‘ʼ`´＇](?=\p{L})/gu, '\u{f8ff}')
    .replace(/[^\p{L}\p{N}\u{f8ff}]+/gu, ' ')
    .replaceAll('\u{f8ff}', "'")
    .trim()
}

/** A word begins after a space. Digits that follow a letter begin one too: `2026` in `inv2026`. */
const wordStart = /(?<=[ '])(?=\S)|(?<=\p{L})(?=\p{N}{2})/gu

function fromEachWord(text: string | null | undefined, words: number): string[] {
  if (text === null || text === undefined) return []
  const whole = withApostrophes(text)
  if (whole === '') return []
  const starts = [0]
  for (const { index } of whole.matchAll(wordStart)) {
    if (starts.length === words) break
    starts.push(index)
  }
  return starts.map((start) => cut(whole.slice(start).replaceAll("'", '')))
}

/** Cuts between two characters, never inside a surrogate pair. */
function cut(text: string): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength
  return text.slice(0, end).trimEnd()
}

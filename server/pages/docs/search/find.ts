import { isName, wordsOf } from './words.ts'

/** What a search needs, made by `make-index.ts`. The browser gets it as JSON. */
export interface SearchIndex {
  readonly pages: readonly IndexedPage[]
  /** All words, sorted, with a space between. */
  readonly words: string
  /**
   * For each word the sections that have it, with a space between the words. A section is the distance from the one
   * before (nothing: 1) and a capital letter, which says how much the word counts there (A: little). After `=` comes
   * a word of ours that means the same.
   */
  readonly places: string
  /** Words of readers that stand for words of ours, where one of both is several words. */
  readonly phrases: Readonly<Record<string, string>>
  /** Words that say nothing about what a reader looks for, with a space between. */
  readonly stop: string
}

/** Path, title, and the anchor and heading of each section. The first section is the page's beginning. */
export type IndexedPage = readonly [string, string, readonly (readonly [string, string])[]]

export interface Found {
  /** Below /docs/. */
  readonly path: string
  readonly title: string
  /** Empty at the beginning of the page. */
  readonly anchor: string
  readonly heading: string
}

export interface SearchResult {
  readonly found: readonly Found[]
  /** How many words were compared and places read, so that a test can bound the time. */
  readonly work: number
}

/** The rest of a longer question is cut off. */
export const longestQuestion = 100
const mostTerms = 10
const mostFound = 8
/** The largest number of words that a beginning of a word may become. */
const mostBegun = 30
/** A shorter word has too many neighbours to guess which one was meant. */
const shortestGuess = 4

/** How much a match counts that is not the word itself. */
const counts = { sameMeaning: 0.8, begun: 0.6, guessed: 0.6, nextSection: 0.2 } as const

const steps = 5

/** The letter of a score in `SearchIndex.places`. */
export function letterOf(score: number): string {
  return String.fromCharCode(65 + Math.min(25, Math.round(steps * Math.log2(1 + score))))
}

type Scores = Map<number, number>

/** Finds the pages that answer a question, best first, each with its best section. */
export function searchIn(index: SearchIndex): (question: string) => SearchResult {
  const words = index.words.split(' ')
  const places = index.places.split(' ')
  const at = new Map(words.map((word, place) => [word, place]))
  const stop = new Set(index.stop.split(' '))
  const sections = index.pages.flatMap(([path, title, list]) =>
    list.map(([anchor, heading]) => ({ path, title, anchor, heading })),
  )
  let work = 0

  function termsOf(question: string): string[] {
    const text = Object.entries(index.phrases).reduce(
      (changed, [theirs, ours]) => changed.replace(new RegExp(`\\b${theirs}\\b`, 'i'), ours),
      question.slice(0, longestQuestion),
    )
    const terms = wordsOf(text).filter((word) => !stop.has(word))
    // A name that the documentation knows is meant as a whole. The parts of another name may still find something.
    const parts = new Set(
      terms.filter((term) => isName(term) && at.has(term)).flatMap((term) => wordsOf(term).slice(1)),
    )
    return [...new Set(terms)].filter((term) => !parts.has(term)).slice(0, mostTerms)
  }

  /** Adds the sections with a word. Of several scores for one section, the best counts. */
  function add(scores: Scores, word: string, weight: number): void {
    const [own = '', same = ''] = places[at.get(word) ?? -1]?.split('=') ?? []
    let section = -1
    for (const [, distance = '', letter = ''] of own.matchAll(/([0-9a-z]*)([A-Z])/g)) {
      work++
      section += distance === '' ? 1 : parseInt(distance, 36)
      const score = weight * (2 ** ((letter.charCodeAt(0) - 65) / steps) - 1)
      scores.set(section, Math.max(score, scores.get(section) ?? 0))
    }
    if (same !== '') add(scores, same, weight * counts.sameMeaning)
  }

  function scoresOf(term: string, isLast: boolean): Scores {
    const scores: Scores = new Map()
    add(scores, term, 1)
    if (isLast) for (const word of begunWith(term)) add(scores, word, counts.begun)
    if (scores.size === 0 && term.length >= shortestGuess)
      for (const word of words) if (++work && isOneEditAway(term, word)) add(scores, word, counts.guessed)
    return scores
  }

  /** A word does not become a name that only begins with it: `webhook` is not about `webhooks_not_available`. */
  function begunWith(beginning: string): string[] {
    let from = 0
    for (let to = words.length; from < to; work++) {
      const middle = (from + to) >> 1
      if ((words[middle] ?? '') <= beginning) from = middle + 1
      else to = middle
    }
    return words
      .slice(from, from + mostBegun)
      .filter((word) => word.startsWith(beginning) && isName(word) === isName(beginning))
  }

  return (question) => {
    work = 0
    const terms = termsOf(question)
    const total: Scores = new Map()
    const matches: Scores = new Map()
    terms.forEach((term, position) => {
      for (const [section, score] of scoresOf(term, position === terms.length - 1)) {
        total.set(section, (total.get(section) ?? 0) + score)
        matches.set(section, (matches.get(section) ?? 0) + 1)
      }
    })
    // A section with all words is better than one with a single word that is rare.
    const scoreOf = (section: number): number =>
      (total.get(section) ?? 0) * ((matches.get(section) ?? 0) / terms.length) ** 1.5
    const pages = new Map<string, { found: Found; score: number; next: number }>()
    for (const section of [...total.keys()].sort((a, b) => scoreOf(b) - scoreOf(a) || a - b)) {
      const found = sections[section]
      if (!found) continue
      const page = pages.get(found.path) ?? { found, score: 0, next: 1 }
      page.score += scoreOf(section) * page.next
      page.next *= counts.nextSection
      pages.set(found.path, page)
    }
    const best = [...pages.values()].sort((a, b) => b.score - a.score)
    return { found: best.slice(0, mostFound).map(({ found }) => found), work }
  }
}

/** Whether one letter more, less or other, or two letters in the other order, make one word of the other. */
function isOneEditAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let same = 0
  while (one[same] === other[same]) same++
  const rest = one.slice(same)
  const otherRest = other.slice(same)
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  )
}

import { setImmediate } from 'node:timers/promises'
import { AnchorNames, headingText } from '../anchor-names.ts'
import { markdownLines } from '../markdown-lines.ts'
import type { DocsContext, DocsPage, DocsSection } from '../page.ts'
import { letterOf, type IndexedPage, type SearchIndex } from './find.ts'
import { synonyms } from './synonyms.ts'
import { isName, stem, wordsOf } from './words.ts'

/** Words of questions that say nothing about what is looked for. */
const stop =
  'a about all also am an and any anything are as at be been but by can could did do does for from get give ' +
  'had has have how i if in into is it its let like many me much my need of on or our out please see shall should so ' +
  'some than that the their them then there they this to us want was we were what when where which who ' +
  'why will with would you your'

/** A section of a page: the text between two headings. The first one begins with the page's title. */
export interface Section {
  readonly anchor: string
  readonly heading: string
  /** The heading above it. */
  readonly above: string
  readonly text: string
  readonly code: string
}

/** The sections of a page's Markdown. Their anchors are those of the HTML. */
export function sectionsOf(markdown: string): Section[] {
  const anchors = new AnchorNames()
  const sections: { anchor: string; heading: string; above: string; text: string; code: string }[] = []
  let current = { anchor: '', heading: '', above: '', text: '', code: '' }
  let above = ''
  for (const { line, isCode } of markdownLines(markdown)) {
    const [, marks = '', written = ''] = (!isCode && /^(#{2,6}) (.*)$/.exec(line)) || []
    if (isCode) current.code += `${line}\n`
    else if (marks === '') current.text += `${withoutAddresses(line)}\n`
    else {
      const heading = headingText(written)
      if (marks.length === 2) above = heading
      sections.push(current)
      current = { anchor: anchors.take(written), heading, above: marks.length === 2 ? '' : above, text: '', code: '' }
    }
  }
  return [...sections, current]
}

function withoutAddresses(line: string): string {
  return line.replace(/\]\([^)]*\)/g, ']')
}

/** How much a word counts by its place. In a text it counts the less the longer the text is. */
const weights = {
  title: 1.3,
  path: 0.8,
  heading: 2.2,
  name: 4,
  partOfName: 1.1,
  above: 1,
  summary: 1,
  text: 1,
  code: 0.4,
} as const

/** The page of changes mentions everything, a merchant never makes the calls of the form, and tests come second. */
const weightOfPage: Readonly<Record<string, number>> = { changes: 0.4, 'api/form': 0.5, 'api/test-helpers': 0.7 }

/** A guide explains a plain word. A name in code is rare, so the reference is found for it all the same. */
const weightOfSection: Readonly<Record<DocsSection, number>> = { Start: 1.1, Guides: 1, Operate: 0.9, Reference: 0.75 }

/** A word that is in more sections tells none of them apart, and only the best of them are kept. */
const mostPlaces = 120

/**
 * The index of pages for `searchIn`. It takes about half a second of processor time, so requests that wait are served
 * between two pages.
 */
export async function makeSearchIndex(pages: readonly DocsPage[], context: DocsContext): Promise<SearchIndex> {
  const stemOf = remembered(stem)
  const scores = new Map<string, Map<number, number>>()
  const indexed: IndexedPage[] = []
  let count = 0
  for (const page of pages) {
    await setImmediate()
    const weight = (weightOfPage[page.path] ?? 1) * weightOfSection[page.section]
    const sections = sectionsOf(page.markdown(context)).filter(isWorthReading)
    for (const section of sections) {
      for (const [word, score] of scoresOf(page, section, stemOf)) {
        const places = scores.get(word) ?? new Map<number, number>()
        scores.set(word, places.set(count, score * weight))
      }
      count += 1
    }
    indexed.push([page.path, page.title, sections.map(({ anchor, heading, above }) => [anchor, named(heading, above)])])
  }
  return { pages: indexed, ...listed(scores, count), stop: wordsOf(stop).join(' ') }
}

/** The errors of each call repeat the page of errors. */
function isWorthReading({ anchor }: Section): boolean {
  return !anchor.endsWith('-errors')
}

function named(heading: string, above: string): string {
  return above === '' ? heading : `${above}: ${heading}`
}

function scoresOf(page: DocsPage, section: Section, stemOf: (word: string) => string): Map<string, number> {
  const scores = new Map<string, number>()
  const add = (text: string, score: (times: number, length: number, word: string) => number): void => {
    const words = wordsOf(text, stemOf)
    const times = new Map<string, number>()
    for (const word of words) times.set(word, (times.get(word) ?? 0) + 1)
    for (const [word, often] of times) scores.set(word, (scores.get(word) ?? 0) + score(often, words.length, word))
  }
  const short = (weight: number) => (_times: number, length: number) => weight / Math.sqrt(length)
  const long = (weight: number) => (times: number, length: number) => (weight * times) / (times + 0.5 + length / 100)
  add(page.title, short(weights.title))
  add(page.path, short(weights.path))
  // The beginning of a page is what its title and summary say.
  const heading = section.heading || page.title
  add(heading, short(isName(heading) ? weights.partOfName : weights.heading))
  // Of a name, such as `card_declined` or `createCheckoutSession`, only the whole is what the section is about.
  add(section.anchor, (_times, _length, word) => (isName(word) ? weights.name : 0))
  add(section.above, short(weights.above))
  if (section.heading === '') add(page.summary, long(weights.summary))
  add(section.text, long(weights.text))
  add(section.code, long(weights.code))
  return scores
}

/** Writes the words as text, because JSON with a list for each would be several times as long. */
function listed(
  scores: ReadonlyMap<string, ReadonlyMap<number, number>>,
  count: number,
): Pick<SearchIndex, 'words' | 'places' | 'phrases'> {
  const ignored = new Set(wordsOf(stop))
  const places = new Map<string, string>()
  for (const [word, sections] of scores)
    if (!ignored.has(word)) places.set(word, placesText(sections, Math.log(1 + count / sections.size)))
  const phrases: Record<string, string> = {}
  for (const [theirs, ours] of Object.entries(synonyms)) {
    const [word = '', ...others] = wordsOf(theirs)
    const [meant = '', ...rest] = wordsOf(ours)
    if (others.length > 0 || (rest.length > 0 && !isName(ours))) phrases[theirs] = ours
    else places.set(word, `${places.get(word) ?? ''}=${meant}`)
  }
  const words = [...places.keys()].sort()
  return { words: words.join(' '), places: words.map((word) => places.get(word)).join(' '), phrases }
}

function placesText(sections: ReadonlyMap<number, number>, rarity: number): string {
  const kept = [...sections].sort(([, one], [, other]) => other - one).slice(0, mostPlaces)
  let before = -1
  return kept
    .sort(([one], [other]) => one - other)
    .map(([section, score]) => {
      const distance = section - before
      before = section
      return (distance === 1 ? '' : distance.toString(36)) + letterOf(score * rarity)
    })
    .join('')
}

/** The pages have 70,000 words, but only a few thousand different ones. */
function remembered(change: (word: string) => string): (word: string) => string {
  const known = new Map<string, string>()
  return (word) => {
    const changed = known.get(word) ?? change(word)
    known.set(word, changed)
    return changed
  }
}

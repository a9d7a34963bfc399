import type { DisputeStatus } from '../../domain/disputes/dispute-state.ts'
import { firstIdFrom, sessionIdPrefix } from '../../domain/ids.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { oneTypoFrom } from '../../domain/sessions/search-query.ts'
import { run, type Database } from '../sql/database.ts'
import { newestOf, newestSearched, newestSessions, type SearchedSession } from './checkout-sessions.ts'
import { disputedPayments } from './disputed-payments.ts'
import { narrow, type PaymentFilter } from './payment-filter.ts'
import { meaningsOf, wordsOf, type Condition } from './search-meanings.ts'
import { sessionsByPrefix, sessionsByTerm } from './search-terms.ts'
import { containsWords, everyOrder, sessionsWithWord, type SearchedWord } from './word-search.ts'

export interface FoundPayments {
  /** Newest first. */
  readonly payments: SessionRecord[]
  /** The search continues after this id. Null: nothing older matches. */
  readonly next: string | null
  /** Nothing has the email address that was searched. These payments have one that differs by one typo. */
  readonly similarEmail: boolean
}

interface Part {
  readonly payments: SessionRecord[]
  readonly next: string | null
}

/** A search with a common word and other filters reads at most this many payments for one page. */
const maxRead = 1_500

/** A word that begins at most this many terms is looked up in the index. Any other is common among the newest. */
const maxHits = 5_000

/** Payments read at once while a search goes through many. */
const rowsAtOnce = 250

/** The same, where a search reads only the searched columns. */
const searchedAtOnce = 500

interface Search {
  readonly scope: Scope
  readonly db: Database
  readonly filter: PaymentFilter
  readonly maxRead: number
}

/**
 * Matching payments, newest first. An index gives every page directly, however far down the list it is. A text with
 * several possible meanings needs one statement for each, because a combined statement could not read any index in
 * order. `readLimit`: how many payments a search may read for this page before it returns what it has found.
 */
export async function searchPayments(
  scope: Scope,
  db: Database,
  filter: PaymentFilter,
  readLimit = maxRead,
): Promise<FoundPayments> {
  const search: Search = { scope, db, filter: { ...filter, limit: filter.limit + 1 }, maxRead: readLimit }
  const { text, dispute } = filter
  const exact = await searchExactly(search, text, dispute, filter.limit)
  if (exact.payments.length > 0 || exact.next !== null || text?.includes('@') !== true || dispute !== null)
    return { ...exact, similarEmail: false }
  const similar = pageOf(await similarEmails(search, text), filter.limit)
  return { ...similar, similarEmail: similar.payments.length > 0 }
}

async function searchExactly(
  search: Search,
  text: string | null,
  dispute: DisputeStatus | null,
  limit: number,
): Promise<Part> {
  if (dispute !== null) return pageOf(await disputedPayments(search.scope, search.db, search.filter, dispute), limit)
  const parts = text === null ? [await matching(search, () => {})] : await everyMeaning(search, text)
  // Below the point where one part stopped, the others are incomplete as well.
  const end = parts.reduce((latest, { next }) => (next !== null && next > latest ? next : latest), '')
  const found = parts.flatMap(({ payments }) => payments).filter(({ id }) => id >= end)
  const page = pageOf(newestOf(found, limit + 1), limit)
  return page.next === null && end !== '' ? { ...page, next: end } : page
}

/** `found` has one payment more than the page if there are more. */
function pageOf(found: readonly SessionRecord[], limit: number): Part {
  const payments = found.slice(0, limit)
  return { payments, next: found.length > limit ? (payments.at(-1)?.id ?? null) : null }
}

/** Searches for each meaning that the text can have, one after the other. */
async function everyMeaning(search: Search, text: string): Promise<Part[]> {
  const { exact, card, beginning } = await meaningsOf(search, text)
  const found: Part[] = []
  for (const condition of exact) found.push(await matching(search, condition))
  if (card !== null) found.push(await withTerm(search, card))
  const words = await wordsOf(search, text)
  // A payment with several words side by side has each of them, so one look through the newest payments finds both.
  if (beginning !== '') found.push(await withBeginning(search, beginning, words.length > 1))
  if (words.length > 0) found.push(await withWords(search, words))
  return found
}

/**
 * Payments that contain all of these words. The words that few payments contain lead to them. Two or three common words
 * are looked up in each order, because names have them side by side.
 */
async function withWords(search: Search, words: readonly SearchedWord[]): Promise<Part> {
  const { scope, db } = search
  const common: SearchedWord[] = []
  let ids: Set<string> | null = null
  for (const word of words) {
    const hits = await sessionsWithWord(scope, db, word, maxHits)
    if (hits === null) common.push(word)
    else ids = ids === null ? hits : new Set([...hits].filter((id) => ids?.has(id)))
    if (ids?.size === 0) return { payments: [], next: null }
  }
  if (ids !== null) return { payments: await newestAmong(search, [...ids], common), next: null }
  const beside = new Set<string>()
  for (const beginning of everyOrder(words)) {
    const hits = await sessionsByPrefix(scope, db, beginning, maxHits)
    if (hits === null) return amongNewest(search, common)
    for (const id of hits) beside.add(id)
  }
  if (beside.size === 0) return amongNewest(search, common)
  return { payments: await newestAmong(search, [...beside], common), next: null }
}

const nearEmails = {
  name: 'sessions with similar email',
  // The first of them says whether the address itself exists. `lateral` reads the index once for each address.
  text: `
    select id, near.email = $4 as exact from unnest($3::text[]) as near (email) cross join lateral (
      select id from checkout_sessions
      where merchant_id = $1 and livemode = $2 and lower(customer ->> 'email') = near.email
      order by id desc limit 250 offset 0
    ) session
    order by exact desc limit $5`,
}

/** Payments whose email address differs by one typo. None if a payment has this address, even one of another status. */
async function similarEmails(search: Search, text: string): Promise<SessionRecord[]> {
  const near = oneTypoFrom(text)
  if (near.length === 0) return []
  const { scope, db } = search
  const email = text.toLowerCase()
  const values = [scope.merchantId, scope.livemode, [email, ...near], email, maxHits]
  const found = await run<{ id: string; exact: boolean }>(db, nearEmails, values)
  if (found[0]?.exact === true) return []
  return newestAmong(
    search,
    found.map(({ id }) => id),
    [],
  )
}

async function matching(search: Search, meaning: Condition): Promise<Part> {
  const { scope, db, filter } = search
  const payments = await newestSessions(scope, db, filter, (query) => {
    narrow(query, scope, filter)
    meaning(query)
  })
  return { payments, next: null }
}

/** Payments with exactly this term: the index gives their ids, newest first, and the other filters choose from them. */
async function withTerm(search: Search, term: string): Promise<Part> {
  const { scope, db, filter } = search
  const prefix = sessionIdPrefix(scope.livemode)
  const from = firstIdFrom(prefix, filter.createdFrom ?? new Date(0))
  let before = firstIdFrom(prefix, filter.createdBefore ?? endOfTime)
  if (filter.olderThan !== null && filter.olderThan < before) before = filter.olderThan
  const payments: SessionRecord[] = []
  for (let read = 0; read < search.maxRead; read += rowsAtOnce) {
    const ids = await sessionsByTerm(scope, db, term, { before, from, limit: rowsAtOnce })
    payments.push(...(await amongIds(search, ids)))
    if (ids.length < rowsAtOnce || payments.length >= filter.limit) return { payments, next: null }
    before = ids.at(-1) ?? before
  }
  return { payments, next: before }
}

/** The end of the year 9999. */
const endOfTime = new Date(253402300799999)

/**
 * Payments with a term that begins like this. If the terms are few, they lead to the payments. Otherwise the word is
 * common, and the newest payments contain it often enough to look for it there.
 */
async function withBeginning(search: Search, beginning: string, onlyRare: boolean): Promise<Part> {
  const { scope, db } = search
  const hits = await sessionsByPrefix(scope, db, beginning, maxHits)
  if (hits === null && onlyRare) return { payments: [], next: null }
  if (hits === null) return amongNewest(search, [{ beginning, card: null, email: null, amounts: [] }])
  return { payments: await newestAmong(search, hits, []), next: null }
}

/** The newest of these payments that pass the filter and contain the words. */
async function newestAmong(
  search: Search,
  hits: readonly string[],
  words: readonly SearchedWord[],
): Promise<SessionRecord[]> {
  const { filter } = search
  const ids = hits.filter((id) => filter.olderThan === null || id < filter.olderThan).sort()
  const found: string[] = []
  while (ids.length > 0 && found.length < filter.limit) {
    const among = ids.splice(-searchedAtOnce)
    const searched = await searchedIn(search, { ...filter, limit: among.length }, (query) =>
      query.whereRaw('id = any(?)', [among]),
    )
    found.push(...idsWith(searched, words))
  }
  return amongIds(search, found)
}

/** Goes through the newest payments that pass the filter. */
async function amongNewest(search: Search, words: readonly SearchedWord[]): Promise<Part> {
  const found: string[] = []
  let { olderThan } = search.filter
  for (let read = 0; read < search.maxRead; read += searchedAtOnce) {
    const newest = await searchedIn(search, { ...search.filter, olderThan, limit: searchedAtOnce }, () => {})
    found.push(...idsWith(newest, words))
    if (newest.length < searchedAtOnce || found.length >= search.filter.limit)
      return { payments: await amongIds(search, found), next: null }
    olderThan = newest.at(-1)?.id ?? null
  }
  return { payments: await amongIds(search, found), next: olderThan }
}

function searchedIn({ scope, db }: Search, filter: PaymentFilter, meaning: Condition): Promise<SearchedSession[]> {
  return newestSearched(scope, db, filter, (query) => {
    narrow(query, scope, filter)
    meaning(query)
  })
}

function idsWith(searched: readonly SearchedSession[], words: readonly SearchedWord[]): string[] {
  return searched.filter((payment) => containsWords(payment, words)).map(({ id }) => id)
}

async function amongIds(search: Search, ids: readonly string[]): Promise<SessionRecord[]> {
  if (ids.length === 0) return []
  return (await matching(search, (query) => query.whereRaw('id = any(?)', [[...ids]]))).payments
}

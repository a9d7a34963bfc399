import type { DisputeStatus } from '../../domain/disputes/dispute-state.ts'
import { firstIdFrom, idBodyLength, sessionIdPrefix } from '../../domain/ids.ts'
import { maxAmount } from '../../domain/money/amounts.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { amountIn, isAmount, isWhole, lastFourIn, oneTypoFrom } from '../../domain/sessions/search-query.ts'
import { asSearchTerm, cardTerm, searchTermsOf } from '../../domain/sessions/search-terms.ts'
import type { SessionStatus } from '../../domain/sessions/session-state.ts'
import { newestOf, newestSessions, type SessionQuery } from './checkout-sessions.ts'
import { run, type Database } from '../sql/database.ts'
import { sessionsByPrefix, sessionsByTerm } from './search-terms.ts'
import { containsWord, everyOrder, searchedWords, sessionsWithWord, type SearchedWord } from './word-search.ts'
import { listIn } from '../sql/columns.ts'
import { sessionColumns } from '../sql/table-columns.ts'

export interface AmountRange {
  readonly currency: string
  /** In the smallest unit, both limits included. */
  readonly from: number | null
  readonly to: number | null
}

/** Filters of the list of payments. Null matches everything. */
export interface PaymentFilter {
  readonly status: SessionStatus | null
  /** The status of the payment's latest dispute. */
  readonly dispute: DisputeStatus | null
  /** Only payments of which a part is refunded. */
  readonly partlyRefunded: boolean
  /** One range for each currency that matches. */
  readonly amounts: readonly AmountRange[] | null
  readonly createdFrom: Date | null
  readonly createdBefore: Date | null
  readonly paymentLinkId: string | null
  /** Only payments with one of these ids. */
  readonly among?: readonly string[]
  /** What a person typed into the search field (spec/decisions/dashboard.md#search-in-the-dashboard). */
  readonly text: string | null
  /** The last id of the previous page. */
  readonly olderThan: string | null
  readonly limit: number
  readonly now: Date
}

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
  if (dispute !== null) return pageOf(await disputedPayments(search, dispute), limit)
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

/** The words of a text that means more than its one word: several, or an amount without cents. */
async function wordsOf({ scope, db }: Pick<Search, 'scope' | 'db'>, text: string): Promise<SearchedWord[]> {
  const words = await searchedWords(text, () => currenciesOf(scope, db))
  if (words.length > 1) return words
  return isWhole(text) ? words.map((word) => ({ ...word, beginning: '', card: null })) : []
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
  const contains = (payment: SessionRecord): boolean => common.every((word) => containsWord(payment, word))
  if (ids !== null) return { payments: await newestAmong(search, [...ids], contains), next: null }
  const beside = new Set<string>()
  for (const beginning of everyOrder(words)) {
    const hits = await sessionsByPrefix(scope, db, beginning, maxHits)
    if (hits === null) return amongNewest(search, contains)
    for (const id of hits) beside.add(id)
  }
  if (beside.size === 0) return amongNewest(search, contains)
  return { payments: await newestAmong(search, [...beside], contains), next: null }
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
    () => true,
  )
}

type Condition = (query: SessionQuery) => unknown

interface Meanings {
  /** Conditions that an index of the sessions answers in order. */
  readonly exact: readonly Condition[]
  /** The term of a card. */
  readonly card: string | null
  /** The beginning of a word. Empty: the text has none. */
  readonly beginning: string
}

async function meaningsOf({ scope, db }: Search, text: string): Promise<Meanings> {
  const last4 = lastFourIn(text)
  const linkId = new RegExp(`^(?:pl_)?([0-9a-z]{${idBodyLength}})$`).exec(text)?.[1]
  const equal = [
    { reference: text },
    ...(linkId === undefined ? [] : [{ payment_link_id: `pl_${linkId}` }]),
    ...(await amountsIn({ scope, db }, text)),
  ]
  const exact = equal.map(
    (values): Condition =>
      (query) =>
        query.where(values),
  )
  if (text.includes('@')) exact.push((query) => query.whereRaw(`lower(customer ->> 'email') = lower(?)`, [text]))
  return { exact, card: last4 === null ? null : cardTerm(last4), beginning: asSearchTerm(text) }
}

async function amountsIn(
  { scope, db }: Pick<Search, 'scope' | 'db'>,
  text: string,
): Promise<{ currency: string; amount: number }[]> {
  if (!isAmount(text)) return []
  return (await currenciesOf(scope, db)).flatMap((currency) => {
    const amount = amountIn(text, currency)
    return amount === null || amount > maxAmount ? [] : [{ currency, amount }]
  })
}

const currencies = {
  name: 'currencies of payments',
  text: `
    with recursive found as (
      (select currency from checkout_sessions where merchant_id = $1 and livemode = $2 order by currency limit 1)
      union all
      select (select currency from checkout_sessions s
        where s.merchant_id = $1 and s.livemode = $2 and s.currency > found.currency order by s.currency limit 1)
      from found where found.currency is not null
    )
    select currency from found where currency is not null`,
}

/** The currencies of all payments. Reads one entry of an index for each. */
export async function currenciesOf({ merchantId, livemode }: Scope, db: Database): Promise<string[]> {
  const rows = await run<{ currency: string }>(db, currencies, [merchantId, livemode])
  return rows.map((row) => row.currency)
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
  if (hits === null)
    return amongNewest(search, (payment) => searchTermsOf(payment).some((term) => term.startsWith(beginning)))
  return { payments: await newestAmong(search, hits, () => true), next: null }
}

/** The newest of these payments that pass the filter and the check. */
async function newestAmong(
  search: Search,
  hits: readonly string[],
  contains: (payment: SessionRecord) => boolean,
): Promise<SessionRecord[]> {
  const { filter } = search
  const ids = hits.filter((id) => filter.olderThan === null || id < filter.olderThan).sort()
  const payments: SessionRecord[] = []
  while (ids.length > 0 && payments.length < filter.limit)
    payments.push(...(await amongIds(search, ids.splice(-rowsAtOnce))).filter(contains))
  return payments
}

async function amongIds(search: Search, ids: readonly string[]): Promise<SessionRecord[]> {
  if (ids.length === 0) return []
  return (await matching(search, (query) => query.whereRaw('id = any(?)', [[...ids]]))).payments
}

async function amongNewest(search: Search, contains: (payment: SessionRecord) => boolean): Promise<Part> {
  const payments: SessionRecord[] = []
  let { olderThan } = search.filter
  for (let read = 0; read < search.maxRead; read += rowsAtOnce) {
    const filter = { ...search.filter, olderThan, limit: rowsAtOnce }
    const newest = (await matching({ ...search, filter }, () => {})).payments
    payments.push(...newest.filter(contains))
    if (newest.length < rowsAtOnce || payments.length >= search.filter.limit) return { payments, next: null }
    olderThan = newest.at(-1)?.id ?? null
  }
  return { payments, next: olderThan }
}

/**
 * Payments by the status of their latest dispute. The disputes give the order, because a search through all payments
 * would read most of an account with few disputes.
 */
async function disputedPayments(search: Search, dispute: DisputeStatus): Promise<SessionRecord[]> {
  const { scope, db, filter } = search
  const { text, status, olderThan, limit } = filter
  const latest = db
    .from('disputes as dispute')
    .join('checkout_sessions as session', {
      'session.merchant_id': 'dispute.merchant_id',
      'session.id': 'dispute.session_id',
    })
    // The mode is no condition of the join: with one, PostgreSQL would not see that the index has the wanted order.
    .where({ 'session.livemode': scope.livemode, 'dispute.livemode': scope.livemode })
    .where({ 'dispute.merchant_id': scope.merchantId, 'dispute.status': dispute })
    // `offset 0` makes PostgreSQL check one dispute at a time. As a join, the check would read all disputes.
    .whereRaw(
      `not exists (
        select from disputes newer where newer.merchant_id = dispute.merchant_id and newer.livemode = dispute.livemode
          and newer.session_id = dispute.session_id and newer.id > dispute.id offset 0)`,
    )
    .select(db.raw(listIn('session', sessionColumns)))
  if (olderThan !== null) latest.where('dispute.session_id', '<', olderThan)
  const query: SessionQuery = db.from(latest.as('disputed'))
  narrow(query, scope, filter)
  if (status !== null) query.where('status', status)
  if (text !== null) {
    const { exact, card, beginning } = await meaningsOf(search, text)
    const words = await wordsOf(search, text)
    query.where((any: SessionQuery) => {
      for (const condition of exact) any.orWhere((one: SessionQuery) => void condition(one))
      if (card !== null) any.orWhereRaw(`${hasTerm} and term = ? offset 0)`, [card])
      if (beginning !== '') any.orWhereRaw(`${hasTerm} and starts_with(term, ?) offset 0)`, [beginning])
      if (words.length > 0)
        any.orWhere((all: SessionQuery) => {
          for (const word of words) all.where((one: SessionQuery) => contain(one, word))
        })
    })
  }
  return query.orderBy('id', 'desc').limit(limit)
}

/** Reads the terms of one payment at a time. */
const hasTerm = `exists (
  select from search_terms where merchant_id = disputed.merchant_id and livemode = disputed.livemode
    and session_id = disputed.id`

function contain(any: SessionQuery, { beginning, card, email, amounts }: SearchedWord): void {
  if (beginning !== '') any.orWhereRaw(`${hasTerm} and starts_with(term, ?) offset 0)`, [beginning])
  if (card !== null) any.orWhereRaw(`${hasTerm} and term = ? offset 0)`, [card])
  if (email !== null) any.orWhereRaw(`lower(customer ->> 'email') = ?`, [email])
  for (const { currency, from, to } of amounts)
    any.orWhere((one: SessionQuery) => void one.where({ currency }).whereBetween('amount', [from, to]))
}

/** Adds all conditions of a filter that are columns, except the status. */
export function narrow(query: SessionQuery, scope: Scope, filter: PaymentFilter): void {
  const prefix = sessionIdPrefix(scope.livemode)
  const { amounts } = filter
  // The conditions of the partial index `checkout_sessions_partly_refunded`.
  if (filter.partlyRefunded) query.where('status', 'paid').where('amount_refunded', '>', 0)
  if (amounts)
    query.where((any) => {
      for (const { currency, from, to } of amounts)
        any.orWhere((one) => {
          one.where('currency', currency)
          if (from !== null) one.where('amount', '>=', from)
          if (to !== null) one.where('amount', '<=', to)
        })
    })
  if (filter.createdFrom) query.where('id', '>=', firstIdFrom(prefix, filter.createdFrom))
  if (filter.createdBefore) query.where('id', '<', firstIdFrom(prefix, filter.createdBefore))
  if (filter.paymentLinkId !== null) query.where('payment_link_id', filter.paymentLinkId)
  if (filter.among) query.whereRaw('id = any(?)', [[...filter.among]])
  if (filter.olderThan !== null) query.where('id', '<', filter.olderThan)
}

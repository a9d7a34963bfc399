import { maxAmount } from '../../domain/money/amounts.ts'
import type { Scope } from '../../domain/scope.ts'
import { amountsIn, isAmount, lastFourIn, wordsIn } from '../../domain/sessions/search-query.ts'
import { asSearchTerm, cardTerm, searchTermsOf } from '../../domain/sessions/search-terms.ts'
import type { Database } from '../sql/database.ts'
import type { SearchedSession } from './checkout-sessions.ts'
import { sessionsByPrefix, sessionsByTerm } from './search-terms.ts'

// A search for several words finds the payments that contain all of them, in any order.

/** What one word can mean. A payment contains the word if one of the meanings fits. */
export interface SearchedWord {
  readonly beginning: string
  readonly card: string | null
  readonly email: string | null
  readonly amounts: readonly { readonly currency: string; readonly from: number; readonly to: number }[]
}

/** Further words of a text only say what the others say already, or the text is no search. */
const maxWords = 8

export async function searchedWords(text: string, currencies: () => Promise<string[]>): Promise<SearchedWord[]> {
  const words = wordsIn(text).slice(0, maxWords)
  const known = words.some(isAmount) ? await currencies() : []
  return words.map((word) => {
    const last4 = lastFourIn(word)
    return {
      beginning: asSearchTerm(word),
      card: last4 === null ? null : cardTerm(last4),
      email: word.includes('@') ? word.toLowerCase() : null,
      amounts: known.flatMap((currency) => {
        const range = amountsIn(word, currency)
        return range === null || range.from > maxAmount ? [] : [{ currency, ...range }]
      }),
    }
  })
}

/** Whether a payment contains all of the words. Of its cards, only the one that paid is known here. */
export function containsWords(payment: SearchedSession, words: readonly SearchedWord[]): boolean {
  let terms: string[] | undefined
  return words.every(({ beginning, card, email, amounts }) => {
    return (
      (card !== null && payment.card_last4 !== null && cardTerm(payment.card_last4) === card) ||
      (email !== null && payment.customer.email?.toLowerCase() === email) ||
      amounts.some(({ currency, from, to }) => {
        return payment.currency === currency && payment.amount >= from && payment.amount <= to
      }) ||
      (beginning !== '' && (terms ??= searchTermsOf(payment)).some((term) => term.startsWith(beginning)))
    )
  })
}

/** Ids of the payments that contain the word. More than `limit` for one of its meanings: null. */
export async function sessionsWithWord(
  scope: Scope,
  db: Database,
  { beginning, card, email, amounts }: SearchedWord,
  limit: number,
): Promise<Set<string> | null> {
  const found = new Set<string>()
  const add = (ids: readonly string[] | null): boolean => {
    for (const id of ids ?? []) found.add(id)
    return ids !== null && ids.length <= limit
  }
  const sessions = () =>
    db<{ id: string; merchant_id: string; livemode: boolean; currency: string; amount: number }>('checkout_sessions')
      .where({ merchant_id: scope.merchantId, livemode: scope.livemode })
      .limit(limit + 1)
      .pluck('id')
  if (beginning !== '' && !add(await sessionsByPrefix(scope, db, beginning, limit))) return null
  const every = { before: '\u{10ffff}', from: '', limit: limit + 1 }
  if (card !== null && !add(await sessionsByTerm(scope, db, card, every))) return null
  if (email !== null && !add(await sessions().whereRaw(`lower(customer ->> 'email') = ?`, [email]))) return null
  for (const { currency, from, to } of amounts)
    // The order is that of the index, so that the limit bounds what is read.
    if (!add(await sessions().where({ currency }).whereBetween('amount', [from, to]).orderBy('amount'))) return null
  return found
}

/** Two or three words in each order, as the beginning of a text. */
export function everyOrder(words: readonly SearchedWord[]): string[] {
  return words.length > 3 ? [] : ordersOf(words.map(({ beginning }) => beginning)).map((order) => order.join(' '))
}

function ordersOf(words: readonly string[]): string[][] {
  if (words.length === 0) return [[]]
  return words.flatMap((word, at) => ordersOf(words.toSpliced(at, 1)).map((rest) => [word, ...rest]))
}

import { idBodyLength } from '../../domain/ids.ts'
import { maxAmount } from '../../domain/money/amounts.ts'
import type { Scope } from '../../domain/scope.ts'
import { amountIn, isAmount, isWhole, lastFourIn } from '../../domain/sessions/search-query.ts'
import { asSearchTerm, cardTerm } from '../../domain/sessions/search-terms.ts'
import { run, type Database } from '../sql/database.ts'
import type { SessionQuery } from './checkout-sessions.ts'
import { searchedWords, type SearchedWord } from './word-search.ts'

/** Where a text is searched. */
interface Searched {
  readonly scope: Scope
  readonly db: Database
}

export type Condition = (query: SessionQuery) => unknown

export interface Meanings {
  /** Conditions that an index of the sessions answers in order. */
  readonly exact: readonly Condition[]
  /** The term of a card. */
  readonly card: string | null
  /** The beginning of a word. Empty: the text has none. */
  readonly beginning: string
}

/** What a whole text can mean. */
export async function meaningsOf({ scope, db }: Searched, text: string): Promise<Meanings> {
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

async function amountsIn({ scope, db }: Searched, text: string): Promise<{ currency: string; amount: number }[]> {
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

/** The words of a text that means more than its one word: several, or an amount without cents. */
export async function wordsOf({ scope, db }: Searched, text: string): Promise<SearchedWord[]> {
  const words = await searchedWords(text, () => currenciesOf(scope, db))
  if (words.length > 1) return words
  return isWhole(text) ? words.map((word) => ({ ...word, beginning: '', card: null })) : []
}

import { cardTerm, searchTermsOf, type SearchedTexts } from '../../domain/sessions/search-terms.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'

/** The last code point: every term with this beginning sorts before it. */
const afterAll = '\u{10ffff}'

/** Ids of sessions with a term that begins with `beginning`, in the order of the terms. More than `limit`: null. */
export async function sessionsByPrefix(
  scope: Scope,
  db: Database,
  beginning: string,
  limit: number,
): Promise<string[] | null> {
  const rows = await termsOf(scope, db)
    .where('term', '>=', beginning)
    .where('term', '<', beginning + afterAll)
    // Without an order the planner might read the whole table to find common terms.
    .orderBy('term')
    .limit(limit + 1)
  return rows.length > limit ? null : [...new Set(rows.map((row) => row.session_id))]
}

/** Ids of sessions with exactly this term, newest first. */
export async function sessionsByTerm(
  scope: Scope,
  db: Database,
  term: string,
  { before, from, limit }: { before: string; from: string; limit: number },
): Promise<string[]> {
  const rows = await termsOf(scope, db)
    .where('term', term)
    .where('session_id', '<', before)
    .where('session_id', '>=', from)
    .orderBy('session_id', 'desc')
    .limit(limit)
  return rows.map((row) => row.session_id)
}

function termsOf({ merchantId, livemode }: Scope, db: Database) {
  return db<{ merchant_id: string; livemode: boolean; term: string; session_id: string }>('search_terms')
    .select('session_id')
    .where({ merchant_id: merchantId, livemode })
}

interface Position {
  readonly round: number
  readonly starts_at: Date
  readonly after_merchant: string
  readonly after_livemode: boolean
  readonly after_session: string
}

const readPosition = {
  name: 'search backfill',
  text: 'select round, starts_at, after_merchant, after_livemode, after_session from search_backfill where id = 1',
}

/** How far the backfill has come. Null: it has not begun. */
export function backfillPosition(db: Database): Promise<Position | null> {
  return runForOne(db, readPosition, [])
}

const savePosition = {
  name: 'save search backfill',
  text: `
    insert into search_backfill (id, round, starts_at, after_merchant, after_livemode, after_session)
    values (1, $1, $2, $3, $4, $5)
    on conflict (id) do update set round = excluded.round, starts_at = excluded.starts_at,
      after_merchant = excluded.after_merchant, after_livemode = excluded.after_livemode,
      after_session = excluded.after_session`,
}

export async function saveBackfillPosition(db: Database, to: Position): Promise<void> {
  await run(db, savePosition, [to.round, to.starts_at, to.after_merchant, to.after_livemode, to.after_session])
}

const nextSessions = {
  name: 'sessions to search',
  text: `
    select merchant_id, livemode, id, reference, description, customer from checkout_sessions
    where (merchant_id, livemode, id) > ($1, $2, $3) order by merchant_id, livemode, id limit $4`,
}

export interface SearchedSession extends SearchedTexts {
  readonly merchant_id: string
  readonly livemode: boolean
  readonly id: string
}

/** Sessions of all accounts after this one, in the order of the primary key. */
export function sessionsAfter(db: Database, at: Position, limit: number): Promise<SearchedSession[]> {
  return run(db, nextSessions, [at.after_merchant, at.after_livemode, at.after_session, limit])
}

const addTerms = {
  name: 'add search terms',
  text: `
    insert into search_terms (merchant_id, livemode, term, session_id)
    select account.merchant_id, $2::boolean, input.term, input.session_id
    from merchants account, unnest($3::text[], $4::text[]) as input (term, session_id)
    where account.merchant_id = $1
    on conflict do nothing`,
}

const triedCards = {
  name: 'cards of sessions',
  text: `
    select distinct session_id, card_last4 from card_attempts
    where merchant_id = $1 and livemode = $2 and session_id = any($3::text[])`,
}

/** Adds the terms that sessions of one account and mode lack. */
export async function addSearchTerms(
  { merchantId, livemode }: Scope,
  db: Database,
  sessions: readonly SearchedSession[],
): Promise<void> {
  const ids = sessions.map(({ id }) => id)
  const cards = await run<{ session_id: string; card_last4: string }>(db, triedCards, [merchantId, livemode, ids])
  const pairs = [
    ...sessions.flatMap((session) => searchTermsOf(session).map((term) => [term, session.id] as const)),
    ...cards.map(({ session_id, card_last4 }) => [cardTerm(card_last4), session_id] as const),
  ]
  await run(db, addTerms, [merchantId, livemode, pairs.map(([term]) => term), pairs.map(([, id]) => id)])
}

import type { Scope } from '../../domain/scope.ts'
import type { Database } from '../sql/database.ts'

/** The last code point: every term with this beginning sorts before it. */
const afterAll = '\u{10ffff}'

/** Ids of sessions with a term that begins with `beginning`, in the order of the terms. More than `limit`: null. */
export async function sessionsByPrefix(
  scope: Scope,
  db: Database,
  beginning: string,
  limit: number,
): Promise<string[] | null> {
  const terms = termsOf(scope, db)
    .where('term', '>=', beginning)
    .where('term', '<', beginning + afterAll)
    // Without an order the planner might read the whole table to find common terms.
    .orderBy('term')
    .limit(limit + 1)
  // The ids of a common word stay in the database.
  const [found] = await db
    .from(terms.as('found'))
    .select<{ ids: string[] | null; count: string }[]>(
      db.raw('count(*) as count'),
      db.raw('case when count(*) <= ? then json_agg(session_id) end as ids', [limit]),
    )
  return Number(found?.count) > limit ? null : [...new Set(found?.ids ?? [])]
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

import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'
import { afterNewestSession } from './checkout-sessions.ts'
import { packedSession, unpackSessions } from './packed-sessions.ts'

/** A page of an account's sessions, newest first. */
export interface SessionPageQuery {
  readonly limit: number
  /** Null: sessions with any reference. */
  readonly reference: string | null
  /** The last id of the previous page, or null. */
  readonly startingAfter: string | null
}

export interface SessionPage {
  /** False: there is no session `startingAfter`. */
  readonly startIsKnown: boolean
  readonly sessions: readonly SessionRecord[]
}

const textWith = (condition: string): string => `
  select nth::int as nth,
    query.start is null or exists (
      select from checkout_sessions where merchant_id = $1 and livemode = $2 and id = query.start
    ) as start_is_known,
    (
      select string_agg(packed, ',' order by id desc) from (
        select id, ${packedSession} as packed from checkout_sessions
        where merchant_id = $1 and livemode = $2 and id < coalesce(query.start, '${afterNewestSession}') ${condition}
        order by id desc limit query.size
      ) page
    ) as sessions
  from unnest($3::text[], $4::int[], $5::text[]) with ordinality as query (start, size, reference, nth)`

const pages = { name: 'pages of sessions', text: textWith('') }
const pagesByReference = {
  name: 'pages of sessions by reference',
  text: textWith('and reference = query.reference'),
}

interface PageRow {
  readonly nth: number
  readonly start_is_known: boolean
  readonly sessions: string | null
}

/** Reads several pages of an account in one statement, or in two when only some have a reference. */
export async function readSessionPages(
  scope: Scope,
  db: Database,
  queries: readonly SessionPageQuery[],
): Promise<SessionPage[]> {
  const found = new Map<SessionPageQuery, SessionPage>()
  const read = async (statement: typeof pages, some: readonly SessionPageQuery[]): Promise<void> => {
    if (some.length === 0) return
    const rows = await run<PageRow>(db, statement, [
      scope.merchantId,
      scope.livemode,
      some.map((query) => query.startingAfter),
      some.map((query) => query.limit),
      some.map((query) => query.reference),
    ])
    for (const row of rows) {
      const query = some[row.nth - 1]
      if (query) found.set(query, { startIsKnown: row.start_is_known, sessions: unpackSessions(row.sessions) })
    }
  }
  await read(
    pages,
    queries.filter(({ reference }) => reference === null),
  )
  await read(
    pagesByReference,
    queries.filter(({ reference }) => reference !== null),
  )
  return queries.map((query) => {
    const page = found.get(query)
    if (!page) throw new Error('Bug: the statement returned no row for a page')
    return page
  })
}

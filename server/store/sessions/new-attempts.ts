import type { Origin } from '../../domain/origin.ts'
import type { AttemptRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import { cardTerm } from '../../domain/sessions/search-terms.ts'
import type { Scope } from '../../domain/scope.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import { originNow } from '../../engines/trace/current-trace.ts'
import { listIn, parameters, valuesOf } from '../sql/columns.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { packedSession, unpackSession } from './packed-sessions.ts'
import { sharedStatement } from '../sql/shared-statements.ts'
import { formOfOne, type SharedText } from '../sql/shared-text.ts'
import { attemptTable, sessionColumns } from '../sql/table-columns.ts'
import { newRow, type GivenTo } from '../sql/tables.ts'
import { noteDue } from '../work/due-notes.ts'

const { given, types } = attemptTable

/** An attempt has these from its session. */
type OfSession = 'amount' | 'currency'

const ofItem = given.filter((name): name is Exclude<typeof name, OfSession> => name !== 'amount' && name !== 'currency')

/** The values of an attempt that has just begun, besides those that its session and its request give. */
export type NewAttempt = Omit<GivenTo<typeof attemptTable>, keyof Origin | OfSession>

/**
 * One statement, so that no other change waits for the sessions between round trips. It begins the attempts whose
 * session is open and not locked by another transaction. PostgreSQL does not look into `case`, so it reads the primary
 * key, and never an index of all open sessions. `textForWrites` explains `ctid`. The joins with `merchants` let Citus
 * use one node only (spec/decisions/database.md#an-account-needs-one-node).
 */
const beginning: SharedText = {
  name: 'begin attempt',
  columns: { ...Object.fromEntries(ofItem.map((name) => [name, types[name]])), term: 'text' },
  locks: true,
  text: ({ usesCtid }) => `
    , item as materialized (
      select input.*, locked.found as row
      from input cross join lateral (
        select ${usesCtid ? 'ctid' : 'true'} as found from checkout_sessions
        where merchant_id = $1 and livemode = $2 and id = input.session_id
          and case when status = 'open' then expires_at > input.created_at end
        for no key update skip locked
      ) locked
    ), session as (
      update checkout_sessions session set status = 'processing', attempts = attempts + 1
      from item where session.merchant_id = $1 and session.livemode = $2 and session.id = item.session_id
        ${usesCtid ? 'and session.ctid = item.row' : ''}
      returning item.n, ${listIn('session', sessionColumns)}
    ), searched as (
      insert into search_terms (merchant_id, livemode, term, session_id)
      select account.merchant_id, $2::boolean, item.term, item.session_id
      from merchants account, item where account.merchant_id = $1 on conflict do nothing
    ), attempt as (
      insert into card_attempts (merchant_id, livemode, status, amount, currency, ${ofItem.join(', ')})
      select account.merchant_id, $2::boolean, 'processing', session.amount, session.currency,
        ${listIn('item', ofItem.join(', '))}
      from merchants account, item join session on session.n = item.n where account.merchant_id = $1
    )
    select n, ${packedSession} as packed from session`,
}

type Begun = NewAttempt & Origin

const inputOf = (attempt: Begun): object => ({ ...attempt, term: cardTerm(attempt.card_last4) })

const noteChecks = (db: Database, attempts: readonly Begun[]): void => {
  for (const { next_check_at: at } of attempts) noteDue(db, 'check_card_attempts', at)
}

const beginTogether = sharedStatement<Begun, { packed: string }, SessionRecord | null>({
  ...beginning,
  values: (attempt) => ({ ...inputOf(attempt) }),
  // The first attempt of a session closes it for the others.
  claims: ({ session_id: id }) => [id],
  result: (row) => row && unpackSession(row.packed),
  follow: noteChecks,
})

/**
 * Inserts the attempt and marks its session as `processing`. Attempts that wait at the same time share a statement.
 * Null: nothing was written, because the session is not open, its time is over, or another transaction has locked it.
 */
export async function beginAttempt(scope: Scope, db: Database, attempt: NewAttempt): Promise<SessionAttempt | null> {
  const begun = { ...attempt, ...originNow() }
  return begunAttempt(scope, begun, await beginTogether(scope, db, begun))
}

const beginLocked = formOfOne({ ...beginning, name: 'begin locked attempt' })

/** The same in a transaction that has locked the session. */
export async function beginLockedAttempt(
  scope: Scope,
  transaction: Database,
  attempt: NewAttempt,
): Promise<SessionAttempt | null> {
  const begun = { ...attempt, ...originNow() }
  const parameters = beginLocked.parameters([{ scope, values: { ...inputOf(begun) } }], 0)
  const row = await runForOne<{ packed: string }>(transaction, beginLocked.statement, parameters)
  noteChecks(transaction, [begun])
  return begunAttempt(scope, begun, row && unpackSession(row.packed))
}

function begunAttempt(
  scope: Scope,
  attempt: NewAttempt & Origin,
  session: SessionRecord | null,
): SessionAttempt | null {
  if (!session) return null
  const { amount, currency } = session
  return { session, attempt: newRow(scope, attemptTable, { ...attempt, amount, currency }) }
}

const insert = {
  name: 'insert attempt',
  text: `
    with searched as (
      insert into search_terms (merchant_id, livemode, term, session_id)
      select account.merchant_id, $2::boolean, $${given.length + 3}::text, $4::text from merchants account
      where account.merchant_id = $1 on conflict do nothing
    ), attempt as (
      insert into card_attempts (merchant_id, livemode, status, ${given.join(', ')})
      select account.merchant_id, $2::boolean, 'processing', ${parameters(given, 3)}
      from merchants account where account.merchant_id = $1
    )
    select 1`,
}

/** Inserts an attempt without a change of its session. */
export async function insertAttempt(
  scope: Scope,
  db: Database,
  attempt: NewAttempt & Pick<AttemptRecord, OfSession>,
): Promise<void> {
  const values = valuesOf(given, { ...attempt, ...originNow() })
  await run(db, insert, [scope.merchantId, scope.livemode, ...values, cardTerm(attempt.card_last4)])
  noteDue(db, 'check_card_attempts', attempt.next_check_at)
}

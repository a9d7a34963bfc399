import { run, type Database } from '../sql/database.ts'
import type { Statement } from '../sql/statement.ts'

// Deletes sessions of test mode with everything that belongs to them. Every statement names test mode, and triggers of
// the database refuse to delete a live row (spec/promises.md#live-money-is-never-deleted).

/** Nothing is still under way: no bank check, no return of money and no delivery. */
const isSettled = `
  not exists (select from card_attempts a where a.merchant_id = s.merchant_id and a.livemode = s.livemode
    and a.session_id = s.id and a.next_check_at is not null)
  and not exists (select from refunds r where r.merchant_id = s.merchant_id and r.livemode = s.livemode
    and r.session_id = s.id and r.next_check_at is not null)
  and not exists (select from automatic_returns b where b.merchant_id = s.merchant_id and b.livemode = s.livemode
    and b.session_id = s.id and b.next_check_at is not null)
  and not exists (select from events e join deliveries d
    on d.merchant_id = e.merchant_id and d.livemode = e.livemode and d.event_id = e.id
    where e.merchant_id = s.merchant_id and e.livemode = s.livemode and e.session_id = s.id and d.status = 'pending')`

const oldUnpaid = {
  name: 'old unpaid test sessions',
  text: `
    select s.merchant_id as "merchantId", s.id, s.created_at as "createdAt" from checkout_sessions s
    where not s.livemode and s.paid_at is null and s.status in ('failed', 'expired') and s.created_at < $1
      and (s.created_at, s.id) > ($2, $3) and ${isSettled}
    order by s.created_at, s.id limit $4`,
}

export interface OldSession {
  readonly merchantId: string
  readonly id: string
  readonly createdAt: Date
}

/** Unpaid test sessions of all accounts from before `before` and behind `after`, oldest first. */
export function oldUnpaidTestSessions(
  db: Database,
  { before, after: [at, id] }: { before: Date; after: readonly [at: Date, id: string] },
  limit: number,
): Promise<OldSession[]> {
  return run(db, oldUnpaid, [before, at, id, limit])
}

const ofAccount = {
  name: 'old test sessions of account',
  text: `
    select s.id from checkout_sessions s
    where s.merchant_id = $1 and not s.livemode and s.id > $2 and s.id < $3 and s.status not in ('open', 'processing')
      and ${isSettled}
    order by s.id limit $4`,
}

/** Test sessions of an account with ids between the two, whether or not they were paid. Oldest first. */
export async function oldTestSessionsOf(
  db: Database,
  merchantId: string,
  { afterId, beforeId }: { afterId: string; beforeId: string },
  limit: number,
): Promise<string[]> {
  const rows = await run<{ id: string }>(db, ofAccount, [merchantId, afterId, beforeId, limit])
  return rows.map(({ id }) => id)
}

const anyOfAccount = {
  name: 'test sessions of account',
  text: 'select id from checkout_sessions where merchant_id = $1 and not livemode order by id limit $2',
}

/** Test sessions of an account in any state. */
export async function testSessionsOf(db: Database, merchantId: string, limit: number): Promise<string[]> {
  const rows = await run<{ id: string }>(db, anyOfAccount, [merchantId, limit])
  return rows.map(({ id }) => id)
}

const purchases = {
  name: 'purchases of test sessions',
  text: `
    select processor_reference from card_attempts
    where merchant_id = $1 and not livemode and session_id = any($2::text[])`,
}

/** The bank's references of all card attempts of test sessions. */
export async function purchasesOfTestSessions(
  db: Database,
  merchantId: string,
  sessionIds: readonly string[],
): Promise<string[]> {
  const rows = await run<{ processor_reference: string }>(db, purchases, [merchantId, sessionIds])
  return rows.map((row) => row.processor_reference)
}

/**
 * Allows the transaction to delete lines of the ledger and of the audit log of one account. It also sends the setting
 * to the nodes of a distributed database; any other PostgreSQL ignores that line.
 */
export async function nameDeletedAccount(transaction: Database, merchantId: string): Promise<void> {
  if (!/^mer_[0-9a-z]+$/.test(merchantId)) throw new Error('Bug: this is not the id of an account')
  await transaction.raw(`set local citus.propagate_set_commands to 'local'`)
  await transaction.raw(`set local servicepay.deleted_account to '${merchantId}'`)
}

const lock = {
  name: 'lock test sessions to delete',
  text: `
    select id from checkout_sessions
    where merchant_id = $1 and not livemode and id = any($2::text[]) order by id for update skip locked`,
}

/** Deletes the rows of one table by the ids in one of its columns, and returns their ids. */
function deletion(table: string, column: string, returned = 'id'): Statement {
  return {
    name: `delete test ${table} by ${column}`,
    text: `
      delete from ${table} where merchant_id = $1 and not livemode and ${column} = any($2::text[])
      returning ${returned} as id`,
  }
}

const findEvents = {
  name: 'events of test sessions',
  text: 'select id from events where merchant_id = $1 and not livemode and session_id = any($2::text[])',
}
const lockEvents = {
  name: 'lock test events to delete',
  text: `
    select id from events where merchant_id = $1 and not livemode and id = any($2::text[]) order by id for update`,
}
const findDeliveries = {
  name: 'deliveries of test events',
  text: 'select id from deliveries where merchant_id = $1 and not livemode and event_id = any($2::text[])',
}
const deleteAttempts = deletion('delivery_attempts', 'delivery_id', 'delivery_id')
const deleteDeliveries = deletion('deliveries', 'id')
const deleteEvents = deletion('events', 'id')
/** Only a function of the tables' owner may delete from the ledger. */
const deleteMovements = { name: 'delete test movements', text: 'select delete_test_movements($1, $2::text[])' }
/** In the order of the foreign keys. */
const deleteMoney = [
  deleteMovements,
  ...['automatic_returns', 'disputes', 'refunds', 'card_attempts'].map((table) => deletion(table, 'session_id')),
]
const deleteTerms = deletion('search_terms', 'session_id', 'session_id')
const deleteEnds = deletion('session_ends', 'session_id', 'session_id')
const deleteSessions = deletion('checkout_sessions', 'id')

/**
 * Deletes test sessions with their attempts, refunds, disputes, ledger lines, events and deliveries. Skips sessions
 * that another transaction has locked, and returns the number of deleted ones. The caller has named the account.
 */
export async function deleteTestSessions(
  transaction: Database,
  merchantId: string,
  sessionIds: readonly string[],
): Promise<number> {
  const locked = await idsOf(transaction, lock, merchantId, sessionIds)
  await deleteTestEvents(transaction, merchantId, await idsOf(transaction, findEvents, merchantId, locked))
  for (const statement of [...deleteMoney, deleteTerms, deleteEnds])
    await run(transaction, statement, [merchantId, locked])
  return (await idsOf(transaction, deleteSessions, merchantId, locked)).length
}

/** Deletes events of test mode with their deliveries. */
export async function deleteTestEvents(
  transaction: Database,
  merchantId: string,
  eventIds: readonly string[],
): Promise<void> {
  // A resend holds a lock on its event until its delivery is there.
  await run(transaction, lockEvents, [merchantId, eventIds])
  const deliveries = await idsOf(transaction, findDeliveries, merchantId, eventIds)
  await run(transaction, deleteAttempts, [merchantId, deliveries])
  await run(transaction, deleteDeliveries, [merchantId, deliveries])
  await run(transaction, deleteEvents, [merchantId, eventIds])
}

async function idsOf(
  db: Database,
  statement: Statement,
  merchantId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await run<{ id: string }>(db, statement, [merchantId, ids])
  return rows.map(({ id }) => id)
}

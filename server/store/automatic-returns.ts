import type { ReturnRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from './database.ts'
import { run, runForOne } from './database.ts'
import { findDue } from './due.ts'
import type { Due } from './due.ts'

const insert = {
  name: 'insert automatic return',
  text: `
    insert into automatic_returns (merchant_id, livemode, id, session_id, attempt_id, reason, amount, currency, status, processor,
      processor_reference, purchase_reference, created_at, next_check_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $9, $10, $11, $12, $13)`,
}

export type NewReturn = Omit<
  ReturnRecord,
  'merchant_id' | 'livemode' | 'status' | 'orders' | 'last_failure' | 'settled_at' | 'checks'
>

export async function insertReturn(scope: Scope, transaction: Database, record: NewReturn): Promise<void> {
  await run(transaction, insert, [
    scope.merchantId,
    scope.livemode,
    record.id,
    record.session_id,
    record.attempt_id,
    record.reason,
    record.amount,
    record.currency,
    record.processor,
    record.processor_reference,
    record.purchase_reference,
    record.created_at,
    record.next_check_at,
  ])
}

const find = {
  name: 'find automatic return',
  text: 'select * from automatic_returns where merchant_id = $1 and livemode = $2 and id = $3',
}

export function findReturn(scope: Scope, db: Database, id: string): Promise<ReturnRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, id])
}

const save = {
  name: 'save automatic return',
  text: `
    update automatic_returns set status = $4, processor_reference = $5, orders = $6, last_failure = $7, settled_at = $8, next_check_at = $9, checks = $10
    where merchant_id = $1 and livemode = $2 and id = $3`,
}

/** Writes back a return whose session this transaction has locked. */
export async function saveReturn(scope: Scope, transaction: Database, record: ReturnRecord): Promise<void> {
  await run(transaction, save, [
    scope.merchantId,
    scope.livemode,
    record.id,
    record.status,
    record.processor_reference,
    record.orders,
    record.last_failure,
    record.settled_at,
    record.next_check_at,
    record.checks,
  ])
}

const due = {
  name: 'automatic returns due',
  text: 'select merchant_id, livemode, id from automatic_returns where next_check_at <= $1 order by next_check_at limit $2',
}

export function returnsDueForCheck(db: Database, now: Date, limit: number): Promise<Due[]> {
  return findDue(db, due, now, limit)
}

/** Newest first. `waiting`: only those that have not succeeded yet. `olderThan`: the last id of the page before. */
export async function listReturns(
  scope: Scope,
  db: Database,
  filter: { waiting: boolean; sessionId: string | null; olderThan: string | null; limit: number },
): Promise<ReturnRecord[]> {
  const query = db<ReturnRecord>('automatic_returns').where({ merchant_id: scope.merchantId, livemode: scope.livemode })
  if (filter.waiting) query.where('status', 'pending')
  if (filter.sessionId !== null) query.where('session_id', filter.sessionId)
  if (filter.olderThan !== null) query.where('id', '<', filter.olderThan)
  return await query.orderBy('id', 'desc').limit(filter.limit)
}

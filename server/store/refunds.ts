import type { RefundRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from './database.ts'
import { run, runForOne } from './database.ts'
import { findDue } from './due.ts'
import type { Due } from './due.ts'

const insert = {
  name: 'insert refund',
  text: `
    insert into refunds (merchant_id, livemode, id, session_id, attempt_id, amount, currency, status, reason, processor,
      processor_reference, purchase_reference, created_at, next_check_at)
    values ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $9, $10, $11, $12, $13)
    returning *`,
}

export type NewRefund = Pick<
  RefundRecord,
  | 'id'
  | 'session_id'
  | 'attempt_id'
  | 'amount'
  | 'currency'
  | 'reason'
  | 'processor'
  | 'processor_reference'
  | 'purchase_reference'
  | 'created_at'
  | 'next_check_at'
>

export async function insertRefund(scope: Scope, transaction: Database, refund: NewRefund): Promise<RefundRecord> {
  const made = await runForOne<RefundRecord>(transaction, insert, [
    scope.merchantId,
    scope.livemode,
    refund.id,
    refund.session_id,
    refund.attempt_id,
    refund.amount,
    refund.currency,
    refund.reason,
    refund.processor,
    refund.processor_reference,
    refund.purchase_reference,
    refund.created_at,
    refund.next_check_at,
  ])
  if (!made) throw new Error('Bug: an insert gives its row')
  return made
}

const find = { name: 'find refund', text: 'select * from refunds where merchant_id = $1 and livemode = $2 and id = $3' }

export function findRefund(scope: Scope, db: Database, id: string): Promise<RefundRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, id])
}

const save = {
  name: 'save refund',
  text: `
    update refunds set status = $4, failure_message = $5, settled_at = $6, next_check_at = $7, checks = $8
    where merchant_id = $1 and livemode = $2 and id = $3`,
}

/** Writes back a refund whose session this transaction has locked. */
export async function saveRefund(scope: Scope, transaction: Database, refund: RefundRecord): Promise<void> {
  await run(transaction, save, [
    scope.merchantId,
    scope.livemode,
    refund.id,
    refund.status,
    refund.failure_message,
    refund.settled_at,
    refund.next_check_at,
    refund.checks,
  ])
}

const due = {
  name: 'refunds due for a check',
  text: 'select merchant_id, livemode, id from refunds where next_check_at <= $1 order by next_check_at limit $2',
}

/** Pending refunds of every account whose outcome the bank is to be asked for. */
export function refundsDueForCheck(db: Database, now: Date, limit: number): Promise<Due[]> {
  return findDue(db, due, now, limit)
}

/** Newest first; of one session, and after another refund, when these are given. */
export async function listRefunds(
  scope: Scope,
  db: Database,
  filter: { sessionId: string | null; startingAfter: string | null; limit: number },
): Promise<RefundRecord[]> {
  const query = db<RefundRecord>('refunds').where({ merchant_id: scope.merchantId, livemode: scope.livemode })
  if (filter.sessionId !== null) query.where('session_id', filter.sessionId)
  if (filter.startingAfter !== null) query.where('id', '<', filter.startingAfter)
  return await query.orderBy('id', 'desc').limit(filter.limit)
}

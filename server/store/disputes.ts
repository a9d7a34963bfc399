import type { DisputeRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { parameters, valuesOf } from './columns.ts'
import type { Database } from './database.ts'
import { run, runForOne } from './database.ts'

const insertedColumns = [
  'id',
  'session_id',
  'attempt_id',
  'amount',
  'currency',
  'processor',
  'processor_reference',
  'reason',
  'opened_at',
  'respond_by',
] as const

const insert = {
  name: 'insert dispute',
  text: `
    insert into disputes (merchant_id, livemode, status, ${insertedColumns.join(', ')})
    values ($1, $2, 'open', ${parameters(insertedColumns, 3)})`,
}

export async function insertDispute(
  scope: Scope,
  transaction: Database,
  dispute: Pick<DisputeRecord, (typeof insertedColumns)[number]>,
): Promise<void> {
  await run(transaction, insert, [scope.merchantId, scope.livemode, ...valuesOf(insertedColumns, dispute)])
}

const open = {
  name: 'open dispute of session',
  text: `select * from disputes where merchant_id = $1 and livemode = $2 and session_id = $3 and status = 'open'`,
}

export function openDisputeOf(scope: Scope, db: Database, sessionId: string): Promise<DisputeRecord | null> {
  return runForOne(db, open, [scope.merchantId, scope.livemode, sessionId])
}

const close = {
  name: 'close dispute',
  text: `
    update disputes set status = $4, closed_at = $5
    where merchant_id = $1 and livemode = $2 and id = $3 and status = 'open'`,
}

/** Closes a dispute. The caller must have locked its session in the same transaction. */
export async function closeDispute(
  scope: Scope,
  transaction: Database,
  id: string,
  outcome: 'won' | 'lost',
  at: Date,
): Promise<void> {
  await run(transaction, close, [scope.merchantId, scope.livemode, id, outcome, at])
}

const find = {
  name: 'find dispute',
  text: 'select * from disputes where merchant_id = $1 and livemode = $2 and id = $3',
}

export function findDispute(scope: Scope, db: Database, id: string): Promise<DisputeRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, id])
}

/** Newest first. `olderThan` is the last id of the previous page. */
export async function listDisputes(
  scope: Scope,
  db: Database,
  filter: { status: DisputeRecord['status'] | null; sessionId: string | null; olderThan: string | null; limit: number },
): Promise<DisputeRecord[]> {
  const query = db<DisputeRecord>('disputes').where({ merchant_id: scope.merchantId, livemode: scope.livemode })
  if (filter.status !== null) query.where('status', filter.status)
  if (filter.sessionId !== null) query.where('session_id', filter.sessionId)
  if (filter.olderThan !== null) query.where('id', '<', filter.olderThan)
  return await query.orderBy('id', 'desc').limit(filter.limit)
}

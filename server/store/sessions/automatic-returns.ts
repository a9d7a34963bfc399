import type { ReturnRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { runForOne, type Database } from '../sql/database.ts'
import { returnColumns, returnTable } from '../sql/table-columns.ts'
import { finding, inserting, updating } from '../sql/tables.ts'
import { execute } from '../sql/writes.ts'
import { noteDue } from '../work/due-notes.ts'

function noteCheck(db: Database, { next_check_at: at }: Pick<ReturnRecord, 'next_check_at'>): void {
  noteDue(db, 'order_returns', at)
}

export const insertingReturn = inserting('insert automatic return', returnTable, noteCheck)

export const findReturn = finding('find automatic return', returnTable)

const ofAttempt = {
  name: 'find automatic return of attempt',
  text: `select ${returnColumns} from automatic_returns where merchant_id = $1 and livemode = $2 and attempt_id = $3`,
}

export function returnOf(scope: Scope, db: Database, attemptId: string): Promise<ReturnRecord | null> {
  return runForOne(db, ofAttempt, [scope.merchantId, scope.livemode, attemptId])
}

const findByReference = {
  name: 'find automatic return by reference',
  text: `
    select ${returnColumns} from automatic_returns
    where merchant_id = $1 and livemode = $2 and id = $3 and processor = $4`,
}

/** The return that a processor knows under one of its orders' references: `ret_…`, later `ret_….2`. */
export function findReturnByReference(
  scope: Scope,
  db: Database,
  processor: string,
  reference: string,
): Promise<ReturnRecord | null> {
  const [id] = reference.split('.')
  return runForOne(db, findByReference, [scope.merchantId, scope.livemode, id, processor])
}

const saving = updating('save automatic return', returnTable, noteCheck)

/** Saves a return. The caller must have locked its session in the same transaction. */
export async function saveReturn(scope: Scope, transaction: Database, record: ReturnRecord): Promise<void> {
  await execute(transaction, saving(scope, record))
}

/**
 * Newest first. `waiting` selects the returns that have not succeeded yet; `olderThan` is the last id of the previous
 * page.
 */
export async function listReturns(
  scope: Scope,
  db: Database,
  filter: { waiting: boolean; sessionId: string | null; olderThan: string | null; limit: number },
): Promise<ReturnRecord[]> {
  const query = db<ReturnRecord>('automatic_returns')
    .select<ReturnRecord[]>(db.raw(returnColumns))
    .where({ merchant_id: scope.merchantId, livemode: scope.livemode })
  if (filter.waiting) query.where('status', 'pending')
  if (filter.sessionId !== null) query.where('session_id', filter.sessionId)
  if (filter.olderThan !== null) query.where('id', '<', filter.olderThan)
  return await query.orderBy('id', 'desc').limit(filter.limit)
}

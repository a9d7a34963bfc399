import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { Origin } from '../../domain/origin.ts'
import type { Scope } from '../../domain/scope.ts'
import { originNow } from '../../engines/trace/current-trace.ts'
import { unchanged } from '../sql/conditions.ts'
import { runForOne, type Database } from '../sql/database.ts'
import { refundColumns, refundTable } from '../sql/table-columns.ts'
import { finding, type GivenTo, inserting, newRow, updating } from '../sql/tables.ts'
import type { Write } from '../sql/writes.ts'
import { noteDue } from '../work/due-notes.ts'

function noteCheck(db: Database, { next_check_at: at }: Pick<RefundRecord, 'next_check_at'>): void {
  noteDue(db, 'check_refunds', at)
}

const insert = inserting('insert refund', refundTable, noteCheck)

export type NewRefund = Omit<GivenTo<typeof refundTable>, keyof Origin>

/** The refund as the write inserts it. */
export function insertingRefund(scope: Scope, refund: NewRefund): { refund: RefundRecord; write: Write } {
  const inserted = newRow(scope, refundTable, { ...refund, ...originNow() })
  return { refund: inserted, write: insert(scope, inserted) }
}

export const findRefund = finding('find refund', refundTable)

const findByReference = {
  name: 'find refund by reference',
  text: `
    select ${refundColumns} from refunds
    where merchant_id = $1 and livemode = $2 and processor_reference = $3 and processor = $4`,
}

export function findRefundByReference(
  scope: Scope,
  db: Database,
  processor: string,
  reference: string,
): Promise<RefundRecord | null> {
  return runForOne(db, findByReference, [scope.merchantId, scope.livemode, reference, processor])
}

const findByProcessorId = {
  name: 'find refund by processor id',
  text: `
    select ${refundColumns} from refunds
    where merchant_id = $1 and livemode = $2 and attempt_id = $3 and processor_id = $4`,
}

/** The refund of a card attempt that the processor knows under this id of its own. */
export function findRefundByProcessorId(
  scope: Scope,
  db: Database,
  attemptId: string,
  processorId: string,
): Promise<RefundRecord | null> {
  return runForOne(db, findByProcessorId, [scope.merchantId, scope.livemode, attemptId, processorId])
}

const findUnnamed = {
  name: 'find refund without processor id',
  text: `
    select id from refunds
    where merchant_id = $1 and livemode = $2 and attempt_id = $3 and status = 'pending' and processor_id is null
    limit 1`,
}

/** Whether the processor has yet to give a pending refund of a card attempt its id. */
export async function hasUnnamedRefund(scope: Scope, db: Database, attemptId: string): Promise<boolean> {
  return (await runForOne(db, findUnnamed, [scope.merchantId, scope.livemode, attemptId])) !== null
}

/** The lock of its session protects a refund. */
export const savingRefund = updating('save refund', refundTable, noteCheck)

/** At least one of these columns changes whenever the processor reports something about a refund. */
export const refundUnchanged = unchanged('refund unchanged', refundTable, ['status', 'checks', 'processor_id'])

/** Newest first. `startingAfter` is the last id of the previous page. */
export async function listRefunds(
  scope: Scope,
  db: Database,
  filter: { sessionId: string | null; startingAfter: string | null; limit: number },
): Promise<RefundRecord[]> {
  const query = db<RefundRecord>('refunds')
    .select<RefundRecord[]>(db.raw(refundColumns))
    .where({ merchant_id: scope.merchantId, livemode: scope.livemode })
  if (filter.sessionId !== null) query.where('session_id', filter.sessionId)
  if (filter.startingAfter !== null) query.where('id', '<', filter.startingAfter)
  return await query.orderBy('id', 'desc').limit(filter.limit)
}

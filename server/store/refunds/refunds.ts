import type { RefundRecord } from '../../domain/records.ts'
import type { Origin } from '../../domain/origin.ts'
import type { Scope } from '../../domain/scope.ts'
import { originNow } from '../../engines/trace/current-trace.ts'
import { namesOf, valuesOf, type ColumnTypes } from '../sql/columns.ts'
import { unchanged } from '../sql/conditions.ts'
import { runForOne, type Database } from '../sql/database.ts'
import { inserting, updating } from '../sql/statement.ts'
import { refundColumns } from '../sql/table-columns.ts'
import type { Write } from '../sql/writes.ts'

const insertedTypes = {
  id: 'text',
  session_id: 'text',
  attempt_id: 'text',
  amount: 'integer',
  currency: 'text',
  reason: 'text',
  processor: 'text',
  processor_reference: 'text',
  purchase_reference: 'text',
  purchase_processor_id: 'text',
  created_at: 'timestamptz',
  next_check_at: 'timestamptz',
  request_id: 'text',
  traceparent: 'text',
} as const satisfies Partial<ColumnTypes<keyof RefundRecord>>

const insertedColumns = namesOf(insertedTypes)
const insert = inserting('insert refund', 'refunds', insertedTypes, { status: 'pending' })

const unsettled = {
  status: 'pending',
  failure_message: null,
  processor_id: null,
  settled_at: null,
  checks: 0,
  booked_amount: null,
  booked_currency: null,
  kept_amount: null,
  contradiction: null,
} as const satisfies Partial<RefundRecord>

export type NewRefund = Omit<Pick<RefundRecord, keyof typeof insertedTypes>, keyof Origin>

/** The refund as the write inserts it. */
export function insertingRefund(scope: Scope, refund: NewRefund): { refund: RefundRecord; write: Write } {
  const { merchantId, livemode } = scope
  const inserted = { merchant_id: merchantId, livemode, ...unsettled, ...refund, ...originNow() }
  const values = [merchantId, livemode, ...valuesOf(insertedColumns, inserted)]
  return { refund: inserted, write: { statement: insert, values } }
}

const find = {
  name: 'find refund',
  text: `select ${refundColumns} from refunds where merchant_id = $1 and livemode = $2 and id = $3`,
}

export function findRefund(scope: Scope, db: Database, id: string): Promise<RefundRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, id])
}

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

const savedTypes = {
  status: 'text',
  failure_message: 'text',
  processor_id: 'text',
  settled_at: 'timestamptz',
  next_check_at: 'timestamptz',
  checks: 'integer',
  amount: 'integer',
  booked_amount: 'integer',
  booked_currency: 'text',
  kept_amount: 'integer',
  contradiction: 'jsonb',
} as const satisfies Partial<ColumnTypes<keyof RefundRecord>>

const savedColumns = namesOf(savedTypes)
const save = updating('save refund', 'refunds', savedTypes)

/** The lock of its session protects a refund. */
export function savingRefund(scope: Scope, refund: RefundRecord): Write {
  const values = [scope.merchantId, scope.livemode, refund.id, ...valuesOf(savedColumns, refund)]
  return { statement: save, values }
}

/** At least one of these columns changes whenever the processor reports something about a refund. */
export const refundUnchanged = unchanged('refund unchanged', 'refunds', {
  status: 'text',
  checks: 'integer',
  processor_id: 'text',
} satisfies Partial<typeof savedTypes>)

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

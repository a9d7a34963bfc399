import type { CaptureRecord } from '../../domain/sessions/captures.ts'
import type { Scope } from '../../domain/scope.ts'
import { assignments, namesOf, valuesOf, type ColumnTypes } from '../sql/columns.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { captureColumns } from '../sql/table-columns.ts'
import { inserting } from '../sql/statement.ts'
import type { Write } from '../sql/writes.ts'

const insertedTypes = {
  id: 'text',
  session_id: 'text',
  amount: 'integer',
  currency: 'text',
  processor: 'text',
  created_at: 'timestamptz',
  next_check_at: 'timestamptz',
} as const satisfies Partial<ColumnTypes<keyof CaptureRecord>>

const insertedColumns = namesOf(insertedTypes)
const insert = inserting('insert capture', 'captures', insertedTypes, { status: 'due' })

export type NewCapture = Pick<CaptureRecord, keyof typeof insertedTypes>

/** The database refuses a second capture of an attempt. */
export function insertingCapture(scope: Scope, capture: NewCapture): Write {
  return { statement: insert, values: [scope.merchantId, scope.livemode, ...valuesOf(insertedColumns, capture)] }
}

const find = {
  name: 'find capture',
  text: `select ${captureColumns} from captures where merchant_id = $1 and livemode = $2 and id = $3`,
}

/** The capture of an attempt. Null: the approval took the money, or there was none. */
export function findCapture(scope: Scope, db: Database, attemptId: string): Promise<CaptureRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, attemptId])
}

const savedColumns = [
  'status',
  'processor_id',
  'refusal',
  'requested_at',
  'settled_at',
  'next_check_at',
  'checks',
  'captured_amount',
  'captured_currency',
  'contradiction',
] as const

const save = {
  name: 'save capture',
  text: `
    update captures set ${assignments(savedColumns, 4)}
    where merchant_id = $1 and livemode = $2 and id = $3`,
}

/** Saves a capture. The caller must have locked its session in the same transaction. */
export async function saveCapture(scope: Scope, transaction: Database, capture: CaptureRecord): Promise<void> {
  await run(transaction, save, [scope.merchantId, scope.livemode, capture.id, ...valuesOf(savedColumns, capture)])
}

const ofSession = {
  name: 'captures of session',
  text: `
    select ${captureColumns} from captures
    where merchant_id = $1 and livemode = $2 and session_id = $3 order by id desc`,
}

/** Newest first. */
export function capturesOf(scope: Scope, db: Database, sessionId: string): Promise<CaptureRecord[]> {
  return run(db, ofSession, [scope.merchantId, scope.livemode, sessionId])
}

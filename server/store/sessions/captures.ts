import type { CaptureRecord } from '../../domain/sessions/captures.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'
import { captureColumns, captureTable } from '../sql/table-columns.ts'
import { finding, inserting, updating } from '../sql/tables.ts'
import { execute } from '../sql/writes.ts'
import { noteDue } from '../work/due-notes.ts'

function noteCheck(db: Database, { next_check_at: at }: Pick<CaptureRecord, 'next_check_at'>): void {
  noteDue(db, 'order_captures', at)
}

/** The database refuses a second capture of an attempt. */
export const insertingCapture = inserting('insert capture', captureTable, noteCheck)

/** The capture of an attempt. Null: the approval took the money, or there was none. */
export const findCapture = finding('find capture', captureTable)

const saving = updating('save capture', captureTable, noteCheck)

/** Saves a capture. The caller must have locked its session in the same transaction. */
export async function saveCapture(scope: Scope, transaction: Database, capture: CaptureRecord): Promise<void> {
  await execute(transaction, saving(scope, capture))
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

import type { MovementKind, MovementRecord } from '../../domain/money/movement-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { movementColumns, movementTable } from '../sql/table-columns.ts'
import { inserting } from '../sql/tables.ts'

/** Appends an entry to the ledger. The database refuses to change or delete one (spec/decisions/sessions.md#ledger). */
export const insertingMovement = inserting('insert movement', movementTable)

const ofSession = {
  name: 'movements of session',
  text: `
    select ${movementColumns} from money_movements
    where merchant_id = $1 and livemode = $2 and session_id = $3 order by id`,
}

export function movementsOf(scope: Scope, db: Database, sessionId: string): Promise<MovementRecord[]> {
  return run(db, ofSession, [scope.merchantId, scope.livemode, sessionId])
}

const find = {
  name: 'find movement',
  text: `
    select ${movementColumns} from money_movements
    where merchant_id = $1 and livemode = $2 and kind = $3 and processor_reference = $4`,
}

/** The line of a kind with a reference of the processor, which is unique. */
export function findMovement(
  scope: Scope,
  db: Database,
  kind: MovementKind,
  reference: string,
): Promise<MovementRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, kind, reference])
}

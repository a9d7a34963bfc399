import type { MovementRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from './database.ts'
import { run } from './database.ts'

const insert = {
  name: 'insert movement',
  text: `
    insert into money_movements (merchant_id, livemode, id, kind, amount, currency, session_id, attempt_id, refund_id, processor,
      processor_reference, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
}

/** Appends a line to the ledger. There is no way to change or delete one. */
export async function insertMovement(
  scope: Scope,
  transaction: Database,
  movement: Omit<MovementRecord, 'merchant_id' | 'livemode'>,
): Promise<void> {
  await run(transaction, insert, [
    scope.merchantId,
    scope.livemode,
    movement.id,
    movement.kind,
    movement.amount,
    movement.currency,
    movement.session_id,
    movement.attempt_id,
    movement.refund_id,
    movement.processor,
    movement.processor_reference,
    movement.created_at,
  ])
}

const ofSession = {
  name: 'movements of session',
  text: 'select * from money_movements where merchant_id = $1 and livemode = $2 and session_id = $3 order by id',
}

export function movementsOf(scope: Scope, db: Database, sessionId: string): Promise<MovementRecord[]> {
  return run(db, ofSession, [scope.merchantId, scope.livemode, sessionId])
}

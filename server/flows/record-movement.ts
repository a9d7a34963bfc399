import { newId } from '../domain/ids.ts'
import type { MovementKind, MovementRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from '../store/database.ts'
import { insertMovement } from '../store/money-movements.ts'

/** The object that moved money: a settled attempt, refund, return or dispute. */
export type MovementSource = Pick<
  MovementRecord,
  'session_id' | 'attempt_id' | 'amount' | 'currency' | 'processor' | 'processor_reference'
> & {
  readonly refund_id?: string
}

/** Inserts the ledger line of a movement of money, in the transaction that settles its source. */
export async function recordMovement(
  scope: Scope,
  transaction: Database,
  kind: MovementKind,
  source: MovementSource,
  now: Date,
): Promise<void> {
  const { session_id, attempt_id, refund_id = null, amount, currency, processor, processor_reference } = source
  const line = { session_id, attempt_id, refund_id, amount, currency, processor, processor_reference }
  await insertMovement(scope, transaction, { id: newId('mov', now), kind, ...line, created_at: now })
}

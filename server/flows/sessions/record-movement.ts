import { newId } from '../../domain/ids.ts'
import type { MovementKind, MovementRecord } from '../../domain/money/movement-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { insertingMovement } from '../../store/sessions/money-movements.ts'
import type { Write } from '../../store/sql/writes.ts'

/** The object that moved money: a settled attempt, refund, return or dispute. */
export type MovementSource = Pick<
  MovementRecord,
  'session_id' | 'attempt_id' | 'amount' | 'currency' | 'processor' | 'processor_reference'
> & {
  readonly refund_id?: string
}

/** The ledger line of a movement of money. It is written together with what settles its source. */
export function recordingMovement(scope: Scope, kind: MovementKind, source: MovementSource, now: Date): Write {
  const { session_id, attempt_id, refund_id = null, amount, currency, processor, processor_reference } = source
  const line = { session_id, attempt_id, refund_id, amount, currency, processor, processor_reference }
  return insertingMovement(scope, { id: newId('mov', now), kind, ...line, created_at: now })
}

import type { ScopedRecord } from '../scope.ts'

export type MovementKind =
  | 'capture'
  | 'refund'
  | 'reversal'
  | 'chargeback'
  | 'chargeback_reversal'
  | 'refund_reversal'
  | 'return_reversal'
  | 'capture_reversal'

/** One entry of the append-only ledger. `amount` is positive; `kind` gives the direction. */
export interface MovementRecord extends ScopedRecord {
  id: string
  kind: MovementKind
  amount: number
  currency: string
  session_id: string
  attempt_id: string
  refund_id: string | null
  processor: string
  processor_reference: string
  created_at: Date
}

import type { Contradiction } from '../acquirers/contradiction.ts'
import type { Origin } from '../origin.ts'
import type { RefundStatus } from './refund-state.ts'
import type { ScopedRecord } from '../scope.ts'

export interface RefundRecord extends ScopedRecord, Origin {
  id: string
  session_id: string
  attempt_id: string
  amount: number
  currency: string
  status: RefundStatus
  reason: string | null
  failure_message: string | null
  processor: string
  processor_reference: string
  purchase_reference: string
  /** The processor's own ids of the refund and of the purchase. Null: it has not given them. */
  processor_id: string | null
  purchase_processor_id: string | null
  created_at: Date
  settled_at: Date | null
  next_check_at: Date | null
  checks: number
  /** What the bank moved, as it reported it and the ledger has it. Null: `amount`. */
  booked_amount: number | null
  booked_currency: string | null
  /** Of a failed refund: the part that the customer has nevertheless, because less came back. Null: nothing. */
  kept_amount: number | null
  /** For people: the processor's receipt cannot be about this order, and no other has come so far. */
  contradiction: Contradiction | null
}

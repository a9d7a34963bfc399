import type { DisputeReason, DisputeStage, DisputeStatus, DisputeStep } from './dispute-state.ts'
import type { ScopedRecord } from '../scope.ts'

export interface DisputeRecord extends ScopedRecord {
  id: string
  session_id: string
  attempt_id: string
  /** As the bank reported it: it may be more than the payment, and in another currency. */
  amount: number
  currency: string
  status: DisputeStatus
  /** Null: the bank gave no reason. */
  reason: DisputeReason | null
  processor: string
  processor_reference: string
  opened_at: Date
  /** Until when the merchant can answer the dispute at the bank. */
  respond_by: Date | null
  closed_at: Date | null
  stage: DisputeStage
  /** What the processor has reported so far. Everything else follows from it. */
  steps: readonly DisputeStep[]
  /**
   * When the account gets the reminder of the deadline, and after that the deadline, if the processor then waits for us
   * to ask for its decision. Null: neither is to come.
   */
  remind_at: Date | null
}

import type { Contradiction } from '../acquirers/contradiction.ts'
import type { ScopedRecord } from '../scope.ts'

/**
 * `due`: the service orders the capture until the processor has received the order. `requested`: the processor has it.
 * `refused`: the processor takes no money, unless somebody captures the payment there. `failed`: the money will never
 * arrive.
 */
type CaptureStatus = 'due' | 'requested' | 'captured' | 'refused' | 'failed'

/** The capture of an approved attempt whose approval took no money. */
export interface CaptureRecord extends ScopedRecord {
  /** The id of the attempt. */
  id: string
  session_id: string
  status: CaptureStatus
  amount: number
  currency: string
  processor: string
  processor_id: string | null
  /** Why the processor refused the capture. */
  refusal: string | null
  created_at: Date
  requested_at: Date | null
  settled_at: Date | null
  next_check_at: Date | null
  checks: number
  /** What the processor captured, as it reported it. Null: the whole payment. */
  captured_amount: number | null
  captured_currency: string | null
  /** As in `RefundRecord`. */
  contradiction: Contradiction | null
}

/** The ledger line of the difference between a capture and the approval, which the ledger has counted already. */
export function captureLine(reference: string, event: string): string {
  return `${reference}${captureMark}${event}`
}

const captureMark = ':capture:'

export function isCaptureLine(reference: string): boolean {
  return reference.includes(captureMark)
}

import type { components } from '../../../generated/types.ts'
import type { RefundRecord } from '../refunds/refund-records.ts'

/** A refund in replies and events. */
export function wireRefund(record: RefundRecord): components['schemas']['Refund'] {
  return {
    id: record.id,
    object: 'refund',
    session: record.session_id,
    amount: record.amount,
    status: record.status,
    reason: record.reason,
    failure_message: record.failure_message,
    created_at: record.created_at.toISOString(),
  }
}

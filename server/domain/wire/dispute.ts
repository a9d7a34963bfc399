import type { components } from '../../../generated/types.ts'
import type { DisputeRecord } from '../disputes/dispute-records.ts'

/** A dispute in replies. */
export function wireDispute(record: DisputeRecord): components['schemas']['Dispute'] {
  return {
    id: record.id,
    object: 'dispute',
    session: record.session_id,
    amount: record.amount,
    currency: record.currency,
    status: record.status,
    stage: record.stage,
    reason: record.reason,
    opened_at: record.opened_at.toISOString(),
    respond_by: record.respond_by?.toISOString() ?? null,
    closed_at: record.closed_at?.toISOString() ?? null,
    processor_reference: record.processor_reference,
  }
}

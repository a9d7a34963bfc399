import { disputeStateOf } from './dispute-state.ts'
import type { DisputeStep } from './dispute-state.ts'
import type { DisputeRecord } from './records.ts'

/** What is known about a dispute. An earlier release stored only its outcome. */
export function stepsOf(dispute: DisputeRecord): readonly DisputeStep[] {
  if (dispute.steps !== null) return dispute.steps
  const { processor_reference: event, amount, reason, respond_by } = dispute
  const charged: DisputeStep = { stage: 'charged', event, amount, reason, respondBy: respond_by?.toISOString() ?? null }
  if (dispute.status === 'open') return [charged]
  const stage = dispute.status === 'won' ? 'reversed' : 'lost'
  return [charged, { stage, event, amount, reason: null, respondBy: null }]
}

/** Whether the bank has the money of this dispute. */
export function holdsMoney(dispute: DisputeRecord): boolean {
  return disputeStateOf(stepsOf(dispute)).holdsMoney
}

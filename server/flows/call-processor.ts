import type { Scope } from '../domain/scope.ts'
import type { EarlierCall, Processor, RefundOrder, RefundOutcome } from '../processors/processor.ts'
import type { FlowContext } from './context.ts'

/** An attempt, refund or return that a processor began. */
interface Begun {
  readonly id: string
  readonly processor: string
}

/**
 * Calls the processor that began a payment or refund, also after the mode has got another one. Without it, or without
 * the account's credentials for it, the outcome is `unreachable`: the payment waits until the operator has repaired the
 * configuration.
 */
export async function callProcessor<Outcome>(
  context: FlowContext,
  scope: Scope,
  begun: Begun,
  call: (processor: Processor) => Promise<Outcome>,
): Promise<Outcome | { readonly kind: 'unreachable' }> {
  const processor = await context.processorFor(scope, begun.processor)
  if (processor) return call(processor)
  context.log.error(
    { merchantId: scope.merchantId, id: begun.id, processor: begun.processor },
    'a payment or refund waits for a processor that is not configured',
  )
  return { kind: 'unreachable' }
}

/** The record with the processor's own id, once the processor has given one. */
export function withProcessorId<Called extends { readonly processor_id: string | null }>(
  record: Called,
  outcome: RefundOutcome,
): Called {
  const given = 'processorId' in outcome ? outcome.processorId : undefined
  return { ...record, processor_id: given ?? record.processor_id }
}

interface CalledBefore {
  readonly processor_reference: string
  readonly processor_id: string | null
}

export function earlierCall({ processor_reference, processor_id }: CalledBefore, orderedAt: Date): EarlierCall {
  return { reference: processor_reference, processorId: processor_id, orderedAt }
}

interface Returned {
  readonly processor_reference: string
  readonly purchase_reference: string
  readonly purchase_processor_id: string | null
  readonly amount: number
  readonly currency: string
}

/** The order of a refund or an automatic return. */
export function orderOf(record: Returned, orderedAt: Date): RefundOrder {
  return {
    reference: record.processor_reference,
    purchaseReference: record.purchase_reference,
    purchaseProcessorId: record.purchase_processor_id,
    amount: record.amount,
    currency: record.currency,
    orderedAt,
  }
}

import type { AttemptRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { Contradiction } from '../../domain/acquirers/contradiction.ts'
import { redactedReference } from '../../domain/text/redaction.ts'
import type {
  EarlierCall,
  GivenUp,
  Processor,
  RefundOrder,
  RefundOutcome,
  Unanswered,
} from '../../processors/processor.ts'
import { noteContradiction, noteGivenUp } from '../../store/sessions/card-attempts.ts'
import { violates } from '../../store/sql/database.ts'
import type { FlowContext } from '../context.ts'

/** An attempt, refund or return that a processor began. */
interface Begun {
  readonly id: string
  readonly processor: string
}

/**
 * Calls the processor that started a payment or refund, even if the mode has another one by now. Without it, or without
 * the account's credentials for it, the outcome is `unreachable`: the payment waits until the operator has repaired the
 * configuration.
 */
export async function callProcessor<Outcome>(
  context: FlowContext,
  scope: Scope,
  begun: Begun,
  call: (processor: Processor) => Promise<Outcome>,
): Promise<Outcome | Unanswered> {
  const processor = await context.processorFor(scope, begun.processor)
  if (processor) return call(processor)
  context.log.error(
    { merchantId: scope.merchantId, id: begun.id, processor: begun.processor },
    'a payment or refund is waiting for a processor that is not configured',
  )
  return { kind: 'unreachable' }
}

interface Ordered {
  readonly processor_id: string | null
  readonly contradiction: Contradiction | null
}

/** Adds to an order the processor's own id, or that an answer cannot be about it, until another answer fits. */
export function withAnswer<Called extends Ordered>(record: Called, outcome: RefundOutcome): Called {
  if (outcome.kind === 'unreachable') return { ...record, contradiction: outcome.contradiction ?? record.contradiction }
  const processor_id = outcome.processorId ?? record.processor_id
  const isAnswered = outcome.kind !== 'pending' || processor_id !== null
  return { ...record, processor_id, contradiction: isAnswered ? null : record.contradiction }
}

/** Whether a transaction failed because the processor's id of a refund or return already belongs to another one. */
export function isIdOfAnotherOrder(error: unknown): boolean {
  return violates(error, 'one_refund_per_processor_id') || violates(error, 'one_return_per_processor_id')
}

/** Replaces an answer whose id belongs to another order: it has no effect, and the dashboard shows it to people. */
export function withIdOfAnotherOrder(outcome: RefundOutcome): RefundOutcome {
  const found = ('processorId' in outcome && outcome.processorId) || ''
  return { kind: 'unreachable', contradiction: { about: 'processor_id', found: redactedReference(found) } }
}

interface CalledBefore {
  readonly processor_reference: string
  readonly processor_id: string | null
}

export function earlierCall({ processor_reference, processor_id }: CalledBefore, orderedAt: Date): EarlierCall {
  return { reference: processor_reference, processorId: processor_id, orderedAt }
}

/** Asks the processor to take no money for an attempt that the service no longer waits for. */
export async function giveUp(context: FlowContext, scope: Scope, attempt: AttemptRecord): Promise<GivenUp> {
  const earlier = earlierCall(attempt, attempt.created_at)
  const answer = await callProcessor(context, scope, attempt, (processor) => processor.giveUp(earlier))
  if (answer.kind === 'received') await noteGivenUp(scope, context.db, attempt.id, context.clock.now())
  else if (answer.contradiction) await noteContradiction(scope, context.db, attempt.id, answer.contradiction)
  return answer
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

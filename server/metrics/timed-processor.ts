import type { Processor } from '../processors/processor.ts'
import type { ProcessorCall } from './counts.ts'

type Count = (call: ProcessorCall, seconds: number) => void

/** Wraps a processor so that its calls are counted and timed. */
export function timedProcessor(processor: Processor, count: Count): Processor {
  const { name } = processor
  const timed = async <Outcome extends { kind: string }>(
    verb: ProcessorCall['verb'],
    call: () => Promise<Outcome>,
  ): Promise<Outcome> => {
    const startedAt = performance.now()
    let outcome = 'error'
    try {
      const answer = await call()
      outcome = answer.kind
      return answer
    } finally {
      count({ processor: name, verb, outcome }, (performance.now() - startedAt) / 1000)
    }
  }
  return {
    name,
    purchase: (purchase) => timed('purchase', () => processor.purchase(purchase)),
    lookup: (reference) => timed('lookup', () => processor.lookup(reference)),
    refund: (order) => timed('refund', () => processor.refund(order)),
    lookupRefund: (reference) => timed('lookup_refund', () => processor.lookupRefund(reference)),
  }
}

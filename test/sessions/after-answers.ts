import type { FlowContext } from '../../server/flows/context.ts'
import type { Processor, Purchase, RefundOrder } from '../../server/processors/processor.ts'
import { processorWith } from '../support/processor-with.ts'

/** A context in which something happens after the bank has answered and before its answer is recorded. */
export function afterAnswers(
  { context, sandbox }: { readonly context: FlowContext; readonly sandbox: Processor },
  happen: () => Promise<unknown>,
): FlowContext {
  const processor = processorWith(sandbox, {
    purchase: async (order: Purchase) => {
      const outcome = await sandbox.purchase(order)
      await happen()
      return outcome
    },
    refund: async (order: RefundOrder) => {
      const outcome = await sandbox.refund(order)
      await happen()
      return outcome
    },
  })
  return { ...context, processorFor: async () => processor }
}

import { inSpan } from '../../engines/trace/current-trace.ts'
import type { Processor } from '../../processors/processor.ts'
import { wrapProcessor } from '../../processors/wrap-processor.ts'

/** Wraps a processor so that each call is a span of the trace at hand. */
export function tracedProcessor(processor: Processor): Processor {
  return wrapProcessor(processor, (verb, call, outcomeOf) =>
    inSpan({ name: `${processor.name} ${verb}`, kind: 'client' }, async (span) => {
      const answer = await call()
      span?.note({ 'servicepay.outcome': outcomeOf(answer) })
      return answer
    }),
  )
}

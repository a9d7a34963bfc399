import type { Processor } from '../../processors/processor.ts'
import { wrapProcessor } from '../../processors/wrap-processor.ts'
import type { ProcessorCall } from './counts.ts'

type Count = (call: ProcessorCall, seconds: number) => void

/** Wraps a processor so that its calls are counted and timed. */
export function timedProcessor(processor: Processor, count: Count): Processor {
  return wrapProcessor(processor, async (verb, call, outcomeOf) => {
    const startedAt = performance.now()
    let outcome = 'error'
    try {
      const answer = await call()
      outcome = outcomeOf(answer)
      return answer
    } finally {
      count({ processor: processor.name, verb, outcome }, (performance.now() - startedAt) / 1000)
    }
  })
}

import { waitOutside } from '../../engines/postgres/request-time.ts'
import type { Processor } from '../../processors/processor.ts'
import { wrapProcessor } from '../../processors/wrap-processor.ts'

/** Wraps a processor so that a request gives its slot to others during each call. */
export function freeingSlots(processor: Processor): Processor {
  return wrapProcessor(processor, (_verb, call) => waitOutside(call))
}

import t from 'tap'
import { expectConformance } from './conformance.ts'
import { processors } from './processors.ts'

// Every processor keeps the same promises. test/long/processors.test.ts tries every fault and every pair of faults.

for (const processor of processors) t.test(processor.name, (t) => expectConformance(t, processor, { faults: 'some' }))

import t from 'tap'
import { isFull } from '../support/combinations.ts'
import { expectConformance } from './conformance.ts'
import { processors } from './processors.ts'

// Every processor keeps the same promises. test/long/processors.test.ts tries every fault and every pair of faults.

/** Almost every other test of a payment, a refund or a dispute pays with the sandbox, so only the long suite has it. */
const tried = isFull ? processors : processors.filter(({ name }) => name !== 'sandbox')

for (const processor of tried) t.test(processor.name, (t) => expectConformance(t, processor, { faults: 'some' }))

import t from 'tap'
import { expectConformance } from '../processors/conformance.ts'
import { processors } from '../processors/processors.ts'
import { adyenByHand } from '../processors/rows/adyen.ts'

for (const processor of [...processors, adyenByHand])
  t.test(processor.name, (t) => expectConformance(t, processor, { faults: 'all' }))

import type { ProcessorUnderTest } from './processor-under-test.ts'
import { acquirer } from './rows/acquirer.ts'
import { adyen } from './rows/adyen.ts'
import { sandbox } from './rows/sandbox.ts'

/** Every processor that the conformance suite tries. */
export const processors: readonly ProcessorUnderTest[] = [sandbox, acquirer, adyen]

import { takePayments } from './checkout.ts'
import { helpWithFields } from './field-help.ts'
import { laterContract as contract } from './later-contract.ts'

/**
 * The frame's second script: what the empty form does not need. The first script loads it after `ready`, and passes it
 * the modules that hold state. Both scripts contain their own copy of every other module, so those must hold none.
 */
export interface Later {
  readonly contract: number
  readonly takePayments: typeof takePayments
  readonly helpWithFields: typeof helpWithFields
}

export { contract, helpWithFields, takePayments }

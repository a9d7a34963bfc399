import type { Clock } from '../../domain/clock.ts'
import type { ProcessorLog } from '../acquirer.ts'
import type { AdyenAccount } from './account.ts'
import type { AdyenClient, CallLimits } from './client.ts'

export interface AdyenOptions {
  readonly account: AdyenAccount
  /** The address of the Checkout API up to and including its version. */
  readonly checkoutUrl: string
  readonly clock: Clock
  readonly log: ProcessorLog
  readonly fetch?: typeof globalThis.fetch
  /** The limits of each call, for tests that do not want to wait. */
  readonly limits?: CallLimits
}

/** What the parts of the adapter work with. */
export interface AdyenContext extends AdyenOptions {
  readonly client: AdyenClient
}

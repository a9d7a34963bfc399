import type { Clock } from '../../domain/time/clock.ts'
import type { ProcessorLog } from '../acquirer.ts'
import type { AdyenAccount } from './account.ts'
import type { AdyenClient, CallLimits, CallTime } from './client.ts'

export interface AdyenOptions {
  readonly account: AdyenAccount
  /** The address of the Checkout API up to and including its version. */
  readonly checkoutUrl: string
  readonly clock: Clock
  readonly log: ProcessorLog
  readonly fetch?: typeof globalThis.fetch
  /** The limits of each call, for tests that do not want to wait. */
  readonly limits?: CallLimits
  /** The time of the pauses between tries, for the same tests. */
  readonly time?: CallTime
}

/** What the parts of the adapter work with. */
export interface AdyenContext extends AdyenOptions {
  readonly client: AdyenClient
}

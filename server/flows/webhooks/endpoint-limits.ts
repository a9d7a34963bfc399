import { FairQueue } from '../../domain/queues/fair-queue.ts'
import type { Limit, NewLimit } from '../../domain/queues/rate-limit.ts'
import { PingSlots } from './ping-slots.ts'

/** New host names in the webhook address of an account and mode: 30 at once, and then one every 20 seconds. */
const newNames = { capacity: 30, perSeconds: 600 }

/** A check of an address may take 3 s. Accounts take turns. */
const checks = { slots: 200, ownSlots: 2, waiting: 1_000, ownWaiting: 8, waitMs: 3_000 }

/** What keeps one account from using up the look-ups and connections of others, where no delivery has a slot. */
export interface EndpointLimits {
  readonly newNames: Limit
  readonly checks: FairQueue
  readonly pings: PingSlots
}

export function newEndpointLimits(newLimit: NewLimit): EndpointLimits {
  return { newNames: newLimit('new names', newNames), checks: new FairQueue(checks), pings: new PingSlots() }
}

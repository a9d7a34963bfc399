import { performance } from 'node:perf_hooks'
import type { Request, RequestApplicationState, Server } from '@hapi/hapi'
import { fail, FailureError } from '../../domain/failure.ts'
import type { Scope } from '../../domain/scope.ts'
import { lengthened } from '../../domain/time/time-outs.ts'
import { currentRequestTime, type OutsideWait } from '../../engines/postgres/request-time.ts'
import { RequestSlots, type Slot } from './request-slots.ts'
import { probePaths } from '../probes.ts'

// A request goes through these states. `request-slots.ts` chooses the order, and this file connects it with hapi.
//
//   waiting     it has no slot yet. After `waitMs` it is refused with 429.
//   running     it has one of the slots. After `slotMs` (longer while the service is busy) it keeps running, but its
//               slot counts as free, because the request probably waits for something outside.
//   at bank     it has given its slot back while it waits for the bank or for an event. Then it waits for one again.
//   over        the reply has gone out. The slot is free, even if work for the request goes on.
//
// `request-time.ts` measures how long a running request waits for the database, and calls `aroundOutsideWait` around
// its waits for the bank.
//
// Example: 60 requests of account A arrive, then one of B. With 48 slots, 48 of A run. B gets the next slot, and the
// other 12 of A follow.

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    slotHolder?: SlotHolder
  }
}

/** A request that holds a slot, or waits for one. */
interface SlotHolder {
  slot: Slot
  /** Null: the service is too busy. */
  askSlot(): Promise<Slot | null>
  /** The reply has gone out, although work may go on. */
  isOver?: true
}

/** Who sends a request, as far as it can be checked without reading the database. */
export type RequestSource =
  /** The secret key was good when it was last used. */
  | { readonly kind: 'key'; readonly scope: Scope; readonly address: string }
  /** The client secret is genuine: a customer of this account. */
  | { readonly kind: 'form'; readonly scope: Scope; readonly address: string }
  | { readonly kind: 'visitor'; readonly address: string }

/** How many requests run at once. More would not be faster: they would wait for a processor or a connection. */
const mostRunning = 48

/**
 * Few, so that a caller that has just arrived gets its turn soon. Enough that reads and creates that begin together
 * still share their statements: with 4, a process under overload answered little more than half as many requests.
 */
const startsAtOnce = 16

/**
 * Requests that wait for the bank without a slot. More keep their slots during the wait. Together they are fewer than
 * the calls that one account may have at a processor (server/flows/acquirers/bounded-processor.ts), because it refuses
 * more.
 */
const mostAtBank = 200

/**
 * A request that runs for so long probably waits for the bank or for an event, or sends a long reply. While the
 * processors or the database are busy, it may also be slow because of the load.
 */
const slotMs = 100
const busySlotMs = 1_000

/** Longer than a healthy caller ever waits, since callers take turns. */
const waitMs = 1_000
const maxWaiting = 5_000

/** The share of its time that the event loop may work before the process counts as busy. */
const busyUtilization = 0.9

/** Operators and load balancers must get an answer even under overload. */

/**
 * Under overload, callers take turns: first by kind (accounts in live mode, their customers, the same in test mode, and
 * visitors), then by account, and then by address. A caller with many requests at once then delays mostly its own.
 */
export function shareRequestSlots(
  server: Server,
  options: { sourceOf(request: Request): RequestSource; isDatabaseBusy(): boolean },
): void {
  const isBusy = busyCheck(options.isDatabaseBusy)
  const slots = new RequestSlots({
    slots: mostRunning,
    startsAtOnce,
    slotMs,
    busySlotMs,
    waitMs: lengthened(waitMs),
    maxWaiting,
    isBusy,
  })
  const bank = new BankWaits(mostAtBank)
  server.ext('onRequest', async (request, toolkit) => {
    if (probePaths.has(request.path)) return toolkit.continue
    const askSlot = (): Promise<Slot | null> => slots.take(() => pathOf(options.sourceOf(request)))
    const holder: SlotHolder = { slot: given(await askSlot()), askSlot }
    request.app.slotHolder = holder
    const time = currentRequestTime()
    if (time) time.aroundOutsideWait = waitAtBank(bank, holder)
    return toolkit.continue
  })
  server.events.on('response', ({ app: { slotHolder: holder } }) => {
    holder?.slot.leave()
    if (holder) holder.isOver = true
  })
}

/** Not written in the handler: as one of its closures, it cost 80 MB of memory under load (`npm run bench start`). */
function waitAtBank(bank: BankWaits, holder: SlotHolder): OutsideWait {
  return (wait) => bank.around(holder, wait)
}

function given(slot: Slot | null): Slot {
  if (!slot) throw new FailureError(busyFailure)
  return slot
}

/** A function, because the reply may go out during any wait. */
function isOver(holder: Pick<SlotHolder, 'isOver'>): boolean {
  return holder.isOver === true
}

/** Lets a bounded number of requests wait for the bank without a slot. */
export class BankWaits {
  readonly #most: number
  #waiting = 0

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Waits without a slot, and takes a new turn afterwards. The work continues even if the request gets no slot in
   * time, because the bank may have moved money.
   */
  async around<Outcome>(holder: SlotHolder, wait: () => Promise<Outcome>): Promise<Outcome> {
    if (isOver(holder) || this.#waiting >= this.#most) return wait()
    this.#waiting += 1
    holder.slot.leave()
    try {
      return await wait()
    } finally {
      this.#waiting -= 1
      if (!isOver(holder)) {
        const slot = await holder.askSlot()
        if (isOver(holder)) slot?.leave()
        else if (slot) holder.slot = slot
      }
    }
  }
}

/** Gives the slot of a request to others during a wait that costs nothing. The request takes a new turn afterwards. */
export async function waitWithoutSlot<Result>(
  { app: { slotHolder: holder } }: { readonly app: Pick<RequestApplicationState, 'slotHolder'> },
  wait: () => Promise<Result>,
): Promise<Result> {
  holder?.slot.leave()
  const result = await wait()
  if (holder) holder.slot = given(await holder.askSlot())
  return result
}

const busyFailure = fail('rate_limited', {
  retryAfterSeconds: 1,
  message: 'The service has more requests than it can handle at once.',
  fix:
    'Wait for the number of seconds in the `Retry-After` header, then repeat the request, with fewer requests ' +
    'at a time.',
})

/** The kind, then the account or address, then the address within the account. */
function pathOf(source: RequestSource): string[] {
  return source.kind === 'visitor'
    ? ['visitor', source.address, '']
    : [`${source.kind} ${String(source.scope.livemode)}`, source.scope.merchantId, source.address]
}

/** Whether the event loop had hardly a pause since the previous check, or the database has a queue. */
function busyCheck(isDatabaseBusy: () => boolean): () => boolean {
  let previous = performance.eventLoopUtilization()
  return () => {
    const current = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(current, previous)
    previous = current
    return utilization > busyUtilization || isDatabaseBusy()
  }
}

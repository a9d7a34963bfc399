import { performance } from 'node:perf_hooks'
import type { Request, RequestApplicationState, Server } from '@hapi/hapi'
import { fail, FailureError } from '../../domain/failure.ts'
import type { Scope } from '../../domain/scope.ts'
import { lengthened } from '../../domain/time/time-outs.ts'
import { currentRequestTime, type OutsideWait } from '../../engines/postgres/request-time.ts'
import { Turns, type Place } from './turns.ts'
import { probePaths } from '../probes.ts'

// A request goes through these states. `turns.ts` chooses the order, and this file connects it with hapi.
//
//   waiting     it has no place yet. After `waitMs` it is refused with 429.
//   running     it has one of the places. After `placeMs` (longer while the service is busy) it keeps running, but its
//               place counts as free, because the request probably waits for something outside.
//   at bank     it has given its place back while it waits for the bank or for an event. Then it waits for one again.
//   over        the reply has gone out. The place is free, even if work for the request goes on.
//
// `request-time.ts` measures how long a running request waits for the database, and calls `aroundOutsideWait` around
// its waits for the bank.
//
// Example: 60 requests of account A arrive, then one of B. With 48 places, 48 of A run. B gets the next place, and the
// other 12 of A follow.

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    turn?: Turn
  }
}

/** The place of a request among those that run. */
interface Turn {
  place: Place
  /** Null: the service is too busy. */
  askPlace(): Promise<Place | null>
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
const places = 48

/**
 * Few, so that a caller that has just arrived gets its turn soon. Enough that reads and creates that begin together
 * still share their statements: with 4, a process under overload answered little more than half as many requests.
 */
const startsAtOnce = 16

/**
 * Requests that wait for the bank without a place. More keep their places during the wait. Together they are fewer than
 * the calls that one account may have at a processor (server/flows/acquirers/bounded-processor.ts), because it refuses
 * more.
 */
const mostAtBank = 200

/**
 * A request that runs for so long probably waits for the bank or for an event, or sends a long reply. While the
 * processors or the database are busy, it may also be slow because of the load.
 */
const placeMs = 100
const busyPlaceMs = 1_000

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
export function takeTurns(
  server: Server,
  options: { sourceOf(request: Request): RequestSource; isDatabaseBusy(): boolean },
): void {
  const isBusy = busyCheck(options.isDatabaseBusy)
  const turns = new Turns({
    places,
    startsAtOnce,
    placeMs,
    busyPlaceMs,
    waitMs: lengthened(waitMs),
    maxWaiting,
    isBusy,
  })
  const bank = new BankWaits(mostAtBank)
  server.ext('onRequest', async (request, toolkit) => {
    if (probePaths.has(request.path)) return toolkit.continue
    const askPlace = (): Promise<Place | null> => turns.take(() => pathOf(options.sourceOf(request)))
    const turn: Turn = { place: given(await askPlace()), askPlace }
    request.app.turn = turn
    const time = currentRequestTime()
    if (time) time.aroundOutsideWait = waitAtBank(bank, turn)
    return toolkit.continue
  })
  server.events.on('response', ({ app: { turn } }) => {
    turn?.place.leave()
    if (turn) turn.isOver = true
  })
}

/** Not written in the handler: as one of its closures, it cost 80 MB of memory under load (`npm run bench start`). */
function waitAtBank(bank: BankWaits, turn: Turn): OutsideWait {
  return (wait) => bank.around(turn, wait)
}

function given(place: Place | null): Place {
  if (!place) throw new FailureError(busyFailure)
  return place
}

/** A function, because the reply may go out during any wait. */
function isOver(turn: Pick<Turn, 'isOver'>): boolean {
  return turn.isOver === true
}

/** Lets a bounded number of requests wait for the bank without a place. */
export class BankWaits {
  readonly #most: number
  #waiting = 0

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Waits without a place, and takes a new turn afterwards. The work continues even if the request gets no place in
   * time, because the bank may have moved money.
   */
  async around<Outcome>(turn: Turn, wait: () => Promise<Outcome>): Promise<Outcome> {
    if (isOver(turn) || this.#waiting >= this.#most) return wait()
    this.#waiting += 1
    turn.place.leave()
    try {
      return await wait()
    } finally {
      this.#waiting -= 1
      if (!isOver(turn)) {
        const place = await turn.askPlace()
        if (isOver(turn)) place?.leave()
        else if (place) turn.place = place
      }
    }
  }
}

/** Gives the place of a request to others during a wait that costs nothing. The request takes a new turn afterwards. */
export async function waitWithoutPlace<Result>(
  { app: { turn } }: { readonly app: Pick<RequestApplicationState, 'turn'> },
  wait: () => Promise<Result>,
): Promise<Result> {
  turn?.place.leave()
  const result = await wait()
  if (turn) turn.place = given(await turn.askPlace())
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

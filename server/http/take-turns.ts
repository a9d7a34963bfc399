import { performance } from 'node:perf_hooks'
import type { Request, RequestApplicationState, Server } from '@hapi/hapi'
import { fail, FailureError } from '../domain/failure.ts'
import type { Scope } from '../domain/scope.ts'
import { Turns } from './turns.ts'
import type { Place } from './turns.ts'

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    turn?: Turn
  }
}

/** The place of a request among those that run. */
interface Turn {
  place: Place
  takePlace(): Promise<Place>
  /** Changes the place for one at the bank, if one is free. */
  goToBank(): void
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
 * Requests that pay or refund spend most of their time at the bank. So many of them hold a place of their own kind, and
 * more hold an ordinary one. Together they are fewer than the calls that one account may have at a processor
 * (server/flows/bounded-processor.ts), because it refuses more.
 */
const bankPlaces = 200

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
const alwaysAnswered = new Set(['/healthz', '/readyz'])

/**
 * Under overload, callers take turns: first by kind (accounts in live mode, their customers, the same in test mode, and
 * visitors), then by account, and then by address. A caller with many requests at once then delays mostly its own.
 */
export function takeTurns(
  server: Server,
  options: { sourceOf(request: Request): RequestSource; isDatabaseBusy(): boolean },
): void {
  const isBusy = busyCheck(options.isDatabaseBusy)
  const bank = countedPlaces(bankPlaces)
  const turns = new Turns({ places, startsAtOnce, placeMs, busyPlaceMs, waitMs, maxWaiting, isBusy })
  server.ext('onRequest', async (request, toolkit) => {
    if (alwaysAnswered.has(request.path)) return toolkit.continue
    const takePlace = async (): Promise<Place> => {
      const place = await turns.take(() => pathOf(options.sourceOf(request)))
      if (!place) throw new FailureError(busyFailure)
      return place
    }
    const turn: Turn = {
      place: await takePlace(),
      takePlace,
      goToBank: () => {
        const atBank = bank.take()
        if (!atBank) return
        turn.place.leave()
        turn.place = atBank
      },
    }
    request.app.turn = turn
    return toolkit.continue
  })
  server.events.on('response', (request) => request.app.turn?.place.leave())
}

/** Places without a queue. `take` returns null when there is none left. */
export function countedPlaces(most: number): { take(): Place | null } {
  let taken = 0
  const take = (): Place | null => {
    if (taken >= most) return null
    taken += 1
    let isTaken = true
    return {
      leave: () => {
        if (isTaken) taken -= 1
        isTaken = false
      },
    }
  }
  return { take }
}

/** Gives the place of a request to others, because the request is about to wait for the bank. */
export function goToBank({ app: { turn } }: { readonly app: Pick<RequestApplicationState, 'turn'> }): void {
  turn?.goToBank()
}

/** Gives the place of a request to others during a wait that costs nothing. The request takes a new turn afterwards. */
export async function waitWithoutPlace<Result>(
  { app: { turn } }: { readonly app: Pick<RequestApplicationState, 'turn'> },
  wait: () => Promise<Result>,
): Promise<Result> {
  turn?.place.leave()
  const result = await wait()
  if (turn) turn.place = await turn.takePlace()
  return result
}

const busyFailure = fail('rate_limited', {
  retryAfterSeconds: 1,
  message: 'The service has more requests than it can answer at once.',
  fix: 'Repeat the request after the pause in Retry-After, with fewer requests at the same time.',
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

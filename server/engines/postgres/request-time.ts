import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { lengthened } from '../../domain/time/time-outs.ts'

// The time of a request is counted in one of three states:
//
//   idle      no statement of the request runs: nothing is counted.
//   waiting   at least one statement runs. Statements that run at the same time count once.
//   over      the reply has gone out. From then on only each statement's own limit counts.
//
// Example: a request runs two statements at once for 300 ms, asks the bank for two seconds, and runs another statement
// for 200 ms. It has waited 500 ms, and three seconds are left.

/**
 * How long one request may wait for the database in all, over all its statements. The reply must go out within 5 s
 * (spec/decisions/database.md#database-away).
 */
const requestLimitMs = 3_500

/** The database did not answer in time. Whether it executed the statement is unknown. */
export class DatabaseTimeout extends Error {
  override name = 'DatabaseTimeout'
  readonly code = 'database_timeout'
}

/** Waits for something outside this process and its database, such as the bank. */
export type OutsideWait = <Outcome>(wait: () => Promise<Outcome>) => Promise<Outcome>

/** The time that a request has left for the database. Statements that run at the same time count once. */
export class RequestTime {
  /** What the request does around such a wait, for example give its slot to others. */
  aroundOutsideWait: OutsideWait = (wait) => wait()
  #waiting = 0
  #since = 0
  #spentMs = 0
  #isOver = false

  get leftMs(): number {
    if (this.#isOver) return Infinity
    const current = this.#waiting > 0 ? performance.now() - this.#since : 0
    return Math.max(0, lengthened(requestLimitMs) - this.#spentMs - current)
  }

  begin(): void {
    if (this.#waiting === 0) this.#since = performance.now()
    this.#waiting += 1
  }

  end(): void {
    this.#waiting -= 1
    if (this.#waiting === 0) this.#spentMs += performance.now() - this.#since
  }

  /** Work that outlives the reply, such as the settlement of a payment, has no limit beyond that of its statements. */
  close(): void {
    this.#isOver = true
  }
}

const current = new AsyncLocalStorage<RequestTime | null>()

/** Limits the database time of everything that this request starts from here on, until the response ends. */
export function limitDatabaseTime(response: ServerResponse): void {
  const time = new RequestTime()
  current.enterWith(time)
  response.once('close', () => time.close())
}

/** Null outside of a request. */
export function currentRequestTime(): RequestTime | null {
  return current.getStore() ?? null
}

/** Counts the time until the returned function is called, for example in a queue, as time spent on the database. */
export function beginDatabaseWait(): () => void {
  let time = currentRequestTime()
  time?.begin()
  return () => {
    time?.end()
    time = null
  }
}

/** Runs work that serves several requests, or lasts longer than one, so that no request's limit ends it. */
export function outsideRequests<Result>(work: () => Result): Result {
  return current.run(null, work)
}

/**
 * Begins a wait for the database, which lasts no longer than `limitMs`, and than the request that waits has time.
 * Returns what ends the wait. Calls `onLate` if it has not ended by then.
 */
export function beginLimitedWait(limitMs: number, onLate: (error: DatabaseTimeout) => void): () => void {
  let time = currentRequestTime()
  const leftMs = Math.min(limitMs, time?.leftMs ?? Infinity)
  if (leftMs === Infinity) return () => {}
  const timer = setTimeout(() => onLate(new DatabaseTimeout('The database did not answer in time')), leftMs)
  time?.begin()
  return () => {
    clearTimeout(timer)
    time?.end()
    time = null
  }
}

/** Waits with these limits. Calls `onLate` and throws a `DatabaseTimeout` when the wait takes too long. */
export async function limitWait<Result>(waited: Promise<Result>, limitMs: number, onLate: () => void): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const endWait = beginLimitedWait(limitMs, (error) => {
    onLate()
    reject(error)
  })
  try {
    return await Promise.race([waited, late])
  } finally {
    endWait()
  }
}

/** Waits for something outside this process and its database, in the way of the request that waits. */
export function waitOutside<Outcome>(wait: () => Promise<Outcome>): Promise<Outcome> {
  const time = currentRequestTime()
  return time === null ? wait() : time.aroundOutsideWait(wait)
}

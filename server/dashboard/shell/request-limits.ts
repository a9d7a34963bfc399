import { createHash } from 'node:crypto'
import { Memory } from '../../domain/memory.ts'
import type { Limit } from '../../domain/queues/rate-limit.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { problem, type Problem } from './page.ts'

type Counted = Pick<Limit, 'take'>

export interface DashboardLimits {
  readonly perPerson: Counted
  readonly perAccount: Counted
  /** For requests without a known login. */
  readonly perAddress: Counted
}

/** How long a process knows the person behind a cookie. */
const rememberMs = 5 * 60_000

/**
 * Limits the requests for the dashboard before they cost a query. It counts a request for the person that the cookie
 * belonged to lately, so that an address that floods the dashboard does not lock out the people behind it.
 */
export class RequestLimits {
  readonly #limits: DashboardLimits
  readonly #clock: Clock
  readonly #known = new Memory<{ readonly person: string; readonly account: string }>(rememberMs)

  constructor(limits: DashboardLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** Counts a request. Null: it is allowed. */
  async refusal(cookie: string | null, address: string): Promise<Problem | null> {
    const known = cookie === null ? undefined : this.#known.get(hashOf(cookie), this.#clock.now().getTime())
    const wait = known
      ? ((await this.#limits.perPerson.take(known.person)) ?? (await this.#limits.perAccount.take(known.account)))
      : await this.#limits.perAddress.take(address)
    return wait === null ? null : tooFast(wait)
  }

  /** Remembers whose cookie this is. */
  remember(cookie: string, person: string, account: string): void {
    this.#known.set(hashOf(cookie), { person, account }, this.#clock.now().getTime())
  }
}

function tooFast(retryAfterSeconds: number): Problem {
  return problem(429, {
    title: 'Too many pages at once',
    message:
      'Your browser requested too many pages in a short time. ' +
      `Wait ${seconds(retryAfterSeconds)}, then reload this page.`,
    retryAfterSeconds,
  })
}

/** The answer when a page waited in vain for its turn. */
export function tooBusy(retryAfterSeconds: number): Problem {
  return problem(429, {
    title: 'This page has to wait',
    message: `We are preparing many pages at the moment. Wait ${seconds(retryAfterSeconds)}, then reload this page.`,
    retryAfterSeconds,
  })
}

function seconds(count: number): string {
  return count === 1 ? 'a second' : `${String(count)} seconds`
}

function hashOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64')
}

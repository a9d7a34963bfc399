import type { Clock } from '../domain/clock.ts'
import { RateLimit } from '../domain/rate-limit.ts'
import type { Rate } from '../domain/rate-limit.ts'

/** How much of the shared rate is kept for clients that have made few requests lately. */
const reserved = 0.5

/** Requests that use up a client's claim on the reserved part, and the time after which it has all of it again. */
const recentUse: Rate = { capacity: 60, perSeconds: 600 }

/** How long a client that was served counts as one that comes back. A checkout of a payment link lasts as long. */
const comebackSeconds = 1_800

/**
 * A limit that many clients share, such as the visitors of one payment link. Each client has a limit of its own. When
 * the shared rate runs low, clients that have made few requests lately come first, so that a few busy clients cannot
 * use it up.
 */
export class FairLimit {
  readonly #shared: RateLimit
  readonly #each: RateLimit
  readonly #recent: RateLimit
  readonly #comebacks: RateLimit

  /**
   * `comebacks`: how many times a client that was served lately is served again, although the shared rate is used up.
   */
  constructor(clock: Clock, rates: { shared: Rate; each: Rate; comebacks?: number }) {
    this.#shared = new RateLimit(clock, rates.shared)
    this.#each = new RateLimit(clock, rates.each)
    this.#recent = new RateLimit(clock, recentUse)
    const visits = 1 + (rates.comebacks ?? 0)
    this.#comebacks = new RateLimit(clock, { capacity: visits, perSeconds: visits * comebackSeconds })
  }

  /** Takes the token of one request of `client`. Null: the request is allowed. Otherwise: the seconds to wait. */
  take(shared: string, client: string): number | null {
    const wait = this.#each.take(client)
    if (wait !== null) return wait
    const name = `${shared} ${client}`
    const used = 1 - this.#recent.left(name)
    const refusal = this.#shared.left(shared) < used * reserved ? 1 : this.#shared.take(shared)
    const wasServed = this.#comebacks.left(name) < 1
    if (refusal !== null && !wasServed) return refusal
    if (this.#comebacks.take(name) !== null && refusal !== null) return refusal
    this.#recent.take(name)
    return null
  }
}

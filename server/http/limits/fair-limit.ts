import type { Limit, NewLimit, Rate } from '../../domain/queues/rate-limit.ts'

/** How much of the shared rate is kept for clients that have made few requests lately. */
const reserved = 0.5

/** Requests that use up a client's claim on the reserved part, and the time after which it has all of it again. */
const recentUse: Rate = { capacity: 60, perSeconds: 600 }

/** How long a client that was served counts as one that comes back. A checkout of a payment link lasts as long. */
const comebackSeconds = 1_800

/**
 * A limit that many clients share, such as the visitors of one payment link. Each client also has its own limit. When
 * the shared rate runs low, clients that have made few recent requests come first, so that a few busy clients cannot
 * use it up.
 */
export class FairLimit {
  readonly #shared: Limit
  readonly #each: Limit
  readonly #recent: Limit
  readonly #comebacks: Limit

  /**
   * `comebacks`: how many times a client that was served lately is served again, although the shared rate is used up.
   */
  constructor(newLimit: NewLimit, name: string, rates: { shared: Rate; each: Rate; comebacks?: number }) {
    this.#shared = newLimit(`${name} together`, rates.shared)
    this.#each = newLimit(`${name} each`, rates.each)
    this.#recent = newLimit(`${name} recent`, recentUse)
    const visits = 1 + (rates.comebacks ?? 0)
    this.#comebacks = newLimit(`${name} comebacks`, { capacity: visits, perSeconds: visits * comebackSeconds })
  }

  /** Takes the token of one request of `client`. Null: the request is allowed. Otherwise: the seconds to wait. */
  async take(shared: string, client: string): Promise<number | null> {
    const wait = await this.#each.take(client)
    if (wait !== null) return wait
    const name = `${shared} ${client}`
    const [unused, left, visits] = await Promise.all([
      this.#recent.left(name),
      this.#shared.left(shared),
      this.#comebacks.left(name),
    ])
    const refusal = left < (1 - unused) * reserved ? 1 : await this.#shared.take(shared)
    if (refusal !== null && visits === 1) return refusal
    if ((await this.#comebacks.take(name)) !== null && refusal !== null) return refusal
    await this.#recent.take(name)
    return null
  }
}

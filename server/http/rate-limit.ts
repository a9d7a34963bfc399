import type { Clock } from '../domain/clock.ts'

/** Buckets kept at the most; a full one says nothing, so it can be forgotten. */
const maxBuckets = 50_000

/** Credit is counted in units of which one request costs `costMs`, so that whole numbers stay whole: the wait that is told is enough. */
interface Bucket {
  credit: number
  at: number
}

/**
 * A token bucket for each key: `capacity` requests at once, refilled over `perSeconds` (Specification, Limits). It lives
 * in this process: several API processes each allow the rate.
 */
export class RateLimit {
  readonly #clock: Clock
  readonly #capacity: number
  readonly #costMs: number
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Clock, limit: { capacity: number; perSeconds: number }) {
    this.#clock = clock
    this.#capacity = limit.capacity
    this.#costMs = limit.perSeconds * 1000
  }

  /** Takes one request's token. Null: go on. Otherwise the whole seconds to wait, at least one. */
  take(key: string): number | null {
    const now = this.#clock.now().getTime()
    const full = this.#capacity * this.#costMs
    const bucket = this.#buckets.get(key) ?? { credit: full, at: now }
    bucket.credit = Math.min(full, bucket.credit + Math.max(0, now - bucket.at) * this.#capacity)
    bucket.at = now
    this.#remember(key, bucket)
    if (bucket.credit < this.#costMs) return Math.ceil((this.#costMs - bucket.credit) / this.#capacity / 1000)
    bucket.credit -= this.#costMs
    return null
  }

  #remember(key: string, bucket: Bucket): void {
    // Re-inserted, so that the first in the map is the one unused for longest.
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size <= maxBuckets) return
    const oldest = this.#buckets.keys().next().value
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}

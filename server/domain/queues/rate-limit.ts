import { BoundedMap } from '../memory.ts'
import type { Clock } from '../time/clock.ts'

/** The most buckets in memory. Dropping the one that was unused for longest resets it to full. */
const maxBuckets = 50_000

/** At most `capacity` requests at once, and as many again over `perSeconds`. */
export interface Rate {
  readonly capacity: number
  readonly perSeconds: number
}

/** A limit that holds for each key by itself. Promises come from limits that several processes share. */
export interface Limit {
  /** Takes the tokens of one request. Null: it is allowed. Otherwise: the whole seconds to wait, at least 1. */
  take(key: string, tokens?: number): number | null | Promise<number | null>
  /** The part of the tokens that is left, from 0 to 1. */
  left(key: string): number | Promise<number>
}

/** Makes a limit. Limits of the same name in several processes may share their counts. */
export type NewLimit = (name: string, rate: Rate) => Limit

/** Limits that this process counts alone. */
export function ownLimits(clock: Clock): NewLimit {
  return (_name, rate) => new RateLimit(clock, rate)
}

/** For a sandbox that only its owner's tests call. */
export const noLimits: NewLimit = () => ({ take: () => null, left: () => 1 })

/** One request costs `costMs` units of `credit`. Credit stays a whole number, so the reported wait is long enough. */
interface Bucket {
  credit: number
  at: number
}

/** A token bucket for each key, in memory: `capacity` requests at once, refilled over `perSeconds`. */
export class RateLimit implements Limit {
  readonly #clock: Clock
  readonly #capacity: number
  readonly #costMs: number
  readonly #buckets = new BoundedMap<string, Bucket>(maxBuckets)

  constructor(clock: Clock, limit: Rate) {
    this.#clock = clock
    this.#capacity = limit.capacity
    this.#costMs = limit.perSeconds * 1000
  }

  take(key: string, tokens = 1): number | null {
    const cost = this.#costMs * tokens
    const bucket = this.#refilled(key)
    this.#buckets.set(key, bucket)
    if (bucket.credit < cost) return Math.ceil((cost - bucket.credit) / this.#capacity / 1000)
    bucket.credit -= cost
    return null
  }

  left(key: string): number {
    return this.#refilled(key).credit / (this.#capacity * this.#costMs)
  }

  #refilled(key: string): Bucket {
    const now = this.#clock.now().getTime()
    const full = this.#capacity * this.#costMs
    const bucket = this.#buckets.get(key) ?? { credit: full, at: now }
    bucket.credit = Math.min(full, bucket.credit + Math.max(0, now - bucket.at) * this.#capacity)
    bucket.at = now
    return bucket
  }
}

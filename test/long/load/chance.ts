import { seed as seedOfRun } from '../../support/seed.ts'

/** The share of the full sizes. LONG_SCALE=0.1 is enough to try out a test. */
const scale = Number(process.env['LONG_SCALE'] ?? 1)

/** Scales a full size for this run. */
export function size(whole: number, least = 1): number {
  return Math.max(least, Math.ceil(whole * scale))
}

/** Random choices. TEST_SEED repeats the choices of a run, but not the timing of its processes. */
export class Chance {
  readonly seed: number
  #state: number

  constructor(seed = seedOfRun) {
    this.seed = seed
    this.#state = seed
  }

  /** A number from 0 up to 1, without 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  happens(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.whole(0, items.length - 1)]
    if (item === undefined) throw new Error('Bug: nothing to pick from')
    return item
  }
}

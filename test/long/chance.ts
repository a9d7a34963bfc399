import { seed as seedOfRun } from '../support/seed.ts'

/** Share of the full sizes that is run, by LONG_SCALE: a tenth is enough to see that a test itself works. */
const scale = Number(process.env['LONG_SCALE'] ?? 1)

/** A number of things to do, at the scale of this run. */
export function size(whole: number, least = 1): number {
  return Math.max(least, Math.ceil(whole * scale))
}

/** Chance that can be had again: TEST_SEED repeats the choices of a run, though not the moments at which its processes were. */
export class Chance {
  readonly seed: number
  #state: number

  constructor(seed = seedOfRun) {
    this.seed = seed
    this.#state = seed
  }

  /** From 0 to under 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Both ends included. */
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

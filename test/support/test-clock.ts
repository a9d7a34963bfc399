import type { Clock } from '../../server/domain/clock.ts'

/** A clock that runs with the real one, and that a test can move ahead. */
export class TestClock implements Clock {
  #aheadMs = 0
  #frozenMs: number | null = null

  now(): Date {
    return new Date((this.#frozenMs ?? Date.now()) + this.#aheadMs)
  }

  /** From now on only `advance` moves the clock, so that a slow machine does not refill what a limit allows. */
  freeze(): void {
    this.#frozenMs = Date.now()
  }

  advance(seconds: number): void {
    this.#aheadMs += seconds * 1000
  }
}

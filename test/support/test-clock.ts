import type { Clock } from '../../server/domain/clock.ts'

/** A clock that runs with the real one, and that a test can move ahead. */
export class TestClock implements Clock {
  #aheadMs = 0

  now(): Date {
    return new Date(Date.now() + this.#aheadMs)
  }

  advance(seconds: number): void {
    this.#aheadMs += seconds * 1000
  }
}

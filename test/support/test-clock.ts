import type { Clock } from '../../server/domain/clock.ts'

/** A clock that runs with the real one, and can be moved ahead. */
export class TestClock implements Clock {
  #aheadMs = 0

  now(): Date {
    return new Date(Date.now() + this.#aheadMs)
  }

  advance(seconds: number): void {
    this.#aheadMs += seconds * 1000
  }
}

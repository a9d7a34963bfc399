import type { Clock } from '../../server/domain/clock.ts'

/**
 * A clock that runs with the real one, and that a test can move ahead. Between two readings it moves by a millisecond
 * at most, so that a slow machine does not give limits the time to refill.
 */
export class TestClock implements Clock {
  #nowMs = Date.now()
  #readAtMs = this.#nowMs

  now(): Date {
    const realMs = Date.now()
    this.#nowMs += Math.min(Math.max(realMs - this.#readAtMs, 0), mostStepMs)
    this.#readAtMs = realMs
    return new Date(this.#nowMs)
  }

  advance(seconds: number): void {
    this.#nowMs += seconds * 1000
  }
}

const mostStepMs = 1

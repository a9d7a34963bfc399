import type { Clock } from '../../server/domain/time/clock.ts'
import { isInRealTime } from './time-outs.ts'

/**
 * A clock that runs with the real one, and that a test can move ahead. Between two readings it moves by a millisecond
 * at most, so that a slow machine does not give limits the time to refill. In test/long it runs in real time.
 */
export class TestClock implements Clock {
  readonly #listeners = new Set<() => void>()
  #nowMs = Date.now()
  #readAtMs = this.#nowMs

  now(): Date {
    const realMs = Date.now()
    const passedMs = Math.max(realMs - this.#readAtMs, 0)
    this.#nowMs += isInRealTime() ? passedMs : Math.min(passedMs, mostStepMs)
    this.#readAtMs = realMs
    return new Date(this.#nowMs)
  }

  advance(seconds: number): void {
    this.move(seconds)
    for (const act of this.#listeners) act()
  }

  /** Calls `act` after each `advance`, until the returned function is called. */
  onAdvance(act: () => void): () => void {
    this.#listeners.add(act)
    return () => void this.#listeners.delete(act)
  }

  /** Moves ahead without a call of the listeners, for a moment in which nothing becomes due. */
  move(seconds: number): void {
    this.#nowMs += seconds * 1000
  }
}

const mostStepMs = 1

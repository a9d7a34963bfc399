import { TestClock } from '../support/test-clock.ts'

const firstInstant = Date.UTC(2026, 10, 21, 10)

/**
 * Advances by a millisecond with every read, so that consecutive events have rising times. Otherwise only `advance`
 * moves it.
 */
export class SteppingClock extends TestClock {
  #instant = firstInstant

  override now(): Date {
    this.#instant += 1
    return new Date(this.#instant)
  }

  override move(seconds: number): void {
    this.#instant += seconds * 1000
  }
}

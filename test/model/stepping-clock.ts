import { TestClock } from '../support/test-clock.ts'

const firstInstant = Date.UTC(2026, 10, 21, 10)

/** Stands still but for a millisecond at each look, so that what happens in order has rising times. Moved by `advance` alone. */
export class SteppingClock extends TestClock {
  #instant = firstInstant

  override now(): Date {
    this.#instant += 1
    return new Date(this.#instant)
  }

  override advance(seconds: number): void {
    this.#instant += seconds * 1000
  }
}

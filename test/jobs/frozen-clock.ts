import { TestClock } from '../support/test-clock.ts'

/** A clock that moves only with `advance`, so that times can be compared to the millisecond. */
export class FrozenClock extends TestClock {
  #instant = Date.UTC(2026, 10, 21, 10)

  override now(): Date {
    return new Date(this.#instant)
  }

  override move(seconds: number): void {
    this.#instant += Math.round(seconds * 1000)
  }
}

import { TestClock } from '../support/test-clock.ts'

/** A clock that moves only when a test moves it, for limits that refill with time. */
export class StillClock extends TestClock {
  #at = Date.now()

  override now(): Date {
    return new Date(this.#at)
  }

  override move(seconds: number): void {
    this.#at += seconds * 1000
  }
}

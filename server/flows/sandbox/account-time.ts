import type { Clock } from '../../domain/time/clock.ts'
import type { TestClockRecord } from '../../store/sandbox/test-clocks.ts'

/** The time of an account in test mode: it is ahead of real time, or stands still while it is moved. */
export class AccountTime implements Clock {
  readonly #real: Clock
  #offsetMs = 0
  #standsAt: Date | null = null
  #movesTo: Date | null = null
  /** Whether this process moves it, so that it knows more than the table. */
  #isOwn = false

  constructor(real: Clock) {
    this.#real = real
  }

  get offsetMs(): number {
    return this.#offsetMs
  }

  /** Null: it runs. */
  get movesTo(): Date | null {
    return this.#movesTo
  }

  get isMoved(): boolean {
    return this.#offsetMs > 0 || this.#standsAt !== null
  }

  now(): Date {
    return this.#standsAt ?? new Date(this.#real.now().getTime() + this.#offsetMs)
  }

  /** What another process may have changed. */
  read({ offset_ms: offsetMs, stands_at: standsAt, moves_to: movesTo }: TestClockRecord): void {
    if (this.#isOwn) return
    this.#offsetMs = Number(offsetMs)
    this.#standsAt = standsAt
    this.#movesTo = movesTo
  }

  stand(at: Date, movesTo: Date): void {
    this.#isOwn = true
    this.#standsAt = at
    this.#movesTo = movesTo
  }

  run(offsetMs: number): void {
    this.#isOwn = false
    this.#offsetMs = offsetMs
    this.#standsAt = null
    this.#movesTo = null
  }

  /** Another process moves it from now on. */
  leave(): void {
    this.#isOwn = false
  }
}

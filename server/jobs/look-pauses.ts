/** The pause between looks for due work while the service is in use: the longest delay of work that is due at once. */
const busyPauseMs = 1_000

/** The longest pause while nothing uses the database. Work whose announcement was lost waits as long. */
const longestPauseMs = 5_000

/** After the last known use, another process may still write: its next notice is late by up to a second. */
const quietAfterMs = 3_000

interface Parts {
  /** Whether notices of other processes arrive. */
  isHearing(): boolean
  /** Milliseconds of a clock that never goes back. */
  now(): number
  /** Calls `act` in `ms` milliseconds, unless the returned function is called before. */
  after(ms: number, act: () => void): () => void
}

const ofProcess: Pick<Parts, 'now' | 'after'> = {
  now: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Decides when the worker looks for due work again: every second while any process uses the database. Otherwise nothing
 * new becomes due, and the worker waits until the first known work is due, but not for longer than `longestPauseMs`.
 */
export class LookPauses {
  readonly #parts: Parts
  #usedAt: number
  #lookedAt: number
  /** When the next look was due after the last one that did not fail. */
  #wantedAt: number
  #plannedAt = Number.POSITIVE_INFINITY
  #cancel: () => void = () => {}
  #end: (() => void) | null = null

  constructor(parts: Pick<Parts, 'isHearing'> & Partial<Parts>) {
    this.#parts = { ...ofProcess, ...parts }
    this.#usedAt = this.#lookedAt = this.#wantedAt = this.#parts.now()
  }

  /** Notes that a process uses the database. Ends a long pause, but looks stay a second apart. */
  noteUse(): void {
    this.#usedAt = this.#parts.now()
    if (this.#end) this.#plan(this.#lookedAt + busyPauseMs)
  }

  /** For how long a look has been missing, in milliseconds. Negative: none is. */
  missingMs(): number {
    return this.#parts.now() - this.#wantedAt
  }

  /** Resolves when the next look is due. `firstInMs`: when the first known work is due. Null: the look has failed. */
  async next(firstInMs: number | null, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const now = this.#parts.now()
    this.#lookedAt = now
    const isBusy = firstInMs === null || now - this.#usedAt < quietAfterMs || !this.#parts.isHearing()
    const at = now + (isBusy ? busyPauseMs : Math.min(longestPauseMs, Math.max(busyPauseMs, firstInMs)))
    if (firstInMs !== null) this.#wantedAt = at
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = (): void => resolve()
    this.#end = end
    signal.addEventListener('abort', end, { once: true })
    this.#plannedAt = Number.POSITIVE_INFINITY
    this.#plan(at)
    await promise
    signal.removeEventListener('abort', end)
    this.#cancel()
    this.#end = null
  }

  /** Plans the next look, unless an earlier one is planned. */
  #plan(at: number): void {
    if (at >= this.#plannedAt) return
    this.#plannedAt = at
    this.#wantedAt = Math.min(this.#wantedAt, at)
    this.#cancel()
    this.#cancel = this.#parts.after(Math.max(0, at - this.#parts.now()), () => this.#end?.())
  }
}

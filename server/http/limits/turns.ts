import { RoundRobinQueue } from './round-robin-queue.ts'

export interface TurnsOptions {
  /** How many pieces of work run at the same time. */
  readonly places: number
  /** How many begin before the event loop looks for new callers, when there are more than places. */
  readonly startsAtOnce: number
  /** Work that has run for this long is waiting for something outside this process, and no longer counts. */
  readonly placeMs: number
  /** The same while `isBusy`: the work may then be slow because there is much of it. */
  readonly busyPlaceMs: number
  /** How long work waits for a place before it is refused. */
  readonly waitMs: number
  /** How many pieces of work may wait. More are refused at once. */
  readonly maxWaiting: number
  /** Whether the processors or the database have more work than they can do at once. */
  isBusy(): boolean
}

/** Work that has begun. */
export interface Place {
  leave(): void
}

interface Waiting {
  /** The groups of the caller (RoundRobinQueue). Called only when not all work can begin at once. */
  readonly pathOf: () => readonly string[]
  readonly arrivedAt: number
  readonly settle: (place: Place | null) => void
}

/**
 * Limits how much work runs at the same time. When there is more, callers take turns (RoundRobinQueue), so that one
 * caller with many requests does not delay the request of another. Work begins only after the event loop has read all
 * requests that have arrived; otherwise the operating system would choose the order, by connection.
 */
export class Turns {
  readonly #options: TurnsOptions
  #arrived: Waiting[] = []
  readonly #waiting = new RoundRobinQueue<Waiting>()
  /** When each running piece of work began, the oldest first. */
  readonly #running = new Map<Place, number>()
  #isScheduled = false
  #timer: NodeJS.Timeout | null = null

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  /** Waits for a place. Null when the work is refused. */
  take(pathOf: () => readonly string[]): Promise<Place | null> {
    if (this.#arrived.length + this.#waiting.size >= this.#options.maxWaiting) return Promise.resolve(null)
    return new Promise((settle) => {
      this.#arrived.push({ pathOf, settle, arrivedAt: performance.now() })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#beginNext()
    })
  }

  #beginNext(): void {
    this.#forgetLongWork()
    const free = this.#options.places - this.#running.size
    if (this.#waiting.size === 0 && this.#arrived.length <= free) {
      for (const waiting of this.#arrived.splice(0)) this.#begin(waiting)
      return
    }
    const turns = Math.min(this.#options.startsAtOnce, free)
    for (const waiting of this.#arrived.splice(0)) this.#waiting.push(waiting.pathOf(), waiting)
    const now = performance.now()
    for (let begun = 0; begun < turns && this.#waiting.size > 0;) {
      const waiting = this.#waiting.shift()
      if (!waiting) break
      if (now - waiting.arrivedAt > this.#options.waitMs) waiting.settle(null)
      else {
        this.#begin(waiting)
        begun++
      }
    }
    if (this.#waiting.size > 0) this.#continueSoon()
  }

  #begin({ settle }: Waiting): void {
    const place: Place = {
      leave: () => {
        if (this.#running.delete(place) && this.#waiting.size > 0) this.#schedule()
      },
    }
    this.#running.set(place, performance.now())
    settle(place)
  }

  #continueSoon(): void {
    if (this.#running.size < this.#options.places) return this.#schedule()
    // Work that waits for something outside may not end soon, so the next turn cannot depend on its end.
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#beginNext()
    }, this.#options.placeMs).unref()
  }

  #forgetLongWork(): void {
    if (this.#running.size < this.#options.places) return
    const { placeMs, busyPlaceMs, isBusy } = this.#options
    const now = performance.now()
    let limitMs: number | null = null
    for (const [place, began] of this.#running) {
      if (now - began < placeMs) return
      limitMs ??= isBusy() ? busyPlaceMs : placeMs
      if (now - began < limitMs) return
      this.#running.delete(place)
    }
  }
}

import { RoundRobinQueue } from './round-robin-queue.ts'

export interface RequestSlotsOptions {
  /** How many pieces of work run at the same time. */
  readonly slots: number
  /** How many begin before the event loop looks for new callers, when there are more than slots. */
  readonly startsAtOnce: number
  /** Work that has run for this long is waiting for something outside this process, and no longer counts. */
  readonly slotMs: number
  /** The same while `isBusy`: the work may then be slow because there is much of it. */
  readonly busySlotMs: number
  /** How long work waits for a slot before it is refused. */
  readonly waitMs: number
  /** How many pieces of work may wait. More are refused at once. */
  readonly maxWaiting: number
  /** Whether the processors or the database have more work than they can do at once. */
  isBusy(): boolean
}

/** Work that has begun. */
export interface Slot {
  leave(): void
}

interface Waiting {
  /** The groups of the caller (RoundRobinQueue). Called only when not all work can begin at once. */
  readonly pathOf: () => readonly string[]
  readonly arrivedAt: number
  readonly settle: (slot: Slot | null) => void
}

/**
 * Limits how much work runs at the same time. When there is more, callers take turns (RoundRobinQueue), so that one
 * caller with many requests does not delay the request of another. Work begins only after the event loop has read all
 * requests that have arrived; otherwise the operating system would choose the order, by connection.
 */
export class RequestSlots {
  readonly #options: RequestSlotsOptions
  #arrived: Waiting[] = []
  readonly #waiting = new RoundRobinQueue<Waiting>()
  /** When each running piece of work began, the oldest first. */
  readonly #running = new Map<Slot, number>()
  #isScheduled = false
  #timer: NodeJS.Timeout | null = null

  constructor(options: RequestSlotsOptions) {
    this.#options = options
  }

  /** Waits for a slot. Null when the work is refused. */
  take(pathOf: () => readonly string[]): Promise<Slot | null> {
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
    const free = this.#options.slots - this.#running.size
    if (this.#waiting.size === 0 && this.#arrived.length <= free) {
      for (const waiting of this.#arrived.splice(0)) this.#begin(waiting)
      return
    }
    const starts = Math.min(this.#options.startsAtOnce, free)
    for (const waiting of this.#arrived.splice(0)) this.#waiting.push(waiting.pathOf(), waiting)
    const now = performance.now()
    for (let begun = 0; begun < starts && this.#waiting.size > 0;) {
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
    const slot: Slot = {
      leave: () => {
        if (this.#running.delete(slot) && this.#waiting.size > 0) this.#schedule()
      },
    }
    this.#running.set(slot, performance.now())
    settle(slot)
  }

  #continueSoon(): void {
    if (this.#running.size < this.#options.slots) return this.#schedule()
    // Work that waits for something outside may not end soon, so the next start cannot depend on its end.
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#beginNext()
    }, this.#options.slotMs).unref()
  }

  #forgetLongWork(): void {
    if (this.#running.size < this.#options.slots) return
    const { slotMs, busySlotMs, isBusy } = this.#options
    const now = performance.now()
    let limitMs: number | null = null
    for (const [slot, began] of this.#running) {
      if (now - began < slotMs) return
      limitMs ??= isBusy() ? busySlotMs : slotMs
      if (now - began < limitMs) return
      this.#running.delete(slot)
    }
  }
}

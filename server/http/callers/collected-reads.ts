/** `ofOne`: how many keys may wait for one asker. */
export interface CollectedLimits {
  readonly collectMs: number
  readonly waiting: number
  readonly ofOne: number
}

interface Waiting<Found> {
  readonly key: string
  readonly asker: string
  readonly resolve: (found: Found | null) => void
  readonly reject: (error: unknown) => void
}

/** Reads by key. All keys that arrive within a time share one read, so that many unknown keys cost no more than one. */
export class CollectedReads<Found> {
  readonly #limits: CollectedLimits
  readonly #read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>
  #waiting: Waiting<Found>[] = []

  constructor(limits: CollectedLimits, read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {
    this.#limits = limits
    this.#read = read
  }

  /** Null: too many keys wait already, of all or of this asker. */
  find(key: string, asker = ''): Promise<Found | null> | null {
    const ofAsker = this.#waiting.filter((other) => other.asker === asker).length
    if (this.#waiting.length >= this.#limits.waiting || ofAsker >= this.#limits.ofOne) return null
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, asker, resolve, reject })
      if (this.#waiting.length === 1) setTimeout(() => void this.#readWaiting(), this.#limits.collectMs)
    })
  }

  async #readWaiting(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    try {
      const found = await this.#read([...new Set(waiting.map(({ key }) => key))])
      for (const { key, resolve } of waiting) resolve(found.get(key) ?? null)
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
}

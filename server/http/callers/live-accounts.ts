import type { Clock } from '../../domain/time/clock.ts'
import { accountsWithLiveAccess } from '../../store/accounts/merchants.ts'
import type { Database } from '../../store/sql/database.ts'
import { Memory } from '../limits/memory.ts'

/** How long a process remembers that an account has live access. */
const rememberMs = 60_000

/** How long ids wait for a common look-up, and how many may wait. */
const collectMs = 50
const maxWaiting = 1_000

interface Waiting {
  readonly merchantId: string
  readonly resolve: (isLive: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Knows which accounts have, or had, live access. All ids that arrive within 50 ms share one read, so that many unknown
 * ids cost no more than one.
 */
export class LiveAccounts {
  readonly #clock: Clock
  readonly #db: Database
  readonly #known = new Memory<true>(rememberMs)
  #waiting: Waiting[] = []

  constructor(clock: Clock, db: Database) {
    this.#clock = clock
    this.#db = db
  }

  /** Null: too many ids wait already. */
  has(merchantId: string): Promise<boolean> | null {
    if (this.#known.get(merchantId, this.#clock.now().getTime())) return Promise.resolve(true)
    if (this.#waiting.length >= maxWaiting) return null
    return new Promise((resolve, reject) => {
      this.#waiting.push({ merchantId, resolve, reject })
      if (this.#waiting.length === 1) setTimeout(() => void this.#findWaiting(), collectMs)
    })
  }

  async #findWaiting(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    try {
      const ids = new Set(waiting.map(({ merchantId }) => merchantId))
      const live = await accountsWithLiveAccess(this.#db, [...ids])
      const now = this.#clock.now().getTime()
      for (const id of live) this.#known.set(id, true, now)
      for (const { merchantId, resolve } of waiting) resolve(live.has(merchantId))
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
}

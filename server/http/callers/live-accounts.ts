import { Memory } from '../../domain/memory.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { accountsWithLiveAccess } from '../../store/accounts/merchants.ts'
import type { Database } from '../../store/sql/database.ts'
import { CollectedReads } from './collected-reads.ts'

/** How long a process remembers that an account has live access. */
const rememberMs = 60_000

const limits = { collectMs: 50, waiting: 1_000, ofOne: 1_000 }

/** Knows which accounts have, or had, live access. */
export class LiveAccounts {
  readonly #clock: Clock
  readonly #known = new Memory<true>(rememberMs)
  readonly #reads: CollectedReads<true>

  constructor(clock: Clock, db: Database) {
    this.#clock = clock
    this.#reads = new CollectedReads(limits, async (ids) => {
      const live = await accountsWithLiveAccess(db, ids)
      for (const id of live) this.#known.set(id, true, clock.now().getTime())
      return new Map([...live].map((id) => [id, true]))
    })
  }

  /** Null: too many ids wait already. */
  has(merchantId: string): Promise<boolean> | null {
    if (this.#known.get(merchantId, this.#clock.now().getTime())) return Promise.resolve(true)
    const found = this.#reads.find(merchantId)
    return found && found.then((isLive) => isLive ?? false)
  }
}

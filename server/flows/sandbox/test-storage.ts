import { fail, type Failure } from '../../domain/failure.ts'
import { testStorageWait, type StorageUser } from '../../domain/sandbox/test-storage.ts'
import type { Scope } from '../../domain/scope.ts'
import { BoundedMap } from '../../domain/memory.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { addTestStorage, totalTestStorage } from '../../store/sandbox/test-storage.ts'
import type { Database } from '../../store/sql/database.ts'

/** How long written bytes stay in memory. A killed process forgets them, and the next count finds them. */
const saveEveryMs = 5_000

/** How long the total of all accounts is remembered. */
const totalMs = 30_000

/** The most accounts that a process remembers. */
const maxRemembered = 10_000

interface Use {
  held: number
  today: number
  readonly day: number
}

export interface TestStorageParts {
  readonly db: Database
  readonly clock: Clock
  readonly log: { warn(fields: object, message: string): void }
  readonly limitBytes: number
  track(work: Promise<unknown>): void
}

/**
 * Limits what test mode holds in the database. The process adds up in memory what each account writes, and saves the
 * sums every few seconds, so that a request costs no statement. Several processes share the saved sums, and may
 * together exceed a limit by what they write in that time.
 */
export class TestStorage {
  readonly #parts: TestStorageParts
  readonly #known = new BoundedMap<string, Use>(maxRemembered)
  readonly #unsaved = new Map<string, number>()
  #total = 0
  #totalReadAt = -Infinity
  #timer: NodeJS.Timeout | null = null

  constructor(parts: TestStorageParts) {
    this.#parts = parts
  }

  /** Counts what a request is about to write in test mode, or refuses it. Null: the request may go on. */
  take({ merchantId, livemode }: Scope, bytes: number, user: StorageUser): Failure<'rate_limited'> | null {
    if (livemode) return null
    const now = this.#parts.clock.now()
    const use = this.#useOf(merchantId, now)
    const wait = testStorageWait(this.#parts.limitBytes, { total: this.#total, ...use }, now, user)
    const added = wait === null ? bytes : 0
    use.held += added
    use.today += added
    this.#total += added
    // A refused account is saved too, because saving reads what it holds by now.
    this.#unsaved.set(merchantId, (this.#unsaved.get(merchantId) ?? 0) + added)
    this.#timer ??= setTimeout(() => this.#parts.track(this.save()), saveEveryMs).unref()
    return wait === null ? null : full(wait)
  }

  /** Saves what accounts wrote, and reads what they hold now. */
  async save(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const { db, clock, log } = this.#parts
    if (this.#unsaved.size === 0) return
    const written = new Map(this.#unsaved)
    this.#unsaved.clear()
    const now = clock.now()
    try {
      for (const row of await addTestStorage(db, written, now)) {
        const unsaved = this.#unsaved.get(row.merchant_id) ?? 0
        this.#known.set(row.merchant_id, {
          held: Number(row.bytes) + unsaved,
          today: Number(row.day_bytes) + unsaved,
          day: dayOf(now),
        })
      }
      if (Math.abs(now.getTime() - this.#totalReadAt) < totalMs) return
      this.#total = await totalTestStorage(db)
      this.#totalReadAt = now.getTime()
    } catch (error) {
      for (const [merchantId, bytes] of written)
        this.#unsaved.set(merchantId, (this.#unsaved.get(merchantId) ?? 0) + bytes)
      log.warn({ error: loggable(error) }, 'could not save the size of the data of test mode')
    }
  }

  #useOf(merchantId: string, now: Date): Use {
    const known = this.#known.get(merchantId)
    if (known?.day === dayOf(now)) return known
    const use = { held: known?.held ?? 0, today: 0, day: dayOf(now) }
    this.#known.set(merchantId, use)
    return use
  }
}

function dayOf(now: Date): number {
  return Math.floor(now.getTime() / 86_400_000)
}

function full(retryAfterSeconds: number): Failure<'rate_limited'> {
  return fail('rate_limited', {
    retryAfterSeconds,
    message: 'This account has reached its limit of stored test data.',
    fix:
      'Wait for the number of seconds in the `Retry-After` header, or send smaller requests. Live mode has no ' +
      'such limit.',
  })
}

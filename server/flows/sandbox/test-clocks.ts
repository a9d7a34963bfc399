import type { Scope } from '../../domain/scope.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { outsideRequests } from '../../engines/postgres/request-time.ts'
import { changedTestClocks, findTestClock, type TestClockRecord } from '../../store/sandbox/test-clocks.ts'
import type { Database } from '../../store/sql/database.ts'
import type { AccountNow } from '../../store/work/due-in-account-time.ts'
import { AccountTime } from './account-time.ts'

/** How long a process works with the clocks that it knows. The first move of an account reaches others after this. */
const rememberMs = 1_000

/** Each read begins this long before the last one, because the clocks of processes differ a little. */
const overlapMs = 10_000

/** The part of a context that says when. */
interface When {
  readonly clock: Clock
  readonly realClock: Clock
}

export interface TestClocksParts {
  readonly db: Database
  /** Real time. */
  readonly clock: Clock
  /** The parts of a context that depend on the time. */
  readonly inTime: (clock: Clock) => object
}

/**
 * The accounts whose time in test mode is ahead of real time. A process knows all of them, and reads once a second
 * what has changed while test mode is in use. So an account in real time costs no statement, and live mode nothing.
 */
export class TestClocks {
  readonly #parts: TestClocksParts
  readonly #times = new Map<string, AccountTime>()
  readonly #contexts = new WeakMap<When, WeakMap<AccountTime, When>>()
  #readAt = -Infinity
  #seenUntil = new Date(0)
  #reading: Promise<void> | null = null

  constructor(parts: TestClocksParts) {
    this.#parts = parts
  }

  /** The context of a request or of a piece of work: in the time of its account. */
  async inTimeOf<Context extends When>(context: Context, scope: Scope): Promise<Context> {
    if (scope.livemode || isInAccountTime(context)) return context
    await this.refresh()
    if (this.#times.get(scope.merchantId)?.isMoved !== true) return context
    await this.reread(scope.merchantId)
    return this.contextOf(context, scope)
  }

  /** The same without a look at the table. */
  contextOf<Context extends When>(context: Context, { merchantId, livemode }: Scope): Context {
    const time = livemode || isInAccountTime(context) ? undefined : this.#times.get(merchantId)
    if (time?.isMoved !== true) return context
    const known = this.#contexts.get(context) ?? new WeakMap<AccountTime, When>()
    this.#contexts.set(context, known)
    const made = known.get(time) ?? { ...context, clock: time, ...this.#parts.inTime(time) }
    known.set(time, made)
    return made as Context
  }

  /** The time of an account, as far as this process knows. Null: it is in real time. */
  timeOf({ merchantId, livemode }: Scope): AccountTime | null {
    return livemode ? null : (this.#times.get(merchantId) ?? null)
  }

  /** Whether a move does the work of the account, in its order. */
  isMoving(scope: Scope): boolean {
    return this.timeOf(scope)?.movesTo != null
  }

  /** The accounts that are ahead of real time and whose time runs. */
  running(): readonly AccountNow[] {
    return [...this.#times].flatMap(([merchantId, time]) =>
      time.isMoved && time.movesTo === null ? [{ merchantId, now: time.now() }] : [],
    )
  }

  /** Reads what has changed, unless the last read is fresh. Calls at the same time share it. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#readAt < rememberMs) return
    this.#reading ??= outsideRequests(() => this.#read()).finally(() => {
      this.#reading = null
    })
    await this.#reading
  }

  /** Reads the clock of one account. */
  async reread(merchantId: string): Promise<AccountTime | null> {
    const record = await findTestClock(this.#parts.db, merchantId)
    return record ? this.#note(record) : null
  }

  /** The clock of an account that this process is about to move. */
  toMove(merchantId: string): AccountTime {
    const time = this.#times.get(merchantId) ?? new AccountTime(this.#parts.clock)
    this.#times.set(merchantId, time)
    return time
  }

  async #read(): Promise<void> {
    const startedAt = performance.now()
    const until = this.#parts.clock.now()
    for (const record of await changedTestClocks(this.#parts.db, this.#seenUntil)) this.#note(record)
    this.#seenUntil = new Date(until.getTime() - overlapMs)
    this.#readAt = startedAt
  }

  #note(record: TestClockRecord): AccountTime {
    const time = this.#times.get(record.merchant_id) ?? new AccountTime(this.#parts.clock)
    time.read(record)
    this.#times.set(record.merchant_id, time)
    return time
  }
}

function isInAccountTime({ clock, realClock }: When): boolean {
  return clock !== realClock
}

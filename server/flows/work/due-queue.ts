import { setTimeout as pause } from 'node:timers/promises'
import { noOrigin } from '../../domain/origin.ts'
import type { QueuedTask } from '../../domain/queues/due-task.ts'
import { scopeKey, type Scope } from '../../domain/scope.ts'
import { isDataError } from '../../engines/postgres/errors.ts'
import { continueTrace } from '../../engines/trace/current-trace.ts'
import { findDueIn, isTestTask } from '../../store/work/due-in-account-time.ts'
import { findDue, postponeDue, type Due } from '../../store/work/due.ts'
import type { FlowContext } from '../context.ts'
import { reportFailure } from './report-failure.ts'

/** A kind of due work, and how much of it one process does at the same time. */
export interface DueWork {
  readonly task: QueuedTask
  /** Calls of `perform` at the same time, in all and for one account and mode. */
  readonly slots: number
  readonly slotsPerAccount: number
  /** Most items of one account in one call. */
  readonly itemsPerCall: number
  /** A call that takes longer loses its slot and counts as failed, although it may still finish. */
  readonly slotMs: number
  /**
   * Does the work of items that were due. Another worker may want the same items, so `perform` claims or locks them. It
   * may throw: the queue then performs the items one by one, and postpones each that fails.
   */
  perform(context: FlowContext, scope: Scope, ids: readonly string[]): Promise<void>
}

/** How long, and how many, items wait that cannot be postponed. */
const setAsideMs = 15 * 60_000
const mostSetAside = 10_000

/** The items of one account and mode that were read and have not started. */
interface AccountQueue {
  readonly scope: Scope
  readonly ids: string[]
}

/**
 * Works off one kind of due work in this process. Accounts take turns, and none can occupy all slots. So neither many
 * items of one account, nor items that fail, nor calls that hang delay the items of others.
 */
export class DueQueue {
  readonly #context: FlowContext
  readonly #work: DueWork
  /** By account. The next turn belongs to the first queue whose account has a free slot. */
  #queues = new Map<string, AccountQueue>()
  /** Calls under way, by account and in all. */
  readonly #callsOf = new Map<string, number>()
  #calls = 0
  /** Ids of the items under way, which the table may still show as due. */
  readonly #started = new Set<string>()
  /** Items whose rows refuse every change, and until when this process leaves them alone. */
  readonly #setAside = new Map<string, number>()
  #readAgain = false
  /** Whether the last read left due items out. */
  #isMoreDue = false
  #running: Promise<void> | null = null
  #notify: () => void = () => {}

  constructor(context: FlowContext, work: DueWork) {
    this.#context = context
    this.#work = work
  }

  get isRunning(): boolean {
    return this.#running !== null
  }

  /** Works until nothing is due that no other worker has claimed. A call during a run makes that run read again. */
  run(): Promise<void> {
    this.#readAgain = true
    this.#notify()
    this.#running ??= this.#workOff().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #workOff(): Promise<void> {
    for (;;) {
      while (this.#startNext());
      const isSlotFree = this.#calls < this.#work.slots
      if (this.#readAgain && isSlotFree && !this.#context.isStopping()) await this.#read()
      else if (this.#calls > 0) await this.#nextChange()
      else return
    }
  }

  async #read(): Promise<void> {
    this.#readAgain = false
    const { task, slots, slotsPerAccount, itemsPerCall } = this.#work
    const busy = [...this.#callsOf].filter(([, calls]) => calls >= slotsPerAccount).map(([key]) => key)
    const limit = 5 * slots * itemsPerCall
    const perTurn = Math.max(1, Math.floor(itemsPerCall / 20))
    const due = await findDue(this.#context.db, task, this.#context.clock.now(), { busy, limit, perTurn })
    const ahead = await this.#findAhead(busy, perTurn)
    this.#isMoreDue = due.length === limit || busy.length > 0 || ahead.length > 0
    this.#queues = new Map()
    const listed = new Set<string>()
    for (const { scope, id } of [...due, ...ahead]) {
      if (listed.has(id)) continue
      listed.add(id)
      if (this.#started.has(id) || this.#isSetAside(id) || this.#context.testClocks.isMoving(scope)) continue
      const queue = this.#queues.get(scopeKey(scope))
      if (queue) queue.ids.push(id)
      else this.#queues.set(scopeKey(scope), { scope, ids: [id] })
    }
  }

  /** What is due by the time of accounts that are ahead of real time. */
  async #findAhead(busy: readonly string[], perTurn: number): Promise<Due[]> {
    const { db, testClocks } = this.#context
    await testClocks.refresh()
    const running = testClocks
      .running()
      .filter(({ merchantId }) => !busy.includes(scopeKey({ merchantId, livemode: false })))
    return findDueIn(db, this.#work.task, running, perTurn)
  }

  #inTimeOf(scope: Scope): Promise<FlowContext> | FlowContext {
    return isTestTask(this.#work.task) ? this.#context.testClocks.inTimeOf(this.#context, scope) : this.#context
  }

  /** Resolves when a call has ended or `run` was called. */
  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#notify = resolve
    })
  }

  /** Starts a call for the account whose turn it is. False: there is no slot, or no item that may start. */
  #startNext(): boolean {
    if (this.#calls >= this.#work.slots || this.#context.isStopping()) return false
    for (const [key, queue] of this.#queues) {
      const calls = this.#callsOf.get(key) ?? 0
      if (calls >= this.#work.slotsPerAccount) continue
      this.#queues.delete(key)
      const ids = queue.ids.splice(0, this.#work.itemsPerCall)
      if (queue.ids.length > 0) this.#queues.set(key, queue)
      this.#callsOf.set(key, calls + 1)
      this.#calls += 1
      this.#context.track(this.#hold(key, queue.scope, ids))
      return true
    }
    return false
  }

  /** Holds a slot until its call has ended. Never rejects. */
  async #hold(key: string, scope: Scope, ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#started.add(id)
    try {
      await this.#performAll(scope, ids)
    } catch (error) {
      reportFailure(this.#context, this.#work.task, error, { merchantId: scope.merchantId })
    }
    for (const id of ids) this.#started.delete(id)
    const calls = (this.#callsOf.get(key) ?? 1) - 1
    if (calls === 0) this.#callsOf.delete(key)
    else this.#callsOf.set(key, calls)
    this.#calls -= 1
    if (this.#isMoreDue) this.#readAgain = true
    this.#notify()
  }

  /** Throws only when a failure cannot be recorded, which means that the database is away. */
  async #performAll(scope: Scope, ids: readonly string[]): Promise<void> {
    if (ids.length > 1) {
      try {
        return await this.#perform(scope, ids)
      } catch {
        // One item is enough to fail them all. The others must not wait for it.
      }
    }
    for (const id of ids) {
      try {
        await this.#perform(scope, [id])
      } catch (error) {
        reportFailure(this.#context, this.#work.task, error, { merchantId: scope.merchantId, id })
        await this.#postpone(scope, id)
      }
    }
  }

  /** Records that an item failed. When its row refuses every change, only this process can keep it waiting. */
  async #postpone(scope: Scope, id: string): Promise<void> {
    const now = this.#context.clock.now()
    const { task } = this.#work
    const { clock } = isTestTask(task) ? this.#context.testClocks.contextOf(this.#context, scope) : this.#context
    try {
      await postponeDue(scope, this.#context.db, task, id, clock.now())
    } catch (error) {
      if (!isDataError(error)) throw error
      reportFailure(this.#context, this.#work.task, error, { merchantId: scope.merchantId, id })
      this.#setAside.set(id, now.getTime() + setAsideMs)
      const [oldest] = this.#setAside.keys()
      if (this.#setAside.size > mostSetAside && oldest !== undefined) this.#setAside.delete(oldest)
    }
  }

  #isSetAside(id: string): boolean {
    const until = this.#setAside.get(id)
    if (until === undefined) return false
    if (until > this.#context.clock.now().getTime()) return true
    this.#setAside.delete(id)
    return false
  }

  async #perform(scope: Scope, ids: readonly string[]): Promise<void> {
    const { task: name } = this.#work
    const trace = { name, about: scope, tracer: this.#context.tracer }
    const call = continueTrace(noOrigin, trace, async () => this.#work.perform(await this.#inTimeOf(scope), scope, ids))
    const timer = new AbortController()
    const late = pause(this.#work.slotMs, 'late' as const, { signal: timer.signal })
    try {
      if ((await Promise.race([call, late])) === 'late')
        throw new Error(`The work has not ended after ${this.#work.slotMs / 1000} seconds`)
    } finally {
      timer.abort()
    }
  }
}

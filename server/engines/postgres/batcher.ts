import { scopeKey, type Scope } from '../../domain/scope.ts'
import { Memory } from '../../domain/memory.ts'
import { beginLimitedWait, outsideRequests } from './request-time.ts'
import { inSpan, inThisTrace } from '../trace/current-trace.ts'
import { isDataError, isFaultOfOne, isLockTimeout } from './errors.ts'
import { BatchQueue, type BatchWeight } from './batch-queue.ts'

/** Most statements at a time for one group: with two, a slow statement does not block the next. */
const maxInFlight = 2

/**
 * How many items of a refused statement run at a time, each alone. One that waits for a lock does not hold up the
 * others, and they do not take all connections.
 */
const maxAlone = 4

/** How many refused statements of a group are taken apart beside the statements that follow them. */
const maxTakenApart = 2

/** An item that runs this long alone has waited for a lock. */
const slowMs = 50

/** How long an account whose item was refused, or waited for a lock, shares statements with no other account. */
const apartMs = 10_000

/** Calls that may wait for one scope, and for all scopes of a batcher. */
const maxWaiting = { ofScope: 1_000, ofAll: 5_000 }

/** Too many calls wait for the database. The call was not executed. */
export class TooManyCalls extends Error {
  override name = 'TooManyCalls'
  readonly code = 'too_many_calls'
}

/** An item with its account and mode. */
export interface Scoped<Item> {
  readonly scope: Scope
  readonly item: Item
}

/** How a statement with several items runs. */
export interface BatchTerms {
  /** The items may belong to several accounts. None of them may make the others wait for a lock. */
  readonly isShared: boolean
  /** The database has refused a statement with this item before. */
  readonly isRepeated: boolean
}

/**
 * Executes items, and returns their results in order. It must have changed nothing when it fails because of an item.
 */
export type RunBatch<Item, Result> = (items: readonly Scoped<Item>[], terms: BatchTerms) => Promise<readonly Result[]>

interface Waiting<Item, Result> extends Scoped<Item> {
  /** True once the call has failed at its time limit. Its item must then not be executed. */
  isOver: boolean
  readonly inTrace: <Done>(work: () => Done) => Done
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Calls that may share a statement. */
interface Group<Item, Result> {
  readonly name: string
  readonly waiting: BatchQueue<Waiting<Item, Result>>
  inFlight: number
  takenApart: number
}

/** The group of all accounts. No account has this name. */
const allAccounts = ''

/** How the calls of a batcher are grouped. */
export interface BatchOptions<Item> {
  /** A call fails after this time, also while its statement runs. */
  readonly withinMs: number
  readonly weight?: BatchWeight<Item>
}

/**
 * Combines concurrent calls into one statement. No call waits for others to arrive: the first runs at once, and the
 * calls that arrive while statements are running share the next one. Accounts take turns at the slots of a statement.
 * When the database refuses a statement because of one item, each item runs alone, and only the calls of those that it
 * refuses again fail. Their account then shares no statement with others for a while, so that an account whose calls
 * are refused again and again, or wait for locks, delays only itself.
 */
export class Batcher<Item, Result> {
  readonly #run: RunBatch<Item, Result>
  readonly #options: BatchOptions<Item>
  readonly #groups = new Map<string, Group<Item, Result>>()
  readonly #apart = new Memory<true>(apartMs)
  #hasApart = false
  #count = 0

  constructor(run: RunBatch<Item, Result>, options: BatchOptions<Item>) {
    this.#run = run
    this.#options = options
  }

  /**
   * The span of each call includes its wait. The statement is a span below the first call of its batch. `isShared`: the
   * item may share a statement with those of other accounts.
   */
  add(scope: Scope, item: Item, { isShared }: { isShared: boolean }): Promise<Result> {
    return inSpan({ name: 'shared statement', kind: 'internal' }, () => this.#add(scope, item, isShared))
  }

  #add(scope: Scope, item: Item, isShared: boolean): Promise<Result> {
    const account = scopeKey(scope)
    const group = this.#groupNamed(isShared && !this.#apart.get(account, performance.now()) ? allAccounts : account)
    if (group.waiting.sizeOf(account) >= maxWaiting.ofScope || this.#count >= maxWaiting.ofAll)
      return Promise.reject(new TooManyCalls('Too many calls wait for the database'))
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const endWait = beginLimitedWait(this.#options.withinMs, (error) => {
      call.isOver = true
      call.reject(error)
    })
    const call: Waiting<Item, Result> = {
      scope,
      item,
      isOver: false,
      inTrace: inThisTrace(),
      resolve: (result) => {
        endWait()
        resolve(result)
      },
      reject: (error) => {
        endWait()
        reject(error)
      },
    }
    this.#count += 1
    // When all calls that can go on without an event have arrived, so that they share a statement.
    if (group.waiting.add(account, call) === 1) process.nextTick(() => this.#next(group))
    return promise
  }

  #groupNamed(name: string): Group<Item, Result> {
    const known = this.#groups.get(name)
    if (known) return known
    const { weight } = this.#options
    const weighed = weight && { most: weight.most, weigh: ({ item }: Scoped<Item>) => weight.weigh(item) }
    const made = { name, waiting: new BatchQueue<Waiting<Item, Result>>(weighed), inFlight: 0, takenApart: 0 }
    this.#groups.set(name, made)
    return made
  }

  #next(group: Group<Item, Result>): void {
    if (group.inFlight >= maxInFlight) return
    const taken = group.waiting.take()
    if (taken.length === 0) return this.#forgetIdle(group)
    this.#count -= taken.length
    const calls = taken.filter((call) => !call.isOver && !this.#moveApart(group, call))
    const [first] = calls
    if (!first) return this.#next(group)
    group.inFlight += 1
    // The statement belongs to several requests, so the limit of none of them may end it.
    const finished = outsideRequests(() => first.inTrace(() => this.#finish(group, calls)))
    void finished.finally(() => {
      group.inFlight -= 1
      this.#next(group)
    })
  }

  /** Calls of an account that has been set apart since they arrived wait among themselves. */
  #moveApart(group: Group<Item, Result>, call: Waiting<Item, Result>): boolean {
    if (group.name !== allAccounts || !this.#hasApart) return false
    const account = scopeKey(call.scope)
    if (!this.#apart.get(account, performance.now())) return false
    const own = this.#groupNamed(account)
    this.#count += 1
    if (own.waiting.add(account, call) === 1) process.nextTick(() => this.#next(own))
    return true
  }

  #forgetIdle({ name, inFlight, takenApart }: Group<Item, Result>): void {
    if (inFlight === 0 && takenApart === 0) this.#groups.delete(name)
  }

  async #finish(group: Group<Item, Result>, calls: readonly Waiting<Item, Result>[]): Promise<void> {
    const isShared = group.name === allAccounts
    const error = await this.#attempt(calls, { isShared, isRepeated: false })
    if (error === null) return
    // The only item would be refused again. After a deadlock it has a second chance, and so has one that a statement of
    // several accounts did not wait for.
    const isOfOne = isFaultOfOne(error.reason) || (isShared && isLockTimeout(error.reason))
    const isFinal = !isOfOne || (calls.length === 1 && isDataError(error.reason))
    if (isFinal) {
      for (const { scope, reject } of calls) {
        if (isDataError(error.reason)) this.#setApart(scope)
        reject(error.reason)
      }
      return
    }
    const apart = this.#runEachAlone(calls)
    if (group.takenApart >= maxTakenApart) return apart
    group.takenApart += 1
    void apart.finally(() => {
      group.takenApart -= 1
      this.#next(group)
    })
  }

  /** Of several accounts, each runs one item at a time, so that one that waits for locks holds up no other. */
  async #runEachAlone(calls: readonly Waiting<Item, Result>[]): Promise<void> {
    const byAccount = Map.groupBy(calls, ({ scope }) => scopeKey(scope))
    const lines = byAccount.size === 1 ? calls.map((call) => [call]) : [...byAccount.values()]
    const left = lines.values()
    const runNext = async (): Promise<void> => {
      for (const line of left) for (const call of line) await this.#runAlone(call)
    }
    await Promise.all(Array.from({ length: maxAlone }, runNext))
  }

  async #runAlone(call: Waiting<Item, Result>): Promise<void> {
    if (call.isOver) return
    // While it waits, further calls of its account must not join those of others.
    const timer = setTimeout(() => this.#setApart(call.scope), slowMs)
    const error = await call.inTrace(() => this.#attempt([call], { isShared: false, isRepeated: true }))
    clearTimeout(timer)
    if (error) this.#setApart(call.scope)
    if (error) call.reject(error.reason)
  }

  #setApart(scope: Scope): void {
    this.#hasApart = true
    this.#apart.set(scopeKey(scope), true, performance.now())
  }

  /** Runs the items and resolves their calls. Returns the error after which all of these calls still wait, or null. */
  async #attempt(
    calls: readonly Waiting<Item, Result>[],
    terms: BatchTerms,
  ): Promise<{ readonly reason: unknown } | null> {
    try {
      const results = await this.#run(calls, terms)
      for (const [index, { resolve, reject }] of calls.entries()) {
        const result = results[index]
        if (result === undefined) reject(new Error('Bug: the batch returned too few results'))
        else resolve(result)
      }
      return null
    } catch (reason) {
      return { reason }
    }
  }
}

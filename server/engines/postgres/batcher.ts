import { scopeKey, type Scope } from '../../domain/scope.ts'
import { beginLimitedWait, outsideRequests } from './request-time.ts'
import { inSpan, inThisTrace } from '../trace/current-trace.ts'
import { isDataError, isFaultOfOne } from './errors.ts'

/** Most items in one statement. Larger batches are not faster, and each of their calls waits longer. */
const maxGroup = 64

/** Most statements at a time for one scope: with two, a slow statement does not block the next. */
const maxInFlight = 2

/**
 * How many items of a refused statement run at a time, each alone. One that waits for a lock does not hold up the
 * others, and they do not take all connections.
 */
const maxAlone = 4

/** Calls that may wait for one scope, and for all scopes of a batcher. */
const maxWaiting = { ofScope: 1_000, ofAll: 5_000 }

/** Too many calls wait for the database. The call was not executed. */
class TooManyCalls extends Error {
  override name = 'TooManyCalls'
  readonly code = 'too_many_calls'
}

/** Bounds a batch by the weight of its items, in addition to their number. Its first item has any weight. */
export interface BatchWeight<Item> {
  readonly most: number
  weigh(item: Item): number
}

/**
 * Executes items, and returns their results in order. It must have changed nothing when it fails because of an item.
 * `isRepeated`: the database has refused a statement with this item before.
 */
export type RunBatch<Item, Result> = (
  scope: Scope,
  items: readonly Item[],
  isRepeated: boolean,
) => Promise<readonly Result[]>

interface Waiting<Item, Result> {
  readonly item: Item
  /** True once the call has failed at its time limit. Its item must then not be executed. */
  isOver: boolean
  readonly inTrace: <Done>(work: () => Done) => Done
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Combines concurrent calls into one statement. No call waits for others to arrive: the first runs at once, and the
 * calls that arrive while statements are running share the next one. Only calls of the same account and mode share a
 * statement. When the database refuses a statement because of one item, each item runs alone, and only the calls of
 * those that it refuses again fail.
 */
export class Batcher<Item, Result> {
  readonly #run: RunBatch<Item, Result>
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>()
  readonly #inFlight = new Map<string, number>()
  readonly #withinMs: number
  readonly #weight: BatchWeight<Item> | null
  #count = 0

  /** A call fails after `withinMs`, also while its statement runs. */
  constructor(run: RunBatch<Item, Result>, withinMs: number, weight: BatchWeight<Item> | null = null) {
    this.#run = run
    this.#withinMs = withinMs
    this.#weight = weight
  }

  /** The span of each call includes its wait. The statement is a span below the first call of its batch. */
  add(scope: Scope, item: Item): Promise<Result> {
    return inSpan({ name: 'shared statement', kind: 'internal' }, () => this.#add(scope, item))
  }

  #add(scope: Scope, item: Item): Promise<Result> {
    const name = scopeKey(scope)
    const waiting = this.#waiting.get(name) ?? []
    if (waiting.length >= maxWaiting.ofScope || this.#count >= maxWaiting.ofAll)
      return Promise.reject(new TooManyCalls('Too many calls wait for the database'))
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const endWait = beginLimitedWait(this.#withinMs, (error) => {
      call.isOver = true
      call.reject(error)
    })
    const call: Waiting<Item, Result> = {
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
    waiting.push(call)
    this.#waiting.set(name, waiting)
    this.#count += 1
    // When all calls that can go on without an event have arrived, so that they share a statement.
    if (waiting.length === 1) process.nextTick(() => this.#next(scope, name))
    return promise
  }

  #next(scope: Scope, name: string): void {
    const waiting = this.#waiting.get(name)
    const inFlight = this.#inFlight.get(name) ?? 0
    if (!waiting || inFlight >= maxInFlight) return
    const taken = waiting.splice(0, this.#groupSize(waiting))
    this.#count -= taken.length
    if (waiting.length === 0) this.#waiting.delete(name)
    const group = taken.filter(({ isOver }) => !isOver)
    const [first] = group
    if (!first) return waiting.length > 0 ? this.#next(scope, name) : undefined
    this.#inFlight.set(name, inFlight + 1)
    // The statement belongs to several requests, so the limit of none of them may end it.
    const finished = outsideRequests(() => first.inTrace(() => this.#finish(scope, group)))
    void finished.finally(() => {
      const left = (this.#inFlight.get(name) ?? 1) - 1
      if (left === 0) this.#inFlight.delete(name)
      else this.#inFlight.set(name, left)
      this.#next(scope, name)
    })
  }

  /** How many of the calls that wait the next statement takes. */
  #groupSize(waiting: readonly Waiting<Item, Result>[]): number {
    if (!this.#weight) return maxGroup
    let left = this.#weight.most
    let size = 0
    for (const { item } of waiting) {
      left -= this.#weight.weigh(item)
      if (size === maxGroup || (left < 0 && size > 0)) break
      size += 1
    }
    return size
  }

  async #finish(scope: Scope, group: readonly Waiting<Item, Result>[]): Promise<void> {
    const error = await this.#attempt(scope, group, false)
    if (error === null) return
    // The only item would be refused again. After a deadlock it has a second chance.
    const isFinal = !isFaultOfOne(error.reason) || (group.length === 1 && isDataError(error.reason))
    if (isFinal) for (const { reject } of group) reject(error.reason)
    else await this.#runEachAlone(scope, group)
  }

  async #runEachAlone(scope: Scope, group: readonly Waiting<Item, Result>[]): Promise<void> {
    const left = group.values()
    const runNext = async (): Promise<void> => {
      for (const call of left) {
        if (call.isOver) continue
        const error = await call.inTrace(() => this.#attempt(scope, [call], true))
        if (error) call.reject(error.reason)
      }
    }
    await Promise.all(Array.from({ length: maxAlone }, runNext))
  }

  /** Runs the items and resolves their calls. Returns the error after which all of these calls still wait, or null. */
  async #attempt(
    scope: Scope,
    group: readonly Waiting<Item, Result>[],
    isRepeated: boolean,
  ): Promise<{ readonly reason: unknown } | null> {
    try {
      const items = group.map(({ item }) => item)
      const results = await this.#run(scope, items, isRepeated)
      for (const [index, { resolve, reject }] of group.entries()) {
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

import type { Scope } from '../domain/scope.ts'

/** Items of one statement at the most: past this a statement gains nothing and keeps everybody waiting. */
const maxGroup = 64

/** Statements under way for one scope at a time: a slow one does not hold up the next. */
const maxInFlight = 2

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs calls that arrive while a statement is under way as one statement. Nobody waits for company: the first call goes at
 * once, and those that come meanwhile go together. Only calls of the same account and mode share a statement.
 */
export class Batcher<Item, Result> {
  readonly #run: (scope: Scope, items: readonly Item[]) => Promise<readonly Result[]>
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>()
  readonly #inFlight = new Map<string, number>()

  /** `run` answers in the order of its items. An error of it is everybody's. */
  constructor(run: (scope: Scope, items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#run = run
  }

  add(scope: Scope, item: Item): Promise<Result> {
    const name = `${scope.merchantId}${scope.livemode}`
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(name) ?? []
      waiting.push({ item, resolve, reject })
      this.#waiting.set(name, waiting)
      // In the next turn, so that the calls of this one are together from the start.
      if (waiting.length === 1) setImmediate(() => this.#next(scope, name))
    })
  }

  #next(scope: Scope, name: string): void {
    const waiting = this.#waiting.get(name)
    const inFlight = this.#inFlight.get(name) ?? 0
    if (!waiting || inFlight >= maxInFlight) return
    const group = waiting.splice(0, maxGroup)
    if (waiting.length === 0) this.#waiting.delete(name)
    if (group.length === 0) return
    this.#inFlight.set(name, inFlight + 1)
    void this.#finish(scope, group).finally(() => {
      const left = (this.#inFlight.get(name) ?? 1) - 1
      if (left === 0) this.#inFlight.delete(name)
      else this.#inFlight.set(name, left)
      this.#next(scope, name)
    })
  }

  async #finish(scope: Scope, group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#run(
        scope,
        group.map(({ item }) => item),
      )
      for (const [index, { resolve, reject }] of group.entries()) {
        const result = results[index]
        if (result === undefined) reject(new Error('Bug: a result for every item'))
        else resolve(result)
      }
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
}

/** The batcher of a database handle, made at the first use. */
export function batcherOf<Handle extends object, Item, Result>(
  batchers: WeakMap<Handle, Batcher<Item, Result>>,
  handle: Handle,
  make: () => Batcher<Item, Result>,
): Batcher<Item, Result> {
  const known = batchers.get(handle)
  if (known) return known
  const made = make()
  batchers.set(handle, made)
  return made
}

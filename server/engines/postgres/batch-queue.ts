/** Most items in one statement. Larger batches are not faster, and each of their calls waits longer. */
const maxBatch = 64

/** Bounds a batch by the weight of its items, in addition to their number. Its first item has any weight. */
export interface BatchWeight<Item> {
  readonly most: number
  weigh(item: Item): number
}

/**
 * What waits for a slot in a batch. Accounts take turns: each batch takes one item of each account, then the next of
 * each, so a busy account fills only what the others leave. The next batch begins with the account whose turn it is.
 * It takes many items of a lone account at once: as a `RoundRobinQueue`, it took about six times as long for each call.
 */
export class BatchQueue<Item> {
  readonly #weight: BatchWeight<Item> | undefined
  /** In the order of their turns. An account without items has none. */
  readonly #accounts = new Map<string, Item[]>()
  #size = 0

  constructor(weight?: BatchWeight<Item>) {
    this.#weight = weight
  }

  /** How much of one account waits. */
  sizeOf(account: string): number {
    return this.#accounts.get(account)?.length ?? 0
  }

  /** Returns how much waits now, of all accounts. */
  add(account: string, item: Item): number {
    const items = this.#accounts.get(account)
    if (items) items.push(item)
    else this.#accounts.set(account, [item])
    return ++this.#size
  }

  /** The next batch. */
  take(): Item[] {
    const [only] = this.#accounts.size === 1 ? this.#accounts : []
    const taken = only ? this.#takeOf(...only) : this.#takeInTurn()
    this.#size -= taken.length
    return taken
  }

  #takeOf(account: string, items: Item[]): Item[] {
    let left = this.#weight?.most ?? 0
    let size = 0
    for (const item of items) {
      left -= this.#weight?.weigh(item) ?? 0
      if (size === maxBatch || (left < 0 && size > 0)) break
      size += 1
    }
    const taken = items.splice(0, size)
    if (items.length === 0) this.#accounts.delete(account)
    return taken
  }

  #takeInTurn(): Item[] {
    const taken: Item[] = []
    let left = this.#weight?.most ?? 0
    while (taken.length < maxBatch) {
      const [next] = this.#accounts
      const [first] = next?.[1] ?? []
      if (!next || first === undefined) break
      left -= this.#weight?.weigh(first) ?? 0
      if (left < 0 && taken.length > 0) break
      const [account, items] = next
      taken.push(first)
      items.shift()
      this.#accounts.delete(account)
      if (items.length > 0) this.#accounts.set(account, items)
    }
    return taken
  }
}

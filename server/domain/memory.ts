// What a process remembers. Every memory has a bound: beyond it, the entry that was unused for longest leaves.

/** A map with a bound. A JavaScript map keeps its order of insertion, so its first entry is the one to drop. */
export class BoundedMap<Key, Value> {
  readonly #most: number
  readonly #values = new Map<Key, Value>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: Key, value: NonNullable<Value>): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest)
  }

  delete(key: Key): void {
    this.#values.delete(key)
  }
}

/** Remembers values for a time. */
export class Memory<Value> {
  readonly #forMs: number
  readonly #values: BoundedMap<string, { readonly value: Value; readonly since: number }>

  constructor(forMs: number, most = 10_000) {
    this.#forMs = forMs
    this.#values = new BoundedMap(most)
  }

  get(name: string, now: number): Value | undefined {
    const found = this.#values.get(name)
    return found && Math.abs(now - found.since) < this.#forMs ? found.value : undefined
  }

  /** The value, however old it is. */
  latest(name: string): Value | undefined {
    return this.#values.get(name)?.value
  }

  set(name: string, value: Value, now: number): void {
    this.#values.set(name, { value, since: now })
  }

  delete(name: string): void {
    this.#values.delete(name)
  }
}

/** Remembers the results of a pure function. */
export function memoized<Key, Result extends NonNullable<unknown>>(
  work: (key: Key) => Result,
  most = 1_000,
): (key: Key) => Result {
  const results = new BoundedMap<Key, Result>(most)
  return (key) => {
    const known = results.get(key)
    if (known !== undefined) return known
    const result = work(key)
    results.set(key, result)
    return result
  }
}

/** The most values in one memory. */
const maxRemembered = 10_000

/** Remembers values for a time. Beyond the most, it forgets the one that was stored first. */
export class Memory<Value> {
  readonly #forMs: number
  readonly #values = new Map<string, { readonly value: Value; readonly since: number }>()

  constructor(forMs: number) {
    this.#forMs = forMs
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
    this.#values.delete(name)
    this.#values.set(name, { value, since: now })
    const [oldest] = this.#values.keys()
    if (this.#values.size > maxRemembered && oldest !== undefined) this.#values.delete(oldest)
  }
}

/** The bounds of a queue. `Own` are those of one account. */
export interface QueueLimits {
  /** How much runs at a time. */
  readonly slots: number
  readonly ownSlots: number
  /** How much waits at a time. */
  readonly waiting: number
  readonly ownWaiting: number
  /** How long one piece of work waits. */
  readonly waitMs: number
}

interface Waiting {
  /** Called with true when the work may start, and with false when it must not. */
  readonly begin: (mayRun: boolean) => void
}

interface Account {
  running: number
  /** The number of its last turn; 0 while it had none. */
  turn: number
  readonly waiting: Set<Waiting>
}

/**
 * Runs work of many accounts in few slots. The accounts take turns: the next slot goes to the account whose last turn
 * is longest ago, so that none waits longer because another one asks for more. The queue refuses work that waits too
 * long. When it is full, it refuses work of the account that has the most.
 */
export class FairQueue {
  readonly #limits: QueueLimits
  readonly #accounts = new Map<string, Account>()
  #turns = 0
  #running = 0
  #waiting = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Runs the work in the account's turn. Null: it was refused and has not begun. */
  async run<Result>(name: string, work: () => Promise<Result> | Result): Promise<Result | null> {
    if (!(await this.#turn(name))) return null
    try {
      return await work()
    } finally {
      this.#leave(name)
    }
  }

  #turn(name: string): Promise<boolean> {
    const account = this.#accounts.get(name) ?? { running: 0, turn: 0, waiting: new Set() }
    this.#accounts.set(name, account)
    if (account.waiting.size >= this.#limits.ownWaiting) return Promise.resolve(false)
    const turn = new Promise<boolean>((resolve) => {
      const timeout = setTimeout(() => entry.begin(false), this.#limits.waitMs)
      const entry: Waiting = {
        begin: (mayRun) => {
          if (!account.waiting.delete(entry)) return
          clearTimeout(timeout)
          this.#waiting--
          this.#forget(name, account)
          resolve(mayRun)
        },
      }
      account.waiting.add(entry)
      this.#waiting++
    })
    this.#startNext()
    if (this.#waiting > this.#limits.waiting) this.#refuseOne()
    return turn
  }

  #leave(name: string): void {
    this.#running--
    const account = this.#accounts.get(name)
    if (account) {
      account.running--
      this.#forget(name, account)
    }
    this.#startNext()
  }

  #startNext(): void {
    while (this.#running < this.#limits.slots) {
      const next = this.#next()
      if (!next) return
      const [account, first] = next
      this.#running++
      account.running++
      account.turn = ++this.#turns
      first.begin(true)
    }
  }

  #next(): [account: Account, first: Waiting] | null {
    let next: [account: Account, first: Waiting] | null = null
    for (const account of this.#accounts.values()) {
      const [first] = account.waiting
      if (first && account.running < this.#limits.ownSlots && (!next || account.turn < next[0].turn))
        next = [account, first]
    }
    return next
  }

  /** Refuses the newest work of the account that has the most. */
  #refuseOne(): void {
    let largest: Account | null = null
    for (const account of this.#accounts.values())
      if (account.waiting.size > (largest?.waiting.size ?? 0)) largest = account
    ;[...(largest?.waiting ?? [])].at(-1)?.begin(false)
  }

  #forget(name: string, account: Account): void {
    if (account.running === 0 && account.waiting.size === 0) this.#accounts.delete(name)
  }
}

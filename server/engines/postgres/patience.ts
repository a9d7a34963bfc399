/** What a process waits for: the answer to a statement, or a new connection. */
type Kind = 'answer' | 'connection'

/** How long each wait may take while the process stops, in milliseconds. */
const usualLimits: Readonly<Record<Kind, number>> = { answer: 2_500, connection: 1_500 }

/**
 * How long the pools of one process wait for the database, and what they know of its server together. A stop shortens
 * all waits. When the database then accepts no
 * connection in time, no pool tries again: leases return the unfinished work to other processes.
 */
export class Patience {
  readonly #limits: Readonly<Record<Kind, number>>
  readonly #shorten = new Set<() => void>()
  readonly #lost = Promise.withResolvers<void>()
  #isShort = false
  #vanishedAt = 0
  #isLost = false

  constructor(limits = usualLimits) {
    this.#limits = limits
  }

  /** Resolves when a process that stops has given up its database. */
  get lost(): Promise<void> {
    return this.#lost.promise
  }

  /** Connections from before this time belong to a server that hangs or has vanished, whichever pool found it out. */
  get vanishedAt(): number {
    return this.#vanishedAt
  }

  /** The server has not answered a statement that was sent at this time. */
  noteVanished(sentAt: number): void {
    this.#vanishedAt = Math.max(this.#vanishedAt, sentAt)
  }

  /** The process stops. */
  shorten(): void {
    this.#isShort = true
    for (const shorten of [...this.#shorten]) shorten()
  }

  /** Calls `giveUp` after this time, or sooner while the process stops. Returns what ends the wait. */
  wait(kind: Kind, usualMs: number, giveUp: () => void): () => void {
    let timer: NodeJS.Timeout | null = null
    const endIn = (ms: number): void => {
      if (timer) clearTimeout(timer)
      timer = ms === Infinity ? null : setTimeout(late, ms)
    }
    const late = (): void => {
      if (kind === 'connection' && this.#isShort) this.#lose()
      giveUp()
    }
    const until = performance.now() + usualMs
    const shorten = (): void => endIn(Math.min(until - performance.now(), this.#stopMs(kind)))
    this.#shorten.add(shorten)
    if (this.#isShort) shorten()
    else endIn(usualMs)
    return () => {
      if (timer) clearTimeout(timer)
      this.#shorten.delete(shorten)
    }
  }

  #stopMs(kind: Kind): number {
    return kind === 'connection' && this.#isLost ? 0 : this.#limits[kind]
  }

  #lose(): void {
    this.#isLost = true
    this.#lost.resolve()
  }
}

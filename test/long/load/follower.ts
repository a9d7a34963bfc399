import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from './client.ts'

/** A program that follows the events of its account, as a merchant's server may. */
export class Follower {
  /** The ids of the events, in the order in which they came. */
  readonly events: string[] = []
  readonly #client: Client
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>

  /** Begins after the event `from`, which exists. */
  constructor(client: Client, from: string) {
    this.#client = client
    this.#running = this.#follow(from)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #follow(from: string): Promise<void> {
    for (let last = from; !this.#stopping.signal.aborted;) {
      const path = `/v1/events?limit=100&wait=3&ending_before=${last}`
      const reply = await this.#client.once({ method: 'GET', path })
      if (reply?.status !== 200) await pause(200)
      const page = (reply?.body['data'] ?? []) as readonly { id: string }[]
      this.events.push(...page.map(({ id }) => id))
      last = this.events.at(-1) ?? last
    }
  }
}

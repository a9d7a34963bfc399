import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { RedisClientType } from '@redis/client'
import { loggable } from '../../domain/text/loggable-error.ts'

/** How long a request waits for Valkey. */
const replyMs = 100

/** How long a connection may take, and the pause before the next attempt. */
const connectMs = 1_000
const retryMs = 1_000

/** Commands that may wait for their replies. */
const maxWaiting = 10_000

interface ValkeyParts {
  readonly url: string
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  /** Valkey is unavailable: this process counts its own limits from now on. */
  onLost(): void
}

type Work<Result> = (client: RedisClientType) => Promise<Result>

/**
 * The connection to Valkey or Redis. After the first failure it uses no connection that failed: it opens another, tries
 * it with `probe`, and only then sends requests there again. So an outage delays requests once, by 100 ms at most.
 */
export class Valkey {
  readonly #parts: ValkeyParts
  readonly #probe: Work<unknown>
  #client: RedisClientType | null = null
  #wasLost = false
  #isClosed = false
  #connecting: Promise<void> | null = null
  readonly #closing = new AbortController()

  /** `probe` does what requests do. It fails where a replica refuses writes or the memory is full. */
  constructor(parts: ValkeyParts, probe: Work<unknown>) {
    this.#parts = parts
    this.#probe = probe
  }

  /** Connects, and connects again whenever the connection is lost. Resolves after the first attempt. */
  async start(): Promise<void> {
    await this.#attempt()
    if (!this.#client) this.#connectLater()
  }

  isThere(): boolean {
    return this.#client !== null
  }

  /** Null: Valkey is unavailable, or did not answer in time. */
  async ask<Result>(work: Work<Result>): Promise<Result | null> {
    const client = this.#client
    if (!client) return null
    try {
      return await inTime(work(client), replyMs)
    } catch (error) {
      this.#lose(client, error)
      return null
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#closing.abort()
    this.#client?.destroy()
    this.#client = null
    await this.#connecting
  }

  #connectLater(): void {
    const connect = async (): Promise<void> => {
      for (;;) {
        await pause(retryMs, undefined, { signal: this.#closing.signal }).catch(() => {})
        if (this.#client || this.#isClosed) break
        await this.#attempt()
      }
      this.#connecting = null
    }
    this.#connecting ??= connect()
  }

  async #attempt(): Promise<void> {
    let client: RedisClientType | null = null
    try {
      client = await this.#newClient()
      await inTime(client.connect(), connectMs)
      const began = performance.now()
      await inTime(this.#probe(client), replyMs)
      if (this.#isClosed) return void destroy(client)
      this.#client = client
      if (this.#wasLost)
        this.#parts.log.info({ ms: Math.round(performance.now() - began) }, 'Valkey answers: limits are shared again')
      this.#wasLost = false
    } catch (error) {
      if (client) destroy(client)
      this.#note(error)
    }
  }

  /** Imports the client only here, because it costs memory. */
  async #newClient(): Promise<RedisClientType> {
    const { createClient } = await import('@redis/client')
    const client: RedisClientType = createClient({
      url: this.#parts.url,
      name: 'servicepay',
      socket: { connectTimeout: connectMs, reconnectStrategy: false },
      disableOfflineQueue: true,
      commandsQueueMaxLength: maxWaiting,
      disableClientInfo: true,
      maintNotifications: 'disabled',
    })
    client.on('error', (error) => this.#lose(client, error))
    return client
  }

  #lose(client: RedisClientType, error: unknown): void {
    if (client !== this.#client) return
    this.#client = null
    destroy(client)
    this.#note(error)
    this.#connectLater()
  }

  /** Logs and counts only the change, not each failed attempt to connect. */
  #note(error: unknown): void {
    if (this.#wasLost || this.#isClosed) return
    this.#wasLost = true
    this.#parts.onLost()
    this.#parts.log.warn({ error: loggable(error) }, 'Valkey is unavailable: this process counts its own limits')
  }
}

/** A client that never connected, or that the server has closed, throws. */
function destroy(client: RedisClientType): void {
  try {
    client.destroy()
  } catch {
    // It is closed already.
  }
}

/** A reply that arrived in time counts even when this process was busy then: the event loop reads it before the end. */
async function inTime<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${String(ms)} ms`))), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

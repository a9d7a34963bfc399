import pg from 'pg'
import type { PoolClient } from 'pg'
import { Connection, DatabaseTimeout } from './connection.ts'
import { connectionSettings, limitsOf } from './limits.ts'
import type { ConnectionKind } from './limits.ts'
import { currentRequestTime } from './request-time.ts'

/** An idle connection above the minimum closes after this time. */
const idleMs = 30_000

/** Too many callers wait for a connection. The statement was not executed. */
export class PoolIsFull extends Error {
  override name = 'PoolIsFull'
  readonly code = 'pool_is_full'
}

export interface PoolOptions {
  /** Default: the number of the kind. */
  readonly connections?: number
  /** Default: `servicepay` and the kind. */
  readonly name?: string
  /** Called when an idle connection is lost. */
  readonly onLost?: (error: Error) => void
}

export interface ServicePool extends pg.Pool {
  /** Resolves to a connection that is free, not too old and not of a server that has stopped. */
  connect(): Promise<PoolClient>
}

type Done = (error: Error | undefined, client: PoolClient | undefined, release: (error?: unknown) => void) => void

class Pool extends pg.Pool {
  readonly #waitingLimit: number
  readonly #isForRequests: boolean
  /** Connections from before this time belong to a server that stopped, or that is now a standby. */
  #servedBySince = 0
  readonly #bornAt = new WeakMap<object, number>()

  constructor(url: string, kind: ConnectionKind, options: PoolOptions) {
    const limits = limitsOf[kind]
    const isForRequests = kind === 'serving' || kind === 'reading'
    const settings = connectionSettings(url, kind)
    super({
      ...settings,
      application_name: options.name ?? settings.application_name,
      max: options.connections ?? limits.connections,
      idleTimeoutMillis: idleMs,
      Client: Connection,
      answerMs: limits.answerMs,
      isForRequests,
      onServerLeaving: () => this.#leaveServer(),
    } as pg.PoolConfig)
    this.#waitingLimit = limits.waiting
    this.#isForRequests = isForRequests
    this.on('error', (error) => options.onLost?.(error))
    this.on('connect', (client) => this.#bornAt.set(client, performance.now()))
    // `pg` emits this before it decides whether to keep the connection, and it does not keep one that ends.
    this.on('release', (_error, client) => {
      if (!this.#isUsable(client)) void client.end().catch(() => {})
    })
  }

  override connect(): Promise<PoolClient>
  override connect(done: Done): void
  override connect(done?: Done): Promise<PoolClient> | void {
    const connected = this.#connect()
    if (!done) return connected
    connected.then(
      (client) => done(undefined, client, (error) => client.release(error as Error | undefined)),
      (error: Error) => done(error, undefined, () => {}),
    )
  }

  async #connect(): Promise<PoolClient> {
    if (this.waitingCount >= this.#waitingLimit) throw new PoolIsFull('Too many callers wait for a connection')
    const time = this.#isForRequests ? currentRequestTime() : null
    if (time === null) return this.#fresh()
    const leftMs = time.leftMs
    time.begin()
    try {
      return await within(leftMs, this.#fresh())
    } finally {
      time.end()
    }
  }

  async #fresh(): Promise<PoolClient> {
    for (;;) {
      const client = await super.connect()
      if (this.#isUsable(client)) return client
      client.release(true)
    }
  }

  #isUsable(client: PoolClient): boolean {
    const bornAt = this.#bornAt.get(client) ?? 0
    return bornAt >= this.#servedBySince && (client as unknown as Connection).isReusable
  }

  #leaveServer(): void {
    this.#servedBySince = performance.now()
  }
}

/** A connection that arrives too late goes back to the pool. */
async function within(limitMs: number, connected: Promise<PoolClient>): Promise<PoolClient> {
  if (limitMs === Infinity) return connected
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new DatabaseTimeout('No connection to the database in time'))
    }, limitMs)
    connected.then(
      (client) => {
        clearTimeout(timer)
        if (isLate) client.release()
        else resolve(client)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error as Error)
      },
    )
  })
}

/** Opens a pool of connections of one kind. It connects when it is first used. */
export function openPool(url: string, kind: ConnectionKind, options: PoolOptions = {}): pg.Pool {
  return new Pool(url, kind, options)
}

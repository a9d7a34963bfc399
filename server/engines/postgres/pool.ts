import pg, { type PoolClient } from 'pg'
import { markUnreachable } from '../../domain/outage.ts'
import { Connection } from './connection.ts'
import { connectionSettings, limitsOf, type ConnectionKind, type Limits } from './limits.ts'
import { Patience } from './patience.ts'
import { limitWait } from './request-time.ts'

/** An idle connection above the minimum closes after this time. */
const idleMs = 30_000

/** Too many callers wait for a connection. The statement was not executed. */
class PoolIsFull extends Error {
  override name = 'PoolIsFull'
  readonly code = 'pool_is_full'
}

export interface PoolOptions {
  /** Default: `servicepay` and the kind. */
  readonly name?: string
  /** Other limits than those of the kind. */
  readonly limits?: Partial<Limits>
  /** Default true, except for commands. False: behind a pooler that cannot hold prepared statements. */
  readonly namesStatements?: boolean
  /** The pools of a process share it. */
  readonly patience?: Patience
  /** Called when an idle connection is lost. */
  readonly onLost?: (error: Error) => void
}

type Done = (error: Error | undefined, client: PoolClient | undefined, release: (error?: unknown) => void) => void

class Pool extends pg.Pool {
  readonly #waitingLimit: number
  readonly #isForRequests: boolean
  readonly #patience: Patience
  /** Connections from before this time belong to a server that hangs, stops or is a standby. */
  #lostAt = 0

  constructor(url: string, kind: ConnectionKind, options: PoolOptions) {
    const limits = { ...limitsOf(kind), ...options.limits }
    const isForRequests = kind === 'serving' || kind === 'reading'
    const settings = connectionSettings(url, kind, limits)
    const patience = options.patience ?? new Patience()
    super({
      ...settings,
      application_name: options.name ?? settings.application_name,
      max: limits.connections,
      idleTimeoutMillis: idleMs,
      Client: Connection,
      limits,
      patience,
      isForRequests,
      // A command runs each statement about once, so that it needs no names.
      namesStatements: kind !== 'command' && (options.namesStatements ?? true),
      onServerLost: () => {
        this.#lostAt = performance.now()
      },
      onVanished: (sentAt: number) => {
        this.#lostAt = Math.max(this.#lostAt, sentAt)
        // A health check waits so briefly that it proves nothing about the connections of others.
        if (kind !== 'checking') patience.noteVanished(sentAt)
      },
    } as pg.PoolConfig)
    this.#patience = patience
    this.#waitingLimit = limits.waiting
    this.#isForRequests = isForRequests
    this.on('error', (error) => options.onLost?.(error))
    // `pg` emits this before it decides whether to keep the connection, and it does not keep one that ends.
    this.on('release', (_error, client) => {
      if (!this.#isReusable(client)) void client.end().catch(() => {})
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
    const fresh = this.#fresh()
    if (!this.#isForRequests) return fresh
    return limitWait(fresh, Infinity, () => {
      // A connection that arrives later goes back to the pool.
      fresh.then(
        (client) => client.release(),
        () => {},
      )
    })
  }

  /** A connection from after the last loss of the server. */
  async #fresh(): Promise<PoolClient> {
    for (let discarded = 0; ; discarded += 1) {
      const client = await super.connect().catch((error: unknown) => {
        markUnreachable(error)
        throw error
      })
      if (discarded >= this.options.max || this.#isFresh(connectionOf(client))) return client
      client.release(true)
    }
  }

  #isReusable(client: PoolClient): boolean {
    const connection = connectionOf(client)
    return this.#isFresh(connection) && connection.isReusable
  }

  #isFresh({ openedAt }: Connection): boolean {
    return openedAt > Math.max(this.#lostAt, this.#patience.vanishedAt)
  }
}

function connectionOf(client: PoolClient): Connection {
  if (!(client instanceof Connection)) throw new Error('Bug: the pool has a connection of another class')
  return client
}

/** Opens a pool of connections of one kind. It connects when it is first used. */
export function openPool(url: string, kind: ConnectionKind, options: PoolOptions = {}): pg.Pool {
  return new Pool(url, kind, options)
}

import pg, { type ClientConfig } from 'pg'
import { markUnreachable } from '../../domain/outage.ts'
import { failureOf, spanNow } from '../trace/current-trace.ts'
import type { Limits } from './limits.ts'
import { Patience } from './patience.ts'
import { currentRequestTime, DatabaseTimeout, type RequestTime } from './request-time.ts'

/** A server that stops or is a read-only standby: no connection to it is useful any longer. */
const serverIsLeaving = new Set(['25006', '57P01', '57P02', '57P03'])

/** The server's prepared statements differ from what this connection remembers. */
const preparedStatementIsStale = new Set(['0A000', '26000', '42P05'])

/**
 * The place in PostgreSQL that warns when somebody has cancelled the wait for a synchronous standby. The commit then
 * succeeds, although it is lost when that standby becomes the primary.
 */
const unconfirmedCommit = 'SyncRepWaitForLSN'

/** How long a connection may take to close. */
const goodbyeMs = 1_000

export interface ConnectionConfig extends ClientConfig {
  readonly limits?: Limits
  /** Shortens the waits of a process that stops. */
  readonly patience?: Patience
  /** Whether waiting counts towards the time of the request (see `RequestTime`). */
  readonly isForRequests?: boolean
  /** Default true. False: a pooler cannot hold prepared statements, so they go without their names. */
  readonly namesStatements?: boolean
  /**
   * Called when older connections of the pool are of no use: the server stops or is read-only, or a table has changed
   * under their prepared statements.
   */
  readonly onServerLost?: () => void
  /** Called when the server has not answered a statement that was sent at this time. */
  readonly onVanished?: (sentAt: number) => void
}

type Done = (error: Error | null | undefined, result: unknown) => void

/**
 * A connection that ends a statement without an answer. `query_timeout` of `pg` fails only the statement: its
 * connection stays busy, and the next caller of the pool would wait behind it.
 */
export class Connection extends pg.Client {
  readonly #config: ConnectionConfig
  readonly #patience: Patience
  readonly openedAt = performance.now()
  readonly #endsAt: number
  #isUseless = false
  #isLost = false
  #isUnconfirmed = false

  constructor(config: ConnectionConfig = {}) {
    super(config)
    this.#config = config
    this.#patience = config.patience ?? new Patience()
    // `pg` has the usual limit.
    const stopWaiting = this.#patience.wait('connection', Infinity, () => this.#abandon())
    this.once('connect', stopWaiting)
    this.once('end', stopWaiting)
    this.#endsAt = this.openedAt + (config.limits?.oldestMs ?? Infinity) * (1 + Math.random() / 2)
    const query = this.query.bind(this) as (...given: unknown[]) => unknown
    const given = config.namesStatements === false ? withoutName : (...all: unknown[]): unknown[] => all
    this.query = ((...all: unknown[]) => this.#send(query, given(...all), all[0])) as typeof this.query
    // `pg` refuses further statements from here on. Without a listener the error would also end the process.
    this.on('error', () => {
      this.#isLost = true
    })
    this.on('notice', ({ routine }) => {
      if (routine === unconfirmedCommit) this.#isUnconfirmed = true
    })
  }

  /** Whether the pool may give this connection to another caller. */
  get isReusable(): boolean {
    if (this.#isUseless || performance.now() >= this.#endsAt) return false
    return this.getTransactionStatus() === 'I'
  }

  /** A server that hangs does not close its side, so this side closes the connection after a moment. */
  override end(): Promise<void>
  override end(done: (error: Error) => void): void
  override end(done?: (error: Error) => void): Promise<void> | void {
    const timer = setTimeout(() => this.connection.stream.destroy(), goodbyeMs)
    timer.unref()
    this.once('end', () => clearTimeout(timer))
    return done ? super.end(done) : super.end()
  }

  /** Sends a statement with its limit. `given` has the parameters of `query`, which vary. */
  #send(query: (...given: unknown[]) => unknown, given: unknown[], statement: unknown): unknown {
    const stopWaiting = this.#limit(this.#config.isForRequests ? currentRequestTime() : null)
    const span = spanNow()?.child(nameOf(statement), 'client', { 'db.system.name': 'postgresql' })
    const finish = (error: unknown): void => {
      stopWaiting()
      span?.end(error ? failureOf(error) : null)
      if (error) this.#judge(error)
    }
    const at = given.findIndex((parameter) => typeof parameter === 'function')
    if (at >= 0) {
      const done = given[at] as Done
      const finishFirst: Done = (error, result) => {
        const failure = error ?? this.#takeUnconfirmed()
        finish(failure)
        done(failure, result)
      }
      return query(...given.with(at, finishFirst))
    }
    const result = query(...given)
    if (result instanceof Promise) return this.#finished(result, finish)
    finish(null)
    return result
  }

  async #finished(result: Promise<unknown>, finish: (error: unknown) => void): Promise<unknown> {
    try {
      const value = await result
      const failure = this.#takeUnconfirmed()
      if (failure) throw failure
      finish(null)
      return value
    } catch (error) {
      finish(error)
      throw error
    }
  }

  /** Why the commit that has just ended does not count. */
  #takeUnconfirmed(): DatabaseTimeout | null {
    if (!this.#isUnconfirmed) return null
    this.#isUnconfirmed = false
    return new DatabaseTimeout('The synchronous standby did not confirm the commit')
  }

  /** Closes the connection when its statement takes too long. Returns what ends the wait. */
  #limit(time: RequestTime | null): () => void {
    const answerMs = this.#config.limits?.answerMs || Infinity
    const waitMs = Math.min(answerMs, time?.leftMs ?? Infinity)
    if (waitMs === Infinity) return () => {}
    const sentAt = performance.now()
    let isOver = false
    const giveUp = (): void => {
      if (!isOver) this.#giveUp(waitMs === answerMs ? sentAt : null)
    }
    // After a pause of this process, the answer may have arrived already and not been read.
    const stopWaiting = this.#patience.wait('answer', waitMs, () => void setImmediate(giveUp))
    time?.begin()
    return () => {
      isOver = true
      stopWaiting()
      time?.end()
    }
  }

  /**
   * After a full wait, idle connections over the same network are probably dead too. A shorter wait means only that the
   * request had little time left (`sentAt` is null).
   */
  #giveUp(sentAt: number | null): void {
    this.#isUseless = true
    if (sentAt !== null) this.#config.onVanished?.(sentAt)
    this.#abandon()
  }

  #abandon(): void {
    this.connection.stream.destroy(new DatabaseTimeout('The database did not answer in time'))
  }

  #judge(error: unknown): void {
    if (typeof error !== 'object' || error === null) return
    if (this.#isLost || !this.connection.stream.writable) markUnreachable(error)
    if (!('code' in error)) return
    const code = String(error.code)
    if (serverIsLeaving.has(code)) {
      this.#isUseless = true
      this.#config.onServerLost?.()
    } else if (preparedStatementIsStale.has(code)) {
      this.#isUseless = true
      // Every connection has probably prepared the statement.
      if (code === '0A000') this.#config.onServerLost?.()
    }
  }
}

/** The parameters of `query` without the name of the statement, so that the server prepares it for this call only. */
function withoutName(statement: unknown, ...more: unknown[]): unknown[] {
  const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement)
  return [isNamed ? { ...statement, name: undefined } : statement, ...more]
}

/** The name of a prepared statement, or the first word of another one. Its text may contain values. */
function nameOf(statement: unknown): string {
  const { name, text } =
    typeof statement === 'object' ? { name: null, text: null, ...statement } : { name: null, text: statement }
  if (typeof name === 'string') return name
  const [word = 'statement'] = typeof text === 'string' ? (/[a-z]{1,20}/i.exec(text) ?? []) : []
  return word.toLowerCase()
}

/** Whether the server refused to run a prepared statement that it has forgotten or that no longer fits its tables. */
export function isStalePreparedStatement(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && preparedStatementIsStale.has(String(error.code))
  )
}

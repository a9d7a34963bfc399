import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import pg from 'pg'
import { scopeKey, type Scope } from '../../domain/scope.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import { run, type Database } from '../sql/database.ts'

// The connection that listens is in one of four states:
//
//   closed       nothing has waited for notices for a minute. `hear` connects.
//   connecting   then it listens and sends a notice to itself.
//   hearing      that notice has arrived. Every ten seconds it sends another one.
//   lost         an error, or a notice that does not arrive within two seconds. It connects again after a pause that
//                doubles up to 30 seconds.
//
// Whenever it begins to hear, it reports news for all scopes, because earlier notices are lost.
//
// Example: PostgreSQL restarts. The connection is lost, polls look every two seconds instead of every ten, and half a
// second later the process hears again.

const channel = 'servicepay_events'

/** The shortest pause between two notices of a process: PostgreSQL commits them one after the other. */
const pauseMs = 25

/** PostgreSQL refuses a payload of 8,000 bytes. Above this number of scopes, the notice is for all scopes. */
const maxScopes = 100

/** How often a listening connection is checked, and how long the check and the connecting may take. */
const checkEveryMs = 10_000
const answerWithinMs = 2_000
const connectWithinMs = 3_000
const endWithinMs = 1_000

/** The pauses before a lost connection is opened again: the first and the longest. */
const firstRetryMs = 500
const longestRetryMs = 30_000

/** How long the connection stays open while nothing waits for notices. */
const idleMs = 60_000

interface NoticeParts {
  readonly databaseUrl: string
  /** Sends the notices. */
  readonly db: Database
  readonly log: { warn(fields: object, message: string): void }
  /** Another process has written events of the scope. Null: of any scope. */
  onEvents(scope: Scope | null): void
}

/**
 * Tells the processes of the service with LISTEN and NOTIFY about new events. Notices may get lost, so they only make
 * the reader faster. A notice is a statement of its own, after the commit of the event and shared by all events of a
 * few milliseconds: NOTIFY inside the transactions would make payments commit one after the other.
 */
export class EventNotices {
  readonly #parts: NoticeParts
  readonly #sender = randomBytes(6).toString('base64url')
  /** Scopes to announce next. Null: too many to name. */
  #unsent: Map<string, Scope> | null = new Map()
  #sending: Promise<void> | null = null
  #client: pg.Client | null = null
  #socket: Socket | null = null
  #isHearing = false
  #wantedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | null = null
  #retryMs = firstRetryMs
  /** Ends the wait for the answer to a check. */
  #onAnswer: (() => void) | null = null
  #hasWarned = false
  #isClosed = false

  constructor(parts: NoticeParts) {
    this.#parts = parts
  }

  /** Tells other processes that the scope has new events. Never throws, and does not wait for the database. */
  announce(scope: Scope): void {
    if (this.#isClosed) return
    this.#unsent?.set(scopeKey(scope), scope)
    if (this.#unsent && this.#unsent.size > maxScopes) this.#unsent = null
    this.#sending ??= this.#send()
  }

  /** Keeps a connection that listens for a while. Call it whenever something waits for notices. */
  hear(): void {
    this.#wantedAt = performance.now()
    if (!this.#client && !this.#timer && !this.#isClosed) this.#connect()
  }

  /** Whether a notice of another process would arrive. False behind PgBouncer in transaction mode, for example. */
  isHearing(): boolean {
    return this.#isHearing
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([this.#lose(), this.#sending])
  }

  async #send(): Promise<void> {
    while (!this.#isClosed && (this.#unsent === null || this.#unsent.size > 0)) {
      const scopes =
        this.#unsent && [...this.#unsent.values()].map(({ merchantId, livemode }) => [merchantId, livemode] as const)
      this.#unsent = new Map()
      try {
        await run(this.#parts.db, notify, [channel, JSON.stringify({ from: this.#sender, scopes })])
      } catch (error) {
        this.#parts.log.warn(
          { error: loggable(error) },
          'could not announce events; other processes will find ' + 'them later',
        )
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    this.#sending = null
  }

  #connect(): void {
    const socket = new Socket()
    const client = new pg.Client({
      stream: () => socket,
      connectionString: this.#parts.databaseUrl,
      connectionTimeoutMillis: connectWithinMs,
      keepAlive: true,
      application_name: 'servicepay listener',
    })
    this.#client = client
    this.#socket = socket
    const fail = (error?: Error): void => {
      if (this.#client === client) this.#retry(error ?? new Error('The connection was closed'))
    }
    client.on('error', fail)
    client.on('end', () => fail())
    client.on('notification', ({ payload }) => this.#read(payload ?? ''))
    client
      .connect()
      .then(() => client.query(`listen ${channel}`))
      .then(() => this.#check(client))
      .catch(fail)
  }

  /** Sends a notice to itself. Its arrival shows that the connection is alive and listens. */
  async #check(client: pg.Client): Promise<void> {
    if (this.#client !== client) return
    this.#timer = null
    if (performance.now() - this.#wantedAt > idleMs) return void this.#lose()
    const answered = new Promise<boolean>((resolve) => {
      const timeout = setTimeout(() => resolve(false), answerWithinMs)
      this.#onAnswer = () => {
        clearTimeout(timeout)
        resolve(true)
      }
    })
    const sent = client.query(notify.text, [channel, JSON.stringify({ from: this.#sender, check: true })])
    sent.catch(() => {})
    const isAnswered = await answered
    if (this.#client !== client) return
    if (!isAnswered) return this.#retry(new Error('Notifications do not arrive on this connection'))
    const wasHearing = this.#isHearing
    this.#isHearing = true
    this.#hasWarned = false
    this.#retryMs = firstRetryMs
    // Notices from before the connection listened are lost.
    if (!wasHearing) this.#parts.onEvents(null)
    this.#after(checkEveryMs, () => void this.#check(client).catch((error: Error) => this.#retry(error)))
  }

  #retry(error: Error): void {
    void this.#lose()
    if (this.#isClosed) return
    if (!this.#hasWarned)
      this.#parts.log.warn(
        { error: loggable(error) },
        'gets no notifications from other processes; polls look for new events instead',
      )
    this.#hasWarned = true
    this.#after(this.#retryMs, () => {
      this.#timer = null
      if (performance.now() - this.#wantedAt <= idleMs) this.#connect()
    })
    this.#retryMs = Math.min(longestRetryMs, this.#retryMs * 2)
  }

  #after(ms: number, act: () => void): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(act, ms).unref()
  }

  async #lose(): Promise<void> {
    const [client, socket] = [this.#client, this.#socket]
    this.#client = null
    this.#isHearing = false
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#onAnswer?.()
    this.#onAnswer = null
    if (!client) return
    // A server that hangs does not close the connection when asked to.
    const cut = setTimeout(() => socket?.destroy(), endWithinMs)
    await client.end().catch(() => {})
    clearTimeout(cut)
  }

  #read(payload: string): void {
    const notice = readNotice(payload)
    if (!notice) return
    if (notice.from === this.#sender) {
      if (notice.check === true) this.#onAnswer?.()
      return
    }
    if (notice.scopes === null) this.#parts.onEvents(null)
    else for (const [merchantId, livemode] of notice.scopes ?? []) this.#parts.onEvents({ merchantId, livemode })
  }
}

const notify = { name: 'notify of events', text: 'select pg_notify($1, $2)' }

interface Notice {
  readonly from: string
  /** Sent by a process to itself. */
  readonly check?: true
  /** Null: all scopes. */
  readonly scopes?: readonly (readonly [merchantId: string, livemode: boolean])[] | null
}

/** Null: another program uses our channel. */
function readNotice(payload: string): Notice | null {
  try {
    return JSON.parse(payload) as Notice
  } catch {
    return null
  }
}

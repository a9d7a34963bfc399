import { setTimeout as pause } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../domain/time/clock.ts'
import { poolUse, openDatabase, type Database } from '../../store/sql/database.ts'
import { maxCounted, readBacklog, type Backlog } from '../../store/work/backlog.ts'

/** A delivery that has been due for longer than this is late: the worker looks every second. */
const overdueMs = 30_000

/**
 * The service asks the bank about an attempt at least once a minute. An attempt that is older than the deadline by more
 * than this was forgotten.
 */
const unfinishedGraceMs = 120_000

/**
 * Scrapes within `freshMs` share one query of the database. A query that takes longer than `timeoutMs` counts as
 * unanswered.
 */
const freshMs = 5_000
const timeoutMs = 2_000

export interface ReadingsOptions {
  /**
   * The service's pool, which the metrics measure. The readings have a connection of their own, so that a full pool
   * does not look like a lost database.
   */
  readonly db: Database
  readonly databaseUrl: string
  readonly namesStatements: boolean
  readonly clock: Clock
  readonly bankCheckDeadlineSeconds: number
}

/** Values that are read at the moment of a scrape. */
export class Readings {
  readonly #options: ReadingsOptions
  readonly #ownDb: Database
  readonly #connections: Gauge<'state'>
  readonly #connectionsMax: Gauge
  readonly #waiting: Gauge
  readonly #databaseUp: Gauge
  readonly #due: Gauge
  readonly #overdue: Gauge
  readonly #oldestDue: Gauge
  readonly #unfinished: Gauge
  readonly #mails: Gauge
  readonly #notifications: Gauge
  readonly #oldestNotification: Gauge
  #last: { at: number; backlog: Backlog | null } | null = null
  #pending: Promise<Backlog | null> | null = null

  constructor(registry: Registry, options: ReadingsOptions) {
    this.#options = options
    const { databaseUrl, namesStatements } = options
    this.#ownDb = openDatabase(databaseUrl, { kind: 'reading', connections: 1, namesStatements })
    const gauge = (name: string, help: string): Gauge =>
      new Gauge({ name: `servicepay_${name}`, help, registers: [registry] })
    const most = `Counted up to ${maxCounted}.`
    this.#databaseUp = gauge(
      'database_up',
      'Whether the database answered within 2 s. If not, the values that come from it are missing.',
    )
    this.#connections = new Gauge({
      name: 'servicepay_database_connections',
      help: 'Connections of the pool.',
      labelNames: ['state'],
      registers: [registry],
    })
    this.#connectionsMax = gauge('database_connections_max', 'Most connections that the pool may open.')
    this.#waiting = gauge('database_waiting', 'Calls waiting for a connection of the pool.')
    this.#due = gauge('webhook_deliveries_due', `Deliveries that are due now, in the whole database. ${most}`)
    this.#overdue = gauge(
      'webhook_deliveries_overdue',
      `Deliveries that have been due for more than ${overdueMs / 1000} s. ${most}`,
    )
    this.#oldestDue = gauge('webhook_oldest_due_seconds', 'Time since the oldest waiting delivery became due.')
    this.#unfinished = gauge(
      'payments_unfinished',
      'Payments still processing after the deadline of the bank check; 0 when all is well.',
    )
    this.#mails = gauge('mails_waiting', `Emails waiting to be sent or resent. ${most}`)
    this.#notifications = gauge(
      'processor_notification_items_waiting',
      `Items of notifications that the service has stored but not applied yet. ${most}`,
    )
    this.#oldestNotification = gauge(
      'processor_notification_oldest_waiting_seconds',
      'Time since the arrival of the oldest item that has not been applied.',
    )
  }

  /** Updates all gauges. Never rejects. */
  async take(): Promise<void> {
    const backlog = await this.#freshBacklog()
    const { used, idle, max, waiting } = poolUse(this.#options.db)
    this.#connections.set({ state: 'used' }, used)
    this.#connections.set({ state: 'idle' }, idle)
    this.#connectionsMax.set(max)
    this.#waiting.set(waiting)
    this.#databaseUp.set(backlog === null ? 0 : 1)
    this.#show(backlog)
  }

  async close(): Promise<void> {
    await this.#ownDb.destroy()
  }

  #show(backlog: Backlog | null): void {
    // An unknown value is removed, because an old one would mislead.
    if (backlog === null)
      return [
        this.#due,
        this.#overdue,
        this.#oldestDue,
        this.#unfinished,
        this.#mails,
        this.#notifications,
        this.#oldestNotification,
      ].forEach((gauge) => gauge.remove())
    const now = this.#options.clock.now().getTime()
    // A time that JavaScript has no `Date` for, such as infinity, is a number.
    const secondsSince = (at: Date | null): number => (at === null ? 0 : Math.max(0, now - Number(at)) / 1000)
    this.#due.set(backlog.deliveries_due)
    this.#overdue.set(backlog.deliveries_overdue)
    this.#oldestDue.set(secondsSince(backlog.oldest_due_at))
    this.#unfinished.set(backlog.payments_unfinished)
    this.#mails.set(backlog.mails_waiting)
    this.#notifications.set(backlog.notifications_waiting)
    this.#oldestNotification.set(secondsSince(backlog.oldest_notification_at))
  }

  /** Null: the database did not answer in time. */
  async #freshBacklog(): Promise<Backlog | null> {
    const at = this.#options.clock.now().getTime()
    if (this.#last && at - this.#last.at < freshMs) return this.#last.backlog
    this.#pending ??= this.#read(at)
    return Promise.race([this.#pending, pause(timeoutMs, null, { ref: false })])
  }

  async #read(at: number): Promise<Backlog | null> {
    const unfinishedMs = this.#options.bankCheckDeadlineSeconds * 1000 + unfinishedGraceMs
    const times = {
      now: new Date(at),
      overdueBefore: new Date(at - overdueMs),
      unfinishedBefore: new Date(at - unfinishedMs),
    }
    const backlog = await readBacklog(this.#ownDb, times).catch(() => null)
    this.#last = { at, backlog }
    this.#pending = null
    return backlog
  }
}

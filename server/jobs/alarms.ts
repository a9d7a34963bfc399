import type { DueTask } from '../domain/queues/due-task.ts'
import { loggable } from '../domain/text/loggable-error.ts'
import type { Clock } from '../domain/time/clock.ts'
import { outsideRequests } from '../engines/postgres/request-time.ts'
import { outsideTraces } from '../engines/trace/current-trace.ts'
import type { Database } from '../store/sql/database.ts'
import { moveAlarms } from '../store/work/alarms.ts'
import { firstDue } from '../store/work/due.ts'
import { firstDueIn, type AccountNow } from '../store/work/due-in-account-time.ts'
import { onDue } from '../store/work/due-notes.ts'

/** The crontab sets all alarms each minute. It finds a row that is due later than this in time. */
const leftToCrontabMs = 150_000

/** How long a row that is due later may wait for others to share a move, and the shortest pause between two moves. */
const collectMs = 1_000
const pauseMs = 50

/** The pause before the next try when the database is away. */
const retryMs = 1_000

interface AlarmParts {
  /** Moves the alarms. */
  readonly db: Database
  readonly clock: Clock
  /** The accounts that are ahead of real time. */
  readonly ahead: () => readonly AccountNow[]
  readonly log: { warn(fields: object, message: string): void }
}

/**
 * Moves the alarms of due work to an earlier time. A process collects in memory what it has committed, and moves the
 * alarms of all kinds in one transaction: before the first row is due, or at once. The database decides whether an
 * alarm must ring earlier. A process cannot remember when it rings, because other processes set it too. When a process
 * dies before a move, the crontab sets the alarm within a minute.
 */
export class Alarms {
  readonly #parts: AlarmParts
  /** For each kind, when the first row of the next move is due, in milliseconds by our clock. */
  #wanted = new Map<DueTask, number>()
  /** By the clock of `performance`: when the next move is planned, and before when there is none. */
  #plannedAt = Infinity
  #notBefore = 0
  #timer: NodeJS.Timeout | undefined
  readonly #toSet = new Set<DueTask>()
  #setTimer: NodeJS.Timeout | undefined
  #setting: Promise<void> | null = null
  #moving: Promise<void> | null = null
  #hasWarned = false
  #isClosed = false

  constructor(parts: AlarmParts) {
    this.#parts = parts
  }

  /** Moves alarms for all rows that are committed to this database. */
  listenTo(db: Database): void {
    onDue(db, (task, at) => this.note(task, at))
  }

  /** Makes the alarm ring at this time, unless it rings before. Never throws, and does not wait for the database. */
  note(task: DueTask, at: Date): void {
    const ms = at.getTime()
    if (this.#isClosed) return
    // The row may be of an account that is ahead of real time. Only its table shows when it is due.
    if (this.#parts.ahead().length > 0) this.#setLater(task)
    if (ms - this.#parts.clock.now().getTime() > leftToCrontabMs) return
    if (this.#want(task, ms)) this.#plan()
  }

  /**
   * Makes the alarm of each kind ring when the first row in its table is due, but not within `notBeforeMs`
   * milliseconds.
   */
  async set(tasks: readonly DueTask[], { notBeforeMs }: { notBeforeMs: number }): Promise<void> {
    const { db, clock, ahead } = this.#parts
    const firsts = new Map(await firstDue(db, tasks, clock.now()))
    for (const [task, inMs] of await firstDueIn(db, tasks, ahead()))
      firsts.set(task, Math.min(inMs, firsts.get(task) ?? Infinity))
    await moveAlarms(db, new Map([...firsts].map(([task, inMs]) => [task, Math.max(inMs, notBeforeMs)])))
  }

  /** Sets the alarms of these kinds soon, once for all that is noted until then. */
  #setLater(task: DueTask): void {
    this.#toSet.add(task)
    outsideTraces(() =>
      outsideRequests(() => {
        this.#setTimer ??= setTimeout(() => void this.#setNoted(), collectMs)
      }),
    )
  }

  /** The crontab sets the alarms that a failure leaves. */
  async #setNoted(): Promise<void> {
    const tasks = [...this.#toSet]
    this.#toSet.clear()
    this.#setTimer = undefined
    this.#setting = this.set(tasks, { notBeforeMs: 0 }).catch((error: unknown) =>
      this.#parts.log.warn({ error: loggable(error) }, 'could not set the alarms of due work'),
    )
    await this.#setting
  }

  /** Moves what is still to be moved. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#setTimer)
    await Promise.all([this.#moving, this.#setting])
    if (this.#wanted.size > 0) await this.#move()
  }

  /** False: an earlier row of the kind waits for the move already. */
  #want(task: DueTask, ms: number): boolean {
    const known = this.#wanted.get(task)
    if (known !== undefined && known <= ms) return false
    this.#wanted.set(task, ms)
    return true
  }

  #plan(): void {
    if (this.#isClosed || this.#moving || this.#wanted.size === 0) return
    const now = performance.now()
    const firstInMs = Math.min(...this.#wanted.values()) - this.#parts.clock.now().getTime()
    const at = Math.max(this.#notBefore, now + Math.min(Math.max(0, firstInMs), collectMs))
    if (at >= this.#plannedAt) return
    this.#plannedAt = at
    clearTimeout(this.#timer)
    // A move is for rows of many requests.
    outsideTraces(() => outsideRequests(() => (this.#timer = setTimeout(() => this.#begin(), at - now))))
  }

  #begin(): void {
    this.#plannedAt = Infinity
    this.#moving = this.#move().finally(() => {
      this.#moving = null
      this.#plan()
    })
  }

  async #move(): Promise<void> {
    const wanted = this.#wanted
    this.#wanted = new Map()
    const now = this.#parts.clock.now().getTime()
    try {
      await moveAlarms(this.#parts.db, new Map([...wanted].map(([task, ms]) => [task, Math.max(0, ms - now)])))
      this.#notBefore = performance.now() + pauseMs
      this.#hasWarned = false
    } catch (error) {
      if (!this.#hasWarned) this.#parts.log.warn({ error: loggable(error) }, 'could not move the alarms of due work')
      this.#hasWarned = true
      for (const [task, ms] of wanted) this.#want(task, ms)
      this.#notBefore = performance.now() + retryMs
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, useAnotherServer } from './embedded-postgres-error.ts'
import { servedAlready } from './leftovers.ts'
import { takeOwnerLock, type OwnerLock } from './owner-lock.ts'
import {
  defuseStaleFile,
  freePort,
  launchPostmaster,
  stopPostmaster,
  type LaunchPlan,
  type Postmaster,
} from './postmaster.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { adminUrlOf, serviceDatabase } from './roles.ts'

/** Where the supervisor says what happens; pino fits. */
export interface Log {
  info(message: string): void
  warn(message: string): void
}

/** Longer than what the worker processes of a killed server need to notice that it is gone. */
const leftoverPatienceMs = 15_000
const leftoverPollMs = 200
/** What passes by itself: a leftover worker process, a file of a server that is ending, a port taken in the same moment. */
const passing = /pre-existing shared memory|lock file|could not create any TCP|address already in use/i
const firstPauseMs = 100
/** A server that can come back is back within seconds, and a vain try costs 50 ms. */
const longestPauseMs = 2_000
/** After so long the next end is a new trouble, not the old one again. */
const settledMs = 60_000

/** First start: any free port, and a little patience with what an earlier process left. `clear` is called before another try. */
export async function launchOnFreePort(
  plan: LaunchPlan,
  clear: () => Promise<void> = async () => {},
): Promise<Postmaster> {
  const until = performance.now() + leftoverPatienceMs
  for (;;) {
    const outcome = await launchPostmaster(plan, await freePort())
    if (outcome.kind === 'started') return outcome.postmaster
    if (!passing.test(outcome.reason) || performance.now() > until) throw doesNotStart(plan, outcome.reason)
    await sleep(leftoverPollMs)
    await clear()
  }
}

function doesNotStart({ places }: LaunchPlan, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The embedded database in ${places.clusterDir} does not start: ${reason}. Nothing was deleted; its log is ${places.logFile}. ` +
      `Mend that, choose another DATA_DIR, or ${useAnotherServer}`,
  )
}

/** Keeps one server running on one port until it is told to stop. */
export class Supervisor {
  readonly #plan: LaunchPlan
  readonly #password: string
  readonly #log: Log
  readonly #onExit: (how: string) => void
  #postmaster: Postmaster
  #lock: OwnerLock | null = null
  #stopping = false
  #down = false
  #pauseMs = firstPauseMs
  #relaunching: Promise<void> = Promise.resolve()

  constructor(plan: LaunchPlan, postmaster: Postmaster, password: string, log: Log, onExit: (how: string) => void) {
    this.#plan = plan
    this.#postmaster = postmaster
    this.#password = password
    this.#log = log
    this.#onExit = onExit
  }

  get pid(): number {
    return this.#postmaster.pid
  }

  /** Takes the owner's lock, then watches. Returns the server's version. */
  async begin(): Promise<string> {
    const version = await this.#takeLock(this.#postmaster)
    this.#watch(this.#postmaster)
    return version
  }

  /** Stops the server, within 13 s whatever its state. */
  async stop(): Promise<void> {
    const { clusterDir } = this.#plan.places
    this.#stopping = true
    // A restart under way ends by itself, unless it replays a long log: then the server it started is stopped as well.
    await Promise.race([this.#relaunching, sleep(longestPauseMs + 500, undefined, { ref: false })])
    await stopPostmaster(readPostmasterFile(clusterDir)?.pid ?? this.#postmaster.pid, clusterDir)
    await this.#lock?.release()
    this.#lock = null
  }

  async #takeLock(postmaster: Postmaster): Promise<string> {
    const url = adminUrlOf(postmaster.port, this.#password, serviceDatabase)
    const outcome = await takeOwnerLock(url, () => this.#retakeLock(postmaster))
    if (outcome.kind === 'held') throw servedAlready(this.#plan.places.dataDir, outcome.pid)
    if (outcome.kind === 'unreachable') throw doesNotStart(this.#plan, outcome.reason)
    this.#lock = outcome.lock
    return outcome.lock.serverVersion
  }

  /** Only the connection was lost, not the server: an administrator may have ended it, or a crashed neighbour all of them. */
  #retakeLock(postmaster: Postmaster): void {
    this.#lock = null
    void sleep(firstPauseMs, undefined, { ref: false })
      .then(() => {
        if (this.#stopping || this.#down || this.#lock !== null || postmaster !== this.#postmaster) return
        return this.#takeLock(postmaster)
      })
      .catch((error: unknown) => this.#log.warn(`The lock on the embedded database was lost: ${messageOf(error)}`))
  }

  #watch(postmaster: Postmaster): void {
    const startedAt = performance.now()
    this.#down = false
    void postmaster.ended.then((how) => {
      this.#down = true
      if (this.#stopping) return
      if (performance.now() - startedAt > settledMs) this.#pauseMs = firstPauseMs
      this.#log.warn(`The embedded database ended (${how}); starting it again`)
      this.#onExit(how)
      this.#relaunching = this.#relaunch(postmaster.port)
    })
  }

  /** Growing pauses, without end: the service shows that it is not ready meanwhile, and recovers by itself. */
  async #relaunch(port: number): Promise<void> {
    while (!this.#stopping) {
      await sleep(this.#pauseMs, undefined, { ref: false })
      this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
      if (this.#stopping) return
      const trouble = await this.#launchOnce(port).catch(messageOf)
      if (trouble === null) return
      this.#log.warn(`The embedded database does not start yet: ${trouble}`)
    }
  }

  async #launchOnce(port: number): Promise<string | null> {
    defuseStaleFile(this.#plan.places.clusterDir)
    const outcome = await launchPostmaster(this.#plan, port)
    if (outcome.kind === 'failed') return outcome.reason
    this.#postmaster = outcome.postmaster
    this.#watch(outcome.postmaster)
    await this.#takeLock(outcome.postmaster).catch((error: unknown) => this.#log.warn(messageOf(error)))
    this.#log.info('The embedded database is back')
    return null
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, useAnotherServer } from './embedded-postgres-error.ts'
import { servedAlready } from './leftovers.ts'
import { takeOwnerLock, type OwnerLock } from './owner-lock.ts'
import {
  replaceStalePid,
  freePort,
  launchPostmaster,
  stopPostmaster,
  type LaunchPlan,
  type Postmaster,
} from './postmaster.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { adminUrlOf, serviceDatabase } from './roles.ts'

/** The log of the supervisor. */
export interface Log {
  info(message: string): void
  warn(message: string): void
}

/** Longer than the worker processes of a killed server need to end. */
const leftoverTimeoutMs = 15_000
const leftoverPollMs = 200
/**
 * Problems that pass without help: an old worker process, the file of a stopping server, a port that was just taken.
 */
const transientProblem = /pre-existing shared memory|lock file|could not create any TCP|address already in use/i
const firstPauseMs = 100
/** A server that can restart does so within seconds, and a failed try costs only 50 ms. */
const longestPauseMs = 2_000
/** After this time, the next unexpected end counts as a new problem and gets a short pause again. */
const settledMs = 60_000

/**
 * Launches the server on any free port. Waits for leftovers of an earlier process, and calls `clear` before each retry.
 */
export async function launchOnFreePort(
  plan: LaunchPlan,
  clear: () => Promise<void> = async () => {},
): Promise<Postmaster> {
  const until = performance.now() + leftoverTimeoutMs
  for (;;) {
    const outcome = await launchPostmaster(plan, await freePort())
    if (outcome.kind === 'started') return outcome.postmaster
    if (!transientProblem.test(outcome.reason) || performance.now() > until) throw doesNotStart(plan, outcome.reason)
    await sleep(leftoverPollMs)
    await clear()
  }
}

function doesNotStart({ layout }: LaunchPlan, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The embedded database in ${layout.clusterDir} does not start: ${reason}. ` +
      `Nothing was deleted; its log is ${layout.logFile}. ` +
      `Fix that, choose another DATA_DIR, or ${useAnotherServer}`,
  )
}

/** Keeps one server running on one port until `stop`. */
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

  /** Takes the owner's lock and begins to watch the server. Returns the server's version. */
  async begin(): Promise<string> {
    const version = await this.#takeLock(this.#postmaster)
    this.#watch(this.#postmaster)
    return version
  }

  /** Stops the server within this time, in any state. The last step is SIGKILL. */
  async stop(withinMs: number): Promise<void> {
    const { clusterDir } = this.#plan.layout
    this.#stopping = true
    // A restart in progress soon ends, unless the server replays a long log. The next line stops that server too.
    const relaunchMs = Math.min(longestPauseMs + 500, withinMs / 5)
    await Promise.race([this.#relaunching, sleep(relaunchMs, undefined, { ref: false })])
    const pid = readPostmasterFile(clusterDir)?.pid ?? this.#postmaster.pid
    await stopPostmaster(pid, clusterDir, withinMs - relaunchMs)
    await this.#lock?.release()
    this.#lock = null
  }

  async #takeLock(postmaster: Postmaster): Promise<string> {
    const url = adminUrlOf(postmaster.port, this.#password, serviceDatabase)
    const outcome = await takeOwnerLock(url, () => this.#retakeLock(postmaster))
    if (outcome.kind === 'held') throw servedAlready(this.#plan.layout.dataDir, outcome.pid)
    if (outcome.kind === 'unreachable') throw doesNotStart(this.#plan, outcome.reason)
    this.#lock = outcome.lock
    return outcome.lock.serverVersion
  }

  /** The server can end the connection and keep running, for example after a crash of another connection. */
  #retakeLock(postmaster: Postmaster): void {
    this.#lock = null
    void sleep(firstPauseMs, undefined, { ref: false })
      .then(() => {
        if (this.#stopping || this.#down || this.#lock !== null || postmaster !== this.#postmaster) return
        return this.#takeLock(postmaster)
      })
      .catch((error: unknown) => this.#log.warn(`Cannot lock the embedded database again: ${messageOf(error)}`))
  }

  #watch(postmaster: Postmaster): void {
    const startedAt = performance.now()
    this.#down = false
    void postmaster.ended.then((how) => {
      this.#down = true
      if (this.#stopping) return
      if (performance.now() - startedAt > settledMs) this.#pauseMs = firstPauseMs
      this.#log.warn(`The embedded database ended (${how}); restarting it`)
      this.#onExit(how)
      this.#relaunching = this.#relaunch(postmaster.port)
    })
  }

  /** Retries for ever, with growing pauses. Until it succeeds, `readyz` answers 503. */
  async #relaunch(port: number): Promise<void> {
    while (!this.#isStopping()) {
      await sleep(this.#pauseMs, undefined, { ref: false })
      this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
      if (this.#isStopping()) return
      const problem = await this.#launchOnce(port).catch(messageOf)
      if (problem === null) return
      this.#log.warn(`The embedded database has not started yet: ${problem}`)
    }
  }

  /** A method, because TypeScript assumes that a field keeps its value during an `await`. */
  #isStopping(): boolean {
    return this.#stopping
  }

  async #launchOnce(port: number): Promise<string | null> {
    replaceStalePid(this.#plan.layout.clusterDir)
    const outcome = await launchPostmaster(this.#plan, port)
    if (outcome.kind === 'failed') return outcome.reason
    this.#postmaster = outcome.postmaster
    this.#watch(outcome.postmaster)
    await this.#takeLock(outcome.postmaster).catch((error: unknown) => this.#log.warn(messageOf(error)))
    this.#log.info('The embedded database is running again')
    return null
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

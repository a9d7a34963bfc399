import { setTimeout as pause } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type { Log } from '../flows/context.ts'

/** A graphile-worker runner. `close` releases its connections once it has ended, or when it is abandoned. */
export interface StartedRunner {
  readonly runner: Runner
  close(): Promise<void>
}

/** Whether the runner executes due jobs. */
export type Health = 'working' | 'stuck'

/** The pause before a new runner starts, and how long a stuck one may take to end. */
const restartPauseMs = 500
const killTimeoutMs = 2_000

/**
 * Keeps one runner alive until `stop`, because the database may vanish and return. A connection that breaks at the
 * wrong moment either ends graphile-worker's runner or leaves it listening without executing jobs. In both cases a new
 * runner replaces it.
 */
export class RunnerKeeper {
  readonly #begin: () => Promise<StartedRunner>
  readonly #check: (runner: Runner) => Promise<Health>
  readonly #checkEveryMs: number
  readonly #log: Log
  readonly #stopping = new AbortController()
  readonly #kept: Promise<void>

  constructor(
    first: StartedRunner,
    options: {
      begin(): Promise<StartedRunner>
      checkHealth(runner: Runner): Promise<Health>
      checkEveryMs: number
      log: Log
    },
  ) {
    this.#begin = options.begin
    this.#check = options.checkHealth
    this.#checkEveryMs = options.checkEveryMs
    this.#log = options.log
    this.#kept = this.#keep(first)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#kept
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  async #keep(first: StartedRunner): Promise<void> {
    for (let started: StartedRunner | null = first; !this.#isStopping() || started; started = await this.#restart()) {
      if (!started) continue
      const how = await this.#watch(started.runner)
      if (how === 'stopping') await started.runner.stop().catch(() => {})
      else this.#log.warn({ how }, 'the job queue has stopped working and restarts')
      if (how === 'stuck') await Promise.race([started.runner.kill().catch(() => {}), pause(killTimeoutMs)])
      await started.close()
    }
  }

  /** Watches a runner until it ends, gets stuck, or `stop` is called. */
  async #watch(runner: Runner): Promise<'ended' | 'stuck' | 'stopping'> {
    const ended = runner.promise.then(
      () => 'ended' as const,
      () => 'ended' as const,
    )
    // A job may already have been overdue when this runner started. So the runner counts as stuck only when two checks
    // in a row find an overdue job.
    for (let previous: Health = 'working'; ;) {
      if (this.#isStopping()) return 'stopping'
      const health = await this.#check(runner)
      if (health === 'stuck' && previous === 'stuck') return 'stuck'
      previous = health
      const waited = pause(this.#checkEveryMs, 'check' as const, { signal: this.#stopping.signal }).catch(
        () => 'check' as const,
      )
      if ((await Promise.race([ended, waited])) === 'ended') return this.#isStopping() ? 'stopping' : 'ended'
    }
  }

  async #restart(): Promise<StartedRunner | null> {
    await pause(restartPauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {})
    return this.#isStopping() ? null : this.#begin().catch(() => null)
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type { Log } from '../flows/context.ts'

/** A runner of jobs, and how to let go of what it holds, when it has ended or must. */
export interface StartedRunner {
  readonly runner: Runner
  close(): Promise<void>
}

/** Whether the runner takes up what is due. */
export type Health = 'working' | 'stuck'

/** Pause before a runner that ended is started anew, and how long a stuck one is given to end. */
const restartPauseMs = 500
const killPatienceMs = 2_000

/**
 * One runner at all times until `stop`: the database may vanish and return. A connection that breaks at the wrong moment
 * ends graphile-worker's runner, or leaves it listening without ever taking a job again; either way another one is started.
 */
export class RunnerKeeper {
  readonly #begin: () => Promise<StartedRunner>
  readonly #look: (runner: Runner) => Promise<Health>
  readonly #lookEveryMs: number
  readonly #log: Log
  readonly #stopping = new AbortController()
  readonly #kept: Promise<void>

  constructor(
    first: StartedRunner,
    options: { begin(): Promise<StartedRunner>; look(runner: Runner): Promise<Health>; lookEveryMs: number; log: Log },
  ) {
    this.#begin = options.begin
    this.#look = options.look
    this.#lookEveryMs = options.lookEveryMs
    this.#log = options.log
    this.#kept = this.#keep(first)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#kept
  }

  async #keep(first: StartedRunner): Promise<void> {
    for (
      let started: StartedRunner | null = first;
      !this.#stopping.signal.aborted || started;
      started = await this.#restart()
    ) {
      if (!started) continue
      const how = await this.#watch(started.runner)
      if (how === 'stopping') await started.runner.stop().catch(() => {})
      else this.#log.warn({ how }, 'the job queue stands still; it is started again')
      if (how === 'stuck') await Promise.race([started.runner.kill().catch(() => {}), pause(killPatienceMs)])
      await started.close()
    }
  }

  /** Looks after a runner until it ends, stands still, or is to stop. */
  async #watch(runner: Runner): Promise<'ended' | 'stuck' | 'stopping'> {
    const ended = runner.promise.then(
      () => 'ended' as const,
      () => 'ended' as const,
    )
    // At first a job may be overdue from before this runner's time: stuck is who leaves it so from one look to the next.
    for (let before: Health = 'working'; ;) {
      if (this.#stopping.signal.aborted) return 'stopping'
      const health = await this.#look(runner)
      if (health === 'stuck' && before === 'stuck') return 'stuck'
      before = health
      const waited = pause(this.#lookEveryMs, 'look' as const, { signal: this.#stopping.signal }).catch(
        () => 'look' as const,
      )
      if ((await Promise.race([ended, waited])) === 'ended') return this.#stopping.signal.aborted ? 'stopping' : 'ended'
    }
  }

  async #restart(): Promise<StartedRunner | null> {
    await pause(restartPauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {})
    return this.#stopping.signal.aborted ? null : this.#begin().catch(() => null)
  }
}

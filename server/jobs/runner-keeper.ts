import { setTimeout as pause } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type { Log } from '../flows/context.ts'

/** A graphile-worker runner. */
export interface StartedRunner {
  readonly runner: Runner
  /** Releases the connections of a runner that has ended or is abandoned. */
  close(): Promise<void>
}

/**
 * The pause before a new runner starts, and how long the old one may take to finish its tasks or to give them up: less
 * than the process has for its stop.
 */
const restartPauseMs = 500
const stopTimeoutMs = 7_500
const killTimeoutMs = 1_000

/** How often the keeper checks whether the runner takes jobs. */
const checkEveryMs = 1_000

interface KeeperParts {
  begin(): Promise<StartedRunner>
  /** Whether the current runner has not taken jobs for too long. */
  isStuck(): boolean
  readonly log: Log
  /** Resolves when a process that stops has given up its database. A runner would try for minutes to note its jobs. */
  readonly lost: Promise<void>
}

/**
 * Keeps one runner alive until `stop`. graphile-worker survives most losses of its database. But its runner ends when
 * it could not record the end of a job for minutes, and never takes a job when its first query failed. A new runner
 * then replaces it.
 */
export class RunnerKeeper {
  readonly #parts: KeeperParts
  readonly #stopping = new AbortController()
  readonly #kept: Promise<void>

  constructor(first: StartedRunner, parts: KeeperParts) {
    this.#parts = parts
    this.#kept = this.#keep(first)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#kept
  }

  async #keep(first: StartedRunner): Promise<void> {
    const { log, lost } = this.#parts
    for (let started: StartedRunner | null = first; started; started = await this.#next()) {
      const why = await this.#end(started.runner)
      if (why === 'stopped') await within(stopTimeoutMs, Promise.race([started.runner.stop(), lost]))
      else log.warn({ why }, 'the job queue has stopped working and restarts')
      if (why !== 'ended') await within(killTimeoutMs, Promise.race([started.runner.kill(), lost]))
      await started.close()
    }
  }

  /** Why a runner is no longer of use. */
  async #end(runner: Runner): Promise<'ended' | 'stuck' | 'stopped'> {
    const { promise, resolve } = Promise.withResolvers<'ended' | 'stuck' | 'stopped'>()
    const end = (): void => resolve('ended')
    runner.promise.then(end, end)
    const checks = setInterval(() => this.#parts.isStuck() && resolve('stuck'), checkEveryMs)
    this.#stopping.signal.addEventListener('abort', () => resolve('stopped'), { once: true })
    if (this.#stopping.signal.aborted) resolve('stopped')
    return promise.finally(() => clearInterval(checks))
  }

  async #next(): Promise<StartedRunner | null> {
    for (;;) {
      await pause(restartPauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {})
      if (this.#stopping.signal.aborted) return null
      const started = await this.#parts.begin().catch(() => null)
      if (started) return started
    }
  }
}

/** Waits for work whose failure does not matter, but not longer than the limit. */
async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController()
  const limit = pause(limitMs, undefined, { signal: timer.signal })
  await Promise.race([work, limit]).catch(() => {})
  timer.abort()
}

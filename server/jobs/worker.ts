import { setTimeout as pause } from 'node:timers/promises'
import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import type { Runner, TaskList, WorkerUtils } from 'graphile-worker'
import type pg from 'pg'
import { loggable } from '../domain/loggable-error.ts'
import type { FlowContext, Log } from '../flows/context.ts'
import type { Deliverer } from '../flows/deliver-events.ts'
import { housekeeping, runHousekeeping } from '../flows/housekeeping.ts'
import { sweep } from '../flows/sweep.ts'
import { openPool } from '../postgres/pool.ts'
import { RunnerKeeper } from './runner-keeper.ts'
import type { Health, StartedRunner } from './runner-keeper.ts'

/** The pause between two sweeps: the longest delay of an expiry or a retried delivery. */
const sweepPauseMs = 1_000

/** How often each worker ensures that a sweep is scheduled. A killed worker loses the job that it runs. */
const ensureSweepMs = 5_000

/** Concurrent jobs. Jobs of both kinds only start work and do not wait for it. */
const concurrency = 4

/** One line for each task that deletes old data. The job key keeps a slow task from queueing up. */
const crontab = housekeeping.map(({ task, schedule }) => `${schedule} ${task} ?jobKey=${task}&max=1`).join('\n')

const sweepJob = 'sweep'
const deliverJob = 'deliver_events'

/** One running worker. */
export interface Worker {
  stop(): Promise<void>
}

/**
 * Starts a worker. It sweeps with a job that schedules its own next run, and delivers events when it is woken. The jobs
 * only wake the worker; the due work itself is in our own tables.
 */
export async function startWorker(context: FlowContext, deliverer: Deliverer, databaseUrl: string): Promise<Worker> {
  const tasks: TaskList = {
    [sweepJob]: async (_payload, helpers) => {
      await sweep(context)
      await helpers.addJob(sweepJob, {}, { jobKey: sweepJob, runAt: new Date(Date.now() + sweepPauseMs) })
    },
    [deliverJob]: () => deliverer.wake(),
    ...Object.fromEntries(housekeeping.map((item) => [item.task, () => runHousekeeping(context, item)])),
  }
  const begin = (): Promise<StartedRunner> => beginRunner(context.log, databaseUrl, tasks)
  const checkHealth = (runner: Runner): Promise<Health> => ensureSweep(runner, context.log)
  return new RunnerKeeper(await begin(), { begin, checkHealth, checkEveryMs: ensureSweepMs, log: context.log })
}

/**
 * Without batches, graphile-worker ignores the promise that completes or fails a job. A connection lost at that moment
 * would then cause an unhandled rejection and end the process. With batches it ends the runner.
 */
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** How long the connections of an ended runner may take to close. */
const closeTimeoutMs = 2_000

/**
 * Starts a runner on its own pool, so that abandoning the runner also ends its connections. `close` ends the
 * connections instead of releasing them, because the runner may still release them, and a second release would throw an
 * error that nothing catches.
 */
async function beginRunner(log: Log, databaseUrl: string, taskList: TaskList): Promise<StartedRunner> {
  const pool = openQueuePool(log, databaseUrl)
  const inUse = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  const close = async (): Promise<void> => {
    const ended = pool.end()
    for (const client of inUse) void client.end().catch(() => {})
    const timeout = new AbortController()
    await Promise.race([ended, pause(closeTimeoutMs, undefined, { signal: timeout.signal }).catch(() => {})])
    timeout.abort()
  }
  try {
    return {
      runner: await run({
        pgPool: pool,
        taskList,
        crontab,
        concurrency,
        noHandleSignals: true,
        pollInterval: 1000,
        logger: loggerOf(log),
        preset,
      }),
      close,
    }
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** When a sweep is overdue by this much, no worker executes jobs. */
const stuckMs = 10_000

/**
 * Ensures that a sweep is scheduled soon. The queue's own back-off would grow to hours while the database comes and
 * goes.
 */
async function ensureSweep(runner: Runner, log: Log): Promise<Health> {
  try {
    const job = await runner.addJob(sweepJob, {}, { jobKey: sweepJob, jobKeyMode: 'preserve_run_at' })
    const lateMs = Date.now() - job.run_at.getTime()
    if (lateMs < -ensureSweepMs) await runner.addJob(sweepJob, {}, { jobKey: sweepJob })
    return lateMs > stuckMs ? 'stuck' : 'working'
  } catch (error) {
    log.warn({ error: loggable(error) }, 'could not schedule the sweep')
    return 'working'
  }
}

/** Wakes the workers of other processes. Calls during a running one are merged into it. */
export interface WakeUp {
  wake(): void
  close(): Promise<void>
}

export async function openWakeUp(log: Log, databaseUrl: string): Promise<WakeUp> {
  const pool = openQueuePool(log, databaseUrl)
  const utils: WorkerUtils = await makeWorkerUtils({ pgPool: pool, logger: loggerOf(log) })
  let sending: Promise<void> | null = null
  const send = async (): Promise<void> => {
    try {
      await utils.addJob(deliverJob, {}, { jobKey: deliverJob })
    } catch (error) {
      log.warn({ error: loggable(error) }, 'could not wake the workers; their sweep will deliver the events')
    } finally {
      sending = null
    }
  }
  return {
    wake: () => void (sending ??= send()),
    close: async () => {
      await sending
      await utils.release()
      await pool.end()
    },
  }
}

/** Creates the tables of the job queue. */
export async function migrateJobs(log: Log, databaseUrl: string): Promise<void> {
  const pool = openQueuePool(log, databaseUrl)
  const utils = await makeWorkerUtils({ pgPool: pool, logger: loggerOf(log) })
  await utils.migrate()
  await utils.release()
  await pool.end()
}

function openQueuePool(log: Log, databaseUrl: string): pg.Pool {
  const pool = openPool(databaseUrl, 'working', {
    limits: { connections: 4 },
    name: 'servicepay worker',
    onLost: (error) => log.warn({ error: error.message }, 'the job queue lost a connection'),
  })
  // Each connection has a listener for errors already. graphile-worker would print a warning without this one.
  pool.on('connect', () => {})
  return pool
}

function loggerOf(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ from: 'worker' }, message)
    else if (level === 'warning') log.warn({ from: 'worker' }, message)
  })
}

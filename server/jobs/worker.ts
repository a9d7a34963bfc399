import { setTimeout as pause } from 'node:timers/promises'
import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import type { Runner, TaskList, WorkerUtils } from 'graphile-worker'
import pg from 'pg'
import { loggable } from '../domain/loggable-error.ts'
import type { FlowContext, Log } from '../flows/context.ts'
import type { Deliverer } from '../flows/deliver-events.ts'
import { sweep } from '../flows/sweep.ts'
import { RunnerKeeper } from './runner-keeper.ts'
import type { Health, StartedRunner } from './runner-keeper.ts'

/** Pause between two sweeps: how late an expiry or a repeated delivery may be. */
const sweepPauseMs = 1_000

/** How often each worker makes sure that a sweep is scheduled: a killed one takes its job with it. */
const ensureSweepMs = 5_000

/** Jobs under way at one time; both kinds only start work that goes on by itself. */
const concurrency = 4

const sweepJob = 'sweep'
const deliverJob = 'deliver_events'

/** One running worker. */
export interface Worker {
  stop(): Promise<void>
}

/**
 * Starts a worker: it sweeps by a job that schedules its own next run, and delivers when it is woken. The jobs are the
 * alarm clock, not the memory: what is due stands in our own tables.
 */
export async function startWorker(context: FlowContext, deliverer: Deliverer, databaseUrl: string): Promise<Worker> {
  const tasks: TaskList = {
    [sweepJob]: async (_payload, helpers) => {
      await sweep(context)
      await helpers.addJob(sweepJob, {}, { jobKey: sweepJob, runAt: new Date(Date.now() + sweepPauseMs) })
    },
    [deliverJob]: () => deliverer.wake(),
  }
  const begin = (): Promise<StartedRunner> => beginRunner(context.log, databaseUrl, tasks)
  const look = (runner: Runner): Promise<Health> => ensureSweep(runner, context.log)
  return new RunnerKeeper(await begin(), { begin, look, lookEveryMs: ensureSweepMs, log: context.log })
}

/**
 * Without batches graphile-worker drops the promise that completes or fails a job: a connection lost at that moment would be
 * an unhandled rejection, and end the process. With them it ends the runner.
 */
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** How long connections of a runner that has ended are given to close. */
const closePatienceMs = 2_000

/**
 * A runner on a pool of its own, so that one that is given up takes its connections with it. They are ended, not released:
 * the runner may do that itself yet, and a second time would be an error that nobody catches.
 */
async function beginRunner(log: Log, databaseUrl: string, taskList: TaskList): Promise<StartedRunner> {
  const pool = openPool(log, databaseUrl)
  const inUse = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  const close = async (): Promise<void> => {
    const ended = pool.end()
    for (const client of inUse) void client.end().catch(() => {})
    const patience = new AbortController()
    await Promise.race([ended, pause(closePatienceMs, undefined, { signal: patience.signal }).catch(() => {})])
    patience.abort()
  }
  try {
    return {
      runner: await run({
        pgPool: pool,
        taskList,
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

/** A sweep that is overdue by this much is one that no worker takes up. */
const stuckMs = 10_000

/** Makes sure that a sweep is scheduled, soon: the queue's own back-off would grow to hours while the database comes and goes. */
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

/** Wakes the workers of other processes. Calls while one is on its way are one. */
export interface WakeUp {
  wake(): void
  close(): Promise<void>
}

export async function openWakeUp(log: Log, databaseUrl: string): Promise<WakeUp> {
  const pool = openPool(log, databaseUrl)
  const utils: WorkerUtils = await makeWorkerUtils({ pgPool: pool, logger: loggerOf(log) })
  let onItsWay: Promise<void> | null = null
  const send = async (): Promise<void> => {
    try {
      await utils.addJob(deliverJob, {}, { jobKey: deliverJob })
    } catch (error) {
      log.warn({ error: loggable(error) }, 'could not wake the workers; their sweep will find it')
    } finally {
      onItsWay = null
    }
  }
  return {
    wake: () => void (onItsWay ??= send()),
    close: async () => {
      await onItsWay
      await utils.release()
      await pool.end()
    },
  }
}

/** Makes the tables of the job queue. */
export async function migrateJobs(log: Log, databaseUrl: string): Promise<void> {
  const pool = openPool(log, databaseUrl)
  const utils = await makeWorkerUtils({ pgPool: pool, logger: loggerOf(log) })
  await utils.migrate()
  await utils.release()
  await pool.end()
}

function openPool(log: Log, databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, application_name: 'servicepay worker' })
  // Without listeners a lost connection, idle or in use, would end the process.
  const report = (error: Error): void => log.warn({ error: error.message }, 'the job queue lost a connection')
  pool.on('error', report)
  pool.on('connect', (client) => client.on('error', report))
  return pool
}

function loggerOf(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ from: 'worker' }, message)
    else if (level === 'warning') log.warn({ from: 'worker' }, message)
  })
}

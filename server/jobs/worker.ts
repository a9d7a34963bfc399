import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, makeWorkerUtils, run, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type pg from 'pg'
import type { QueuedTask } from '../domain/queues/due-task.ts'
import { loggable } from '../domain/text/loggable-error.ts'
import { Patience } from '../engines/postgres/patience.ts'
import { openPool } from '../engines/postgres/pool.ts'
import type { FlowContext, Log } from '../flows/context.ts'
import { dueTasks, queuedTasks, runDueTask } from '../flows/due-work.ts'
import { housekeeping, runHousekeeping } from '../flows/housekeeping.ts'
import type { Deliverer } from '../flows/webhooks/deliver-events.ts'
import { afterEachUse } from '../store/sql/database.ts'
import { LookPauses } from './look-pauses.ts'
import { RunnerKeeper, type StartedRunner } from './runner-keeper.ts'

/** A worker whose look is so late is not at work. A slow look ends sooner, at the limit of its statement. */
const missingMs = 14_000

/** Processes of earlier releases add this job to wake the workers. */
const deliverJob = 'deliver_events'

/** One line for each task that deletes old data. The job key keeps a slow task from queueing up. */
const crontab = housekeeping.map(({ task, schedule }) => `${schedule} ${task} ?jobKey=${task}&max=1`).join('\n')

/** One place for each task, so that no task waits for another. */
const concurrency = queuedTasks.length + housekeeping.length + 1

/** Notifications announce jobs. This only finds a job whose notification was lost. */
const pollEveryMs = 60_000

/** How the job queue reaches the database. */
export interface QueueAddress {
  /** Past a pooler in transaction mode, where `LISTEN` does not work. */
  readonly databaseUrl: string
  readonly connections: number
  readonly namesStatements: boolean
  readonly patience: Patience
}

/** One running worker. */
export interface Worker {
  /** False: it has not been able to look for due work for a while. */
  isWorking(): boolean
  /** Notes that a process has used the database, so that something may be due soon. */
  noteUse(): void
  stop(): Promise<void>
}

/** Announces to this process that others use the database. `hear` keeps the announcements coming for a minute. */
export interface Notices {
  hear(): void
  isHearing(): boolean
}

/**
 * Starts a worker. One query tells it which kinds of work are due, and when the next work is due: every second while
 * the service is in use, and seldom while it is not. The worker adds a job for each kind, and one of the workers runs
 * that task. graphile-worker's crontab adds the jobs that delete old data. Jobs are only wake-ups: the work itself is
 * in our own tables, so a lost job costs a second.
 */
export async function startWorker(
  context: FlowContext,
  deliverer: Deliverer,
  { queue, notices }: { queue: QueueAddress; notices: Notices },
): Promise<Worker> {
  const tasks: TaskList = {
    ...Object.fromEntries(queuedTasks.map((task) => [task, () => runDueTask(context, task)])),
    ...Object.fromEntries(housekeeping.map((item) => [item.task, () => runHousekeeping(context, item)])),
    [deliverJob]: () => deliverer.wake(),
  }
  const begin = (): Promise<StartedRunner> => beginRunner(context.log, queue, tasks)
  const keeper = new RunnerKeeper(await begin(), { begin, log: context.log, lost: queue.patience.lost })
  const stopping = new AbortController()
  const pauses = new LookPauses({ isHearing: () => notices.isHearing() })
  // The looks use the same connections as the work, and must not count as a use.
  let looks = 0
  afterEachUse(context.db, () => (looks > 0 ? (looks -= 1) : pauses.noteUse()))
  const lookOnce = async (): Promise<number> => {
    notices.hear()
    looks = 1
    return look(context, deliverer, keeper).finally(() => (looks = 0))
  }
  const looking = lookAgainAndAgain(context, { lookOnce, pauses }, stopping.signal)
  return {
    isWorking: () => pauses.missingMs() < missingMs,
    noteUse: () => pauses.noteUse(),
    stop: async () => {
      stopping.abort()
      await Promise.all([looking, keeper.stop()])
    },
  }
}

async function lookAgainAndAgain(
  context: FlowContext,
  { lookOnce, pauses }: { lookOnce(): Promise<number>; pauses: LookPauses },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    let firstInMs: number | null = null
    try {
      firstInMs = await lookOnce()
    } catch (error) {
      context.log.warn({ error: loggable(error) }, 'could not look for due work')
    }
    await pauses.next(firstInMs, signal)
  }
}

/** When a job waits for this long although each task has its own place, the runner does not take jobs. */
const stuckMs = 5_000

/** Starts what is due. Returns in how many milliseconds the first known work is due. */
async function look(context: FlowContext, deliverer: Deliverer, keeper: RunnerKeeper): Promise<number> {
  const { due, firstInMs } = await dueTasks(context)
  for (const task of due) {
    if (task === 'deliver_events') deliverer.wake()
    else if (keeper.current && (await addJob(keeper.current, task)) > stuckMs) {
      keeper.replace()
      break
    }
  }
  return firstInMs
}

/**
 * Adds the job of a kind of due work, unless it is waiting already. Returns for how many milliseconds it has waited. A
 * job that a worker is running does not count, because that worker may have died.
 */
async function addJob({ runner, nudge }: StartedRunner, task: QueuedTask): Promise<number> {
  const options = { jobKey: task, jobKeyMode: 'preserve_run_at', maxAttempts: 1 } as const
  // Despite its type, the job has no time when a worker that has died still holds the job of this key.
  const { run_at } = (await runner.addJob(task, {}, options)) as { readonly run_at: Date | null }
  nudge()
  return run_at === null ? 0 : Date.now() - run_at.getTime()
}

/**
 * Without batches, graphile-worker ignores the promise that completes or fails a job. A connection lost at that moment
 * would then cause an unhandled rejection and end the process. With batches it ends the runner.
 */
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** How long the connections of an ended runner may take to close. */
const closeTimeoutMs = 1_000

/**
 * Starts a runner on its own pool, so that abandoning the runner also ends its connections. `close` ends the
 * connections instead of releasing them, because the runner may still release them, and a second release would throw an
 * error that nothing catches.
 */
async function beginRunner(log: Log, queue: QueueAddress, taskList: TaskList): Promise<StartedRunner> {
  const pool = openQueuePool(log, queue)
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
  const events: WorkerEvents = new EventEmitter()
  let workers: WorkerPool | null = null
  events.on('pool:create', ({ workerPool }) => {
    workers = workerPool
  })
  try {
    const runner = await run({
      pgPool: pool,
      taskList,
      crontab,
      concurrency,
      events,
      noHandleSignals: true,
      pollInterval: pollEveryMs,
      logger: loggerOf(log),
      preset,
    })
    return { runner, nudge: () => workers?.nudge(1), close }
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** Creates the tables of the job queue. */
export async function migrateJobs(log: Log, databaseUrl: string): Promise<void> {
  const pool = openQueuePool(
    log,
    { databaseUrl, connections: 2, namesStatements: false, patience: new Patience() },
    'command',
  )
  const utils = await makeWorkerUtils({ pgPool: pool, logger: loggerOf(log) })
  await utils.migrate()
  await utils.release()
  await pool.end()
}

/** The statements of the queue are short. A stop waits for one on each connection, also when the connection is dead. */
const queueLimits = { statementMs: 2_500, answerMs: 3_000 }

function openQueuePool(
  log: Log,
  { databaseUrl, connections, namesStatements, patience }: QueueAddress,
  kind: 'working' | 'command' = 'working',
): pg.Pool {
  const pool = openPool(databaseUrl, kind, {
    limits: { connections, ...(kind === 'working' && queueLimits) },
    namesStatements,
    patience,
    name: 'servicepay worker',
    onLost: (error) => log.warn({ error: error.message }, 'the job queue lost a connection'),
  })
  // Each connection has a listener for errors already. graphile-worker would print a warning without this one.
  pool.on('connect', () => {})
  return pool
}

/** Tasks use connections of their own, so the queue needs fewer connections than there are places for tasks. */
const expectedWarning = 'WARNING: having maxPoolSize'

function loggerOf(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (message.startsWith(expectedWarning)) return
    const name: string = level
    if (name === 'error') log.error({ from: 'worker' }, message)
    else if (name === 'warning') log.warn({ from: 'worker' }, message)
  })
}

import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, makeWorkerUtils, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { DueTask } from '../domain/queues/due-task.ts'
import { Patience } from '../engines/postgres/patience.ts'
import { openPool } from '../engines/postgres/pool.ts'
import type { FlowContext, Log } from '../flows/context.ts'
import { queuedTasks, runDueTask } from '../flows/due-work.ts'
import { housekeeping, isHousekeeping, runHousekeeping, type Housekeeping } from '../flows/housekeeping.ts'
import type { Deliverer } from '../flows/webhooks/deliver-events.ts'
import type { Alarms } from './alarms.ts'
import { RunnerKeeper, type StartedRunner } from './runner-keeper.ts'

/** The kinds of work whose time graphile-worker keeps: each has one job, its alarm. */
const dueTasks: readonly DueTask[] = [...queuedTasks, 'deliver_events']

/** The task that sets the alarms from our tables, in case an outage or a killed process has left work without one. */
const settingAlarms = 'set_alarms'

/** One line for each task of the crontab. The job key keeps a slow task from queueing up. */
const crontab = [{ task: settingAlarms, schedule: '* * * * *' }, ...housekeeping]
  .map(({ task, schedule }) => `${schedule} ${task} ?jobKey=${task}&max=1`)
  .join('\n')

/** One slot for each task, so that no task waits for another. */
const concurrency = dueTasks.length + housekeeping.length + 1

/**
 * A job starts this long after its time, at the latest. graphile-worker has no timer for a job of the future: it asks
 * the database. With a local queue, one question serves all slots.
 */
const pollEveryMs = 1_000

/** The pause of an alarm that rings again because its work is still due: a worker is doing it. */
const ringAgainMs = 1_000

/** A worker that has not asked for jobs for so long is not at work. A slow answer ends sooner, at its limit. */
const missingMs = 14_000

/** A runner that has not asked for jobs for so long is replaced. */
const stuckMs = 8_000

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
  /** False: it has not been able to ask for jobs for a while. */
  isWorking(): boolean
  stop(): Promise<void>
}

interface WorkerParts {
  readonly deliverer: Deliverer
  readonly alarms: Alarms
  readonly queue: QueueAddress
}

/**
 * Starts a worker. The work that is due is in our own tables. graphile-worker decides when to look at them, and which
 * worker does: each kind of work has one job, its alarm, whose `run_at` is when the first row is due. The task sets the
 * next alarm from the table, and works off what is due. So nothing is lost with a job that a killed worker has locked.
 */
export async function startWorker(context: FlowContext, { deliverer, alarms, queue }: WorkerParts): Promise<Worker> {
  const ring = (task: DueTask, work: () => Promise<void> | void) => async (): Promise<void> => {
    await Promise.all([alarms.set([task], { notBeforeMs: ringAgainMs }), work()])
  }
  // A run takes longer than its pause now and then. The next one must not hold a slot until it ends.
  const keep = (item: Housekeeping) => async (): Promise<void> => {
    if (!isHousekeeping(context, item)) await runHousekeeping(context, item)
  }
  const tasks: TaskList = {
    ...Object.fromEntries(queuedTasks.map((task) => [task, ring(task, () => runDueTask(context, task))])),
    deliver_events: ring('deliver_events', () => deliverer.wake()),
    [settingAlarms]: async () => {
      await context.testClocks.refresh()
      await alarms.set(dueTasks, { notBeforeMs: 0 })
    },
    ...Object.fromEntries(housekeeping.map((item) => [item.task, keep(item)])),
  }
  let askedAt = performance.now()
  let startedAt = askedAt
  const begin = async (): Promise<StartedRunner> => {
    // What is due already starts at once.
    await alarms.set(dueTasks, { notBeforeMs: 0 })
    startedAt = performance.now()
    return beginRunner(context.log, queue, { tasks, onAsked: () => (askedAt = performance.now()) })
  }
  const keeper = new RunnerKeeper(await begin(), {
    begin,
    isStuck: () => performance.now() - Math.max(askedAt, startedAt) > stuckMs,
    log: context.log,
    lost: queue.patience.lost,
  })
  return {
    isWorking: () => performance.now() - askedAt < missingMs,
    stop: () => keeper.stop(),
  }
}

/**
 * Without batches, graphile-worker ignores the promise that completes or fails a job. A connection lost at that moment
 * would then cause an unhandled rejection and end the process. With batches it ends the runner.
 */
const preset = {
  worker: {
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
    concurrentJobs: concurrency,
    localQueue: { size: concurrency },
    pollInterval: pollEveryMs,
  },
}

/** How long the connections of an ended runner may take to close. */
const closeTimeoutMs = 1_000

/**
 * Starts a runner on its own pool, so that abandoning the runner also ends its connections. `close` ends the
 * connections instead of releasing them, because the runner may still release them, and a second release would throw an
 * error that nothing catches.
 */
async function beginRunner(
  log: Log,
  queue: QueueAddress,
  { tasks, onAsked }: { tasks: TaskList; onAsked(): void },
): Promise<StartedRunner> {
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
  events.on('localQueue:getJobs:complete', onAsked)
  try {
    const runner = await run({
      pgPool: pool,
      taskList: tasks,
      crontab,
      events,
      noHandleSignals: true,
      logger: loggerOf(log),
      preset,
    })
    return { runner, close }
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

/** Tasks use connections of their own, so the queue needs fewer connections than there are slots for tasks. */
const expectedWarning = 'WARNING: having maxPoolSize'

/**
 * What graphile-worker logs as an error while its database restarts or fails over. It tries again by itself, and the
 * keeper of the runner notices when it does not.
 */
const triedAgain = [
  'Error occurred fetching jobs',
  'Error occurred during fetch',
  'Error with notify listener',
  'Failed to reset locked',
  'Failed to return jobs',
  'PostgreSQL idle client generated error',
  'PostgreSQL active client generated error',
]

function loggerOf(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (message.startsWith(expectedWarning)) return
    const name: string = triedAgain.some((words) => message.startsWith(words)) ? 'warning' : level
    if (name === 'error') log.error({ from: 'worker' }, message)
    else if (name === 'warning') log.warn({ from: 'worker' }, message)
  })
}

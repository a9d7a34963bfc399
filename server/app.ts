import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '@hapi/hapi'
import { resendsOfFailedPerMinute, resendsPerMinute } from './config/fixed-limits.ts'
import { baseUrlOf, makeContext, openPolls, StartError, type FlowOptions } from './flow-context.ts'
import { bindServer } from './bind-server.ts'
import { ensurePublicDemoKey } from './flows/accounts/create-account.ts'
import type { Log, SandboxContext } from './flows/context.ts'
import { Deliverer } from './flows/webhooks/deliver-events.ts'
import type { EventPolls } from './flows/webhooks/event-polls.ts'
import { noSharedSlots } from './domain/webhooks/poll-slots.ts'
import { tracedProcessor } from './flows/acquirers/traced-processor.ts'
import { freeingSlots } from './flows/acquirers/freeing-slots.ts'
import { takeNoConnections } from './http/server.ts'
import { printPlan, reportSteps } from './migration-output.ts'
import { Alarms } from './jobs/alarms.ts'
import { migrateJobs, startWorker, type QueueAddress, type Worker } from './jobs/worker.ts'
import { openParts, type OpenedParts } from './open-parts.ts'
import { Patience } from './engines/postgres/patience.ts'
import { poolSizes } from './engines/postgres/pool-sizes.ts'
import { createSandboxProcessor, type SandboxProcessor } from './processors/sandbox/processor.ts'
import { citusRoleOf, distributeTables } from './store/sql/citus.ts'
import { closeDatabases, openDatabases, type Databases } from './store/sql/databases.ts'
import { openDatabase } from './store/sql/database.ts'
import { outsideTraces } from './engines/trace/current-trace.ts'
import { EventNotices } from './store/webhooks/event-notices.ts'
import { onNewDelivery } from './store/webhooks/new-deliveries.ts'
import { migrate } from './store/schema/migrate.ts'
import { grantRights } from './store/schema/running-rights.ts'

/** The whole service. Only this file creates its parts. */
export interface App {
  readonly context: SandboxContext
  /** The context of the worker, which has its own database pool. */
  readonly workContext: SandboxContext
  readonly server: Server
  readonly sandbox: SandboxProcessor
  /** Starts listening, and starts the worker when the role includes it. */
  start(): Promise<void>
  /**
   * Tells balancers to send requests elsewhere, and serves what still arrives for `DRAIN_SECONDS`. `/readyz` answers
   * 503, and each reply closes its connection.
   */
  drain(): Promise<void>
  /**
   * Accepts no more connections, and lets clients finish on the open ones, so that closing a connection does not cut
   * off a request. Call it before `stop` when the service may have clients.
   */
  closePort(): Promise<void>
  /** Takes no more work, finishes the work in progress, and closes everything. */
  stop(): Promise<void>
}

/** How long the sandbox bank takes to answer: long enough for the customer to see that something happens. */
const usualBankMs = 80

/** How long clients have for one more request on an open connection. Its reply closes the connection. */
const connectionDrainMs = 500

/** How long a stop waits for requests in progress. */
const requestGraceMs = 8_000

/** `databaseUrl`: that of the tables' owner. */
export interface MigrationOptions extends Pick<FlowOptions, 'databaseUrl' | 'clock' | 'log'> {
  /** Runs the service and owns nothing. Null: the owner runs it. */
  readonly runningRole?: string | null
}

/**
 * Creates and updates all tables: ours, the job queue's, and the sandbox bank's in its own schema. On a Citus cluster
 * it also distributes ours over the worker nodes. At the end it gives the running role its rights.
 */
export async function migrateAll({ databaseUrl, runningRole = null, clock, log }: MigrationOptions): Promise<void> {
  const db = openDatabase(databaseUrl, { kind: 'command' })
  const sandbox = createSandboxProcessor({ databaseUrl, kind: 'command', clock, log })
  try {
    const citusRole = await citusRoleOf(db)
    if (citusRole === 'worker')
      throw new StartError(
        'The database of DATABASE_URL is on a worker node of a Citus cluster: use the address of the coordinator',
      )
    await migrate(db, reportSteps(log))
    await Promise.all([migrateJobs(log, databaseUrl), sandbox.migrate()])
    const tables = citusRole === 'coordinator' ? await distributeTables(db) : []
    if (tables.length > 0) log.info({ tables }, 'distributed tables over the nodes of the Citus cluster')
    if (runningRole !== null) await grantRights(db, runningRole)
  } finally {
    await Promise.all([db.destroy(), sandbox.close()])
  }
}

/** Prints what `migrateAll` would do to our tables. Changes nothing. */
export async function planMigrations(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, { kind: 'command' })
  try {
    await printPlan(db)
  } finally {
    await db.destroy()
  }
}

/** `bankMs`: how long the sandbox bank takes for each answer. */
export async function createApp(options: FlowOptions, { bankMs = usualBankMs } = {}): Promise<App> {
  const { databaseUrl, clock, log } = options
  const namesStatements = options.namesStatements ?? true
  const sizes = poolSizes(options.config.role, options.config.databaseConnections)
  const patience = new Patience()
  const databases = openDatabases(databaseUrl, sizes, { namesStatements, patience })
  const sandbox = createSandboxProcessor({
    databaseUrl,
    connections: sizes.bank,
    namesStatements,
    clock,
    log,
    latencyMs: bankMs,
  })
  try {
    return await compose(options, databases, sandbox, queueAddress(options, sizes.queue, patience))
  } catch (error) {
    await Promise.all([closeDatabases(databases), sandbox.close()])
    throw error
  }
}

/** The address past a pooler, if the operator gave one. */
function directUrlOf({ config, databaseUrl }: FlowOptions): string {
  return config.databaseDirectUrl ?? databaseUrl
}

function queueAddress(options: FlowOptions, connections: number, patience: Patience): QueueAddress {
  const namesStatements = options.config.databaseDirectUrl !== null || (options.namesStatements ?? true)
  return { databaseUrl: directUrlOf(options), connections, namesStatements, patience }
}

/** How far the process is between its start and its end. */
interface Progress {
  /** Known once the port is. */
  baseUrl: string
  isDraining: boolean
  isStopping: boolean
  /** Null: it has not started, or this process has none. */
  worker: Worker | null
}

async function compose(
  given: FlowOptions,
  databases: Databases,
  sandbox: SandboxProcessor,
  queue: QueueAddress,
): Promise<App> {
  const { config } = given
  const opened = await openParts(given, databases.db)
  const runsWorker = config.role === 'all' || config.role === 'worker'
  const progress: Progress = {
    baseUrl: baseUrlOf(config, config.port),
    isDraining: false,
    isStopping: false,
    worker: null,
  }
  const tracked = new Set<Promise<unknown>>()
  const events = openEvents(given, databases, opened.log)
  const context = contextOf(opened, { databases, sandbox, events, progress, tracked })
  const workContext: SandboxContext = { ...context, db: databases.workingDb }
  const due = openDueWork(workContext, databases, runsWorker)
  if (config.publicDemoKey !== null) await ensurePublicDemoKey(context, config.publicDemoKey)

  const { server, recorder } = await bindServer({
    context,
    config,
    newLimit: opened.newLimit,
    db: databases.db,
    checkingDb: databases.checkingDb,
    cardKeyring: opened.cardKeyring,
    metrics: opened.metrics,
    sharedLimits: opened.sharedLimits,
    isDraining: () => progress.isDraining,
    isWorking: runsWorker ? () => progress.worker?.isWorking() ?? true : null,
  })
  const beginStop = (): void => {
    progress.isDraining = true
    progress.isStopping = true
    events.polls.stop()
  }
  return {
    context,
    workContext,
    server,
    sandbox,
    start: async () => {
      for (const warning of config.warnings) opened.log.warn({}, warning)
      if (config.metrics) await opened.metrics?.listen(config.metrics)
      await server.start()
      progress.baseUrl = baseUrlOf(config, server.info.port)
      if (runsWorker) progress.worker = await startWorker(workContext, { ...due, queue })
    },
    drain: async () => {
      progress.isDraining = true
      // A balancer sends no requests to a worker.
      if (config.role !== 'worker') await sleep(config.drainSeconds * 1_000)
    },
    closePort: async () => {
      beginStop()
      takeNoConnections(server)
      await sleep(connectionDrainMs)
    },
    stop: async () => {
      beginStop()
      queue.patience.shorten()
      context.mailSender?.close()
      await Promise.all([server.stop({ timeout: requestGraceMs }), progress.worker?.stop()])
      due.deliverer.stop()
      await recorder.flush()
      await context.testStorage.save()
      await Promise.allSettled(tracked)
      // Another worker, or the next start, makes the attempts that wait here for a slot.
      if (runsWorker) due.alarms.note('deliver_events', given.clock.now())
      await Promise.all([events.notices.close(), due.alarms.close(), opened.sharedLimits?.close()])
      await Promise.all([
        closeDatabases(databases),
        sandbox.close(),
        opened.metrics?.close(),
        opened.telemetry?.close(),
      ])
    },
  }
}

interface Events {
  readonly polls: EventPolls
  readonly notices: EventNotices
}

/** The long polls of this process, and the notices by which it hears of events that others have written. */
function openEvents(given: FlowOptions, { db, readingDb }: Databases, log: Log): Events {
  const notices = new EventNotices({
    databaseUrl: directUrlOf(given),
    db,
    log,
    // Null: the events may be of any scope.
    onEvents: (scope) => {
      if (scope) polls.wake(scope)
      else polls.wakeAll()
    },
  })
  const polls = openPolls({ db, readingDb }, log, notices)
  return { polls, notices }
}

/** What requests share. */
function contextOf(
  { options, metrics, keyring, telemetry, sharedLimits, newLimit }: OpenedParts,
  process: {
    readonly databases: Databases
    readonly sandbox: SandboxProcessor
    readonly events: Events
    readonly progress: Readonly<Progress>
    readonly tracked: Set<Promise<unknown>>
  },
): SandboxContext {
  const { databases, sandbox, events, progress, tracked } = process
  return makeContext(
    options,
    {
      db: databases.db,
      readingDb: databases.readingDb,
      sandbox,
      timed: (processor) => freeingSlots(tracedProcessor(metrics?.timed(processor) ?? processor)),
      keyring,
      polls: events.polls,
      pollSlots: sharedLimits?.pollSlots ?? noSharedSlots,
      tracer: telemetry?.tracer ?? null,
    },
    {
      baseUrl: () => progress.baseUrl,
      isStopping: () => progress.isStopping,
      announceEvents: (scope) => {
        events.polls.wake(scope)
        events.notices.announce(scope)
      },
      observe: metrics ? (observation) => metrics.observe(observation) : () => {},
      resendLimits: {
        single: newLimit('resends', { capacity: resendsPerMinute, perSeconds: 60 }),
        failed: newLimit('resends of failed', { capacity: resendsOfFailedPerMinute, perSeconds: 60 }),
      },
      newLimit,
      tracked,
    },
  )
}

interface DueWork {
  readonly deliverer: Deliverer
  readonly alarms: Alarms
}

/** Tells the worker of this process, or an alarm for another one, what the transactions here have made due. */
function openDueWork(context: SandboxContext, databases: Databases, runsWorker: boolean): DueWork {
  const { db, workingDb, checkingDb } = databases
  const deliverer = new Deliverer(context)
  const alarms = new Alarms({
    db: runsWorker ? workingDb : db,
    clock: context.clock,
    ahead: () => context.testClocks.running(),
    log: context.log,
  })
  for (const each of [db, workingDb, checkingDb]) {
    alarms.listenTo(each)
    // The deliverer of this process makes the first attempt. Without one, an alarm rings.
    onNewDelivery(each, (delivery) => {
      if (runsWorker) outsideTraces(() => deliverer.offer(delivery))
      else alarms.note('deliver_events', delivery.dueAt)
    })
  }
  return { deliverer, alarms }
}

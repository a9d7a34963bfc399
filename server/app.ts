import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '@hapi/hapi'
import { resendsOfFailedPerMinute, resendsPerMinute } from './config/fixed-limits.ts'
import type { Keyring } from './domain/crypto/keyring.ts'
import { ownLimits } from './domain/queues/rate-limit.ts'
import type { Scope } from './domain/scope.ts'
import {
  baseUrlOf,
  makeContext,
  openCardKeyring,
  openKeyring,
  openPolls,
  StartError,
  type FlowOptions,
  type ProcessHooks,
} from './flow-context.ts'
import { bindServer } from './bind-server.ts'
import { ensurePublicDemoKey } from './flows/accounts/create-account.ts'
import type { Log, SandboxContext } from './flows/context.ts'
import { Deliverer } from './flows/webhooks/deliver-events.ts'
import type { EventPolls } from './flows/webhooks/event-polls.ts'
import { noSharedSlots } from './domain/webhooks/poll-slots.ts'
import { tracedProcessor } from './flows/acquirers/traced-processor.ts'
import { freeingSlots } from './flows/acquirers/freeing-slots.ts'
import { tracedLog } from './flows/work/traced-log.ts'
import { takeNoConnections } from './http/server.ts'
import type { SharedLimits } from './engines/limits/shared-limits.ts'
import { printPlan, reportSteps } from './migration-output.ts'
import type { Metrics } from './engines/metrics/open-metrics.ts'
import { Alarms } from './jobs/alarms.ts'
import { migrateJobs, startWorker, type QueueAddress, type Worker } from './jobs/worker.ts'
import { Patience } from './engines/postgres/patience.ts'
import { poolSizes } from './engines/postgres/pool-sizes.ts'
import { createSandboxProcessor, type SandboxProcessor } from './processors/sandbox/processor.ts'
import { citusRoleOf, distributeTables } from './store/sql/citus.ts'
import { closeDatabases, openDatabases, type Databases } from './store/sql/databases.ts'
import { openDatabase, type Database } from './store/sql/database.ts'
import type { Telemetry } from './engines/telemetry/open-telemetry.ts'
import { outsideTraces } from './engines/trace/current-trace.ts'
import { EventNotices } from './store/webhooks/event-notices.ts'
import { onNewDelivery } from './store/webhooks/new-deliveries.ts'
import { migrate } from './store/schema/migrate.ts'

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

/**
 * Creates and updates all tables: ours, the job queue's, and the sandbox bank's in its own schema. On a Citus cluster
 * it also distributes ours over the worker nodes.
 */
export async function migrateAll({
  databaseUrl,
  clock,
  log,
}: Pick<FlowOptions, 'databaseUrl' | 'clock' | 'log'>): Promise<void> {
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

async function compose(
  given: FlowOptions,
  databases: Databases,
  sandbox: SandboxProcessor,
  queue: QueueAddress,
): Promise<App> {
  const { db, readingDb, workingDb, checkingDb } = databases
  const { config, clock } = given
  const { role } = config
  const { options, metrics, log, telemetry, keyring, cardKeyring, sharedLimits, newLimit } = await openParts(given, db)
  const tracked = new Set<Promise<unknown>>()
  let draining = false
  let stopping = false
  let worker: Worker | null = null
  const runsWorker = role === 'all' || role === 'worker'
  let baseUrl = baseUrlOf(config, config.port)
  const notices = new EventNotices({
    databaseUrl: directUrlOf(given),
    db,
    log,
    onEvents: (scope) => onEvents(polls, scope),
  })
  const polls = openPolls({ db, readingDb }, log, notices)
  const hooks: ProcessHooks = {
    baseUrl: () => baseUrl,
    isStopping: () => stopping,
    announceEvents: (scope) => {
      polls.wake(scope)
      notices.announce(scope)
    },
    observe: metrics ? (observation) => metrics.observe(observation) : () => {},
    resendLimits: {
      single: newLimit('resends', { capacity: resendsPerMinute, perSeconds: 60 }),
      failed: newLimit('resends of failed', { capacity: resendsOfFailedPerMinute, perSeconds: 60 }),
    },
    newLimit,
    tracked,
  }
  const context = makeContext(
    options,
    {
      db,
      readingDb,
      sandbox,
      timed: (processor) => freeingSlots(tracedProcessor(metrics?.timed(processor) ?? processor)),
      keyring,
      polls,
      pollSlots: sharedLimits?.pollSlots ?? noSharedSlots,
      tracer: telemetry?.tracer ?? null,
    },
    hooks,
  )
  const workContext: SandboxContext = { ...context, db: workingDb }
  const deliverer = new Deliverer(workContext)
  const alarms = new Alarms({ db: runsWorker ? workingDb : db, clock, log })
  for (const each of [db, workingDb, checkingDb]) {
    alarms.listenTo(each)
    // The deliverer of this process makes the first attempt. Without one, an alarm rings.
    onNewDelivery(each, (delivery) => {
      if (runsWorker) outsideTraces(() => deliverer.offer(delivery))
      else alarms.note('deliver_events', delivery.dueAt)
    })
  }
  if (config.publicDemoKey !== null) await ensurePublicDemoKey(context, config.publicDemoKey)

  const { server, failedRequests } = await bindServer({
    context,
    config,
    newLimit,
    db,
    checkingDb,
    cardKeyring,
    metrics,
    sharedLimits,
    isDraining: () => draining,
    isWorking: runsWorker ? () => worker?.isWorking() ?? true : null,
  })
  return {
    context,
    workContext,
    server,
    sandbox,
    start: async () => {
      for (const warning of config.warnings) log.warn({}, warning)
      if (config.metrics) await metrics?.listen(config.metrics)
      await server.start()
      baseUrl = baseUrlOf(config, server.info.port)
      if (runsWorker) worker = await startWorker(workContext, { deliverer, alarms, queue })
    },
    drain: async () => {
      draining = true
      // A balancer sends no requests to a worker.
      if (role !== 'worker') await sleep(config.drainSeconds * 1_000)
    },
    closePort: async () => {
      draining = true
      stopping = true
      polls.stop()
      takeNoConnections(server)
      await sleep(connectionDrainMs)
    },
    stop: async () => {
      draining = true
      stopping = true
      queue.patience.shorten()
      polls.stop()
      context.mailSender?.close()
      await Promise.all([server.stop({ timeout: requestGraceMs }), worker?.stop()])
      deliverer.stop()
      await failedRequests.flush()
      await context.testStorage.save()
      await Promise.allSettled(tracked)
      // Another worker, or the next start, makes the attempts that wait here for a slot.
      if (runsWorker) alarms.note('deliver_events', clock.now())
      await Promise.all([notices.close(), alarms.close(), sharedLimits?.close()])
      await Promise.all([closeDatabases(databases), sandbox.close(), metrics?.close(), telemetry?.close()])
    },
  }
}

/** What a process opens before it can make its context. */
async function openParts(given: FlowOptions, db: Database) {
  const { config, clock } = given
  const metrics = config.metrics && (await openMetricsOf(given, db, config.metrics.token))
  const log = tracedLog(metrics?.counting(given.log) ?? given.log)
  const telemetry = config.sendsTraces ? await openTelemetryOf(log) : null
  const options = { ...given, log }
  const keyring = await openKeyring(options, db)
  const cardKeyring = await openCardKeyring(options, db, keyring)
  const sharedLimits = config.role === 'worker' ? null : await openLimitsOf(options, keyring, metrics)
  const newLimit = sharedLimits?.newLimit ?? ownLimits(clock)
  return { options, metrics, log, telemetry, keyring, cardKeyring, sharedLimits, newLimit }
}

/** Another process has written events of the scope. Null: of any scope. */
function onEvents(polls: EventPolls, scope: Scope | null): void {
  if (scope) polls.wake(scope)
  else polls.wakeAll()
}

/** Imports the metrics only when they are enabled, because their library costs memory. */
async function openMetricsOf(options: FlowOptions, db: Database, token: string | null): Promise<Metrics> {
  const { config, databaseUrl, namesStatements = true, clock, log } = options
  const { openMetrics } = await import('./engines/metrics/open-metrics.ts')
  const { bankCheckDeadlineSeconds } = config
  return openMetrics({ db, databaseUrl, namesStatements, clock, log, bankCheckDeadlineSeconds, token })
}

/** Imports Valkey's client only when it is needed. Null: this process counts alone. */
async function openLimitsOf(
  { config, clock, log }: FlowOptions,
  keyring: Keyring,
  metrics: Metrics | null,
): Promise<SharedLimits | null> {
  if (config.redisUrl === null) return null
  const { openSharedLimits } = await import('./engines/limits/shared-limits.ts')
  return openSharedLimits({
    url: config.redisUrl,
    log,
    hide: (text) => createHmac('sha256', keyring.current.forms).update(`limit ${text}`).digest('base64url'),
    ownLimits: ownLimits(clock),
    onLost: () => metrics?.observe({ kind: 'shared_limits_lost' }),
    onAlone: () => metrics?.observe({ kind: 'limit_counted_alone' }),
  })
}

/** Imports OpenTelemetry only when traces are on, because it costs memory and time to start. */
async function openTelemetryOf(log: Log): Promise<Telemetry> {
  const { openTelemetry } = await import('./engines/telemetry/open-telemetry.ts')
  return openTelemetry(log)
}

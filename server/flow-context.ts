import type { Config } from './config/config.ts'
import type { Clock } from './domain/time/clock.ts'
import type { Keyring } from './domain/crypto/keyring.ts'
import { ownLimits, type NewLimit } from './domain/queues/rate-limit.ts'
import { usualPasswordCost, type PasswordCost } from './domain/accounts/passwords.ts'
import type { Scope } from './domain/scope.ts'
import type { Log, ResendLimits, SandboxContext } from './flows/context.ts'
import { EventPolls } from './flows/webhooks/event-polls.ts'
import { noSharedSlots, type PollSlots } from './domain/webhooks/poll-slots.ts'
import { newEndpointLimits } from './flows/webhooks/endpoint-limits.ts'
import { hasCardKeyring, loadCardKeyring } from './flows/keys/load-card-keyring.ts'
import { loadKeyring, opensKeyring, type MasterKeys } from './flows/keys/load-keyring.ts'
import type { Observation } from './flows/observation.ts'
import { ProcessorRegistry } from './flows/acquirers/processor-registry.ts'
import { TestClocks } from './flows/sandbox/test-clocks.ts'
import { TestFaultDraws } from './flows/sandbox/test-faults.ts'
import { TestStorage } from './flows/sandbox/test-storage.ts'
import { newReadQueues } from './flows/reads/read-queues.ts'
import { Alarms } from './jobs/alarms.ts'
import { createSmtpSender } from './engines/mail/smtp-sender.ts'
import { outsideRequests } from './engines/postgres/request-time.ts'
import { configureAcquirers } from './processors/acquirers.ts'
import type { Processor } from './processors/processor.ts'
import { createSandboxProcessor, type SandboxProcessor } from './processors/sandbox/processor.ts'
import { problemOf } from './store/schema/readiness.ts'
import { openDatabase, type Database } from './store/sql/database.ts'
import { migrationNames } from './store/schema/migrations/migrations.ts'
import { release } from './store/sql/release.ts'
import { problemOfServer, readServerFacts } from './store/sql/server-facts.ts'
import { neededRelease, readSchema } from './store/schema/needed-release.ts'
import { onNewDelivery } from './store/webhooks/new-deliveries.ts'
import { numberEvents } from './store/webhooks/event-sequence.ts'
import { listEventsAbove } from './store/webhooks/events.ts'
import { outsideTraces } from './engines/trace/current-trace.ts'
import type { Tracer } from './engines/trace/span.ts'
import { resolveWith } from './webhooks/resolve-host.ts'

/** A log that drops everything, for commands that print their own outcome. */
export const silentLog = { info(): void {}, warn(): void {}, error(): void {} }

export interface FlowOptions {
  readonly config: Config
  readonly databaseUrl: string
  /** Default true. False: a pooler at `databaseUrl` cannot hold prepared statements. */
  readonly namesStatements?: boolean
  readonly masterKeys: MasterKeys
  readonly clock: Clock
  readonly log: Log
  /** Default: the limits of this process, or those that it shares. */
  readonly newLimit?: NewLimit | undefined
  /** Default: `usualPasswordCost`. */
  readonly passwordCost?: PasswordCost
}

/** A problem that the operator can solve, in one line. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The flows without a server or a worker, for a command that runs alongside the service. */
export interface Flows {
  readonly context: SandboxContext
  close(): Promise<void>
}

export async function openFlows(options: FlowOptions): Promise<Flows> {
  const { databaseUrl, clock, log, config } = options
  const db = openDatabase(databaseUrl, { kind: 'command' })
  const sandbox = createSandboxProcessor({ databaseUrl, kind: 'command', clock, log })
  const tracked = new Set<Promise<unknown>>()
  const alarms = new Alarms({ db, clock, log, ahead: () => [] })
  alarms.listenTo(db)
  onNewDelivery(db, ({ dueAt }) => alarms.note('deliver_events', dueAt))
  const close = async (): Promise<void> => {
    await Promise.allSettled(tracked)
    await alarms.close()
    await Promise.all([db.destroy(), sandbox.close()])
  }
  try {
    const keyring = await openKeyring(options, db)
    const hooks: ProcessHooks = {
      baseUrl: () => baseUrlOf(config, config.port),
      isStopping: () => false,
      announceEvents: () => {},
      observe: () => {},
      newLimit: ownLimits(clock),
      resendLimits: { single: { take: () => null }, failed: { take: () => null } },
      tracked,
    }
    const polls = openPolls({ db, readingDb: db }, log, { hear: () => {}, isHearing: () => false })
    return {
      context: makeContext(
        options,
        {
          db,
          readingDb: db,
          sandbox,
          timed: (processor) => processor,
          keyring,
          polls,
          pollSlots: noSharedSlots,
          tracer: null,
        },
        hooks,
      ),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** What a start checks before it changes anything. `masterKeys` is null when the embedded database has no key file. */
export interface StartCheck {
  readonly databaseUrl: string
  readonly masterKeys: MasterKeys | null
  readonly masterKeyFile: string
  readonly log: Log
}

/**
 * Throws a `StartError` when the database belongs to another program, needs a newer version of this one, or has secrets
 * that the master key does not open. Throws the error of the database, within seconds, when it does not answer.
 */
export async function checkDatabase({ databaseUrl, masterKeys, masterKeyFile, log }: StartCheck): Promise<void> {
  const db = openDatabase(databaseUrl, { kind: 'serving', connections: 1, namesStatements: false })
  try {
    const unusable = problemOfServer(await readServerFacts(db))
    if (unusable) throw new StartError(`${unusable.says} (DATABASE_URL). ${unusable.fix}`)
    const schema = await readSchema(db)
    if (schema.kind === 'empty') return
    if (schema.kind === 'foreign')
      throw new StartError(
        `The database of DATABASE_URL belongs to another program: it has the table ${JSON.stringify(schema.table)} ` +
          'and no tables of this service. Create an empty database and set DATABASE_URL to it',
      )
    const { newer, missing, needsRelease } = schema
    if (needsRelease !== null) throw new StartError(tooOld(needsRelease))
    if (newer.length > 0 && missing.length > 0)
      throw new StartError(
        `Another version of this program has migrated the database (${newer.join(', ')}), and ${missing.join(', ')} ` +
          'is missing. Start that version, or restore a backup',
      )
    if (newer.length > 0) log.info({ migrations: newer }, 'a later release has migrated the database')
    if (missing.includes(migrationNames[0] ?? '') || (await opensKeyring(db, masterKeys))) return
    throw new StartError(
      masterKeys
        ? wrongMasterKey
        : `The master key is lost: the database has secrets, but ${masterKeyFile} does not exist. ` +
            'Restore that file from a backup, or set MASTER_KEY to the key. No new key was written',
    )
  } finally {
    await db.destroy()
  }
}

const tooOld = (needed: string | null): string =>
  `The tables in this database need release ${needed} of this program or later, but this is release ${release}. ` +
  `Start the later release`

const wrongMasterKey =
  'MASTER_KEY does not decrypt the secrets in this database: set the key that encrypted them. Nothing was changed'

/** Opens the keyring of a database. Throws a `StartError` when the tables or the master key do not fit. */
export async function openKeyring({ masterKeys, clock, log }: FlowOptions, db: Database): Promise<Keyring> {
  const problem = await problemOf(db)
  if (problem === 'release') throw new StartError(tooOld(await neededRelease(db)))
  if (problem === 'tables')
    throw new StartError('The database is not up to date: run `npm run migrate`, or set MIGRATE_ON_START=true')
  const keyring = await loadKeyring(db, masterKeys, clock)
  if (!keyring) throw new StartError(wrongMasterKey)
  if (masterKeys.previous) log.info({}, rotated('MASTER_KEY'))
  return keyring
}

/** An operator who changes a key must know when the old one may go. */
const rotated = (name: string): string =>
  `the key rotation has finished: ${name} encrypts every key, so remove ${name}_PREVIOUS`

/**
 * Opens the keyring of cards. Null: the process has no card key. Throws a `StartError` when the card key is missing or
 * does not fit.
 */
export async function openCardKeyring(
  { config, clock, log }: FlowOptions,
  db: Database,
  keyring: Keyring,
): Promise<Keyring | null> {
  if (config.cardKey === null) {
    if (config.role === 'all' && (await hasCardKeyring(db)))
      throw new StartError('CARD_KEY is missing: this database has card keys that only this key decrypts')
    return null
  }
  const cardKeys = { current: config.cardKey, previous: config.cardKeyPrevious }
  const cardKeyring = await loadCardKeyring(db, keyring, cardKeys, clock)
  if (!cardKeyring)
    throw new StartError('CARD_KEY does not decrypt the card keys in this database: set the key that encrypted them')
  if (cardKeys.previous) log.info({}, rotated('CARD_KEY'))
  return cardKeyring
}

/** The address of the service in the URLs that it hands out, when it listens on `port`. */
export function baseUrlOf(config: Config, port: number | string): string {
  return config.baseUrl ?? `http://localhost:${port}`
}

/** What a flow context needs from the process that runs it. */
export interface ProcessHooks {
  baseUrl(): string
  isStopping(): boolean
  announceEvents(scope: Scope): void
  observe(observation: Observation): void
  readonly newLimit: NewLimit
  readonly resendLimits: ResendLimits
  /** Background work that a stop waits for. */
  readonly tracked: Set<Promise<unknown>>
}

/** What a flow context shares with all requests and jobs of the process. */
export interface Parts {
  readonly db: Database
  readonly readingDb: Database
  readonly keyring: Keyring
  readonly sandbox: SandboxProcessor
  /** Wraps a processor with timers when metrics are on. */
  readonly timed: (processor: Processor) => Processor
  readonly polls: EventPolls
  readonly pollSlots: PollSlots
  /** Null: traces are off. */
  readonly tracer: Tracer | null
}

const gigabyte = 1_000_000_000

export function makeContext(
  { config, clock, log, passwordCost = usualPasswordCost }: FlowOptions,
  { timed, ...parts }: Parts,
  hooks: ProcessHooks,
): SandboxContext {
  const trackWork = (work: Promise<unknown>): void => track(hooks.tracked, work)
  const limitBytes = config.testStorageGigabytes * gigabyte
  const acquirers = configureAcquirers(config.acquirers)
  const registry = new ProcessorRegistry({
    ...parts,
    clock,
    log,
    sandbox: timed(parts.sandbox),
    liveProcessor: config.liveProcessor,
    acquirers,
    timed,
    track: trackWork,
  })
  const testClocks = new TestClocks({
    db: parts.db,
    clock,
    inTime: (time): Pick<SandboxContext, 'sandbox' | 'processorFor'> => {
      const sandbox = parts.sandbox.inTime(time)
      const inTests = timed(sandbox)
      return {
        sandbox,
        processorFor: (scope, name) =>
          name === undefined || name === sandbox.name ? Promise.resolve(inTests) : registry.find(scope, name),
      }
    },
  })
  return {
    ...parts,
    clock,
    realClock: clock,
    log,
    testClocks,
    testFaults: new TestFaultDraws(clock),
    testStorage: new TestStorage({ db: parts.db, clock, log, limitBytes, track: trackWork }),
    mailSender: config.mail && createSmtpSender(config.mail),
    processorFor: (scope, name) => registry.find(scope, name),
    liveProcessor: config.liveProcessor,
    acquirers,
    isStopping: () => hooks.isStopping(),
    // What wakes up works for every account.
    announceEvents: (scope) => outsideTraces(() => hooks.announceEvents(scope)),
    readQueues: newReadQueues(),
    endpointLimits: newEndpointLimits(hooks.newLimit),
    observe: (observation) => hooks.observe(observation),
    track: trackWork,
    resendLimits: hooks.resendLimits,
    settings: {
      get baseUrl() {
        return hooks.baseUrl()
      },
      signUp: config.signUp,
      passwordCost,
      bankCheckDeadlineSeconds: config.bankCheckDeadlineSeconds,
      webhookAllow: config.webhookAllow,
      resolve: resolveWith({ servers: config.dnsServers }),
      declineLimits: config.declineLimits,
      retention: config.retention,
      testStorageBytes: limitBytes,
      mailLimitPerHour: config.mailLimitPerHour,
      recordsLiveRequests: config.recordLiveRequests,
      embeddedDatabase: config.databaseUrl === null,
    },
  }
}

/** The long polls of a process. They number new events, and read them on the connections for reads. */
export function openPolls(
  { db, readingDb }: { db: Database; readingDb: Database },
  log: Log,
  notices: { hear(): void; isHearing(): boolean },
): EventPolls {
  return new EventPolls({
    // Several requests share a look, and a long poll has more of them than one request may wait for.
    look: (scope, from, limit) =>
      outsideRequests(async () => {
        const { hasMore } = await numberEvents(scope, db)
        return { hasMore, events: await listEventsAbove(scope, readingDb, from, limit) }
      }),
    notices,
    log,
    now: () => performance.now(),
  })
}

/** Remembers work until it ends. Its caller handles a failure; the `catch` only prevents an unhandled rejection. */
function track(tracked: Set<Promise<unknown>>, work: Promise<unknown>): void {
  const settled = work.catch(() => {}).finally(() => tracked.delete(settled))
  tracked.add(settled)
}

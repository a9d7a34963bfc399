import type { Config } from './config.ts'
import type { Clock } from './domain/clock.ts'
import type { Keyring } from './domain/keyring.ts'
import type { FlowContext, Log } from './flows/context.ts'
import { loadKeyring } from './flows/load-keyring.ts'
import type { MasterKeys } from './flows/load-keyring.ts'
import type { Observation } from './flows/observation.ts'
import { createSmtpSender } from './mail/smtp-sender.ts'
import type { Processor } from './processors/processor.ts'
import { createSandboxProcessor } from './processors/sandbox/processor.ts'
import type { SandboxProcessor } from './processors/sandbox/processor.ts'
import { isMigrated, openDatabase } from './store/database.ts'
import type { Database } from './store/database.ts'

export interface FlowOptions {
  readonly config: Config
  readonly databaseUrl: string
  readonly masterKeys: MasterKeys
  readonly clock: Clock
  readonly log: Log
}

/** The operator's mistakes, in one line each; not faults of the program. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The flows alone, without a server or a worker: for a command beside a running service. */
export interface Flows {
  readonly context: FlowContext
  close(): Promise<void>
}

export async function openFlows(options: FlowOptions): Promise<Flows> {
  const { databaseUrl, clock, log, config } = options
  const db = openDatabase(databaseUrl, { connections: 2 })
  const sandbox = createSandboxProcessor({ databaseUrl, clock, log })
  const tracked = new Set<Promise<unknown>>()
  const close = async (): Promise<void> => {
    await Promise.allSettled(tracked)
    await Promise.all([db.destroy(), sandbox.close()])
  }
  try {
    const keyring = await openKeyring(options, db)
    const around = {
      baseUrl: () => baseUrlOf(config, config.port),
      isStopping: () => false,
      wakeDeliveries: () => {},
      observe: () => {},
      tracked,
    }
    return { context: makeContext(options, { db, sandbox, processor: sandbox, keyring }, around), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The keyring of a database whose tables are up to date; a `StartError` when it is not that. */
export async function openKeyring({ masterKeys, clock }: FlowOptions, db: Database): Promise<Keyring> {
  if (!(await isMigrated(db)))
    throw new StartError('The database is not up to date: run `npm run migrate`, or set MIGRATE_ON_START=true')
  const keyring = await loadKeyring(db, masterKeys, clock)
  if (!keyring)
    throw new StartError('MASTER_KEY does not open the secrets in this database: give the key that they were made with')
  return keyring
}

/** Where the service is reached, listening on `port`. */
export function baseUrlOf(config: Config, port: number | string): string {
  return config.baseUrl ?? `http://localhost:${port}`
}

/** What a context needs of the process around it. */
export interface Around {
  baseUrl(): string
  isStopping(): boolean
  wakeDeliveries(): void
  observe(observation: Observation): void
  readonly tracked: Set<Promise<unknown>>
}

/** What a context is made of. */
export interface Parts {
  readonly db: Database
  readonly keyring: Keyring
  readonly sandbox: SandboxProcessor
  /** The way to the sandbox bank that payments take. */
  readonly processor: Processor
}

/** The context of every flow of this process. */
export function makeContext(
  { config, clock, log }: FlowOptions,
  { processor, ...parts }: Parts,
  around: Around,
): FlowContext {
  return {
    ...parts,
    clock,
    log,
    mailSender: config.mail && createSmtpSender(config.mail),
    processorFor: (livemode) => (!livemode || config.liveProcessor === 'sandbox' ? processor : null),
    isStopping: () => around.isStopping(),
    wakeDeliveries: () => around.wakeDeliveries(),
    observe: (observation) => around.observe(observation),
    track: (work) => track(around.tracked, work),
    settings: {
      get baseUrl() {
        return around.baseUrl()
      },
      bankCheckDeadlineSeconds: config.bankCheckDeadlineSeconds,
      webhookAllow: config.webhookAllow,
      declineLimits: config.declineLimits,
      embeddedDatabase: config.databaseUrl === null,
    },
  }
}

/** Remembers work until it ends. Its failure is the business of whoever waits for it; here it must only not go unhandled. */
function track(tracked: Set<Promise<unknown>>, work: Promise<unknown>): void {
  const settled = work.catch(() => {}).finally(() => tracked.delete(settled))
  tracked.add(settled)
}

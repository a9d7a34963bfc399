import type pino from 'pino'
import { createApp, migrateAll, planMigrations, type App } from './app.ts'
import { checkConnections } from './check-connections.ts'
import { addressOfOwner, type Config } from './config/config.ts'
import { masterKeyFile, movedToFile, readMasterKey, readMovedTo, readOrCreateMasterKey } from './config/data-files.ts'
import type { NewLimit } from './domain/queues/rate-limit.ts'
import { systemClock } from './domain/time/clock.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './engines/embedded-postgres/start-embedded-postgres.ts'
import { inTerminal, printStep } from './engines/terminal/terminal.ts'
import { checkDatabase, StartError } from './flow-context.ts'
import { addressNames, atAddress, inDataDir, listening } from './start-problems.ts'
import { findRunningRole, logArrangement } from './two-roles.ts'
import { checkoutToTry, dashboardAddress, developerKey, welcomeText } from './welcome.ts'

/** What has started so far. It must be stopped after a failed start too. */
export interface Parts {
  postgres: EmbeddedPostgres | null
  app: App | null
}

/** How far to start: only to say what a migration would do, only to migrate, or to serve. */
export type Goal = 'plan' | 'migrate' | 'serve'

export interface StartOptions {
  readonly config: Config
  readonly log: pino.Logger
  /** `postgres`: when it is there already, it is used. */
  readonly parts: Parts
  readonly goal: Goal
  /** Default: the limits of the configuration. */
  readonly newLimit?: NewLimit
  /** Says that the service is ready. `secretKey`: the developer's, with the embedded database. */
  readonly announce?: (app: App, secretKey: string | null) => unknown
}

/** Starts the service as far as the goal asks. Without `parts.app`, there is nothing to serve. */
export async function start(options: StartOptions): Promise<void> {
  const { config, log, parts, goal } = options
  if (config.databaseUrl === null && parts.postgres === null) {
    const movedTo = await inDataDir(config, readMovedTo(config.dataDir))
    if (movedTo !== null)
      throw new StartError(
        `The database in ${config.dataDir} was moved to ${movedTo}: start with DATABASE_URL. ` +
          `To go back to this database, which has nothing newer than the move, delete ${movedToFile(config.dataDir)} ` +
          'and never run both',
      )
    const postgresLog = { info: (message: string) => log.info(message), warn: (message: string) => log.warn(message) }
    parts.postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: postgresLog, onStep: printStep })
  }
  const databaseUrl = config.databaseUrl ?? parts.postgres?.databaseUrl
  const ownerUrl = addressOfOwner(config) ?? parts.postgres?.ownerUrl
  if (databaseUrl === undefined || ownerUrl === undefined)
    throw new Error('Bug: neither a server nor the embedded database is set')
  const migrates = config.migrateOnStart || goal !== 'serve'
  const hasOwner = migrates && (config.migrateDatabaseUrl ?? parts.postgres) !== null
  const clock = systemClock
  const known = config.masterKey ?? (await inDataDir(config, readMasterKey(config.dataDir)))
  const names = addressNames(config)
  await atAddress(hasOwner ? names.owner : names.running, hasOwner, () =>
    checkDatabase({
      // The other role may have no rights yet.
      databaseUrl: hasOwner ? ownerUrl : databaseUrl,
      masterKeys: known && { current: known, previous: config.masterKeyPrevious },
      masterKeyFile: masterKeyFile(config.dataDir),
      log,
    }),
  )
  if (goal === 'plan') return planMigrations(ownerUrl)
  if (migrates) {
    printStep('Bringing the tables up to date')
    const findRole = (): Promise<string | null> => findRunningRole({ databaseUrl, ownerUrl })
    const runningRole = hasOwner ? await atAddress(names.running, false, findRole) : null
    await atAddress(names.owner, hasOwner, () => migrateAll({ databaseUrl: ownerUrl, runningRole, clock, log }))
  }
  if (goal === 'migrate') return
  printStep('Starting the service')
  const connections = { config, databaseUrl, log }
  const namesStatements = await atAddress(names.running, false, () => checkConnections(connections))
  const current = known ?? (await inDataDir(config, readOrCreateMasterKey(config.dataDir)))
  const masterKeys = { current, previous: config.masterKeyPrevious }
  const app = await atAddress(names.running, false, () =>
    createApp({ config, databaseUrl, namesStatements, masterKeys, clock, log, newLimit: options.newLimit }),
  )
  parts.app = app
  await atAddress(names.running, false, () => logArrangement(databaseUrl, log))
  // Before the worker starts, because the worker deletes accounts that have been unused for a long time.
  const isDevelopers = parts.postgres && config.role !== 'worker'
  const secretKey = isDevelopers ? await inDataDir(config, developerKey(app, config.dataDir)) : null
  // What loading the program has left takes about 20 MB, which V8 would keep. Now no client waits for the collection.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
  await atAddress(names.direct, false, () => listening(config, app.start()))
  const { baseUrl } = app.context.settings
  log.info({ baseUrl, role: config.role, database: parts.postgres ? 'embedded' : 'server' }, 'ready')
  const announce = options.announce ?? ((ready: App, key: string | null) => welcome(ready, key, config, log))
  await announce(app, secretKey)
}

async function welcome(app: App, secretKey: string | null, { dataDir }: Config, log: pino.Logger): Promise<void> {
  const { baseUrl } = app.context.settings
  if (secretKey !== null) {
    if (inTerminal)
      process.stdout.write(
        welcomeText(baseUrl, secretKey, await dashboardAddress(app, secretKey), await checkoutToTry(app, secretKey)),
      )
    else log.info({ developerKeyFile: `${dataDir}/developer-key` }, 'the test key of the developer is in this file')
  } else if (inTerminal) process.stdout.write(`\n  The card payment service is ready at ${baseUrl}\n\n`)
}

import type pino from 'pino'
import { createApp, migrateAll, planMigrations, type App } from './app.ts'
import { checkConnections } from './check-connections.ts'
import { addressOfOwner, type Config } from './config/config.ts'
import { masterKeyFile, movedToFile, readMasterKey, readMovedTo, readOrCreateMasterKey } from './config/data-files.ts'
import { outageOf } from './domain/outage.ts'
import { systemClock } from './domain/time/clock.ts'
import { EmbeddedPostgresError } from './engines/embedded-postgres/embedded-postgres-error.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './engines/embedded-postgres/start-embedded-postgres.ts'
import { inTerminal, printStep } from './engines/terminal/terminal.ts'
import { checkDatabase, StartError } from './flow-context.ts'
import { explainingRights, findRunningRole, logArrangement } from './two-roles.ts'
import { checkoutToTry, dashboardAddress, developerKey, welcomeText } from './welcome.ts'

/** What has started so far. It must be stopped after a failed start too. */
export interface Parts {
  postgres: EmbeddedPostgres | null
  app: App | null
}

/** How far to start: only to say what a migration would do, only to migrate, or to serve. */
export type Goal = 'plan' | 'migrate' | 'serve'

/** Starts the service as far as the goal asks. Without `parts.app`, there is nothing to serve. */
export async function start(config: Config, log: pino.Logger, parts: Parts, goal: Goal): Promise<void> {
  if (config.databaseUrl === null) {
    const movedTo = await readMovedTo(config.dataDir)
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
  const known = config.masterKey ?? (await readMasterKey(config.dataDir))
  await explainingRights(hasOwner, () =>
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
    const runningRole = hasOwner ? await findRunningRole({ databaseUrl, ownerUrl }) : null
    await explainingRights(hasOwner, () => migrateAll({ databaseUrl: ownerUrl, runningRole, clock, log }))
  }
  if (goal === 'migrate') return
  printStep('Starting the service')
  const namesStatements = await checkConnections({ config, databaseUrl, log })
  const current = known ?? (await readOrCreateMasterKey(config.dataDir))
  const masterKeys = { current, previous: config.masterKeyPrevious }
  const app = await explainingRights(false, () =>
    createApp({ config, databaseUrl, namesStatements, masterKeys, clock, log }),
  )
  parts.app = app
  await logArrangement(databaseUrl, log)
  // Before the worker starts, because the worker deletes accounts that have been unused for a long time.
  const secretKey = parts.postgres && config.role !== 'worker' ? await developerKey(app, config.dataDir) : null
  // What loading the program has left takes about 20 MB, which V8 would keep. Now no client waits for the collection.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
  await app.start().catch((error: unknown) => {
    throw problemOfPort(error, config) ?? error
  })
  const { baseUrl } = app.context.settings
  log.info({ baseUrl, role: config.role, database: parts.postgres ? 'embedded' : 'server' }, 'ready')
  if (secretKey !== null) {
    if (inTerminal)
      process.stdout.write(
        welcomeText(baseUrl, secretKey, await dashboardAddress(app, secretKey), await checkoutToTry(app, secretKey)),
      )
    else
      log.info({ developerKeyFile: `${config.dataDir}/developer-key` }, 'the test key of the developer is in this file')
  } else if (inTerminal) process.stdout.write(`\n  The card payment service is ready at ${baseUrl}\n\n`)
}

/** Why the process cannot listen, in words of its variables. Null: the error has another cause. */
function problemOfPort(error: unknown, { metrics, port, host }: Config): StartError | null {
  const failed = error as NodeJS.ErrnoException & { address?: string; hostname?: string; port?: number }
  const isOfMetrics = metrics && (failed.hostname === undefined ? failed.port === metrics.port : metrics.host !== host)
  const [portName, hostName] = isOfMetrics ? ['METRICS_PORT', 'METRICS_HOST'] : ['PORT', 'HOST']
  const used = typeof failed.port === 'number' ? failed.port : port
  const problems: Readonly<Record<string, string>> = {
    'listen EADDRINUSE':
      `Another program, perhaps this service, already uses port ${used} of ${failed.address}: stop it, ` +
      `or set ${portName} to a free port`,
    'listen EACCES': `This user must not listen on port ${used}: set ${portName} to 1024 or more`,
    'listen EADDRNOTAVAIL': `This machine has no address ${failed.address}: set ${hostName} to one of its own`,
    'getaddrinfo ENOTFOUND': `The name in ${hostName} has no address: set ${hostName} to an address of this machine`,
  }
  const problem = problems[`${failed.syscall} ${failed.code}`]
  return problem === undefined ? null : new StartError(problem, { cause: error })
}

/** Codes of the system and of PostgreSQL for problems that the operator can solve: a database that refuses us. */
const operatorErrorCodes = [
  'EACCES',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  '28000',
  '28P01',
  '3D000',
  '42501',
]

/** One line for a problem that the operator can solve, and the stack for a bug. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // A host name with several addresses fails once for each, and the combined error has no message.
  if (error instanceof AggregateError && error.message === '')
    return [explain(error.errors[0]), outageOf(error)?.reason].filter(Boolean).join('. ')
  const outage = outageOf(error)
  if (outage) return `${error.message}. ${outage.reason}`
  const isOperatorError =
    error instanceof StartError ||
    error instanceof EmbeddedPostgresError ||
    ('code' in error && operatorErrorCodes.includes(String(error.code)))
  return isOperatorError ? error.message : (error.stack ?? error.message)
}

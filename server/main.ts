import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { createApp, migrateAll, planMigrations } from './app.ts'
import type { App } from './app.ts'
import { checkConnections } from './check-connections.ts'
import { readConfig } from './config.ts'
import type { Config } from './config.ts'
import { masterKeyFile, movedToFile, readMasterKey, readMovedTo, readOrCreateMasterKey } from './data-files.ts'
import { systemClock } from './domain/clock.ts'
import { loggable } from './domain/loggable-error.ts'
import { outageOf } from './domain/outage.ts'
import { EmbeddedPostgresError } from './embedded-postgres/embedded-postgres-error.ts'
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts'
import { checkDatabase, StartError } from './flow-context.ts'
import { gatheredLines } from './gathered-lines.ts'
import { inTerminal, printStep } from './terminal.ts'
import { checkoutToTry, dashboardAddress, developerKey, welcomeText } from './welcome.ts'

/**
 * A longer stop ends by force, because service managers send SIGKILL soon after the first signal. `DRAIN_SECONDS` comes
 * before it.
 */
const stopWithinMs = 15_000

/** Ctrl-C arrives twice under `npm start`: the terminal signals every process, and npm passes its own signal on. */
const sameSignalMs = 1_000

/** How long the application may take to finish its work, and what the process needs after its database has ended. */
const stopAppWithinMs = 11_000
const exitMs = 500

const migrateOnly = process.argv.includes('--migrate-only')
/** `npm run migrate -- --dry-run` prints what a migration would do. */
const planOnly = migrateOnly && process.argv.includes('--dry-run')

async function main(): Promise<void> {
  const read = readConfig(process.env)
  if (read.kind === 'invalid') return refuse(read.problems)
  const { config } = read
  // pino's default writer blocks the process and retries for ever when a write fails: a closed terminal, a full disk.
  const log = pino(
    { level: inTerminal && config.logLevel === 'info' ? 'warn' : config.logLevel },
    gatheredLines((text) => void process.stdout.write(text)),
  )
  let stoppingSince: number | null = null
  const parts: { postgres: EmbeddedPostgres | null; app: App | null } = { postgres: null, app: null }
  const started = start(config, log, parts)
  // A failed write (after SIGHUP the terminal is closed) must not end the process or interrupt a stop.
  process.stdout.on('error', () => {})
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== null) {
        if (performance.now() - stoppingSince > sameSignalMs) endNow(signal, log)
        return
      }
      stoppingSince = performance.now()
      log.info({ signal, drainSeconds: config.drainSeconds }, 'stopping')
      printStep('Stopping')
      setTimeout(() => process.exit(1), config.drainSeconds * 1_000 + stopWithinMs).unref()
      void started.catch(() => {}).then(() => stop(parts, log))
    })
  }
  try {
    await started
  } catch (error) {
    await stop(parts, log)
    throw error
  }
}

async function start(
  config: Config,
  log: pino.Logger,
  parts: { postgres: EmbeddedPostgres | null; app: App | null },
): Promise<void> {
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
  if (databaseUrl === undefined) throw new Error('Bug: neither a server nor the embedded database is set')
  const clock = systemClock
  const known = config.masterKey ?? (await readMasterKey(config.dataDir))
  await checkDatabase({
    databaseUrl,
    masterKeys: known && { current: known, previous: config.masterKeyPrevious },
    masterKeyFile: masterKeyFile(config.dataDir),
    log,
  })
  if (planOnly) {
    await planMigrations(config.databaseDirectUrl ?? databaseUrl)
    return stop(parts, log)
  }
  if (config.migrateOnStart || migrateOnly) {
    printStep('Bringing the tables up to date')
    await migrateAll({ databaseUrl: config.databaseDirectUrl ?? databaseUrl, clock, log })
  }
  if (migrateOnly) return stop(parts, log)
  printStep('Starting the service')
  const namesStatements = await checkConnections({ config, databaseUrl, log })
  const current = known ?? (await readOrCreateMasterKey(config.dataDir))
  const app = await createApp({
    config,
    databaseUrl,
    namesStatements,
    masterKeys: { current, previous: config.masterKeyPrevious },
    clock,
    log,
  })
  parts.app = app
  // Before the worker starts, because the worker deletes accounts that have been unused for a long time.
  const secretKey = parts.postgres && config.role !== 'worker' ? await developerKey(app, config.dataDir) : null
  // What loading the program has left takes about 20 MB, which V8 would keep. Now no client waits for the collection.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
  await app.start()
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

async function stop(parts: { postgres: EmbeddedPostgres | null; app: App | null }, log: pino.Logger): Promise<void> {
  const { app, postgres } = parts
  parts.app = parts.postgres = null
  await app?.drain()
  const began = performance.now()
  const isDone = await stopApp(app, log)
  await postgres?.stop(stopWithinMs - exitMs - (performance.now() - began))
  log.info('stopped')
  // The job queue keeps timers for its next attempts to reach a database that is away.
  setTimeout(() => process.exit(), exitMs).unref()
  if (!isDone) process.exit(1)
}

/** A second signal ends the process without waiting. The exit handler of the embedded database ends its server. */
function endNow(signal: NodeJS.Signals, log: pino.Logger): void {
  log.warn({ signal }, 'a second signal ends the process at once; the next start continues its work')
  printStep('Stopping at once')
  process.exit(128 + constants.signals[signal])
}

/** False: the application has not finished in its time, for example because its database hangs. */
async function stopApp(app: App | null, log: pino.Logger): Promise<boolean> {
  if (!app) return true
  const stopped = app
    .closePort()
    .then(() => app.stop())
    .catch((error: unknown) => log.error({ error: loggable(error) }, 'could not stop cleanly'))
    .then(() => true)
  const isDone = await Promise.race([stopped, pause(stopAppWithinMs, false, { ref: false })])
  if (!isDone) log.error('the work in progress did not end in time')
  return isDone
}

function refuse(problems: readonly string[]): void {
  process.stderr.write(`The service cannot start:\n${problems.map((problem) => `  - ${problem}\n`).join('')}`)
  process.exitCode = 1
}

/**
 * Codes of the system and of PostgreSQL for problems that the operator can solve: an address that is in use or not
 * allowed, a database that is unreachable or refuses us.
 */
const operatorErrorCodes = [
  'EADDRINUSE',
  'EADDRNOTAVAIL',
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
function explain(error: unknown): string {
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

main().catch((error: unknown) => {
  process.stderr.write(`The service cannot start: ${explain(error)}\n`)
  process.exit(1)
})

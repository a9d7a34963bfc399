import pino from 'pino'
import { createApp, migrateAll } from './app.ts'
import type { App } from './app.ts'
import { readConfig } from './config.ts'
import type { Config } from './config.ts'
import { masterKeyIn, movedFile, movedToIn } from './data-files.ts'
import { systemClock } from './domain/clock.ts'
import { loggable } from './domain/loggable-error.ts'
import { EmbeddedPostgresError } from './embedded-postgres/embedded-postgres-error.ts'
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts'
import { StartError } from './flow-context.ts'
import { checkoutToTry, dashboardAddress, developerKey, welcomeText } from './welcome.ts'

/** A stop that takes longer is ended by force: whoever sent the signal kills soon after. */
const stopWithinMs = 15_000

const inTerminal = process.stdout.isTTY
const migrateOnly = process.argv.includes('--migrate-only')

/** In a terminal the operator reads steps; elsewhere machines read JSON. */
function step(text: string): void {
  if (inTerminal) process.stdout.write(`  ${text} …\n`)
}

async function main(): Promise<void> {
  const read = readConfig(process.env)
  if (read.kind === 'invalid') return refuse(read.problems)
  const { config } = read
  // pino's own writer tries a write for ever that the system refuses, and blocks the process meanwhile: a closed terminal, a full disk.
  const log = pino(
    { level: inTerminal && config.logLevel === 'info' ? 'warn' : config.logLevel },
    { write: (line) => void process.stdout.write(line) },
  )
  const stopping = new AbortController()
  const parts: { postgres: EmbeddedPostgres | null; app: App | null } = { postgres: null, app: null }
  const started = start(config, log, parts)
  // What cannot be written any more (SIGHUP: the terminal was closed) must neither cut the stop short nor stop the service.
  process.stdout.on('error', () => {})
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) return
      stopping.abort()
      log.info({ signal }, 'stopping')
      step('Stopping')
      setTimeout(() => process.exit(1), stopWithinMs).unref()
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
    const movedTo = await movedToIn(config.dataDir)
    if (movedTo !== null)
      throw new StartError(
        `The database in ${config.dataDir} was moved to ${movedTo}: start with DATABASE_URL. To go back to this one, which knows nothing newer, delete ${movedFile(config.dataDir)}, and never run both`,
      )
    const postgresLog = { info: (message: string) => log.info(message), warn: (message: string) => log.warn(message) }
    parts.postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: postgresLog, onStep: step })
  }
  const databaseUrl = config.databaseUrl ?? parts.postgres?.databaseUrl
  if (databaseUrl === undefined) throw new Error('Bug: there is a database either way')
  const clock = systemClock
  if (config.migrateOnStart || migrateOnly) {
    step('Bringing the tables up to date')
    await migrateAll({ databaseUrl, clock, log })
  }
  if (migrateOnly) return stop(parts, log)
  step('Starting the service')
  const current = config.masterKey ?? (await masterKeyIn(config.dataDir))
  const app = await createApp({
    config,
    databaseUrl,
    masterKeys: { current, previous: config.masterKeyPrevious },
    clock,
    log,
  })
  parts.app = app
  await app.start()
  const { baseUrl } = app.context.settings
  log.info({ baseUrl, role: config.role, database: parts.postgres ? 'embedded' : 'server' }, 'ready')
  if (parts.postgres && config.role !== 'worker') {
    const secretKey = await developerKey(app, config.dataDir)
    if (inTerminal)
      process.stdout.write(
        welcomeText(baseUrl, secretKey, await dashboardAddress(app, secretKey), await checkoutToTry(app, secretKey)),
      )
    else log.info({ developerKeyFile: `${config.dataDir}/developer-key` }, 'a test key is kept in this file')
  } else if (inTerminal) process.stdout.write(`\n  The card payment service is ready at ${baseUrl}\n\n`)
}

async function stop(parts: { postgres: EmbeddedPostgres | null; app: App | null }, log: pino.Logger): Promise<void> {
  const { app, postgres } = parts
  parts.app = parts.postgres = null
  try {
    await app?.dismiss()
    await app?.stop()
  } catch (error) {
    log.error({ error: loggable(error) }, 'could not stop cleanly')
  }
  await postgres?.stop()
  log.info('stopped')
}

function refuse(problems: readonly string[]): void {
  process.stderr.write(`The service cannot start:\n${problems.map((problem) => `  - ${problem}\n`).join('')}`)
  process.exitCode = 1
}

/** What the operator can mend, by the code of the system or of PostgreSQL: an address that is taken or not allowed, a database that is away or refuses us. */
const operatorsCodes = [
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

/** One line for what the operator can mend; for a fault of the program, where it happened. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // A name with several addresses fails once for each; together they have no text.
  if (error instanceof AggregateError && error.message === '') return explain(error.errors[0])
  const expected =
    error instanceof StartError ||
    error instanceof EmbeddedPostgresError ||
    ('code' in error && operatorsCodes.includes(String(error.code)))
  return expected ? error.message : (error.stack ?? error.message)
}

main().catch((error: unknown) => {
  process.stderr.write(`The service cannot start: ${explain(error)}\n`)
  process.exit(1)
})

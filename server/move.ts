import { resolve } from 'node:path'
import { migrateAll } from './app.ts'
import { readConfig } from './config.ts'
import type { Config } from './config.ts'
import { keptMasterKeyIn, markMoved, masterKeyFile, movedFile, movedToIn, unmarkMoved } from './data-files.ts'
import { systemClock } from './domain/clock.ts'
import { hasCluster } from './embedded-postgres/data-directory.ts'
import { EmbeddedPostgresError, useAnotherServer } from './embedded-postgres/embedded-postgres-error.ts'
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts'
import { moveDatabase } from './move/move-database.ts'
import { MoveError } from './move/move-error.ts'
import { reportText } from './move/report.ts'

const helpText = `Takes everything along from the embedded database to an empty one on a PostgreSQL server of your own, 15 or later.

  DATABASE_URL=postgres://… npm run move

Stop the service first. DATA_DIR is where the embedded database is (.data). MASTER_KEY is needed only when the service was started with one.
All is moved or nothing is; what was moved is counted on both sides, and the old database stays as it is.
`

const quiet = { info() {}, warn() {}, error() {} }

/** How a shell gets the key, without showing it. */
interface Candidate {
  readonly key: Buffer
  readonly inShell: string
}

async function main(words: readonly string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return void process.stdout.write(helpText)
  if (words.length > 0) return refuse(`${words[0]} is not understood. \`npm run move -- --help\` explains.`, 2)
  try {
    process.stdout.write(await move())
  } catch (error) {
    refuse(explain(error))
  }
}

/** Gives the report. */
async function move(): Promise<string> {
  const { config, databaseUrl } = readVariables()
  const dataDir = resolve(config.dataDir)
  const movedTo = addressOf(databaseUrl)
  await expectMovable(dataDir, movedTo)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  const source = await startEmbeddedPostgres({ dataDir, log: quiet, onStep: step })
  try {
    const { figures, masterKey } = await moveDatabase({
      sourceUrl: source.databaseUrl,
      targetUrl: databaseUrl,
      masterKeys: await candidates(config, dataDir),
      migrate: () => migrateAll({ databaseUrl, clock: systemClock, log: quiet }),
      // Before the commit: a process that ends between the two must not leave two databases that would both start.
      beforeCommit: () => markMoved(dataDir, movedTo),
      afterRollback: () => unmarkMoved(dataDir),
      onStep: step,
      signal: stopping.signal,
    })
    return reportText(figures, { masterKey: masterKey.inShell, dataDir, movedTo })
  } finally {
    await source.stop()
  }
}

function readVariables(): { config: Config; databaseUrl: string } {
  const read = readConfig(process.env, { opensDatabase: false })
  if (read.kind === 'invalid') throw new MoveError(`The environment is wrong: ${read.problems.join('; ')}`)
  const { databaseUrl } = read.config
  if (databaseUrl === null)
    throw new MoveError('Where to? Give the address of an empty database: DATABASE_URL=postgres://… npm run move')
  return { config: read.config, databaseUrl }
}

async function expectMovable(dataDir: string, movedTo: string): Promise<void> {
  if (!(await hasCluster(dataDir)))
    throw new MoveError(`There is no embedded database in ${dataDir}: set DATA_DIR as the service has it`)
  const before = await movedToIn(dataDir)
  // The same one again: the first move may have been killed before it counted.
  if (before !== null && before !== movedTo)
    throw new MoveError(
      `The database in ${dataDir} was moved to ${before} already: to move it once more, delete ${movedFile(dataDir)}, and use the other one no more`,
    )
}

async function candidates({ masterKey, masterKeyPrevious }: Config, dataDir: string): Promise<Candidate[]> {
  const kept = await keptMasterKeyIn(dataDir)
  return [
    ...(kept ? [{ key: kept, inShell: `"$(cat ${inShell(masterKeyFile(dataDir))})"` }] : []),
    ...(masterKey ? [{ key: masterKey, inShell: '<as it is now>' }] : []),
    ...(masterKeyPrevious ? [{ key: masterKeyPrevious, inShell: '<what MASTER_KEY_PREVIOUS is now>' }] : []),
  ]
}

/** A path as a shell reads it inside of `$(…)`. */
function inShell(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

/** Without user and password. */
function addressOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}

/** In a terminal the operator reads what takes its time. */
function step(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`  ${text} …\n`)
}

/** One line for what the operator can mend; for a fault of the program, where it happened. */
function explain(error: unknown): string {
  if (error instanceof MoveError) return `${error.message}.`
  // The way out that such an error names is no way out of a move.
  if (error instanceof EmbeddedPostgresError) return `${error.message.replace(`, or ${useAnotherServer}`, '')}.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function refuse(message: string, exitCode: 1 | 2 = 1): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = exitCode
}

await main(process.argv.slice(2))

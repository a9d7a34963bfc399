import { resolve } from 'node:path'
import { migrateAll } from '../../app.ts'
import { addressOfOwner, readConfig, type Config } from '../../config/config.ts'
import {
  markMoved,
  masterKeyFile,
  movedToFile,
  readMasterKey,
  readMovedTo,
  unmarkMoved,
} from '../../config/data-files.ts'
import { systemClock } from '../../domain/time/clock.ts'
import { hasCluster } from '../../engines/embedded-postgres/data-directory.ts'
import { EmbeddedPostgresError, useAnotherServer } from '../../engines/embedded-postgres/embedded-postgres-error.ts'
import { startEmbeddedPostgres } from '../../engines/embedded-postgres/start-embedded-postgres.ts'
import { printStep } from '../../engines/terminal/terminal.ts'
import { silentLog, StartError } from '../../flow-context.ts'
import { findRunningRole } from '../../two-roles.ts'
import { runIfStarted, type Host } from '../operator-command.ts'
import { moveDatabase } from './move-database.ts'
import { MoveError } from './move-error.ts'
import { reportText } from './report.ts'

const helpText = `Moves everything from the embedded database to an empty one on your PostgreSQL server (15 or later).

  DATABASE_URL=postgres://… npm run move

Stop the service first. Set DATA_DIR if the service has it (default: .data), and MASTER_KEY if the service has it.
The command moves everything or nothing, and compares counts and sums on both sides. It does not change the old
database. With MIGRATE_DATABASE_URL it writes as the owner of the tables, and gives the role of DATABASE_URL its rights.
It moves the rows of the service's tables and nothing else. It refuses an old database with content that the
service never creates and that PostgreSQL could run.
`

/** A master key that may be the right one. */
interface Candidate {
  readonly key: Buffer
  /** How the printed start command gets the key without showing it. */
  readonly inShell: string
}

export async function move(host: Host): Promise<number> {
  const { args, output, errors } = host
  if (args.includes('--help') || args.includes('-h')) {
    output.write(helpText)
    return 0
  }
  if (args.length > 0) {
    errors.write(`Unknown argument ${args[0]}. Run \`npm run move -- --help\` for help.\n`)
    return 2
  }
  try {
    output.write(await moveAll(host))
    return 0
  } catch (error) {
    errors.write(`${explain(error)}\n`)
    return 1
  }
}

/** Returns the report. */
async function moveAll({ environment, onSignal }: Host): Promise<string> {
  const { config, databaseUrl, ownerUrl } = readVariables(environment)
  const dataDir = resolve(config.dataDir)
  const movedTo = addressOf(databaseUrl)
  await expectMovable(dataDir, movedTo)
  const stopping = new AbortController()
  onSignal(() => stopping.abort())
  const source = await startEmbeddedPostgres({ dataDir, log: silentLog, onStep: printStep, expectsOnlyOurs: true })
  try {
    const { figures, masterKey } = await moveDatabase({
      sourceUrl: source.ownerUrl,
      targetUrl: ownerUrl,
      masterKeys: await masterKeyCandidates(config, dataDir),
      migrate: async () => {
        const runningRole = await findRunningRole({ databaseUrl, ownerUrl })
        await migrateAll({ databaseUrl: ownerUrl, runningRole, clock: systemClock, log: silentLog })
      },
      // The mark comes before the commit, so that a kill between the two cannot leave two databases that both start.
      beforeCommit: () => markMoved(dataDir, movedTo),
      afterRollback: () => unmarkMoved(dataDir),
      onStep: printStep,
      signal: stopping.signal,
    })
    return reportText(figures, { masterKey: masterKey.inShell, dataDir, movedTo })
  } finally {
    await source.stop()
  }
}

function readVariables(environment: Host['environment']): { config: Config; databaseUrl: string; ownerUrl: string } {
  const read = readConfig(environment, { opensDatabase: false })
  if (read.kind === 'invalid') throw new MoveError(`The environment is not valid: ${read.problems.join('; ')}`)
  const databaseUrl = read.config.databaseDirectUrl ?? read.config.databaseUrl
  const ownerUrl = addressOfOwner(read.config)
  if (databaseUrl === null || ownerUrl === null)
    throw new MoveError('Give the address of an empty database: DATABASE_URL=postgres://… npm run move')
  return { config: read.config, databaseUrl, ownerUrl }
}

async function expectMovable(dataDir: string, movedTo: string): Promise<void> {
  if (!(await hasCluster(dataDir)))
    throw new MoveError(
      `There is no embedded database in ${dataDir}: set DATA_DIR to the data directory of the service`,
    )
  const before = await readMovedTo(dataDir)
  // The same target is allowed: the first move may have been killed before its commit.
  if (before !== null && before !== movedTo)
    throw new MoveError(
      `The database in ${dataDir} was already moved to ${before}. To move it again, stop using that database and ` +
        `delete ${movedToFile(dataDir)}`,
    )
}

async function masterKeyCandidates({ masterKey, masterKeyPrevious }: Config, dataDir: string): Promise<Candidate[]> {
  const generated = await readMasterKey(dataDir)
  return [
    ...(generated ? [{ key: generated, inShell: `"$(cat ${quotedForShell(masterKeyFile(dataDir))})"` }] : []),
    ...(masterKey ? [{ key: masterKey, inShell: '<unchanged>' }] : []),
    ...(masterKeyPrevious ? [{ key: masterKeyPrevious, inShell: '<the value of MASTER_KEY_PREVIOUS>' }] : []),
  ]
}

/** A path as a shell word. */
function quotedForShell(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

/** Host, port and database, without user and password. */
function addressOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}

/** One line for a problem that the operator can solve, and the stack for a bug. */
function explain(error: unknown): string {
  if (error instanceof MoveError || error instanceof StartError) return `${error.message}.`
  // Such an error advises to use a server instead, which does not help a move.
  if (error instanceof EmbeddedPostgresError) return `${error.message.replace(`, or ${useAnotherServer}`, '')}.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

await runIfStarted(import.meta.filename, move)

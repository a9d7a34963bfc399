import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig, type Config } from '../../config/config.ts'
import { readMasterKey } from '../../config/data-files.ts'
import { claimDirectory } from '../../engines/embedded-postgres/directory-claim.ts'
import { runningRole } from '../../engines/embedded-postgres/roles.ts'
import { useEmbeddedDatabase } from '../../engines/embedded-postgres/use-database.ts'
import { printStep } from '../../engines/terminal/terminal.ts'
import { BackupError } from '../backup/backup-error.ts'
import { findBackup, type Backup } from '../backup/backups.ts'
import { commandOf, failed, runIfStarted, succeeded, type Host, type Outcome } from '../operator-command.ts'
import { verifiedAs } from '../verify/outcome.ts'
import { expectEmptyDirectory, restoreBackup, type Restored } from './restore-backup.ts'

const helpText = `Restores a backup of \`npm run backup\` to a new data directory, and verifies the database.

  MASTER_KEY=<your copy of the key> DATA_DIR=<new directory> npm run restore -- <directory>

The directory is one backup, or a directory of backups, whose newest complete one is restored. The command refuses a
data directory that is not empty, a damaged backup, and one that was changed: the master key proves that the service
made it. If the key has changed since, set MASTER_KEY_PREVIOUS to the key of that time. The command writes a new
configuration of PostgreSQL, and refuses a database with content that the service never creates and that PostgreSQL
could run.

  --lost-key   restore without this proof, when no copy of the master key is left. Anyone who could write
               where the backup was kept may have changed its payments, accounts and passwords, and may attack
               PostgreSQL with damaged files: use a machine with nothing else on it. All other checks remain. The
               secrets can be read only if the backup was made with --with-master-key
  --json       print one JSON object, for scripts; with npm: npm run --silent restore -- …
  --help       show this text

Never run the old and the restored database at the same time: each would send the other's webhooks and refunds again.
Exit codes: 0 when the database is restored and \`npm run verify\` finds nothing wrong, 1 otherwise, 2 when the
arguments are wrong.
`

async function run(host: Host): Promise<Outcome> {
  const asked = parsed(host.args)
  if ('problem' in asked) return failed('usage', `${asked.problem}. Run \`npm run restore -- --help\` for help.`, 2)
  if (asked.help) return succeeded({ help: helpText }, helpText)
  const read = readConfig(host.environment, { opensDatabase: false })
  if (read.kind === 'invalid')
    return failed('environment_invalid', `The environment is not valid: ${read.problems.join('; ')}.`)
  try {
    return await restoreFrom(host, read.config, asked)
  } catch (error) {
    if (error instanceof BackupError) return failed('restore_failed', `${error.message}.`)
    throw error
  }
}

interface Asked {
  readonly help: boolean
  readonly directory: string
  readonly isKeyLost: boolean
}

function parsed(args: readonly string[]): Asked | { problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        'lost-key': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    })
    const [directory, second] = positionals
    if (!values.help && directory === undefined) return { problem: 'Name the directory of the backup' }
    if (second !== undefined) return { problem: 'Name one directory' }
    return { help: values.help ?? false, directory: directory ?? '', isKeyLost: values['lost-key'] ?? false }
  } catch (error) {
    return { problem: (error instanceof Error ? error.message : String(error)).split('.')[0] ?? '' }
  }
}

async function restoreFrom(host: Host, config: Config, { directory: given, isKeyLost }: Asked): Promise<Outcome> {
  if (config.databaseUrl !== null)
    throw new BackupError(
      'DATABASE_URL is set, and this command restores the embedded database only. Unset it, and set DATA_DIR to a ' +
        'new directory',
    )
  const backup = await findBackup(given)
  const dataDir = resolve(config.dataDir)
  await expectEmptyDirectory(dataDir)
  const claim = await claimDirectory(dataDir)
  if (claim.kind === 'held') throw new BackupError(`Another program uses ${dataDir}: choose another DATA_DIR`)
  const stopping = new AbortController()
  host.onSignal(() => stopping.abort())
  const { masterKey, masterKeyPrevious } = config
  const masterKeys = [masterKey, masterKeyPrevious].filter((key) => key !== null)
  let restored: Restored
  try {
    printStep(`Checking ${backup.directory}`)
    const options = { backup, dataDir, masterKeys, isKeyLost, onStep: printStep, signal: stopping.signal }
    restored = await restoreBackup(options)
  } finally {
    claim.release()
  }
  const warnings = [
    ...(isKeyLost ? [unprovenWarning] : []),
    ...(restored.hasMasterKey || masterKey ? [] : [noKeyWarning]),
    ...(restored.leftOut.some((name) => !configuration.test(name))
      ? [`Left out, because a restore copies only data: ${restored.leftOut.slice(0, 10).join(', ')}`]
      : []),
  ]
  return verified(config, dataDir, backup, warnings)
}

const unprovenWarning =
  'WARNING: there is no proof that the service made this backup. Compare payments, accounts, people, keys and ' +
  'webhook ' +
  'addresses with what you know before you start the service'
const noKeyWarning =
  'WARNING: there is no master key, so the secrets are lost and the service cannot start. SQL can read the payments'
/** Every archive has these files, so they are nothing to report. */
const configuration = /^(postgresql(\.auto)?|pg_hba|pg_ident)\.conf$/

/** Starts the restored database and verifies it. */
async function verified(
  config: Config,
  dataDir: string,
  { directory: from, manifest: { created_at: createdAt } }: Backup,
  warnings: readonly string[],
): Promise<Outcome> {
  const outcome = await useEmbeddedDatabase(dataDir, async ({ ownerUrl, adminUrl }) => {
    printStep('Verifying the ledgers, states and indexes')
    const masterKey = config.masterKey ?? (await readMasterKey(dataDir))
    // A backup from before there were two roles has no rights for the other one.
    return verifiedAs(config, { databaseUrl: ownerUrl, adminUrl, runningRole, masterKey })
  })
  if (!outcome) throw new Error('Bug: the restored directory has no database')
  const text =
    `Restored ${from} (${createdAt}) to ${dataDir}.\n` +
    'Payments after that time are not in this database. To find them, see /docs/running#payments-after-the-backup\n' +
    `Start the service with DATA_DIR=${dataDir}. Never start the old database again.\n` +
    warnings.map((warning) => `${warning}.\n`).join('')
  return {
    ...outcome,
    json: { restored: { backup: from, created_at: createdAt, data_dir: dataDir, warnings }, ...outcome.json },
    text: `${text}\n${outcome.text}`,
  }
}

export const restore = commandOf(run)

await runIfStarted(import.meta.filename, restore)

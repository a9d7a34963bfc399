import { realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig, type Config } from '../../config/config.ts'
import { dataFilesOf, masterKeyFile, readMasterKey, readMovedTo } from '../../config/data-files.ts'
import { systemClock } from '../../domain/time/clock.ts'
import { claimDirectory } from '../../engines/embedded-postgres/directory-claim.ts'
import { useEmbeddedDatabase } from '../../engines/embedded-postgres/use-database.ts'
import { commandOf, failed, runIfStarted, succeeded, type Host, type Outcome } from '../operator-command.ts'
import { BackupError } from './backup-error.ts'
import { openBackupDirectory } from './backups.ts'
import { describeDatabase } from './describe.ts'
import { makeBackup, type Made } from './make-backup.ts'
import { megabytes } from './measured-copy.ts'

const helpText = `Makes a backup of the embedded database while the service runs.

  npm run backup -- <directory> [options]

The command reads the same variables as the service: DATA_DIR, MASTER_KEY, … Each run adds one folder to the directory.
A killed run leaves no folder that looks like a backup.

A restore needs the master key: it decrypts the secrets, and proves that the backup is unchanged. The backup does not
contain it. Keep a copy of the file master-key in the data directory, or of MASTER_KEY, apart from the backups.

  --keep <number>     delete the oldest backups of this database, so that this many are left
  --with-master-key   put the master key of the data directory into the backup. Anyone who can read the
                      backup can then read every secret in the database, and make backups that a restore
                      takes for yours
  --json              print one JSON object, for scripts; with npm: npm run --silent backup -- …
  --help              show this text

\`npm run restore\` restores a backup. For a database server, use the tools of PostgreSQL: see /docs/running#backups.
Exit codes: 0 when there is a new backup, 1 when something failed, 2 when the arguments are wrong.
`

async function run(host: Host): Promise<Outcome> {
  const asked = parsed(host.args)
  if ('problem' in asked) return failed('usage', `${asked.problem}. Run \`npm run backup -- --help\` for help.`, 2)
  if (asked.help) return succeeded({ help: helpText }, helpText)
  const read = readConfig(host.environment, { opensDatabase: false })
  if (read.kind === 'invalid')
    return failed('environment_invalid', `The environment is not valid: ${read.problems.join('; ')}.`)
  try {
    return await backUp(host, read.config, asked)
  } catch (error) {
    if (error instanceof BackupError) return failed('backup_failed', `${error.message}.`)
    throw error
  }
}

interface Asked {
  readonly help: boolean
  readonly directory: string
  readonly keep: number | null
  readonly withMasterKey: boolean
}

function parsed(args: readonly string[]): Asked | { readonly problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        keep: { type: 'string' },
        'with-master-key': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    })
    const help = values.help ?? false
    const [directory, second] = positionals
    if (!help && directory === undefined) return { problem: 'Name the directory of backups' }
    if (second !== undefined) return { problem: 'Name one directory' }
    if (values.keep !== undefined && !/^[1-9]\d{0,4}$/.test(values.keep))
      return { problem: '--keep needs a number of at least 1' }
    const keep = values.keep === undefined ? null : Number(values.keep)
    return { help, directory: directory ?? '', keep, withMasterKey: values['with-master-key'] ?? false }
  } catch (error) {
    return { problem: (error instanceof Error ? error.message : String(error)).split('.')[0] ?? '' }
  }
}

async function backUp(host: Host, config: Config, { directory: given, keep, withMasterKey }: Asked): Promise<Outcome> {
  if (config.databaseUrl !== null)
    throw new BackupError(
      'DATABASE_URL is set, and this command backs up the embedded database only. For a server, use pgBackRest or ' +
        'another tool of PostgreSQL: see /docs/running#backups',
    )
  if (withMasterKey && config.masterKey !== null)
    throw new BackupError('--with-master-key is for a key in the data directory, and MASTER_KEY is set: keep that key')
  const dataDir = resolve(config.dataDir)
  const movedTo = await readMovedTo(dataDir)
  if (movedTo !== null)
    throw new BackupError(`The database in ${dataDir} was moved to ${movedTo}: back up that database`)
  await openBackupDirectory(resolve(given))
  const directory = await realpath(resolve(given))
  await expectOutside(directory, dataDir)
  const claim = await claimDirectory(directory)
  if (claim.kind === 'held') throw new BackupError(`Another backup is writing to ${directory}: wait until it ends`)
  const stopping = new AbortController()
  host.onSignal(() => stopping.abort())
  try {
    const made = await useEmbeddedDatabase(dataDir, async ({ adminUrl, ownerUrl }) => {
      const keys = await knownKeys(config, dataDir)
      // A wrong key shows at once, and not after the copy.
      await describeDatabase(ownerUrl, keys)
      return makeBackup({
        directory,
        adminUrl,
        dataFiles: await dataFilesOf(dataDir, { masterKey: withMasterKey }),
        describe: () => describeDatabase(ownerUrl, keys),
        keep,
        now: () => systemClock.now(),
        signal: stopping.signal,
      })
    })
    if (!made) throw new BackupError(`There is no embedded database in ${dataDir}: set DATA_DIR as for the service`)
    return outcomeOf(made, dataDir, (await stat(directory)).dev === (await stat(dataDir)).dev)
  } finally {
    claim.release()
  }
}

/** A lost data directory must not take the backups with it. */
async function expectOutside(directory: string, dataDir: string): Promise<void> {
  const real = await realpath(dataDir).catch(() => dataDir)
  if (directory !== real && !directory.startsWith(real + sep)) return
  throw new BackupError(
    `${directory} is inside the data directory: choose a directory elsewhere, preferably on ` + `another disk`,
  )
}

async function knownKeys({ masterKey, masterKeyPrevious }: Config, dataDir: string) {
  if (masterKey !== null)
    return [masterKey, ...(masterKeyPrevious ? [masterKeyPrevious] : [])].map((key) => ({ key, generated: false }))
  const generated = await readMasterKey(dataDir)
  return generated ? [{ key: generated, generated: true }] : []
}

function outcomeOf({ directory, manifest, deleted }: Made, dataDir: string, isSameDisk: boolean): Outcome {
  const stored = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
  const { generated, included } = manifest.master_key
  const keyLocation = generated ? masterKeyFile(dataDir) : 'MASTER_KEY'
  const lines = [
    `The backup is ${directory}`,
    `It has ${megabytes(manifest.uncompressed_bytes)} of files in ${megabytes(stored)}.`,
    included
      ? 'It contains the master key: anyone who can read it can read every secret, and make backups that look like ' +
        'yours.'
      : `It does not contain the master key: keep a copy of ${keyLocation} in another place. A restore needs it.`,
    ...(manifest.needs_card_key ? ['It does not contain CARD_KEY.'] : []),
    ...(isSameDisk ? ['It is on the same disk as the database: copy it to another machine.'] : []),
    ...deleted.map((path) => `Deleted ${path}`),
    `To restore it: MASTER_KEY=<the copy> DATA_DIR=<new directory> npm run restore -- ${directory}`,
  ]
  const { release, log, files } = manifest
  const json = {
    backup: directory,
    directory: dirname(directory),
    bytes: stored,
    uncompressed_bytes: manifest.uncompressed_bytes,
    release,
    log,
    master_key_included: included,
    same_disk: isSameDisk,
    files: files.map(({ name }) => join(directory, name)),
    deleted,
  }
  return succeeded(json, `${lines.join('\n')}\n`)
}

export const backup = commandOf(run)

await runIfStarted(import.meta.filename, backup)

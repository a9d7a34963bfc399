import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { isSecretKey } from '../../domain/accounts/secret-key.ts'
import { keyBytes } from '../../domain/crypto/keyring.ts'
import { EmbeddedPostgresError } from '../../engines/embedded-postgres/embedded-postgres-error.ts'
import { listForeignThings } from '../../engines/embedded-postgres/foreign-things.ts'
import { installCluster, majorVersion } from '../../engines/embedded-postgres/install-cluster.ts'
import { release } from '../../store/sql/release.ts'
import { isBackupLabel } from '../backup/archive-entries.ts'
import { ArchiveWriter } from '../backup/archive.ts'
import { BackupError, codeOf } from '../backup/backup-error.ts'
import { syncDirectory, type Backup } from '../backup/backups.ts'
import { archiveName, fingerprintOf, isGenuine, postgresManifestName, type BackedUpFile } from '../backup/manifest.ts'
import { expectRoom, Meter } from '../backup/measured-copy.ts'

export interface RestoreOptions {
  readonly backup: Backup
  /** The new data directory. This process has claimed it. */
  readonly dataDir: string
  /** The values of MASTER_KEY and MASTER_KEY_PREVIOUS. */
  readonly masterKeys: readonly Buffer[]
  /** The operator no longer has the master key, and accepts a backup that anyone may have changed. */
  readonly isKeyLost: boolean
  readonly onStep: (step: string) => void
  readonly signal: AbortSignal
}

/** Refuses a directory with content. Creates it when it is missing. */
export async function expectEmptyDirectory(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
    const names = await readdir(dataDir)
    if (names.length === 0) return
    throw new BackupError(
      `${dataDir} is not empty (${names.slice(0, 3).join(', ')}): a restore never overwrites data. ` +
        'Move that directory away, or set DATA_DIR to a new one',
    )
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`Cannot use ${dataDir} (${codeOf(error)})`, { cause: error })
  }
}

export interface Restored {
  /** The service finds its master key in the data directory. */
  readonly hasMasterKey: boolean
  /** Files of the archive that a restore never takes. */
  readonly leftOut: readonly string[]
}

/**
 * Checks the whole backup and puts it into an empty data directory. It takes only rows and the log from the archive:
 * the configuration is ours, and PostgreSQL starts only when the database has nothing in it that we would not make. An
 * error leaves the directory empty.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { backup, dataDir, onStep, signal } = options
  const { manifest, directory } = backup
  const masterKey = await provenKey(options)
  expectUsable(backup)
  await expectRoom(dataDir, manifest.uncompressed_bytes)
  try {
    if (masterKey) await writeOwn(dataDir, 'master-key', masterKey.toString('hex'))
    await restoreDeveloperKey(backup, dataDir)
    onStep('Unpacking the database')
    let leftOut: readonly string[] = []
    await installCluster(dataDir, {
      async fill(cluster) {
        for (const file of manifest.files)
          if (file.name === archiveName) leftOut = await unpack(backup, file, cluster, signal)
          else if (file.name === postgresManifestName) await expectSame(directory, file)
        await expectOwnLabel(backup, cluster)
        onStep('Looking for content that the service never creates')
      },
      judge(foreign) {
        if (foreign.length === 0) return
        throw new BackupError(
          `The database in ${directory} has content that the service never creates and that PostgreSQL could run: ` +
            `${listForeignThings(foreign)}. Nothing was restored, and none of it ran. Use another backup`,
        )
      },
      signal,
    })
    await syncDirectory(dataDir)
    return { hasMasterKey: masterKey !== null, leftOut }
  } catch (error) {
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true })
    throw explained(error, options)
  }
}

function expectUsable({ directory, manifest }: Backup): void {
  if (manifest.postgres !== majorVersion)
    throw new BackupError(
      `${directory} is from PostgreSQL ${manifest.postgres}, but this release has ${majorVersion}: ` +
        `restore it with release ${manifest.release}`,
    )
  const needed = manifest.minimum_release
  if (needed !== null && isLater(needed, release))
    throw new BackupError(
      `The tables in ${directory} need release ${needed} or later, but this is release ${release}: ` +
        'restore it with the later release',
    )
}

function isLater(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0
}

/**
 * Throws a `BackupError` unless the master key proves that the service made the backup, or the operator has lost the
 * key. Returns the key that the data directory needs: null when the service gets it as MASTER_KEY.
 */
async function provenKey(options: RestoreOptions): Promise<Buffer | null> {
  const { backup, masterKeys, isKeyLost } = options
  const { master_key: described } = backup.manifest
  const key = masterKeys.find((candidate) => fingerprintOf(candidate) === described.fingerprint)
  if (!isKeyLost) expectGenuine(backup, key, masterKeys)
  const isKept = described.generated ?? described.included
  if (key) return isKept ? key : null
  return described.included ? includedKey(backup) : null
}

function expectGenuine({ directory, manifest }: Backup, key: Buffer | undefined, keys: readonly Buffer[]): void {
  const flag = 'If the key is lost, read about --lost-key in `npm run restore -- --help`. Nothing was restored'
  if (keys.length === 0)
    throw new BackupError(
      `Only the master key proves that ${directory} is unchanged: set MASTER_KEY to the key of the service, ` +
        `from the copy that you keep apart from the backups. ${flag}`,
    )
  if (!key)
    throw new BackupError(
      'MASTER_KEY is not the key of this backup, or the backup is not from this service: set the key that the ' +
        `service had at that time. If it has a new one now, set MASTER_KEY_PREVIOUS to the old one. ${flag}`,
    )
  if (manifest.mac === undefined)
    throw new BackupError(
      `${directory} is not ours, or from a release that did not prove its backups: it has no proof of its origin. ` +
        'Use another backup. Nothing was restored',
    )
  if (!isGenuine(manifest, key))
    throw new BackupError(
      `${directory} is not ours: its backup.json was changed after the service wrote it. Use another backup, and ` +
        'find out who can write there. Nothing was restored',
    )
}

/** The master key in the backup itself. It opens the secrets, and proves nothing. */
async function includedKey({ directory, manifest }: Backup): Promise<Buffer> {
  const path = join(directory, 'master-key')
  const key = Buffer.from((await readSmall(path).catch(() => '')).toString().trim(), 'hex')
  if (key.length === keyBytes && fingerprintOf(key) === manifest.master_key.fingerprint) return key
  throw new BackupError(`${path} is not the key of this backup: restore that file, or set MASTER_KEY`)
}

/** The key is for the developer's convenience, so a backup without it is whole. */
async function restoreDeveloperKey({ directory, manifest }: Backup, dataDir: string): Promise<void> {
  const file = manifest.files.find(({ name }) => name === 'developer-key')
  if (!file) return
  const path = join(directory, file.name)
  const bytes = await readSmall(path)
  // The bytes that are checked are the ones that are used: somebody may change the file meanwhile.
  if (bytes.length !== file.bytes || createHash('sha256').update(bytes).digest('hex') !== file.sha256)
    throw otherChecksum(path)
  const text = bytes.toString('utf8').trim()
  if (!isSecretKey(text)) throw new BackupError(`${path} is damaged: it is not a secret key. Use another backup`)
  await writeOwn(dataDir, file.name, text)
}

const mostKeyFileBytes = 1024

async function readSmall(path: string): Promise<Buffer> {
  try {
    const file = await stat(path)
    if (file.isFile() && file.size <= mostKeyFileBytes) return await readFile(path)
  } catch (error) {
    throw new BackupError(`Cannot read ${path} (${codeOf(error)}): use another backup`, { cause: error })
  }
  throw new BackupError(`${path} is damaged: use another backup`)
}

async function writeOwn(dataDir: string, name: string, text: string): Promise<void> {
  await writeFile(join(dataDir, name), `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
}

/** The label says where the replay of the log begins. PostgreSQL also looks for other instructions in it. */
async function expectOwnLabel({ directory }: Backup, cluster: string): Promise<void> {
  const text = await readFile(join(cluster, 'backup_label'), 'utf8').catch(() => '')
  if (!isBackupLabel(text))
    throw new BackupError(`${join(directory, archiveName)} is damaged: its backup_label is not one of ours`)
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version !== majorVersion)
    throw new BackupError(`${join(directory, archiveName)} is damaged: it is not from PostgreSQL ${majorVersion}`)
}

/** Returns what it left out. */
async function unpack(
  { directory, manifest }: Backup,
  file: BackedUpFile,
  cluster: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const meter = new Meter()
  const path = join(directory, file.name)
  const writer = new ArchiveWriter(cluster, { bytes: manifest.uncompressed_bytes })
  try {
    await expectFile(path)
    await pipeline(createReadStream(path), meter, createGunzip(), writer, { signal })
  } catch (error) {
    if (signal.aborted || ['ENOSPC', 'EDQUOT'].includes(codeOf(error))) throw error
    const detail = error instanceof BackupError ? `: ${error.message}` : ''
    throw new BackupError(`${path} is damaged or was changed${detail}. Use another backup`, { cause: error })
  }
  expectEqual(path, file, meter)
  return writer.leftOut
}

/** Reading a pipe, or a device, would never end. */
async function expectFile(path: string): Promise<void> {
  if (!(await stat(path)).isFile()) throw new BackupError('It is not a file')
}

async function expectSame(directory: string, file: BackedUpFile): Promise<void> {
  const meter = new Meter()
  const path = join(directory, file.name)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    await expectFile(path)
    await pipeline(createReadStream(path), meter, nowhere)
  } catch (error) {
    throw new BackupError(`Cannot read ${path} (${codeOf(error)}): use another backup`, { cause: error })
  }
  expectEqual(path, file, meter)
}

function expectEqual(path: string, { bytes, sha256 }: BackedUpFile, meter: Meter): void {
  if (meter.bytes !== bytes || meter.digest() !== sha256) throw otherChecksum(path)
}

function otherChecksum(path: string): BackupError {
  return new BackupError(`${path} is damaged: it does not have the checksum in the manifest. Use another backup`)
}

function explained(error: unknown, { signal, dataDir }: RestoreOptions): unknown {
  if (signal.aborted) return new BackupError('Stopped: nothing was restored', { cause: error })
  if (['ENOSPC', 'EDQUOT'].includes(codeOf(error)))
    return new BackupError(`The disk of ${dataDir} is full: nothing was restored. Free some space`, { cause: error })
  if (error instanceof EmbeddedPostgresError)
    return new BackupError(`${error.message}. Nothing was restored`, { cause: error })
  return error
}

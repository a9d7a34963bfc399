import { createReadStream } from 'node:fs'
import { copyFile, chmod, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { keyBytes } from '../domain/keyring.ts'
import { installCluster, majorVersion } from '../embedded-postgres/install-cluster.ts'
import { release } from '../store/release.ts'
import { ArchiveWriter } from './archive.ts'
import { BackupError, codeOf } from './backup-error.ts'
import { syncDirectory } from './backups.ts'
import type { Backup } from './backups.ts'
import { archiveName, fingerprintOf, postgresManifestName } from './manifest.ts'
import type { BackedUpFile } from './manifest.ts'
import { expectRoom, Meter } from './measured-copy.ts'

export interface RestoreOptions {
  readonly backup: Backup
  /** The new data directory. This process has claimed it. */
  readonly dataDir: string
  /** The values of MASTER_KEY and MASTER_KEY_PREVIOUS. */
  readonly masterKeys: readonly Buffer[]
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

/** Checks the whole backup and puts it into an empty data directory. An error leaves that directory empty. */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { backup, dataDir, onStep, signal } = options
  const { manifest, directory } = backup
  expectUsable(backup)
  await expectSameKey(options)
  await expectRoom(dataDir, manifest.uncompressed_bytes)
  try {
    for (const file of manifest.files)
      if (file.name !== archiveName && file.name !== postgresManifestName) await restoreFile(backup, file, dataDir)
    onStep('Unpacking the database')
    await installCluster(dataDir, async (cluster) => {
      for (const file of manifest.files)
        if (file.name === archiveName) await unpack(directory, file, cluster, signal)
        else if (file.name === postgresManifestName) await expectSame(directory, file)
    })
    await syncDirectory(dataDir)
  } catch (error) {
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true })
    throw explained(error, options)
  }
}

function expectUsable({ directory, manifest }: Backup): void {
  if (manifest.postgres !== majorVersion)
    throw new BackupError(
      `${directory} is from PostgreSQL ${manifest.postgres}, and this release has ${majorVersion}: ` +
        `restore it with release ${manifest.release}`,
    )
  const needed = manifest.minimum_release
  if (needed !== null && isLater(needed, release))
    throw new BackupError(
      `The tables in ${directory} need release ${needed} or a later one, and this is release ${release}: ` +
        'restore it with the later release',
    )
}

function isLater(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0
}

/** Throws a `BackupError` unless the secrets in the backup will be readable. */
async function expectSameKey({ backup: { directory, manifest }, masterKeys }: RestoreOptions): Promise<void> {
  const { fingerprint, included } = manifest.master_key
  const isSame = (key: Buffer): boolean => fingerprintOf(key) === fingerprint
  if (masterKeys.length > 0) {
    if (masterKeys.some(isSame)) return
    throw new BackupError(
      'MASTER_KEY is not the key of this backup: set the key that the service had at that time. If it has a new one ' +
        'now, set MASTER_KEY_PREVIOUS to the old one. Nothing was restored',
    )
  }
  if (!included)
    throw new BackupError(
      'The backup does not contain the master key, because the service had it in MASTER_KEY: set MASTER_KEY to that ' +
        'value. Nothing was restored',
    )
  const path = join(directory, 'master-key')
  const key = Buffer.from((await readFile(path, 'utf8').catch(() => '')).trim(), 'hex')
  if (key.length !== keyBytes || !isSame(key))
    throw new BackupError(`${path} is not the key of this backup: restore that file, or set MASTER_KEY`)
}

async function restoreFile({ directory }: Backup, file: BackedUpFile, dataDir: string): Promise<void> {
  await expectSame(directory, file)
  const path = join(dataDir, file.name)
  await copyFile(join(directory, file.name), path)
  await chmod(path, 0o600)
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

async function unpack(directory: string, file: BackedUpFile, cluster: string, signal: AbortSignal): Promise<void> {
  const meter = new Meter()
  const path = join(directory, file.name)
  try {
    await pipeline(createReadStream(path), meter, createGunzip(), new ArchiveWriter(cluster), { signal })
  } catch (error) {
    if (signal.aborted || ['ENOSPC', 'EDQUOT'].includes(codeOf(error))) throw error
    throw new BackupError(`${path} is damaged: use another backup`, { cause: error })
  }
  expectEqual(path, file, meter)
}

async function expectSame(directory: string, file: BackedUpFile): Promise<void> {
  const meter = new Meter()
  const path = join(directory, file.name)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    await pipeline(createReadStream(path), meter, nowhere)
  } catch (error) {
    throw new BackupError(`Cannot read ${path} (${codeOf(error)}): use another backup`, { cause: error })
  }
  expectEqual(path, file, meter)
}

function expectEqual(path: string, { bytes, sha256 }: BackedUpFile, meter: Meter): void {
  if (meter.bytes !== bytes || meter.digest() !== sha256)
    throw new BackupError(`${path} is damaged: it does not have the checksum in the manifest. Use another backup`)
}

function explained(error: unknown, { signal, dataDir }: RestoreOptions): unknown {
  if (signal.aborted) return new BackupError('Stopped: nothing was restored', { cause: error })
  if (['ENOSPC', 'EDQUOT'].includes(codeOf(error)))
    return new BackupError(`The disk of ${dataDir} is full: nothing was restored. Free some space`, { cause: error })
  return error
}

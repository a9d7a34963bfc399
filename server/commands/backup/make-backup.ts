import { createReadStream, createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { startBaseBackup, type BaseBackup } from './base-backup.ts'
import { BackupError, codeOf } from './backup-error.ts'
import { finish, nameOf, newUnfinished, removeOld, removeUnfinished, type Backup } from './backups.ts'
import type { Description } from './describe.ts'
import {
  archiveName,
  fingerprintOf,
  manifestName,
  newManifest,
  postgresManifestName,
  type BackedUpFile,
  type Manifest,
} from './manifest.ts'
import { expectRoom, Meter, RoomGuard } from './measured-copy.ts'

export interface BackupOptions {
  /** The directory of backups. This process has claimed it. */
  readonly directory: string
  /** The URL of a superuser of the running database. */
  readonly adminUrl: string
  /** Small files beside the database that the backup includes. */
  readonly dataFiles: readonly { readonly name: string; readonly path: string }[]
  /** What the database contains. Called when the copy is whole. */
  readonly describe: () => Promise<Description>
  /** How many backups of this database to keep. Null: all. */
  readonly keep: number | null
  readonly now: () => Date
  readonly signal: AbortSignal
}

export interface Made extends Backup {
  readonly deleted: readonly string[]
}

/** Without a byte for this long, the database or the disk hangs. The first byte comes after a checkpoint. */
const quietMs = 120_000
/** More would slow down the payments that go on. */
const compressionLevel = 1

/** Makes a backup of a running database. Either the whole backup appears in the directory, or nothing. */
export async function makeBackup(options: BackupOptions): Promise<Made> {
  const { directory, keep, now } = options
  await removeUnfinished(directory)
  await expectRoom(directory)
  const createdAt = now()
  const unfinished = await newUnfinished(directory)
  try {
    const copied = await copyDatabase(options, unfinished)
    const { content, masterKey } = await options.describe()
    const dataFiles: BackedUpFile[] = []
    for (const { name, path } of options.dataFiles)
      dataFiles.push(await store(createReadStream(path), join(unfinished, name), name))
    const manifest = newManifest(
      {
        ...content,
        master_key: {
          fingerprint: fingerprintOf(masterKey.key),
          generated: masterKey.generated,
          included: dataFiles.some(({ name }) => name === 'master-key'),
        },
        ...copied,
        created_at: createdAt.toISOString(),
        completed_at: now().toISOString(),
        files: [...copied.files, ...dataFiles],
      },
      masterKey.key,
    )
    await writeFile(join(unfinished, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    })
    options.signal.throwIfAborted()
    const path = await finish(unfinished, nameOf(createdAt))
    const deleted = keep === null ? [] : await removeOld(directory, manifest.cluster, keep)
    return { directory: path, manifest, deleted }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {})
    throw explained(error, options)
  }
}

async function copyDatabase(
  { adminUrl, directory, signal }: BackupOptions,
  unfinished: string,
): Promise<Pick<Manifest, 'files' | 'log' | 'uncompressed_bytes'>> {
  const backup = await startBaseBackup(adminUrl)
  const stopping = new AbortController()
  const uncompressed = new Meter()
  const watch = failWhenQuiet(uncompressed, stopping)
  try {
    const isStopped = AbortSignal.any([signal, stopping.signal])
    const files = await Promise.all([
      storeArchive(backup, uncompressed, { directory, path: join(unfinished, archiveName), signal: isStopped }),
      store(backup.manifest, join(unfinished, postgresManifestName), postgresManifestName, isStopped),
    ])
    return { files, log: backup.range(), uncompressed_bytes: uncompressed.bytes }
  } catch (error) {
    if (stopping.signal.aborted) throw stopping.signal.reason
    throw error
  } finally {
    clearInterval(watch)
    await backup.close()
  }
}

async function storeArchive(
  { archive }: BaseBackup,
  uncompressed: Meter,
  { directory, path, signal }: { directory: string; path: string; signal: AbortSignal },
): Promise<BackedUpFile> {
  const meter = new Meter()
  const file = createWriteStream(path, { mode: 0o600, flush: true })
  const compress = createGzip({ level: compressionLevel })
  await pipeline(archive, uncompressed, compress, new RoomGuard(directory), meter, file, { signal })
  return { name: archiveName, bytes: meter.bytes, sha256: meter.digest() }
}

async function store(source: Readable, path: string, name: string, signal?: AbortSignal): Promise<BackedUpFile> {
  const meter = new Meter()
  const file = createWriteStream(path, { mode: 0o600, flush: true })
  await pipeline(source, meter, file, signal ? { signal } : {})
  return { name, bytes: meter.bytes, sha256: meter.digest() }
}

function failWhenQuiet(meter: Meter, stopping: AbortController): NodeJS.Timeout {
  let before = -1
  return setInterval(() => {
    if (meter.bytes === before)
      stopping.abort(new BackupError(`The backup made no progress for ${quietMs / 1_000} s: look at the disks`))
    before = meter.bytes
  }, quietMs)
}

function explained(error: unknown, { signal, directory }: BackupOptions): unknown {
  if (signal.aborted) return new BackupError('Stopped: there is no new backup', { cause: error })
  if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT')
    return new BackupError(`The disk of ${directory} is full: free some space`, { cause: error })
  return error
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, codeOf } from './backup-error.ts'

/** The file that makes a directory a backup. It is written last. */
export const manifestName = 'backup.json'
export const archiveName = 'base.tar.gz'
/** The list that PostgreSQL's `pg_verifybackup` reads. */
export const postgresManifestName = 'backup_manifest'

/** The format that this program writes, and the only one that it reads. */
const format = 1

export interface BackedUpFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** What a backup contains. */
export interface Manifest {
  readonly format: number
  readonly created_at: string
  readonly completed_at: string
  /** The release that made the backup, and the earliest one that can use its tables. */
  readonly release: string
  readonly minimum_release: string | null
  /** The major version of PostgreSQL. */
  readonly postgres: string
  /** PostgreSQL's id of the cluster. A restored cluster keeps it. */
  readonly cluster: string
  readonly log: { readonly timeline: number; readonly start: string; readonly end: string }
  /** Bytes of the files before compression. */
  readonly uncompressed_bytes: number
  readonly master_key: { readonly fingerprint: string; readonly included: boolean }
  /** Cards that wait for their payment need CARD_KEY, which no backup contains. */
  readonly needs_card_key: boolean
  readonly files: readonly BackedUpFile[]
}

export function newManifest(content: Omit<Manifest, 'format'>): Manifest {
  return { format, ...content }
}

/** Tells whether a master key is the one of a backup. The key is random, so the hash reveals nothing about it. */
export function fingerprintOf(masterKey: Buffer): string {
  return createHash('sha256').update('servicepay master key').update(masterKey).digest('hex').slice(0, 32)
}

/** Null: the directory is not a backup, or not a whole one. Throws a `BackupError` for a damaged manifest. */
export async function readManifest(directory: string): Promise<Manifest | null> {
  const path = join(directory, manifestName)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw new BackupError(`Cannot read ${path} (${codeOf(error)})`, { cause: error })
  }
  const content = parse(text)
  if (!isManifest(content)) throw new BackupError(`${path} is damaged: use another backup`)
  if (content.format !== format)
    throw new BackupError(`${path} has the format ${content.format}, which this release does not know: use a later one`)
  return content
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isManifest(content: unknown): content is Manifest {
  if (typeof content !== 'object' || content === null) return false
  const { format: given, files, master_key: key, postgres, cluster, release, created_at: at } = content as Manifest
  return (
    Number.isInteger(given) &&
    [postgres, cluster, release, at].every((text) => typeof text === 'string') &&
    typeof key === 'object' &&
    typeof key.fingerprint === 'string' &&
    Array.isArray(files) &&
    files.every(isFile) &&
    files.some(({ name }) => name === archiveName)
  )
}

/** A name without a path, so that a manifest cannot lead to other files. */
function isFile(file: unknown): boolean {
  if (typeof file !== 'object' || file === null) return false
  const { name, bytes, sha256 } = file as BackedUpFile
  return /^[\w-]+(\.[\w-]+)*$/.test(name) && Number.isSafeInteger(bytes) && /^[0-9a-f]{64}$/.test(sha256)
}

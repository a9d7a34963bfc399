import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, codeOf } from './backup-error.ts'

/** The file that makes a directory a backup. It is written last. */
export const manifestName = 'backup.json'
export const archiveName = 'base.tar.gz'
/** The list that PostgreSQL's `pg_verifybackup` reads. */
export const postgresManifestName = 'backup_manifest'

/** The format that this program writes. The one before had no `mac`. */
const format = 2
const oldestFormat = 1
const mostManifestBytes = 64 * 1024

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
  /** `generated`: the service keeps the key in its data directory. `included`: the backup has a copy of that file. */
  readonly master_key: { readonly fingerprint: string; readonly generated?: boolean; readonly included: boolean }
  /** Cards that wait for their payment need CARD_KEY, which no backup contains. */
  readonly needs_card_key: boolean
  readonly files: readonly BackedUpFile[]
  /** Proves with the master key that the service wrote all of the above. */
  readonly mac?: string
}

/** The manifest of a backup, with its proof. */
export function newManifest(content: Omit<Manifest, 'format' | 'mac'>, masterKey: Buffer): Manifest {
  const manifest = { format, ...content }
  return { ...manifest, mac: macOf(manifest, masterKey) }
}

/** Whether somebody with this master key wrote the manifest, and with it the checksums of all files. */
export function isGenuine(manifest: Manifest, masterKey: Buffer): boolean {
  const { mac = '', ...content } = manifest
  const [given, expected] = [Buffer.from(mac), Buffer.from(macOf(content, masterKey))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function macOf(content: object, masterKey: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'servicepay backup manifest', 32))
  return createHmac('sha256', key).update(canonical(content)).digest('hex')
}

/** One text for each content, whatever the order of its fields in the file. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{${fields
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`)
    .join(',')}}`
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
    const file = await stat(path)
    if (!file.isFile() || file.size > mostManifestBytes) throw new BackupError(`${path} is damaged: use another backup`)
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    if (error instanceof BackupError) throw error
    throw new BackupError(`Cannot read ${path} (${codeOf(error)})`, { cause: error })
  }
  const content = parse(text)
  if (!isManifest(content)) throw new BackupError(`${path} is damaged: use another backup`)
  if (content.format < oldestFormat || content.format > format)
    throw new BackupError(
      `${path} has the format ${content.format}, which this release does not support: use a ` + `later release`,
    )
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
  const manifest = content as Manifest
  const { format: given, files, master_key: key, postgres, cluster, release, created_at: at, mac } = manifest
  const { uncompressed_bytes: bytes, minimum_release: needed } = manifest
  return (
    Number.isInteger(given) &&
    [postgres, cluster, release].every((text) => typeof text === 'string' && /^[\w.+-]{1,40}$/.test(text)) &&
    (needed === null || (typeof needed === 'string' && /^[\d.]{1,40}$/.test(needed))) &&
    typeof at === 'string' &&
    isTime(at) &&
    typeof (key as Manifest['master_key'] | null)?.fingerprint === 'string' &&
    Number.isSafeInteger(bytes) &&
    (mac === undefined || typeof mac === 'string') &&
    Array.isArray(files) &&
    files.every(isFile) &&
    new Set(files.map(({ name }: BackedUpFile) => name)).size === files.length &&
    files.some(({ name }) => name === archiveName)
  )
}

function isTime(text: string): boolean {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}

/** A name without a path, so that a manifest cannot lead to other files. */
function isFile(file: unknown): boolean {
  if (typeof file !== 'object' || file === null) return false
  const { name, bytes, sha256 } = file as BackedUpFile
  return /^[\w-]+(\.[\w-]+)*$/.test(name) && Number.isSafeInteger(bytes) && /^[0-9a-f]{64}$/.test(sha256)
}

import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { BackupError, codeOf } from './backup-error.ts'
import { readManifest, type Manifest } from './manifest.ts'

// A directory of backups: one folder for each, named by its time.

export interface Backup {
  readonly directory: string
  readonly manifest: Manifest
}

const prefix = 'servicepay-'
/** Folders with this name are not whole: a backup in progress or killed, or one that is being deleted. */
const unfinishedPrefix = '.unfinished-'

/** A name that sorts by time. */
export function nameOf(time: Date): string {
  return `${prefix}${time.toISOString().replaceAll(':', '-').replace('.', '-')}`
}

/** Creates the directory of backups, which only this user may open. An existing directory keeps its rights. */
export async function openBackupDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    if (!(await stat(directory)).isDirectory()) throw new BackupError(`${directory} is not a directory`)
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`Cannot use ${directory} for backups (${codeOf(error)})`, { cause: error })
  }
}

/** A new folder, readable for its owner only, that becomes a backup with `finish`. */
export async function newUnfinished(directory: string): Promise<string> {
  const path = join(directory, `${unfinishedPrefix}${randomBytes(6).toString('hex')}`)
  await mkdir(path, { mode: 0o700 })
  return path
}

/** Gives a backup its name, as the last step. */
export async function finish(unfinished: string, name: string): Promise<string> {
  const directory = dirname(unfinished)
  await syncDirectory(unfinished)
  await rename(unfinished, join(directory, name))
  await syncDirectory(directory)
  return join(directory, name)
}

/** Deletes what killed backups have left. Call it only while this process has claimed the directory. */
export async function removeUnfinished(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.startsWith(unfinishedPrefix))
  for (const name of names) await rm(join(directory, name), { recursive: true, force: true })
}

/** Deletes the oldest backups of the same database, so that `keep` are left. Returns their paths. */
export async function removeOld(directory: string, cluster: string, keep: number): Promise<string[]> {
  const { backups } = await listBackups(directory)
  const old = backups.filter(({ manifest }) => manifest.cluster === cluster).slice(keep)
  for (const backup of old) {
    // After the rename, a kill cannot leave half a backup that looks whole.
    const unfinished = join(directory, `${unfinishedPrefix}${basename(backup.directory)}`)
    await rename(backup.directory, unfinished)
    await rm(unfinished, { recursive: true, force: true })
  }
  return old.map(({ directory: path }) => path)
}

/** All whole backups, newest first, and what is wrong with damaged ones. */
export async function listBackups(directory: string): Promise<{ backups: Backup[]; problems: string[] }> {
  const names = (await readdir(directory)).filter((name) => name.startsWith(prefix)).sort()
  const backups: Backup[] = []
  const problems: string[] = []
  for (const name of names.reverse()) {
    const path = join(directory, name)
    try {
      const manifest = await readManifest(path)
      // Otherwise an old backup under a new name would count as the newest.
      if (manifest && nameOf(new Date(manifest.created_at)) !== name)
        problems.push(`the name of ${path} does not match its time ${manifest.created_at}`)
      else if (manifest) backups.push({ directory: path, manifest })
      else problems.push(`${path} is not a complete backup`)
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      problems.push(error.message)
    }
  }
  return { backups, problems }
}

/** The backup in `given`: the directory itself, or the newest whole one in it. */
export async function findBackup(given: string): Promise<Backup> {
  const directory = resolve(given)
  try {
    const manifest = await readManifest(directory)
    if (manifest) return { directory, manifest }
    const { backups, problems } = await listBackups(directory)
    const [newest] = backups
    if (newest) return newest
    throw new BackupError([`There is no complete backup in ${directory}`, ...problems].join('. '))
  } catch (error) {
    if (error instanceof BackupError) throw error
    if (codeOf(error) === 'ENOENT') throw new BackupError(`There is no directory ${directory}`, { cause: error })
    throw new BackupError(`Cannot read ${directory} (${codeOf(error)})`, { cause: error })
  }
}

export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync().finally(() => handle.close())
}

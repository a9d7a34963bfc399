import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import {
  EmbeddedPostgresError,
  explainSystemError,
  systemErrorCode,
  useAnotherServer,
} from './embedded-postgres-error.ts'
import { adminRole } from './roles.ts'
import { asUser, type SystemUser } from './system-user.ts'

/** Where everything of one embedded database lies. */
export interface Places {
  dataDir: string
  clusterDir: string
  logFile: string
  passwordFile: string
  linkDir: string
}

/** The major version of the binaries; a cluster of another one cannot be opened by them. */
const majorVersion = '18'
/** A cluster in the making: never under its final name, so that an interrupted start leaves nothing that looks like one. */
const unfinishedPrefix = 'postgres-new-'
/** initdb takes half a second; a slow disk may take long, but not for ever. */
const initdbDeadlineMs = 120_000

/** Makes `dataDir` when it is missing (others may pass through it, not list it) and names what lies in it. */
export async function openDataDirectory(dataDir: string): Promise<Places> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
    const dir = await realpath(dataDir)
    return {
      dataDir: dir,
      clusterDir: join(dir, 'postgres'),
      logFile: join(dir, 'postgres.log'),
      passwordFile: join(dir, 'postgres-password'),
      linkDir: join(dir, 'postgres-lib'),
    }
  } catch (error) {
    throw explainSystemError(error, `Cannot use ${dataDir} for the embedded database`)
  }
}

/** `absent` may be made, `present` may be started. Anything else may hold data and is for a person to judge. */
export async function inspectCluster(clusterDir: string): Promise<'absent' | 'present'> {
  const entries = await listOrNull(clusterDir)
  if (entries === null || entries.length === 0) return 'absent'
  if (!entries.includes('PG_VERSION')) {
    throw new EmbeddedPostgresError(
      `${clusterDir} is not empty and is no PostgreSQL cluster: move it away, choose another DATA_DIR, or ${useAnotherServer}`,
    )
  }
  const version = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim()
  if (version === majorVersion) return 'present'
  throw new EmbeddedPostgresError(
    `${clusterDir} was made by PostgreSQL ${version || '(unreadable)'}, this program brings ${majorVersion}: move the data with that version's pg_dump, choose another DATA_DIR, or ${useAnotherServer}`,
  )
}

/** Whether a start would find a database in `dataDir`. Makes nothing. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return (await inspectCluster(join(dataDir, 'postgres'))) === 'present'
}

/** Clusters whose making was interrupted. Only call it while no other start can be making one. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(unfinishedPrefix))
  // An initdb without its parent may still be writing: what it leaves goes at the next start.
  await Promise.all(left.map((name) => rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {})))
}

/** The superuser's password; kept beside the cluster, readable by the operator's user only. */
export async function readPassword(passwordFile: string): Promise<string | null> {
  try {
    return (await readFile(passwordFile, 'utf8')).trim() || null
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw explainSystemError(error, `Cannot read ${passwordFile}`)
  }
}

/** Keeps a new password, whole or not at all. */
export async function keepPassword(passwordFile: string): Promise<string> {
  const password = randomBytes(24).toString('hex')
  const aside = `${passwordFile}.${randomBytes(6).toString('hex')}`
  await writeFile(aside, `${password}\n`, { mode: 0o600, flush: true })
  await rename(aside, passwordFile)
  return password
}

/** Makes the cluster aside and gives it its name as the last step. `durable`: it is on the disk before that. */
export async function createCluster(
  binaries: Binaries,
  places: Places,
  user: SystemUser | null,
  password: string,
  durable: boolean,
): Promise<void> {
  const workshop = join(places.dataDir, `${unfinishedPrefix}${randomBytes(6).toString('hex')}`)
  const cluster = join(workshop, 'cluster')
  const passwordFile = join(workshop, 'password')
  try {
    await mkdir(cluster, { recursive: true })
    await chmod(workshop, 0o711)
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    if (user !== null) for (const path of [cluster, passwordFile]) await chown(path, user.uid, user.gid)
    await runInitdb(binaries, user, cluster, initdbArgs(passwordFile))
    if (durable) await runInitdb(binaries, user, cluster, ['--sync-only'])
    await rename(cluster, places.clusterDir)
    if (durable) await syncDirectory(places.dataDir)
  } catch (error) {
    throw explainSystemError(error, `Cannot make the embedded database in ${places.dataDir}`)
  } finally {
    await rm(workshop, { recursive: true, force: true }).catch(() => {})
  }
}

/** Gives a cluster that root owns (copied by hand, say) to the user that PostgreSQL runs as. */
export async function giveClusterTo(clusterDir: string, user: SystemUser): Promise<void> {
  if ((await stat(clusterDir)).uid === user.uid) return
  for (const entry of await readdir(clusterDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!(await lstat(path)).isSymbolicLink()) await chown(path, user.uid, user.gid)
  }
  await chown(clusterDir, user.uid, user.gid)
}

function initdbArgs(passwordFile: string): string[] {
  return [
    `--username=${adminRole}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
    '--no-instructions',
    '--set=timezone=UTC',
    '--set=log_timezone=UTC',
  ]
}

async function runInitdb(binaries: Binaries, user: SystemUser | null, cluster: string, args: string[]): Promise<void> {
  const command = asUser(user, [dirname(cluster), dirname(binaries.initdb)], binaries.initdb, ['-D', cluster, ...args])
  const { file, args: words, ...identity } = command
  const child = spawn(file, words, {
    ...identity,
    env: serverEnvironment(binaries),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: initdbDeadlineMs,
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4_000)
  })
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw initdbFailure(complaint, code)
}

function initdbFailure(complaint: string, code: number | null): EmbeddedPostgresError {
  const lines = complaint
    .split('\n')
    .filter((line) => /error|fatal|panic|cannot|could not|failed|not permitted/i.test(line))
  const reason =
    lines
      .at(-1)
      ?.replace(/^.*?\b(?:FATAL|PANIC|error):\s*/, '')
      .trim() ?? `initdb ended with ${code ?? 'a signal'}`
  return new EmbeddedPostgresError(
    `Cannot make the embedded database: ${reason}. Mend that, choose another DATA_DIR, or ${useAnotherServer}`,
  )
}

/** Nothing of our own environment: it holds secrets, and PG… variables change what the server does. */
export function serverEnvironment(binaries: Binaries): NodeJS.ProcessEnv {
  const libraries = binaries.libraryPath === null ? {} : { LD_LIBRARY_PATH: binaries.libraryPath }
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...libraries }
}

async function listOrNull(dir: string): Promise<string[] | null> {
  try {
    return await readdir(dir)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw explainSystemError(error, `Cannot read ${dir}`)
  }
}

async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir)
  await handle.sync().finally(() => handle.close())
}

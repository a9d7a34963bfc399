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
import { dirname, join, resolve } from 'node:path'
import type { Binaries } from './binaries.ts'
import {
  EmbeddedPostgresError,
  explainSystemError,
  systemErrorCode,
  useAnotherServer,
} from './embedded-postgres-error.ts'
import { adminRole } from './roles.ts'
import { asUser, type SystemUser } from './system-user.ts'

/** The paths of one embedded database. */
export interface DataLayout {
  dataDir: string
  clusterDir: string
  logFile: string
  passwordFile: string
  linkDir: string
}

/** The major version of the binaries. They cannot open a cluster of another one. */
export const majorVersion = '18'
/** Directories of new clusters begin with this until they are complete, so a killed start leaves no broken cluster. */
export const unfinishedPrefix = 'postgres-new-'
/** initdb normally takes half a second. */
const initdbTimeoutMs = 120_000

/** Creates `dataDir` when it is missing, and returns the paths in it. Other users may enter but not list it. */
export async function openDataDirectory(dataDir: string): Promise<DataLayout> {
  try {
    await makeDirectory(resolve(dataDir), 0o711)
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

/** Node's own `recursive` never ends where a directory accepts no other one in it, as in `/proc`. */
async function makeDirectory(path: string, mode: number): Promise<void> {
  if (await isDirectory(path)) return
  const parent = dirname(path)
  if (parent !== path) await makeDirectory(parent, mode)
  // Another process may make it at the same moment.
  await mkdir(path, { mode }).catch(async (error: unknown) => {
    if (!(await isDirectory(path))) throw error
  })
}

export async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** `absent`: a cluster can be created. `present`: it can be started. Throws for anything else, which may hold data. */
export async function inspectCluster(clusterDir: string): Promise<'absent' | 'present'> {
  const entries = await listOrNull(clusterDir)
  if (entries === null || entries.length === 0) return 'absent'
  if (!entries.includes('PG_VERSION')) {
    throw new EmbeddedPostgresError(
      `${clusterDir} is not empty, and it is not a PostgreSQL cluster: move it away, choose another DATA_DIR, ` +
        `or ${useAnotherServer}`,
    )
  }
  const version = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim()
  if (version === majorVersion) return 'present'
  throw new EmbeddedPostgresError(
    `${clusterDir} belongs to PostgreSQL ${version || '(unreadable)'}, but this program needs ${majorVersion}: ` +
      `move the data with pg_dump of that version, choose another DATA_DIR, or ${useAnotherServer}`,
  )
}

/** Whether `dataDir` has a database. Creates nothing. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return (await inspectCluster(join(dataDir, 'postgres'))) === 'present'
}

/** Removes incomplete clusters. Call it only while this process has claimed the directory. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  const unfinished = (await readdir(dataDir)).filter((name) => name.startsWith(unfinishedPrefix))
  // An orphaned initdb may still write there. The next start removes what it leaves.
  await Promise.all(unfinished.map((name) => rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {})))
}

/** The superuser's password, in a file that only the operator's user can read. Null when there is none. */
export async function readPassword(passwordFile: string): Promise<string | null> {
  try {
    return (await readFile(passwordFile, 'utf8')).trim() || null
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw explainSystemError(error, `Cannot read ${passwordFile}`)
  }
}

/** Generates a password and writes its file, whole or not at all. */
export async function createPassword(passwordFile: string): Promise<string> {
  const password = randomBytes(24).toString('hex')
  const temporaryPath = `${passwordFile}.${randomBytes(6).toString('hex')}`
  await writeFile(temporaryPath, `${password}\n`, { mode: 0o600, flush: true })
  await rename(temporaryPath, passwordFile)
  return password
}

/**
 * Creates a cluster in a temporary directory, and renames it as the last step. `durable`: the files reach the disk
 * before the rename.
 */
export async function createCluster(
  binaries: Binaries,
  layout: DataLayout,
  user: SystemUser | null,
  password: string,
  durable: boolean,
): Promise<void> {
  const workDir = join(layout.dataDir, `${unfinishedPrefix}${randomBytes(6).toString('hex')}`)
  const cluster = join(workDir, 'cluster')
  const passwordFile = join(workDir, 'password')
  try {
    await mkdir(cluster, { recursive: true })
    await chmod(workDir, 0o711)
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    if (user !== null) for (const path of [cluster, passwordFile]) await chown(path, user.uid, user.gid)
    await runInitdb(binaries, user, cluster, initdbArgs(passwordFile, durable))
    if (durable) await runInitdb(binaries, user, cluster, ['--sync-only'])
    await rename(cluster, layout.clusterDir)
    if (durable) await syncDirectory(layout.dataDir)
  } catch (error) {
    throw explainSystemError(error, `Cannot create the embedded database in ${layout.dataDir}`)
  } finally {
    await rm(workDir, { recursive: true, force: true }).catch(() => {})
  }
}

/** Changes the owner of a cluster, for example after root copied it, to the user that PostgreSQL runs as. */
export async function chownCluster(clusterDir: string, user: SystemUser): Promise<void> {
  if ((await stat(clusterDir)).uid === user.uid) return
  for (const entry of await readdir(clusterDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!(await lstat(path)).isSymbolicLink()) await chown(path, user.uid, user.gid)
  }
  await chown(clusterDir, user.uid, user.gid)
}

function initdbArgs(passwordFile: string, durable: boolean): string[] {
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
    ...(durable ? [] : ['--no-data-checksums']),
  ]
}

export async function runInitdb(
  binaries: Binaries,
  user: SystemUser | null,
  cluster: string,
  args: string[],
): Promise<void> {
  const command = asUser(user, [dirname(cluster), dirname(binaries.initdb)], binaries.initdb, ['-D', cluster, ...args])
  const { file, args: fullArgs, ...identity } = command
  const child = spawn(file, fullArgs, {
    ...identity,
    env: serverEnvironment(binaries),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: initdbTimeoutMs,
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-4_000)
  })
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw initdbFailure(errorOutput, code)
}

function initdbFailure(errorOutput: string, code: number | null): EmbeddedPostgresError {
  const lines = errorOutput
    .split('\n')
    .filter((line) => /error|fatal|panic|cannot|could not|failed|not permitted/i.test(line))
  const reason =
    lines
      .at(-1)
      ?.replace(/^.*?\b(?:FATAL|PANIC|error):\s*/, '')
      .trim() ?? `initdb ended with ${code ?? 'a signal'}`
  return new EmbeddedPostgresError(
    `Cannot create the embedded database: ${reason}. Fix this, choose another DATA_DIR, or ${useAnotherServer}`,
  )
}

/** Excludes our own environment: it holds secrets, and PG… variables change the server's behaviour. */
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

export async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir)
  await handle.sync().finally(() => handle.close())
}

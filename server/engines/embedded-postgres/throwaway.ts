import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findPackage, prepareBinaries } from './binaries.ts'
import {
  createCluster,
  createPassword,
  isDirectory,
  openDataDirectory,
  readPassword,
  type DataLayout,
} from './data-directory.ts'
import { stopPostmaster, type LaunchPlan } from './postmaster.ts'
import { adminRole, adminUrlOf, ownerRole, runningRole, serviceUrlOf } from './roles.ts'
import type { DatabaseUrls } from './running-database.ts'
import type { Settings } from './settings.ts'
import { launchOnFreePort } from './supervisor.ts'
import { chooseSystemUser } from './system-user.ts'

/** A PostgreSQL without durability. `adminUrl` is the superuser's, on the maintenance database. */
export interface ThrowawayPostgres extends DatabaseUrls {
  readonly pid: number
  /** Stops the server and deletes its folder. */
  stop(): Promise<void>
}

/** A stopped cluster that later servers begin with, in place of an empty one. */
export interface Template {
  /** Where it is kept. Its name changes with what `fill` does. */
  readonly path: string
  /** Fills an empty server, from which the template is then made. */
  fill(urls: DatabaseUrls & { readonly password: string }): Promise<void>
}

export interface ThrowawayOptions {
  /** Exists, and is deleted when the server stops, with everything in it. */
  readonly folder: string
  readonly settings: Settings
  readonly template?: Template
}

/**
 * Ends the server and deletes its folder as soon as its standard input closes: on `stop`, or when the process that
 * started it ends for any reason, SIGKILL included.
 */
const watchdogScript = `
cat > /dev/null
file="$1/database/postgres/postmaster.pid"
if [ -e "$file" ] && kill -QUIT "$(head -n 1 "$file")" 2> /dev/null; then
  for _ in $(seq 250); do [ -e "$file" ] || break; sleep 0.02; done
fi
rm -rf "$1"`

/** Starts a throw-away server. It does not keep this process alive and does not outlive it. */
export async function startThrowaway({ folder, settings, template }: ThrowawayOptions): Promise<ThrowawayPostgres> {
  const dataDir = join(folder, 'database')
  await mkdir(dataDir)
  for (const path of [folder, dataDir]) await chmod(path, 0o711)
  const watchdog = watchOver(folder)
  const layout = await openDataDirectory(dataDir)
  const binaries = await prepareBinaries(findPackage(), layout.linkDir)
  const isCopied = template !== undefined && (await copyTemplate(template.path, layout))
  const password = (await readPassword(layout.passwordFile)) ?? (await createPassword(layout.passwordFile))
  const user = chooseSystemUser(layout.clusterDir)
  const plan: LaunchPlan = { binaries, layout, user, settings }
  if (!isCopied) {
    await createCluster(binaries, layout, user, password, false)
    if (template) await makeTemplate(plan, template, password)
  }
  const { pid, port } = await launchOnFreePort(plan)
  return { ...urlsOf(port, password), pid, stop: () => release(watchdog) }
}

function urlsOf(port: number, password: string): DatabaseUrls {
  return {
    adminUrl: adminUrlOf(port, password, adminRole),
    databaseUrl: serviceUrlOf(runningRole, port, password),
    ownerUrl: serviceUrlOf(ownerRole, port, password),
  }
}

/** False: there is no template that this user may read. */
async function copyTemplate(path: string, layout: DataLayout): Promise<boolean> {
  if (!(await isDirectory(path))) return false
  try {
    await copy(partsOf(path), layout.dataDir)
    return true
  } catch {
    // Another start may have deleted it as unused.
    await Promise.all(partsOf(layout.dataDir).map((part) => rm(part, { recursive: true, force: true })))
    return false
  }
}

async function makeTemplate(plan: LaunchPlan, { path, fill }: Template, password: string): Promise<void> {
  const { layout } = plan
  const { pid, port } = await launchOnFreePort(plan)
  await fill({ ...urlsOf(port, password), password })
  // Only a server that was shut down leaves files that a copy can begin with.
  await stopPostmaster(pid, layout.clusterDir)
  const unfinished = `${path}.${process.pid}.new`
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o711 })
    await copy(partsOf(layout.dataDir), unfinished)
    await rename(unfinished, path)
  } catch {
    // The folder may be read-only, or another start was first. This server needs no template.
    await rm(unfinished, { recursive: true, force: true }).catch(() => {})
  }
}

/** The cluster and the password of its superuser. */
function partsOf(dataDir: string): string[] {
  return [join(dataDir, 'postgres'), join(dataDir, 'postgres-password')]
}

/** The programs of the system, whatever PATH the caller has. */
const systemPath = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }

/** Keeps owners and rights. `cp` copies a thousand small files in a fraction of the time that Node takes. */
async function copy(paths: readonly string[], into: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', ...paths, `${into}/`], { cwd: dirname(into), env: systemPath })
}

function watchOver(folder: string): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', watchdogScript, 'sh', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: systemPath,
    detached: true,
  })
  watchdog.unref()
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref()
  return watchdog
}

async function release(watchdog: ChildProcess): Promise<void> {
  if (watchdog.exitCode !== null || watchdog.signalCode !== null) return
  watchdog.ref()
  const ended = new Promise((resolve) => watchdog.once('exit', resolve))
  watchdog.stdin?.end()
  await ended
}

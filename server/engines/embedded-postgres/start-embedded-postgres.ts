import { findPackage, prepareBinaries } from './binaries.ts'
import {
  createCluster,
  chownCluster,
  inspectCluster,
  createPassword,
  openDataDirectory,
  readPassword,
  removeUnfinished,
  type DataLayout,
} from './data-directory.ts'
import { claimDirectory } from './directory-claim.ts'
import { EmbeddedPostgresError, explainSystemError } from './embedded-postgres-error.ts'
import { findForeignConfiguration } from './foreign-configuration.ts'
import { findForeignThings, listForeignThings } from './foreign-things.ts'
import { clearLeftovers, resetPasswords, servedAlready } from './leftovers.ts'
import { stopPostmaster, type LaunchPlan } from './postmaster.ts'
import { adminRole, adminUrlOf, ensureServiceDatabase, ownerRole, runningRole, serviceUrlOf } from './roles.ts'
import { durableSettings } from './settings.ts'
import { launchOnFreePort, Supervisor, type Log } from './supervisor.ts'
import type { StoppedCluster } from './single-user.ts'
import { chooseSystemUser } from './system-user.ts'

const stopWithinMs = 13_000

/** A database that runs until `stop`, or until this process ends. */
export interface EmbeddedPostgres {
  /**
   * The URL for the service, whose role `servicepay_run` owns nothing in the database `servicepay`. It stays the same
   * until `stop`.
   */
  databaseUrl: string
  /** The URL for migrations, whose role `servicepay` owns the database and is not a superuser. */
  ownerUrl: string
  /** The URL for the superuser, on the maintenance database `postgres`. */
  adminUrl: string
  /** For example `18.4`. */
  version: string
  /** The server process. A restart changes it. */
  readonly pid: number
  /**
   * Stops the server and waits for its end, `withinMs` at most (default 13 s). A second call has no effect. Without a
   * call, the end of this process ends the server.
   */
  stop(withinMs?: number): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Created when missing. Holds `postgres/`, `postgres.log` and `postgres-password`. */
  dataDir: string
  log: Log
  /** Refuses a database with content that this program never makes, before anything of it can run. Default: false. */
  expectsOnlyOurs?: boolean
  /** Receives a line for the operator before each step that takes time. */
  onStep?: (step: string) => void
  /** Called with the reason (`signal SIGKILL`, `exit code 1`) when the server ends unexpectedly, before its restart. */
  onExit?: (how: string) => void
  /** The directory of the platform's package. Default: the one in node_modules. */
  packageRoot?: string
}

/**
 * Starts the embedded database. The first start creates it, and every start cleans up after a killed process. Throws
 * `EmbeddedPostgresError` for problems that the operator can solve.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const layout = await openDataDirectory(options.dataDir)
  const claim = await claimDirectory(layout.dataDir)
  if (claim.kind === 'held') throw servedAlready(layout.dataDir, claim.pid)
  try {
    return await startClaimed(options, layout, claim.release)
  } catch (error) {
    claim.release()
    throw explainSystemError(error, `Cannot start the embedded database in ${layout.dataDir}`)
  }
}

async function startClaimed(
  options: EmbeddedPostgresOptions,
  layout: DataLayout,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const onStep = options.onStep ?? (() => {})
  const { plan, password } = await prepareCluster(options, layout, onStep)
  onStep('Starting PostgreSQL')
  // Repeats the clean-up before every try: a server that was starting when its owner was killed appears only now.
  const postmaster = await launchOnFreePort(plan, () =>
    clearLeftovers(layout.dataDir, layout.clusterDir, password, onStep),
  )
  try {
    const adminUrl = adminUrlOf(postmaster.port, password, adminRole)
    await ensureServiceDatabase(adminUrl, password)
    const supervisor = new Supervisor(plan, postmaster, password, options.log, options.onExit ?? (() => {}))
    const version = await supervisor.begin()
    return {
      adminUrl,
      databaseUrl: serviceUrlOf(runningRole, postmaster.port, password),
      ownerUrl: serviceUrlOf(ownerRole, postmaster.port, password),
      version,
      get pid() {
        return supervisor.pid
      },
      stop: (withinMs = stopWithinMs) => supervisor.stop(withinMs).finally(release),
    }
  } catch (error) {
    await stopPostmaster(postmaster.pid, layout.clusterDir)
    throw error
  }
}

async function expectOnlyOurs(cluster: StoppedCluster): Promise<void> {
  // The configuration first, because reading the rest starts PostgreSQL with it.
  const settings = await findForeignConfiguration(cluster.clusterDir)
  const foreign = settings.length > 0 ? settings : await findForeignThings(cluster)
  if (foreign.length === 0) return
  throw new EmbeddedPostgresError(
    `The database in ${cluster.clusterDir} has content that the service never creates and that PostgreSQL could run: ` +
      `${listForeignThings(foreign)}. None of it ran. Drop it if you made it; otherwise use a backup`,
  )
}

/** Afterwards the cluster exists, no server runs on it, and its password is known. */
async function prepareCluster(
  options: EmbeddedPostgresOptions,
  layout: DataLayout,
  onStep: (step: string) => void,
): Promise<{ plan: LaunchPlan; password: string }> {
  const binaries = await prepareBinaries(options.packageRoot ?? findPackage(), layout.linkDir)
  const user = chooseSystemUser(layout.clusterDir)
  const plan: LaunchPlan = { binaries, layout, user, settings: durableSettings }
  const kept = await readPassword(layout.passwordFile)
  const state = await inspectCluster(layout.clusterDir)
  await removeUnfinished(layout.dataDir)
  if (state === 'present') {
    await clearLeftovers(layout.dataDir, layout.clusterDir, kept, onStep)
    if (user !== null) await chownCluster(layout.clusterDir, user)
    if (options.expectsOnlyOurs) await expectOnlyOurs({ binaries, clusterDir: layout.clusterDir, user })
  }
  const password = kept ?? (await createPassword(layout.passwordFile))
  if (state === 'absent') {
    onStep('Creating the database (first start only)')
    await createCluster(binaries, layout, user, password, true)
  } else if (kept === null) {
    await resetPasswords(plan, password)
  }
  return { plan, password }
}

import { findPackage, prepareBinaries } from './binaries.ts'
import {
  createCluster,
  giveClusterTo,
  inspectCluster,
  keepPassword,
  openDataDirectory,
  readPassword,
  removeUnfinished,
  type Places,
} from './data-directory.ts'
import { claimDirectory } from './directory-claim.ts'
import { explainSystemError } from './embedded-postgres-error.ts'
import { clearLeftovers, resetPasswords, servedAlready } from './leftovers.ts'
import { stopPostmaster, type LaunchPlan } from './postmaster.ts'
import { adminRole, adminUrlOf, ensureServiceDatabase, serviceDatabase, serviceUrlOf } from './roles.ts'
import { durableSettings } from './settings.ts'
import { launchOnFreePort, Supervisor, type Log } from './supervisor.ts'
import { chooseSystemUser } from './system-user.ts'

/** A running database of our own, as long as this process lives and `stop` is not called. */
export interface EmbeddedPostgres {
  /** For the service: role `servicepay`, no superuser, owner of the database `servicepay`. The same until `stop`. */
  databaseUrl: string
  /** For the superuser, on the maintenance database `postgres`. */
  adminUrl: string
  /** e.g. `18.4` */
  version: string
  /** Of the server process; another one after a restart. */
  readonly pid: number
  /** Fast shutdown, waited for (13 s at most). May be called twice. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Made when missing. Holds `postgres/`, `postgres.log`, `postgres-password`. */
  dataDir: string
  log: Log
  /** One line for each thing that takes time, for the operator to read. */
  onStep?: (step: string) => void
  /** The server ended unasked (`signal SIGKILL`, `exit code 1`); it is being started again. */
  onExit?: (how: string) => void
  /** The directory of the platform's package, when it is not in node_modules. */
  packageRoot?: string
}

/**
 * Starts the database that comes along; makes it at the first start, and mends what a killed process left.
 * Throws `EmbeddedPostgresError`, one line for the operator, when it cannot (design, "Starting it").
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const places = await openDataDirectory(options.dataDir)
  const claim = await claimDirectory(places.dataDir)
  if (claim.kind === 'held') throw servedAlready(places.dataDir, claim.pid)
  try {
    return await startClaimed(options, places, claim.release)
  } catch (error) {
    claim.release()
    throw explainSystemError(error, `Cannot start the embedded database in ${places.dataDir}`)
  }
}

async function startClaimed(
  options: EmbeddedPostgresOptions,
  places: Places,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const say = options.onStep ?? (() => {})
  const { plan, password } = await prepareCluster(options, places, say)
  say('Starting PostgreSQL')
  // Again before every try: a server whose owner was killed as it was being started shows itself only now.
  const postmaster = await launchOnFreePort(plan, () =>
    clearLeftovers(places.dataDir, places.clusterDir, password, say),
  )
  try {
    const adminUrl = adminUrlOf(postmaster.port, password, adminRole)
    await ensureServiceDatabase(adminUrl, password)
    const supervisor = new Supervisor(plan, postmaster, password, options.log, options.onExit ?? (() => {}))
    const version = await supervisor.begin()
    return {
      adminUrl,
      databaseUrl: serviceUrlOf(postmaster.port, password, serviceDatabase),
      version,
      get pid() {
        return supervisor.pid
      },
      stop: () => supervisor.stop().finally(release),
    }
  } catch (error) {
    await stopPostmaster(postmaster.pid, places.clusterDir)
    throw error
  }
}

/** Afterwards the cluster is there, nobody runs it, and its password is known. */
async function prepareCluster(
  options: EmbeddedPostgresOptions,
  places: Places,
  say: (step: string) => void,
): Promise<{ plan: LaunchPlan; password: string }> {
  const binaries = await prepareBinaries(options.packageRoot ?? findPackage(), places.linkDir)
  const user = chooseSystemUser(places.clusterDir)
  const plan: LaunchPlan = { binaries, places, user, settings: durableSettings }
  const kept = await readPassword(places.passwordFile)
  const state = await inspectCluster(places.clusterDir)
  await removeUnfinished(places.dataDir)
  if (state === 'present') {
    await clearLeftovers(places.dataDir, places.clusterDir, kept, say)
    if (user !== null) await giveClusterTo(places.clusterDir, user)
  }
  const password = kept ?? (await keepPassword(places.passwordFile))
  if (state === 'absent') {
    say('Making the database (first start only)')
    await createCluster(binaries, places, user, password, true)
  } else if (kept === null) {
    await resetPasswords(plan, password)
  }
  return { plan, password }
}

import { EmbeddedPostgresError, useAnotherServer } from './embedded-postgres-error.ts'
import { takeOwnerLock } from './owner-lock.ts'
import { replaceStalePid, stopPostmaster, type LaunchPlan } from './postmaster.ts'
import { isPostmasterOf, readPostmasterFile } from './postmaster-file.ts'
import { adminRole, adminUrlOf, ownerRole, passwordOf, runningRole, serviceDatabase } from './roles.ts'
import { runSingleUser } from './single-user.ts'

/**
 * Cleans up after a killed process: stops its database server when that still runs, and repairs a stale server file.
 * Throws when the process is alive.
 */
export async function clearLeftovers(
  dataDir: string,
  clusterDir: string,
  password: string | null,
  onStep: (step: string) => void,
): Promise<void> {
  const file = readPostmasterFile(clusterDir)
  if (file !== null && isPostmasterOf(file.pid, clusterDir)) {
    if (password !== null && file.port > 0)
      await refuseIfServed(dataDir, adminUrlOf(file.port, password, serviceDatabase))
    onStep('Stopping the database of a process that was killed')
    await stopPostmaster(file.pid, clusterDir)
  }
  replaceStalePid(clusterDir)
}

async function refuseIfServed(dataDir: string, adminUrl: string): Promise<void> {
  const outcome = await takeOwnerLock(adminUrl)
  if (outcome.kind === 'taken') await outcome.lock.release()
  // An unreachable server serves no process, so the caller may stop it.
  if (outcome.kind === 'held') throw servedAlready(dataDir, outcome.pid)
}

/** The error for a second process on the same directory. */
export function servedAlready(dataDir: string, pid: number | null): EmbeddedPostgresError {
  const who = pid === null ? '' : ` (pid ${pid})`
  return new EmbeddedPostgresError(
    `Another process${who} is serving ${dataDir}: stop it, choose another DATA_DIR, or ${useAnotherServer}`,
  )
}

/** Replaces lost passwords in the server's single-user mode, which needs only the files of the cluster. */
export async function resetPasswords({ binaries, layout, user }: LaunchPlan, password: string): Promise<void> {
  const cluster = { binaries, clusterDir: layout.clusterDir, user }
  // The passwords are hexadecimal and need no escaping. A missing role gets its password when it is created later.
  await runSingleUser(cluster, 'postgres', [
    `alter role ${adminRole} password '${password}'`,
    ...([ownerRole, runningRole] as const).map(
      (role) =>
        `do $$ begin if exists (select from pg_roles where rolname = '${role}') then
           alter role ${role} password '${passwordOf(role, password)}'; end if; end $$`,
    ),
  ])
}

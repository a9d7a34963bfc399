import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { serverEnvironment } from './data-directory.ts'
import { EmbeddedPostgresError, useAnotherServer } from './embedded-postgres-error.ts'
import { takeOwnerLock } from './owner-lock.ts'
import { defuseStaleFile, stopPostmaster, type LaunchPlan } from './postmaster.ts'
import { isPostmasterOf, readPostmasterFile } from './postmaster-file.ts'
import { adminRole, adminUrlOf, serviceDatabase, servicePassword, serviceRole } from './roles.ts'
import { asUser } from './system-user.ts'

/**
 * Clears away what a killed process left: its database server, still running with nobody to serve, or a file that
 * names a process which is no such server. Throws when the owner is alive after all.
 */
export async function clearLeftovers(
  dataDir: string,
  clusterDir: string,
  password: string | null,
  say: (step: string) => void,
): Promise<void> {
  const file = readPostmasterFile(clusterDir)
  if (file !== null && isPostmasterOf(file.pid, clusterDir)) {
    if (password !== null && file.port > 0)
      await refuseIfServed(dataDir, adminUrlOf(file.port, password, serviceDatabase))
    say('Stopping the database of a process that was killed')
    await stopPostmaster(file.pid, clusterDir)
  }
  defuseStaleFile(clusterDir)
}

async function refuseIfServed(dataDir: string, adminUrl: string): Promise<void> {
  const outcome = await takeOwnerLock(adminUrl)
  if (outcome.kind === 'taken') await outcome.lock.release()
  // Unreachable for all that time: a server nobody can talk to serves nobody.
  if (outcome.kind === 'held') throw servedAlready(dataDir, outcome.pid)
}

/** Two processes would take each other's database away. */
export function servedAlready(dataDir: string, pid: number | null): EmbeddedPostgresError {
  const who = pid === null ? '' : ` (pid ${pid})`
  return new EmbeddedPostgresError(
    `Another process${who} is serving ${dataDir}: stop it, choose another DATA_DIR, or ${useAnotherServer}`,
  )
}

/** The password file was lost: the server's single-user mode needs none, only the cluster's files. */
export async function resetPasswords({ binaries, places, user }: LaunchPlan, password: string): Promise<void> {
  const paths = [places.clusterDir, dirname(binaries.postgres)]
  const command = asUser(user, paths, binaries.postgres, ['--single', '-D', places.clusterDir, 'postgres'])
  const { file, args, ...identity } = command
  const child = spawn(file, args, {
    ...identity,
    env: serverEnvironment(binaries),
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  // Both are hexadecimal, made here: nothing to escape. A role that does not exist yet is made later, with its password.
  child.stdin
    .on('error', () => {})
    .end(
      `alter role ${adminRole} password '${password}'\nalter role ${serviceRole} password '${servicePassword(password)}'\n`,
    )
  await ended
}

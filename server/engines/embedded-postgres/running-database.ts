import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readPassword } from './data-directory.ts'
import { explainSystemError, systemErrorCode } from './embedded-postgres-error.ts'
import { isPostmasterOf, readPostmasterFile } from './postmaster-file.ts'
import { adminUrlOf, ownerRole, runningRole, serviceDatabase, serviceUrlOf } from './roles.ts'

/** The URLs of the service's database for the role that runs the service, for the owner and for the superuser. */
export interface DatabaseUrls {
  readonly databaseUrl: string
  readonly ownerUrl: string
  readonly adminUrl: string
}

/** `dataDir` is the absolute path. */
export type RunningDatabase =
  | (DatabaseUrls & { readonly kind: 'running'; readonly dataDir: string })
  | { readonly kind: 'stopped'; readonly dataDir: string }

/**
 * Finds the database that a service runs in `dataDir` now, for a command that runs alongside the service. Takes no lock
 * and changes nothing. Throws `EmbeddedPostgresError` when it may not read the files.
 */
export async function findRunningDatabase(dataDir: string): Promise<RunningDatabase> {
  const stopped: RunningDatabase = { kind: 'stopped', dataDir: resolve(dataDir) }
  try {
    const dir = await realpath(dataDir)
    const clusterDir = join(dir, 'postgres')
    const server = readPostmasterFile(clusterDir)
    if (!server?.ready || !isPostmasterOf(server.pid, clusterDir)) return stopped
    const password = await readPassword(join(dir, 'postgres-password'))
    if (password === null) return stopped
    return {
      kind: 'running',
      dataDir: dir,
      databaseUrl: serviceUrlOf(runningRole, server.port, password),
      ownerUrl: serviceUrlOf(ownerRole, server.port, password),
      adminUrl: adminUrlOf(server.port, password, serviceDatabase),
    }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return stopped
    throw explainSystemError(error, `Cannot look for the embedded database in ${stopped.dataDir}`)
  }
}

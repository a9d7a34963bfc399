import { resolve } from 'node:path'
import { hasCluster } from './data-directory.ts'
import { findRunningDatabase, type DatabaseUrls } from './running-database.ts'
import { serviceDatabase } from './roles.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'

/**
 * Runs `work` with the embedded database of `dataDir`: the one that a service runs, or one that runs until `work` ends.
 * Null: there is no database.
 */
export async function useEmbeddedDatabase<Result>(
  dataDir: string,
  work: (database: DatabaseUrls & { readonly dataDir: string }) => Promise<Result>,
): Promise<Result | null> {
  const running = await findRunningDatabase(dataDir)
  if (running.kind === 'running') return work(running)
  if (!(await hasCluster(dataDir))) return null
  const started = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {} } })
  try {
    const adminUrl = new URL(started.adminUrl)
    adminUrl.pathname = `/${serviceDatabase}`
    const { databaseUrl, ownerUrl } = started
    return await work({ databaseUrl, ownerUrl, adminUrl: adminUrl.href, dataDir: resolve(dataDir) })
  } finally {
    await started.stop()
  }
}

import { dirname } from 'node:path'
import { Client } from 'pg'
import { findPackage, prepareBinaries } from '../../server/embedded-postgres/binaries.ts'
import { openDataDirectory } from '../../server/embedded-postgres/data-directory.ts'
import { launchPostmaster, stopPostmaster } from '../../server/embedded-postgres/postmaster.ts'
import { readPostmasterFile } from '../../server/embedded-postgres/postmaster-file.ts'
import { throwawaySettings } from '../../server/embedded-postgres/settings.ts'
import { chooseSystemUser } from '../../server/embedded-postgres/system-user.ts'
import { cloneDatabase, startTestPostgres } from '../support/postgres.ts'
import { prepareTemplate, templateName } from '../support/template.ts'

/** A PostgreSQL server of one test, which the test can restart. */
export interface RestartablePostgres {
  /** A migrated database on the server. */
  readonly databaseUrl: string
  /** Stops the server, which ends every connection. */
  halt(): Promise<void>
  /** Starts the server on the same port. */
  start(): Promise<void>
}

export async function startRestartablePostgres(t: {
  teardown(work: () => unknown): void
}): Promise<RestartablePostgres> {
  const { adminUrl, stop } = await startTestPostgres()
  t.teardown(stop)
  await prepareTemplate(adminUrl)
  const clone = await cloneDatabase(adminUrl, templateName)
  const clusterDir = await dataDirectoryOf(adminUrl)
  const places = await openDataDirectory(dirname(clusterDir))
  const plan = {
    binaries: await prepareBinaries(findPackage(), places.linkDir),
    places,
    user: chooseSystemUser(clusterDir),
    settings: throwawaySettings,
  }
  return {
    databaseUrl: clone.url,
    halt: () => stopPostmaster(readPostmasterFile(clusterDir)?.pid ?? 0, clusterDir),
    start: async () => {
      const outcome = await launchPostmaster(plan, Number(new URL(adminUrl).port))
      if (outcome.kind === 'failed') throw new Error(outcome.reason)
    },
  }
}

async function dataDirectoryOf(adminUrl: string): Promise<string> {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
  await admin.end()
  return rows[0]?.data_directory ?? ''
}

import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { Client } from 'pg'
import { findPackage, prepareBinaries } from '../../../server/engines/embedded-postgres/binaries.ts'
import { openDataDirectory } from '../../../server/engines/embedded-postgres/data-directory.ts'
import { killServer } from '../../../server/engines/embedded-postgres/kill-server.ts'
import {
  launchPostmaster,
  replaceStalePid,
  stopPostmaster,
} from '../../../server/engines/embedded-postgres/postmaster.ts'
import { readPostmasterFile } from '../../../server/engines/embedded-postgres/postmaster-file.ts'
import { throwawaySettings } from '../../../server/engines/embedded-postgres/settings.ts'
import { chooseSystemUser } from '../../../server/engines/embedded-postgres/system-user.ts'
import { cloneDatabase, startTestPostgres } from '../../support/database/postgres.ts'
import { until } from '../../support/until.ts'
import { prepareTemplate, templateName } from '../../support/database/template.ts'

/** A PostgreSQL server of one test, which the test can restart. A committed transaction survives a kill. */
export interface RestartablePostgres {
  /** A migrated database on the server. */
  readonly databaseUrl: string
  /** The URL of the superuser. */
  readonly adminUrl: string
  readonly clusterDir: string
  /** Shuts the server down, which ends every connection. */
  halt(): Promise<void>
  /** Sends SIGKILL to all its processes. */
  kill(): void
  /** Starts the server on the same port. */
  start(): Promise<void>
  /** Stops all processes of the server with SIGSTOP: they keep their connections and do not answer. */
  freeze(): void
  thaw(): void
}

/** Without synchronous commits, a killed server loses the last ones. A standby needs more of the log. */
const settings = { ...throwawaySettings, synchronous_commit: 'on', wal_level: 'replica' }

export async function startRestartablePostgres(t: {
  teardown(work: () => unknown): void
}): Promise<RestartablePostgres> {
  const { adminUrl, stop } = await startTestPostgres()
  t.teardown(stop)
  await prepareTemplate(adminUrl)
  const clone = await cloneDatabase(adminUrl, templateName)
  const clusterDir = await dataDirectoryOf(adminUrl)
  const layout = await openDataDirectory(dirname(clusterDir))
  const plan = {
    binaries: await prepareBinaries(findPackage(), layout.linkDir),
    layout,
    user: chooseSystemUser(clusterDir),
    settings,
  }
  const pid = (): number => readPostmasterFile(clusterDir)?.pid ?? 0
  const halt = (): Promise<void> => stopPostmaster(pid(), clusterDir)
  const start = async (): Promise<void> => {
    replaceStalePid(clusterDir)
    await until(async () => {
      const outcome = await launchPostmaster(plan, Number(new URL(adminUrl).port))
      if (outcome.kind === 'failed' && !/pre-existing shared memory/.test(outcome.reason))
        throw new Error(outcome.reason)
      return outcome.kind === 'started'
    }, 'PostgreSQL starts')
  }
  const signal = (name: NodeJS.Signals): void => {
    for (const each of [pid(), ...childrenOf(pid())]) {
      try {
        process.kill(each, name)
      } catch {
        // A connection may end in the meantime.
      }
    }
  }
  t.teardown(() => signal('SIGCONT'))
  await halt()
  await start()
  return {
    databaseUrl: clone.url,
    adminUrl,
    clusterDir,
    halt,
    kill: () => killServer(pid()),
    start,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
}

function childrenOf(parent: number): number[] {
  return execFileSync('ps', ['-o', 'pid=', '--ppid', String(parent)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number)
}

async function dataDirectoryOf(adminUrl: string): Promise<string> {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
  await admin.end()
  return rows[0]?.data_directory ?? ''
}

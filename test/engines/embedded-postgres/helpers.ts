import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, type QueryResultRow } from 'pg'
import { isAlive } from '../../../server/engines/embedded-postgres/postmaster-file.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../../../server/engines/embedded-postgres/start-embedded-postgres.ts'
import { until } from '../../support/until.ts'

/** A process of `owner.ts`, and the line that it prints. */
export interface Owner {
  child: ChildProcess
  databaseUrl: string
  ownerUrl: string
  adminUrl: string
  serverPid: number
}

interface Teardown {
  teardown(work: () => unknown): void
}

/** A directory that only its owner may enter. When the tests run as root, PostgreSQL's user may not enter it. */
export async function temporaryDirectory(t: Teardown): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'servicepay-embedded-'))
  t.teardown(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }))
  return dir
}

/** Starts a database and stops it at the end of the test. */
export async function start(
  t: Teardown,
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: () => {} }, ...options })
  t.teardown(() => postgres.stop())
  return postgres
}

/** Starts a process that owns the database of `dataDir`. */
export async function spawnOwner(t: Teardown, dataDir: string): Promise<Owner> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'owner.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.teardown(() => {
    child.kill('SIGKILL')
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  const owner: Omit<Owner, 'child'> = JSON.parse(String(line))
  return { child, ...owner }
}

/** Sends SIGKILL and waits for the end of the process. */
export async function killHard(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Runs one statement on a new connection. */
export async function query<Row extends QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
    .query<Row>(text)
    .then((result) => result.rows)
    .finally(() => client.end())
}

export function isGone(pid: number): Promise<void> {
  return until(() => !isAlive(pid), `the end of process ${pid}`)
}

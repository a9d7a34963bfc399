import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, DatabaseError, escapeIdentifier } from 'pg'
import {
  ensureServiceRoles,
  ownerRole,
  passwordOf,
  runningRole,
} from '../../../server/engines/embedded-postgres/roles.ts'
import { throwawaySettings } from '../../../server/engines/embedded-postgres/settings.ts'
import { startThrowaway } from '../../../server/engines/embedded-postgres/throwaway.ts'
import { until } from '../until.ts'

/** A PostgreSQL for tests. `adminUrl` is the superuser's, on the maintenance database. */
export interface TestPostgres {
  adminUrl: string
  /** Stops the server and removes its files, if this process started it. */
  stop(): Promise<void>
}

/** The database of one test. */
export interface TestDatabase {
  /** For its owner, the role `servicepay`, which is no superuser. */
  url: string
  /** For the role `servicepay_run`, which owns nothing. */
  runningUrl: string
  drop(): Promise<void>
}

const objectInUse = '55006'

/** Lets one process of a run at a time make templates. */
const templateLock = 0x746d706c

let shared: Promise<TestPostgres> | null = null

/**
 * The server of this run, TEST_DATABASE_ADMIN_URL. Without a runner, the first call starts a server for this process.
 */
export function testPostgres(): Promise<TestPostgres> {
  const adminUrl = process.env['TEST_DATABASE_ADMIN_URL']
  shared ??= adminUrl ? Promise.resolve({ adminUrl, stop: async () => {} }) : startTestPostgres()
  return shared
}

/**
 * Starts a throw-away server without durability. It does not keep this process alive and does not outlive it.
 *
 * @param folder Deleted when the server stops, with everything in it.
 */
export function startTestPostgres(folder = mkdtempSync(join(tmpdir(), 'servicepay-test-'))): Promise<TestPostgres> {
  return startThrowaway({ folder, settings: throwawaySettings })
}

/**
 * Makes the template `name` by running `migrate` as the role `servicepay`, unless a finished one exists. Safe to call
 * from many processes at once. `name` must change with the migrations: put their hash into it.
 */
export async function createTemplate(
  adminUrl: string,
  name: string,
  migrate: (url: string) => Promise<void>,
): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [templateLock])
    const {
      rows: [row],
    } = await admin.query<{ finished: boolean }>(
      'select datistemplate as finished from pg_database where datname = $1',
      [name],
    )
    if (row?.finished === true) return
    const database = escapeIdentifier(name)
    await ensureServiceRoles(admin, adminPasswordOf(adminUrl))
    await admin.query(`drop database if exists ${database} with (force)`)
    await admin.query(`create database ${database} owner ${ownerRole}`)
    await migrate(serviceUrl(adminUrl, name, ownerRole))
    await admin.query(`alter database ${database} with is_template true allow_connections false`)
    // A connection left open by the migration would make every copy fail.
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  })
}

/** Copies a template for one test. */
export async function cloneDatabase(adminUrl: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asSharedAdmin(adminUrl, async (admin) => {
    await admin.query(
      `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)}
      owner ${ownerRole} strategy file_copy`,
    )
  })
  return {
    url: serviceUrl(adminUrl, name, ownerRole),
    runningUrl: serviceUrl(adminUrl, name, runningRole),
    drop: () => asSharedAdmin(adminUrl, (admin) => dropDatabase(admin, name)),
  }
}

interface SharedAdmin {
  readonly socket: Socket
  readonly client: Promise<Client>
  /** Ends with the work that was given last. */
  last: Promise<void>
}

const sharedAdmins = new Map<string, SharedAdmin>()

/**
 * Uses the connection that makes and drops the databases of this process, one after the other. A new connection would
 * cost the server more than the copy of a database. Between its uses it does not keep the process alive.
 */
async function asSharedAdmin(adminUrl: string, work: (admin: Client) => Promise<void>): Promise<void> {
  const shared = sharedAdmins.get(adminUrl) ?? openSharedAdmin(adminUrl)
  sharedAdmins.set(adminUrl, shared)
  const client = await shared.client
  const done = shared.last.then(async () => {
    shared.socket.ref()
    await work(client).finally(() => shared.socket.unref())
  })
  shared.last = done.catch(() => {})
  await done
}

function openSharedAdmin(adminUrl: string): SharedAdmin {
  const socket = new Socket()
  return { socket, client: connectAdmin(adminUrl, socket), last: Promise.resolve() }
}

async function connectAdmin(adminUrl: string, socket: Socket): Promise<Client> {
  const client = new Client({ connectionString: adminUrl, stream: () => socket })
  const forget = (): void => void sharedAdmins.delete(adminUrl)
  client.on('error', forget)
  try {
    await client.connect()
  } catch (error) {
    forget()
    throw error
  }
  return client
}

/**
 * PostgreSQL does not drop a database that is in use. `force` ends its connections, but waits for their end five
 * seconds at most, which can be too short on a busy machine.
 */
async function dropDatabase(admin: Client, name: string): Promise<void> {
  await until(async () => {
    try {
      await admin.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)
      return true
    } catch (error) {
      if (error instanceof DatabaseError && error.code === objectInUse) return false
      throw error
    }
  }, `${name} can be dropped`)
}

async function asAdmin(adminUrl: string, work: (admin: Client) => Promise<void>): Promise<void> {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  await work(admin).finally(() => admin.end())
}

function serviceUrl(adminUrl: string, database: string, role: typeof ownerRole | typeof runningRole): string {
  const url = new URL(adminUrl)
  url.username = role
  url.password = passwordOf(role, adminPasswordOf(adminUrl))
  url.pathname = `/${database}`
  return url.href
}

function adminPasswordOf(adminUrl: string): string {
  return decodeURIComponent(new URL(adminUrl).password)
}

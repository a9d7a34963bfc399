import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { killServer } from '../../../server/engines/embedded-postgres/kill-server.ts'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { chooseSystemUser } from '../../../server/engines/embedded-postgres/system-user.ts'
import { temporaryDirectory } from '../../start/operator.ts'
import { until } from '../../support/until.ts'

/** Where Debian installs PostgreSQL, the newest version first. */
export const debianFolders = globSync('/usr/lib/postgresql/*/bin').sort().reverse()

/** The programs of Debian's server, which include `pg_dump` and `pg_restore`. */
export const debianPrograms = debianFolders.find((folder) => existsSync(join(folder, 'postgres'))) ?? ''

/** Tap's option for tests that start such a server. */
export const skipWithoutDebianPostgres =
  debianPrograms === '' ? { skip: 'A PostgreSQL of Debian is missing: install the package postgresql-15' } : {}

export const databaseName = 'pay'
export const admin = 'postgres'
/** The owner of the database, which is no superuser. */
export const owner = 'servicepay'

const commonSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  // Only a crash of the machine would lose what these leave in its memory.
  fsync: 'off',
  full_page_writes: 'off',
  // The log of a server is read after a failure only.
  log_min_messages: 'warning',
}

export interface ServerOptions {
  /** The folder of its programs. */
  readonly programs: string
  /** The data directory. */
  readonly folder: string
  readonly port: number
  readonly settings?: Readonly<Record<string, string>>
}

/** A PostgreSQL server of a test, with an empty database for the service. */
export class PostgresServer {
  readonly #programs: string
  readonly #folder: string
  readonly #settings: Readonly<Record<string, string>>
  readonly #user = chooseSystemUser('')
  readonly port: number
  #server: ChildProcess | null = null
  #said = ''

  constructor({ programs, folder, port, settings }: ServerOptions) {
    this.#programs = programs
    this.#folder = folder
    this.port = port
    this.#settings = { ...commonSettings, ...settings }
  }

  /** The database, as its owner. */
  get serviceUrl(): string {
    return this.url(owner)
  }

  /** The database, for the superuser. */
  get adminUrl(): string {
    return this.url(admin)
  }

  /** The first process of the server. */
  get pid(): number {
    return this.#server?.pid ?? 0
  }

  /** Creates the server, starts it, and creates the database. */
  async create(): Promise<void> {
    this.emptyFolder()
    this.execute('initdb', ['-D', this.#folder, '-A', 'trust', '-U', admin, '--no-sync'])
    await this.start()
    await this.query(`create role ${owner} login`, [], { database: 'postgres' })
    await this.query(`create database ${databaseName} owner ${owner}`, [], { database: 'postgres' })
  }

  /** Makes the data directory new and empty. */
  emptyFolder(): void {
    rmSync(this.#folder, { recursive: true, force: true })
    mkdirSync(this.#folder, { mode: 0o700 })
    if (this.#user) chownSync(this.#folder, this.#user.uid, this.#user.gid)
  }

  /** Runs a program of PostgreSQL as the user of the server. */
  execute(program: string, words: readonly string[]): void {
    execFileSync(join(this.#programs, program), words, {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'inherit'],
      ...this.#user,
    })
  }

  async start(): Promise<void> {
    const words = Object.entries({ ...this.#settings, port: String(this.port) }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    // After a kill, the old processes need a moment to release the shared memory.
    await until(async () => {
      await this.#launch(words)
      return this.#server !== null
    }, 'the node starts')
  }

  async #launch(words: readonly string[]): Promise<void> {
    const server = spawn(join(this.#programs, 'postgres'), ['-D', this.#folder, ...words], {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      ...this.#user,
    })
    this.#said = ''
    server.stderr.setEncoding('utf8').on('data', (text: string) => (this.#said = (this.#said + text).slice(-10_000)))
    await until(async () => {
      if (server.exitCode !== null || server.signalCode !== null) return true
      return this.query('select 1', [], { database: 'postgres' }).then(
        () => true,
        () => false,
      )
    }, 'the node answers')
    if (server.exitCode === null && server.signalCode === null) this.#server = server
    else if (!/pre-existing shared memory|lock file/.test(this.#said)) throw new Error(this.#said)
  }

  /** Sends SIGKILL to all processes of the server. */
  async kill(): Promise<void> {
    const server = this.#server
    if (server?.pid === undefined) return
    const gone = once(server, 'exit')
    killServer(server.pid)
    await gone
    this.#server = null
  }

  async stop(): Promise<void> {
    const server = this.#server
    if (!server) return
    const gone = once(server, 'exit')
    server.kill('SIGQUIT')
    await gone
    this.#server = null
  }

  /** Stops all processes with SIGSTOP: they keep their connections and do not answer. */
  freeze(): void {
    this.#signal('SIGSTOP')
  }

  thaw(): void {
    this.#signal('SIGCONT')
  }

  #signal(signal: NodeJS.Signals): void {
    const parent = this.#server?.pid
    if (parent === undefined) return
    for (const pid of [parent, ...childrenOf(parent)])
      try {
        process.kill(pid, signal)
      } catch {
        // A connection may end in the meantime.
      }
  }

  url(user: string, database = databaseName): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`
  }

  /** Runs one statement as the superuser, on a connection of its own. */
  async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    { database = databaseName } = {},
  ): Promise<Row[]> {
    const client = new Client({ connectionString: this.url(admin, database) })
    client.on('error', () => {})
    await client.connect()
    return client
      .query<Row>(text, [...values])
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return new RegExp(`^PPid:\\s+${parent}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'))
      } catch {
        return false
      }
    })
}

/** Starts a server of Debian's PostgreSQL, which ends with the test. */
export async function startDebianPostgres(t: { teardown(work: () => unknown): void }): Promise<PostgresServer> {
  const folder = await temporaryDirectory(t)
  // The system user of PostgreSQL has to pass through it.
  await chmod(folder, 0o711)
  const options = { programs: debianPrograms, folder: join(folder, 'data'), port: await freePort() }
  const server = new PostgresServer(options)
  t.teardown(() => server.stop())
  await server.create()
  return server
}

import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { QueryResultRow } from 'pg'
import { killServer } from '../../server/embedded-postgres/kill-server.ts'
import { freePort } from '../../server/embedded-postgres/postmaster.ts'
import { chooseSystemUser } from '../../server/embedded-postgres/system-user.ts'
import { until } from '../support/until.ts'

const databaseName = 'pay'
const admin = 'postgres'
/** The owner of the database, which is no superuser. */
const owner = 'servicepay'

/** The programs of a PostgreSQL that has Citus beside it, in CITUS_POSTGRES_BIN or where Debian installs them. */
const programs = chosenFolders().find(hasCitus)

/** Tap's option for tests that start a cluster. */
export const skipWithoutCitus =
  programs === undefined
    ? {
        skip:
          'Citus is missing: install PostgreSQL with its extension citus, ' +
          'or set CITUS_POSTGRES_BIN to the folder of its programs',
      }
    : {}

function chosenFolders(): string[] {
  const chosen = process.env['CITUS_POSTGRES_BIN']
  return chosen ? [chosen] : globSync('/usr/lib/postgresql/*/bin').sort().reverse()
}

function hasCitus(folder: string): boolean {
  const config = join(folder, 'pg_config')
  if (!existsSync(config) || !existsSync(join(folder, 'postgres'))) return false
  return existsSync(join(execFileSync(config, ['--pkglibdir'], { encoding: 'utf8' }).trim(), 'citus.so'))
}

const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  'citus.node_conninfo': 'sslmode=prefer',
  max_connections: '200',
  max_prepared_transactions: '200',
  // Citus moves shards by logical replication, while they are in use.
  wal_level: 'logical',
  'citus.shard_count': '8',
  shared_buffers: '64MB',
  // Only a crash of the machine would lose what these leave in its memory.
  fsync: 'off',
  full_page_writes: 'off',
  // The log of a node is read after a failure only.
  log_min_messages: 'warning',
  // Citus recovers transactions that a crash left prepared.
  'citus.recover_2pc_interval': '2s',
}

/** One PostgreSQL server of a cluster. */
export class CitusNode {
  readonly #folder: string
  readonly #user = chooseSystemUser('')
  readonly port: number
  #server: ChildProcess | null = null
  #said = ''

  constructor(folder: string, port: number) {
    this.#folder = folder
    this.port = port
  }

  /** Creates the server, with an empty database of the service and the extension. */
  async create(): Promise<void> {
    mkdirSync(this.#folder)
    if (this.#user) chownSync(this.#folder, this.#user.uid, this.#user.gid)
    execFileSync(join(programs ?? '', 'initdb'), ['-D', this.#folder, '-A', 'trust', '-U', admin, '--no-sync'], {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'inherit'],
      ...this.#user,
    })
    await this.start()
    await this.query(`create role ${owner} login`, [], { database: 'postgres' })
    await this.query(`create database ${databaseName} owner ${owner}`, [], { database: 'postgres' })
    await this.query('create extension citus')
  }

  async start(): Promise<void> {
    const words = Object.entries({ ...settings, port: String(this.port) }).flatMap(([name, value]) => [
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
    const server = spawn(join(programs ?? '', 'postgres'), ['-D', this.#folder, ...words], {
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

/** A Citus cluster of one test: a coordinator and its worker nodes on this machine. */
export class CitusCluster {
  readonly coordinator: CitusNode
  readonly workers: CitusNode[] = []
  readonly #folder: string
  #nodes = 0

  private constructor(folder: string, coordinator: CitusNode) {
    this.#folder = folder
    this.coordinator = coordinator
  }

  static async start(t: { teardown(work: () => unknown): void }, workers: number): Promise<CitusCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'servicepay-citus-'))
    await chmod(folder, 0o711)
    const cluster = new CitusCluster(folder, new CitusNode(join(folder, 'coordinator'), await freePort()))
    t.teardown(() => cluster.#stop())
    await cluster.coordinator.create()
    await cluster.coordinator.query('select citus_set_coordinator_host($1, $2)', [
      '127.0.0.1',
      cluster.coordinator.port,
    ])
    for (let count = 0; count < workers; count += 1) await cluster.addWorker()
    return cluster
  }

  /** The database of the service, as its owner. */
  get databaseUrl(): string {
    return this.coordinator.url(owner)
  }

  /** Starts a worker node and adds it to the cluster. It has no shards until they are rebalanced. */
  async addWorker(): Promise<CitusNode> {
    this.#nodes += 1
    const node = new CitusNode(join(this.#folder, `worker-${this.#nodes}`), await freePort())
    this.workers.push(node)
    await node.create()
    await this.coordinator.query('select citus_add_node($1, $2)', ['127.0.0.1', node.port])
    return node
  }

  async #stop(): Promise<void> {
    await Promise.all([this.coordinator, ...this.workers].map((node) => node.stop()))
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

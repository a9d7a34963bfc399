import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { debianFolders, PostgresServer } from '../postgres/postgres-server.ts'

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
  return chosen ? [chosen] : debianFolders
}

function hasCitus(folder: string): boolean {
  const config = join(folder, 'pg_config')
  if (!existsSync(config) || !existsSync(join(folder, 'postgres'))) return false
  return existsSync(join(execFileSync(config, ['--pkglibdir'], { encoding: 'utf8' }).trim(), 'citus.so'))
}

const settings: Readonly<Record<string, string>> = {
  shared_preload_libraries: 'citus',
  'citus.node_conninfo': 'sslmode=prefer',
  max_connections: '200',
  max_prepared_transactions: '200',
  // Citus moves shards by logical replication, while they are in use.
  wal_level: 'logical',
  'citus.shard_count': '8',
  // Citus recovers transactions that a crash left prepared.
  'citus.recover_2pc_interval': '2s',
}

/** Every commit reaches the disk, as in production. */
const durable = { fsync: 'on', full_page_writes: 'on' }

/** One PostgreSQL server of a cluster. */
export class CitusNode extends PostgresServer {
  constructor(folder: string, port: number, isDurable: boolean) {
    super({ programs: programs ?? '', folder, port, settings: { ...settings, ...(isDurable && durable) } })
  }

  override async create(): Promise<void> {
    await super.create()
    await this.query('create extension citus')
  }
}

/** A Citus cluster of one test: a coordinator and its worker nodes on this machine. */
export class CitusCluster {
  readonly coordinator: CitusNode
  readonly workers: CitusNode[] = []
  readonly #folder: string
  readonly #isDurable: boolean
  #nodes = 0

  private constructor(folder: string, coordinator: CitusNode, isDurable: boolean) {
    this.#folder = folder
    this.coordinator = coordinator
    this.#isDurable = isDurable
  }

  static async start(
    t: { teardown(work: () => unknown): void },
    workers: number,
    { isDurable = false } = {},
  ): Promise<CitusCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'servicepay-citus-'))
    await chmod(folder, 0o711)
    const coordinator = new CitusNode(join(folder, 'coordinator'), await freePort(), isDurable)
    const cluster = new CitusCluster(folder, coordinator, isDurable)
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
    return this.coordinator.serviceUrl
  }

  /** Starts a worker node and adds it to the cluster. It has no shards until they are rebalanced. */
  async addWorker(): Promise<CitusNode> {
    this.#nodes += 1
    const node = new CitusNode(join(this.#folder, `worker-${this.#nodes}`), await freePort(), this.#isDurable)
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

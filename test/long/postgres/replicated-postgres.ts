import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { temporaryDirectory } from '../../start/operator.ts'
import { until } from '../../support/until.ts'
import { haproxy, skipWithoutHaproxy } from '../processes/guide-proxy.ts'
import {
  admin,
  databaseName,
  debianPrograms,
  owner,
  PostgresServer,
  skipWithoutDebianPostgres,
} from './postgres-server.ts'

// Two PostgreSQL servers and HAProxy, configured by the blocks of the guide "Failover".

const guide = readFileSync(join(import.meta.dirname, '../../../server/pages/docs/guides/failover.md'), 'utf8')

/** Tap's option for tests that start both. */
export const skipWithoutReplication = { ...skipWithoutDebianPostgres, ...skipWithoutHaproxy }

const password = 'password'

export type NodeName = 'a' | 'b'

/** The first block of the guide that contains this text. */
function block(text: string): string {
  const found = guide.split('```').find((part, index) => index % 2 === 1 && part.includes(text))
  if (found === undefined) throw new Error(`The guide has no block with: ${text}`)
  return found.slice(found.indexOf('\n') + 1)
}

/** The settings of the guide. They replace those in `postgresql.conf`. */
function settings(): Record<string, string> {
  const ofGuide = block('wal_level')
    .trim()
    .split('\n')
    .map((line) => line.split(' = ') as [string, string])
  return {
    ...Object.fromEntries(ofGuide),
    max_connections: '200',
  }
}

/** A primary with its synchronous standby. The address of the database leads through HAProxy. */
export class ReplicatedPostgres {
  readonly #folder: string
  readonly #nodes: Readonly<Record<NodeName, PostgresServer>>
  readonly #proxyPort: number
  readonly #statisticsPort: number

  private constructor(folder: string, ports: { a: number; b: number; proxy: number; statistics: number }) {
    this.#folder = folder
    const node = (name: NodeName): PostgresServer =>
      new PostgresServer({
        programs: debianPrograms,
        folder: join(folder, name),
        port: ports[name],
        settings: settings(),
      })
    this.#nodes = { a: node('a'), b: node('b') }
    this.#proxyPort = ports.proxy
    this.#statisticsPort = ports.statistics
  }

  /** Starts `a` as the primary and `b` as its synchronous standby. */
  static async start(t: { teardown(work: () => unknown): void }): Promise<ReplicatedPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'servicepay-replicated-'))
    await chmod(folder, 0o711)
    const [a, b, proxy, statistics] = [await freePort(), await freePort(), await freePort(), await freePort()]
    const pair = new ReplicatedPostgres(folder, { a, b, proxy, statistics })
    t.teardown(() => pair.#stop())
    await pair.node('a').create()
    await pair.node('a').query(`alter role ${owner} password '${password}'`)
    for (const statement of block('create role replicator').split('\n').filter(Boolean))
      await pair.node('a').query(statement.replace('PASSWORD', password))
    await writeFile(join(folder, 'a', 'pg_hba.conf'), accessRules())
    await pair.node('a').query('select pg_reload_conf()')
    await pair.follow('b', 'a')
    await pair.#startProxy(t)
    return pair
  }

  node(name: NodeName): PostgresServer {
    return this.#nodes[name]
  }

  /** The database through HAProxy. */
  get databaseUrl(): string {
    return this.#url(this.#proxyPort)
  }

  /** The database on one server, past HAProxy. */
  directUrl(name: NodeName): string {
    return this.#url(this.node(name).port)
  }

  #url(port: number): string {
    return `postgres://${owner}:${password}@127.0.0.1:${port}/${databaseName}`
  }

  /** Makes a new server `name` from the primary, with the command of the guide, and lets commits wait for it. */
  async follow(name: NodeName, primary: NodeName): Promise<void> {
    const [standby, source] = [this.node(name), this.node(primary)]
    standby.emptyFolder()
    const login = `user=replicator password=${password}`
    const connection = `host=127.0.0.1 port=${source.port} ${login} application_name=${name}`
    standby.execute('pg_basebackup', [
      ...['--pgdata', join(this.#folder, name), '--write-recovery-conf', '--create-slot', '--slot', name],
      ...['--checkpoint', 'fast', '--dbname', connection],
    ])
    await standby.start()
    await until(
      async () => (await source.query(`select from pg_stat_replication where state = 'streaming'`)).length === 1,
      'the standby streams',
    )
    await source.query(`alter system set synchronous_standby_names = '${name}'`, [], { database: 'postgres' })
    await source.query('select pg_reload_conf()')
  }

  /** Promotes a standby as the guide says. */
  async promote(name: NodeName): Promise<void> {
    for (const statement of block('pg_promote').split('\n').filter(Boolean))
      await this.node(name).query(statement, [], { database: 'postgres' })
  }

  /** The servers to which HAProxy sends connections. */
  async served(): Promise<string[]> {
    const response = await fetch(`http://127.0.0.1:${this.#statisticsPort}/;csv`)
    const rows = (await response.text()).split('\n').map((line) => line.split(','))
    const [names = []] = rows
    const status = names.indexOf('status')
    return rows
      .filter(([proxy, server]) => proxy === 'database' && (server === 'a' || server === 'b'))
      .filter((row) => row[status]?.startsWith('UP'))
      .map(([, server = '']) => server)
  }

  async #startProxy(t: { teardown(work: () => unknown): void }): Promise<void> {
    const file = join(await temporaryDirectory(t), 'haproxy.cfg')
    const listen = block('listen database')
      .replace(/bind .*/, `bind 127.0.0.1:${this.#proxyPort}`)
      .replace(/10\.0\.4\.11:5432/, `127.0.0.1:${this.node('a').port}`)
      .replace(/10\.0\.4\.12:5432/, `127.0.0.1:${this.node('b').port}`)
    const statistics = [
      ...['listen statistics', `  bind 127.0.0.1:${this.#statisticsPort}`, '  mode http', '  timeout client 5s'],
      ...['  timeout server 5s', '  timeout connect 5s', '  stats enable', '  stats uri /', ''],
    ]
    await writeFile(file, [listen, ...statistics].join('\n'))
    const child = spawn(haproxy, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-10_000)))
    t.teardown(async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    })
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`HAProxy ended: ${said}`)
      return (await this.served().catch(() => [])).join() === 'a'
    }, 'HAProxy finds the primary')
  }

  async #stop(): Promise<void> {
    for (const node of Object.values(this.#nodes)) {
      node.thaw()
      await node.stop()
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** The rules of the guide for this machine, and access for the test. */
function accessRules(): string {
  return [
    `host all ${admin} 127.0.0.1/32 trust`,
    block('host  replication')
      .replaceAll(/10\.0\.\d\.0\/24/g, '127.0.0.1/32')
      .replace(/host {2}servicepay /, `host  ${databaseName} `),
  ].join('\n')
}

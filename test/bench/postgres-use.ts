import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

/** What a PostgreSQL server has done so far. */
export interface PostgresUse {
  readonly cpuSeconds: number
  /** Transactions that have written something. Each waits for the disk, alone or with others. */
  readonly commits: number
  readonly walPosition: string
}

/** What a server wrote to its log. */
export interface Written {
  readonly bytes: number
  /** Of these, copies of whole pages: the first change of a page after a checkpoint makes one. */
  readonly pageBytes: number
}

/** Linux counts processor time in these. */
const ticksPerSecond = 100

/** Measures a server on this machine, as its superuser. */
export class PostgresMeter {
  readonly #client: pg.Client
  readonly #pid: number

  private constructor(client: pg.Client, pid: number) {
    this.#client = client
    this.#pid = pid
  }

  /** `pid`: the server's first process. */
  static async open({ adminUrl, pid }: { readonly adminUrl: string; readonly pid: number }): Promise<PostgresMeter> {
    const client = new pg.Client({ connectionString: adminUrl })
    // The statement that a lost connection interrupts fails anyway.
    client.on('error', () => {})
    await client.connect()
    // A worker node of Citus creates nothing otherwise. Other servers do not know the setting, and ignore it.
    await client.query('set citus.enable_ddl_propagation to off')
    await client.query('create extension if not exists pg_walinspect')
    return new PostgresMeter(client, pid)
  }

  async read(): Promise<PostgresUse> {
    const { rows } = await this.#client.query<{ commits: string; position: string }>(
      'select pg_snapshot_xmax(pg_current_snapshot())::text as commits, pg_current_wal_flush_lsn()::text as position',
    )
    const [row] = rows
    return {
      cpuSeconds: await cpuSecondsOf(this.#pid),
      commits: Number(row?.commits),
      walPosition: row?.position ?? '',
    }
  }

  async written(from: PostgresUse, until: PostgresUse): Promise<Written> {
    try {
      const { rows } = await this.#client.query<{ bytes: string; pages: string }>(
        `select coalesce(sum(combined_size), 0) as bytes, coalesce(sum(fpi_size), 0) as pages
         from pg_get_wal_stats($1, $2)`,
        [from.walPosition, until.walPosition],
      )
      return { bytes: Number(rows[0]?.bytes), pageBytes: Number(rows[0]?.pages) }
    } catch (error) {
      if (!String(error).includes('could not find a valid record')) throw error
      return { bytes: 0, pageBytes: 0 }
    }
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}

/** The processor time of a process and its children, also of those that have ended. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(names.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')))
  let ticks = 0
  for (const stat of stats) {
    const [, parent = 0, ...times] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = times.slice(9)
    if (parent === pid) ticks += user + system
    if (Number.parseInt(stat, 10) === pid) ticks += user + system + childUser + childSystem
  }
  return ticks / ticksPerSecond
}

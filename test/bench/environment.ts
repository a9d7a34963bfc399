import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateAll } from '../../server/app.ts'
import { systemClock } from '../../server/domain/time/clock.ts'
import { startEmbeddedPostgres } from '../../server/engines/embedded-postgres/start-embedded-postgres.ts'

const silent = { info() {}, warn() {}, error() {} }

/** A database with the settings of production, in which every commit reaches the disk. */
export interface BenchDatabase {
  readonly url: string
  /** For a superuser, on the same database. */
  readonly serviceAdminUrl: string
  readonly dataDir: string
  /** The log of PostgreSQL. */
  readonly logFile: string
  /** The first process of PostgreSQL. */
  readonly pid: number
  stop(): Promise<void>
}

export async function startDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'servicepay-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent })
  await migrateSilently(postgres.ownerUrl)
  const serviceAdminUrl = new URL(postgres.adminUrl)
  serviceAdminUrl.pathname = new URL(postgres.ownerUrl).pathname
  return {
    // The servers of a bench migrate and vacuum, so they run as the owner of the tables.
    url: postgres.ownerUrl,
    serviceAdminUrl: serviceAdminUrl.href,
    dataDir,
    logFile: join(dataDir, 'postgres.log'),
    pid: postgres.pid,
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates what is missing of the tables, and distributes them where the database is a Citus cluster. */
export function migrateSilently(databaseUrl: string): Promise<void> {
  return migrateAll({ databaseUrl, clock: systemClock, log: silent })
}

/** The environment of every server in a bench. */
export function serverSettings(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    MASTER_KEY: 'ab'.repeat(32),
    PORT: '0',
    LOG_LEVEL: 'info',
    // The load comes from one key. The bench includes the cost of the rate limit, but must not reach it.
    RATE_LIMIT_PER_SECOND: '1000000',
    WEBHOOK_ALLOW: '127.0.0.1',
  }
}

/** One line of the table. */
export interface Figure {
  readonly name: string
  readonly value: string
  /** The target in words. Empty when there is none. */
  readonly target: string
  readonly reached: boolean | null
}

export function figure(
  name: string,
  value: number,
  unit: string,
  target?: { atLeast?: number; atMost?: number },
): Figure {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0
  const wanted =
    target?.atLeast !== undefined ? `≥ ${target.atLeast}` : target?.atMost !== undefined ? `≤ ${target.atMost}` : ''
  const reached =
    target?.atLeast !== undefined
      ? value >= target.atLeast
      : target?.atMost !== undefined
        ? value <= target.atMost
        : null
  return {
    name,
    value: `${value.toFixed(digits)} ${unit}`.trim(),
    target: wanted === '' ? '' : `${wanted} ${unit}`.trim(),
    reached,
  }
}

import knexFactory from 'knex'
import type { Knex } from 'knex'
import { migrationSource } from './migrations/migrations.ts'

/** A pool of connections, or one open transaction. */
export type Database = Knex

/** A statement that each connection prepares once, under its name. The query builder would halve the throughput. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/**
 * Longest waits for a connection from the pool, and for a new connection to the server. Both stay below five seconds,
 * within which a request must be answered when the database cannot be reached.
 */
const acquireTimeoutMs = 4_000
const connectTimeoutMs = 3_000

/**
 * What a pool of connections is for. Each kind has its own time-outs and its own number of connections, so that one
 * kind cannot use up the connections of another.
 * - `serving`: requests and flows.
 * - `reading`: expensive reads, such as searches, exports and the dashboard.
 * - `working`: the worker's jobs.
 * - `command`: migrations and the operator's commands, whose statements may take long.
 */
type PoolKind = 'serving' | 'reading' | 'working' | 'command'

const connectionsOf: Readonly<Record<PoolKind, number>> = { serving: 20, reading: 4, working: 8, command: 2 }

export function openDatabase(url: string, options: { kind: PoolKind; connections?: number }): Database {
  return knexFactory({
    client: 'pg',
    connection: { connectionString: url, connectionTimeoutMillis: connectTimeoutMs, application_name: 'servicepay' },
    pool: { min: 0, max: options.connections ?? connectionsOf[options.kind] },
    acquireConnectionTimeout: acquireTimeoutMs,
    // knex would print each lost connection to the console. The caller that needed the connection gets the error
    // anyway.
    log: { warn: () => {} },
  })
}

interface PgConnection {
  query(query: { name: string; text: string; values: readonly unknown[] }): Promise<{ rows: unknown[] }>
}

/** The use of a connection pool. `waiting` is the number of callers that wait for a connection. */
export interface PoolUse {
  readonly used: number
  readonly idle: number
  readonly max: number
  readonly waiting: number
}

interface TarnPool {
  readonly max: number
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

/** The parts of knex's client that its types do not describe. */
interface PgClient {
  readonly pool: TarnPool
  acquireConnection(): Promise<PgConnection>
  releaseConnection(connection: PgConnection): Promise<void>
}

export function poolUse(db: Database): PoolUse {
  const { pool } = db.client as PgClient
  return { used: pool.numUsed(), idle: pool.numFree(), max: pool.max, waiting: pool.numPendingAcquires() }
}

/** Runs a prepared statement on the pool, or inside the transaction when `db` is one. */
export async function run<Row>(db: Database, statement: Statement, values: readonly unknown[]): Promise<Row[]> {
  const client = db.client as PgClient
  const connection = await client.acquireConnection()
  try {
    const result = await connection.query({ name: statement.name, text: statement.text, values })
    return result.rows as Row[]
  } finally {
    await client.releaseConnection(connection)
  }
}

/** The first row that the statement returns, or null. */
export async function runForOne<Row>(
  db: Database,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row | null> {
  const rows = await run<Row>(db, statement, values)
  return rows[0] ?? null
}

export async function inTransaction<Result>(
  db: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(work)
}

/** Runs the missing migrations. Several processes may call this at once: one runs them, the others wait. */
export async function migrate(db: Database): Promise<void> {
  await db.migrate.latest({ migrationSource, tableName: 'schema_migrations' })
}

/** Whether every migration of this program has run. */
export async function isMigrated(db: Database): Promise<boolean> {
  const [, pending] = (await db.migrate.list({ migrationSource, tableName: 'schema_migrations' })) as [
    unknown[],
    unknown[],
  ]
  return pending.length === 0
}

/** Whether an error is a violation of the named constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  return typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint
}

import knexFactory from 'knex'
import type { Knex } from 'knex'
import { migrationSource } from './migrations/migrations.ts'

/** A handle on the database: a pool, or one open transaction. */
export type Database = Knex

/** One statement, prepared once a connection under its name; the query builder would cost half of the throughput. */
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

export function openDatabase(url: string, options: { connections?: number } = {}): Database {
  return knexFactory({
    client: 'pg',
    connection: { connectionString: url, connectionTimeoutMillis: connectTimeoutMs, application_name: 'servicepay' },
    pool: { min: 0, max: options.connections ?? 20 },
    acquireConnectionTimeout: acquireTimeoutMs,
    // It prints each lost connection with its stack, past our log; whoever needed the connection gets the error anyway.
    log: { warn: () => {} },
  })
}

interface PgConnection {
  query(query: { name: string; text: string; values: readonly unknown[] }): Promise<{ rows: unknown[] }>
}

/** The connections of a pool, and who waits for one. */
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

export function poolUse(db: Database): PoolUse {
  const pool = db.client.pool as TarnPool
  return { used: pool.numUsed(), idle: pool.numFree(), max: pool.max, waiting: pool.numPendingAcquires() }
}

/** Runs a prepared statement on the pool, or inside the transaction when `db` is one. */
export async function run<Row>(db: Database, statement: Statement, values: readonly unknown[]): Promise<Row[]> {
  const connection = (await db.client.acquireConnection()) as PgConnection
  try {
    const result = await connection.query({ name: statement.name, text: statement.text, values })
    return result.rows as Row[]
  } finally {
    await db.client.releaseConnection(connection)
  }
}

/** The one row that the statement gives, or null. */
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

/** Brings the schema up to date. Safe to call from many processes at once: one of them works, the others wait. */
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

import knexFactory, { type Knex } from 'knex'
import type { Pool } from 'pg'
import { isStalePreparedStatement } from '../../engines/postgres/connection.ts'
import { limitsOf, type ConnectionKind } from '../../engines/postgres/limits.ts'
import type { Patience } from '../../engines/postgres/patience.ts'
import { openPool } from '../../engines/postgres/pool.ts'
import { collectFollowUps } from './after-commit.ts'
import type { Statement } from './statement.ts'

/** A pool of connections, or one open transaction. */
export type Database = Knex

interface Opened {
  readonly pool: Pool
  readonly kind: ConnectionKind
  readonly noteStatement: () => void
}

const pools = new WeakMap<Database, Opened>()

export interface DatabaseOptions {
  readonly kind: ConnectionKind
  /** Default: those of the kind. */
  readonly connections?: number
  /** See `PoolOptions`. */
  readonly namesStatements?: boolean
  readonly patience?: Patience
  /** Called before each prepared statement. */
  readonly noteStatement?: () => void
}

export function openDatabase(url: string, options: DatabaseOptions): Database {
  const { kind, connections, namesStatements, patience, noteStatement = () => {} } = options
  const pool = openPool(url, kind, {
    ...(connections !== undefined && { limits: { connections } }),
    ...(namesStatements !== undefined && { namesStatements }),
    ...(patience && { patience }),
  })
  // knex would print each lost connection to the console. The caller that needed the connection gets the error
  // anyway.
  const db = knexFactory({ client: 'pg', connectionPool: pool, log: { warn: () => {} } })
  // knex does not close a pool that it did not open.
  Object.assign(db.client as object, { destroy: () => pool.end() })
  pools.set(db, { pool, kind, noteStatement })
  return db
}

interface PgResult {
  readonly rows: unknown[]
  /** `insert`, `update` and `select` have one. */
  readonly rowCount: number | null
}

interface PgConnection {
  query(query: { name: string; text: string; values: readonly unknown[] }): Promise<PgResult>
}

/** The use of a connection pool. `waiting` is the number of callers that wait for a connection. */
export interface PoolUse {
  readonly used: number
  readonly idle: number
  readonly max: number
  readonly waiting: number
}

/** The parts of knex's client that its types do not describe. */
interface PgClient {
  acquireConnection(): Promise<PgConnection>
  releaseConnection(connection: PgConnection): Promise<void>
}

function opened(db: Database): Opened {
  const known = pools.get(db)
  if (!known) throw new Error('Bug: this is not a database that openDatabase opened')
  return known
}

/** The longest time for one statement, with the wait for its connection. */
export function statementLimitMs(db: Database): number {
  const { connectMs, answerMs } = limitsOf(opened(db).kind)
  return answerMs === 0 ? Infinity : connectMs + answerMs
}

/** How long a statement waits for a lock, in milliseconds. Zero: without a limit. */
export function lockLimitMs(db: Database): number {
  return limitsOf(opened(db).kind).lockMs
}

/** The connections of a pool, and how long a caller waits for one. */
export function poolLimits(db: Database): { readonly connections: number; readonly connectMs: number } {
  const { pool, kind } = opened(db)
  return { connections: pool.options.max, connectMs: limitsOf(kind).connectMs }
}

/** The pool of a database, for work that needs one connection for several transactions. */
export function poolOf(db: Database): Pool {
  return opened(db).pool
}

/** The use of an open database. */
export function poolUse(db: Database): PoolUse {
  const { totalCount, idleCount, waitingCount, options } = opened(db).pool
  return { used: totalCount - idleCount, idle: idleCount, max: options.max, waiting: waitingCount }
}

/** Runs a prepared statement on the pool, or inside the transaction when `db` is one. */
export async function run<Row>(db: Database, statement: Statement, values: readonly unknown[]): Promise<Row[]> {
  return (await send(db, statement, values)).rows as Row[]
}

/** The same for a statement without a result. Returns how many rows it has changed. */
export async function runForCount(db: Database, statement: Statement, values: readonly unknown[]): Promise<number> {
  return (await send(db, statement, values)).rowCount ?? 0
}

async function send(db: Database, statement: Statement, values: readonly unknown[]): Promise<PgResult> {
  try {
    return await sendOnce(db, statement, values)
  } catch (error) {
    // The server did not execute the statement, for example because a migration changed the table. A new connection
    // prepares the statement again. In a transaction, `inTransaction` begins again.
    if (db.isTransaction || !isStalePreparedStatement(error)) throw error
    return sendOnce(db, statement, values)
  }
}

async function sendOnce(db: Database, statement: Statement, values: readonly unknown[]): Promise<PgResult> {
  pools.get(db)?.noteStatement()
  const client = db.client as PgClient
  const connection = await client.acquireConnection()
  try {
    return await connection.query({ name: statement.name, text: statement.text, values })
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

/**
 * Runs `work` in a transaction. When a migration has changed a table under a prepared statement, nothing of `work` was
 * kept, and it runs a second time on a new connection. So `work` changes only the database.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await transact(db, work)
  } catch (error) {
    if (db.isTransaction || !isStalePreparedStatement(error)) throw error
    return transact(db, work)
  }
}

async function transact<Result>(db: Database, work: (transaction: Database) => Promise<Result>): Promise<Result> {
  let cause: { error: unknown } | null = null
  let follow: (db: Database) => void = () => {}
  const noteError = async (transaction: Database): Promise<Result> => {
    follow = collectFollowUps(transaction)
    return work(transaction).catch((error: unknown) => {
      cause = { error }
      throw error
    })
  }
  try {
    const result = await db.transaction(noteError)
    follow(db)
    return result
  } catch (error) {
    // On a lost connection the rollback fails too, and knex reports only that.
    throw (cause as { error: unknown } | null)?.error ?? error
  }
}

/** Whether an error is a violation of the named constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  const name = typeof error === 'object' && error !== null && 'constraint' in error ? error.constraint : undefined
  // On a node of Citus, the constraint of a shard has the shard's number at its end.
  return typeof name === 'string' && name.replace(/_\d{6,}$/, '') === constraint
}

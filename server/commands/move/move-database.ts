import { DatabaseError } from 'pg'
import { connect, reasonOf, type Connection } from './connection.ts'
import { copyTable } from './copy-table.ts'
import { differences, readFigures, type Figures } from './comparison.ts'
import { MoveError } from './move-error.ts'
import { expectEmpty, expectSameMigrations, expectSameTables, expectUsable, findMasterKey } from './readiness.ts'
import { listSequences, listTables, nameOf, quoted, type Table } from './tables.ts'

export interface MoveOptions<Candidate> {
  /** The service of this database must be stopped. The move does not change the data. */
  readonly sourceUrl: string
  readonly targetUrl: string
  /** One of them must decrypt the secrets of the source. */
  readonly masterKeys: readonly Candidate[]
  /** Creates the tables of the target. */
  migrate(): Promise<void>
  /** Called after the comparison and before the commit. An error ends the move. */
  beforeCommit?(): Promise<void>
  /** Called when the commit failed and the target has rolled everything back. */
  afterRollback?(): Promise<void>
  onStep?(step: string): void
  /** Stops the move at once, until the commit begins. */
  readonly signal?: AbortSignal
}

export interface Moved<Candidate> {
  readonly figures: Figures
  /** The master key that decrypts the secrets. */
  readonly masterKey: Candidate
}

/** How long to wait for another program's locks on the target's tables. */
const lockTimeoutMs = 60_000

/**
 * Both sides must write values in the same way, and no time-out may end a long copy. A Citus coordinator must not read
 * its own copies of a table first, because then it could not write them on every node. Other servers ignore that line.
 */
const settings = `
  set local datestyle = 'ISO, MDY'; set local timezone = 'UTC'; set local extra_float_digits = 1;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = ${lockTimeoutMs};
  set local citus.enable_local_execution to off`

/**
 * Copies all data of a service to an empty database. It reads one snapshot of the source and writes in one transaction
 * of the target, so that everything arrives or nothing. Throws a `MoveError`.
 */
export async function moveDatabase<Candidate extends { readonly key: Buffer }>(
  options: MoveOptions<Candidate>,
): Promise<Moved<Candidate>> {
  const open: Connection[] = []
  let isCommitting = false
  const cut = (): void => open.forEach((side) => side.cut())
  options.signal?.addEventListener('abort', cut)
  const begin = async (url: string, name: string): Promise<Connection> => {
    const side = await connect(url, name)
    open.push(side)
    options.signal?.throwIfAborted()
    return side
  }
  try {
    const source = await begin(options.sourceUrl, 'the embedded database')
    const target = await begin(options.targetUrl, 'the database of DATABASE_URL')
    const moved = await move(source, target, options)
    options.signal?.throwIfAborted()
    options.signal?.removeEventListener('abort', cut)
    isCommitting = true
    await commit(target, options)
    return moved
  } catch (error) {
    throw options.signal?.aborted && !isCommitting
      ? new MoveError('Stopped: nothing was moved', { cause: error })
      : error
  } finally {
    options.signal?.removeEventListener('abort', cut)
    cut()
  }
}

async function move<Candidate extends { readonly key: Buffer }>(
  source: Connection,
  target: Connection,
  options: MoveOptions<Candidate>,
): Promise<Moved<Candidate>> {
  const onStep = options.onStep ?? (() => {})
  await source.client.query(`begin isolation level repeatable read, read only; ${settings}`)
  await expectSameMigrations(source)
  const masterKey = await findMasterKey(source, options.masterKeys)
  if (!masterKey)
    throw new MoveError(
      'Neither the master key in the data directory nor MASTER_KEY decrypts the secrets of the embedded database: ' +
        'set MASTER_KEY to the value of its last start',
    )
  const tables = await listTables(source)
  await expectUsable(target, tables)
  const before = new Set((await listTables(target)).map(nameOf))
  onStep('Creating the tables')
  await explaining('Cannot create the tables in the database of DATABASE_URL', options.migrate)
  const after = await listTables(target)
  expectSameTables(
    tables,
    after,
    after.filter((table) => !before.has(nameOf(table))),
  )
  const figures = await explaining('Nothing was moved', () => fill(source, target, tables, onStep))
  return { figures, masterKey }
}

/** Leaves the transaction of the target open for the commit. */
async function fill(
  source: Connection,
  target: Connection,
  tables: readonly Table[],
  onStep: (step: string) => void,
): Promise<Figures> {
  await target.client.query(`begin; ${settings}`)
  // These locks stop a second move. They also stop a service that starts now, because every start writes a key or an
  // account.
  const lockedTables = ['merchants', 'keyring'].map((name) => quoted(target, { schema: null, name }))
  await target.client.query(`lock table ${lockedTables.join(', ')} in share row exclusive mode`)
  await expectEmpty(target, tables)
  for (const table of tables) {
    onStep(`Copying ${nameOf(table)}`)
    await copyTable(source, target, table)
    await target.client.query(`analyze ${quoted(target, table)}`)
  }
  for (const { next, ...relation } of await listSequences(source))
    await target.client.query(`alter sequence ${quoted(target, relation)} restart with ${BigInt(next)}`)
  onStep('Comparing')
  const figures = await readFigures(source, tables)
  const different = differences(figures, await readFigures(target, tables))
  if (different.length > 0) throw new MoveError(`Nothing was moved: the copy is not the same. ${different.join('; ')}`)
  return figures
}

async function commit(target: Connection, { beforeCommit, afterRollback }: MoveOptions<unknown>): Promise<void> {
  await beforeCommit?.()
  try {
    await target.client.query('commit')
  } catch (error) {
    if (!(error instanceof DatabaseError))
      throw new MoveError(
        `The connection was lost during the commit (${reasonOf(error)}): run the command again. ` +
          'It moves everything, or reports that the target already has the accounts',
        { cause: error },
      )
    await afterRollback?.()
    throw new MoveError(`Nothing was moved: ${reasonOf(error)}`, { cause: error })
  }
}

/**
 * Turns an error of PostgreSQL or the system into one line after `problem`. Any other error is a bug and keeps its
 * stack.
 */
async function explaining<Result>(problem: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isRefused = error instanceof Error && ('code' in error || /terminated|timeout/i.test(error.message))
    throw isRefused ? new MoveError(`${problem}: ${reasonOf(error)}`, { cause: error }) : error
  }
}

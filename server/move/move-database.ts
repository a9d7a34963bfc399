import { DatabaseError } from 'pg'
import { connect, reasonOf } from './connection.ts'
import type { Connection } from './connection.ts'
import { copyTable, selectAll } from './copy-table.ts'
import { differences, readFigures } from './comparison.ts'
import type { Figures } from './comparison.ts'
import { isNumbered, makeNumbers, numbersNeeded, selectNumbered } from './event-order.ts'
import { MoveError } from './move-error.ts'
import { expectEmpty, expectSameMigrations, expectSameTables, expectUsable, findMasterKey } from './readiness.ts'
import { listSequences, listTables, nameOf, quoted } from './tables.ts'
import type { Table } from './tables.ts'

export interface MoveOptions<Candidate> {
  /** Whose service must not run, and whose data stay as they are. */
  readonly sourceUrl: string
  readonly targetUrl: string
  /** One of them must open the secrets of the source. */
  readonly masterKeys: readonly Candidate[]
  /** Makes the tables of the target. */
  migrate(): Promise<void>
  /** Called when everything is there and equal, before it counts; what it throws ends the move. */
  beforeCommit?(): Promise<void>
  /** The target has taken everything back. */
  afterRollback?(): Promise<void>
  onStep?(step: string): void
  /** Ends it at once, while nothing counts yet. */
  readonly signal?: AbortSignal
}

export interface Moved<Candidate> {
  readonly figures: Figures
  /** The one that opens the secrets. */
  readonly masterKey: Candidate
}

/** How long another program may hold the target's tables. */
const lockPatienceMs = 60_000

/** What both sides must agree on, and what must not end a long copy. */
const settings = `
  set local datestyle = 'ISO, MDY'; set local timezone = 'UTC'; set local extra_float_digits = 1;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${lockPatienceMs}`

/**
 * Copies all that a service keeps from one database to another, empty one: in one snapshot of the source and one transaction
 * of the target, so it is all there or nothing is. Throws a `MoveError`.
 */
export async function moveDatabase<Candidate extends { readonly key: Buffer }>(
  options: MoveOptions<Candidate>,
): Promise<Moved<Candidate>> {
  const open: Connection[] = []
  let counts = false
  const cut = (): void => open.forEach((side) => side.cut())
  options.signal?.addEventListener('abort', cut)
  const begin = async (url: string, which: string): Promise<Connection> => {
    const side = await connect(url, which)
    open.push(side)
    options.signal?.throwIfAborted()
    return side
  }
  try {
    const source = await begin(options.sourceUrl, 'The embedded database')
    const target = await begin(options.targetUrl, 'The database of DATABASE_URL')
    const moved = await move(source, target, options)
    options.signal?.throwIfAborted()
    options.signal?.removeEventListener('abort', cut)
    counts = true
    await commit(target, options)
    return moved
  } catch (error) {
    throw options.signal?.aborted && !counts
      ? new MoveError('It was stopped: nothing was moved', { cause: error })
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
  const say = options.onStep ?? (() => {})
  await source.client.query(`begin isolation level repeatable read, read only; ${settings}`)
  await expectSameMigrations(source)
  const masterKey = await findMasterKey(source, options.masterKeys)
  if (!masterKey)
    throw new MoveError(
      'Neither the master key in the data directory nor MASTER_KEY opens the secrets of the embedded database: set MASTER_KEY to the one that it was last started with',
    )
  const tables = await listTables(source)
  await expectUsable(target, tables)
  say('Making the tables')
  await explaining('The tables cannot be made in the database of DATABASE_URL', options.migrate)
  expectSameTables(tables, await listTables(target))
  const figures = await explaining('Nothing was moved', () => fill(source, target, tables, say))
  return { figures, masterKey }
}

/** Leaves the transaction of the target open, with everything in it. */
async function fill(
  source: Connection,
  target: Connection,
  tables: readonly Table[],
  say: (step: string) => void,
): Promise<Figures> {
  const needed = await numbersNeeded(source)
  await makeNumbers(target, needed)
  await target.client.query(`begin; ${settings}`)
  // A service cannot begin without a key and, but for one role, an account; nor can a second move.
  await target.client.query(
    `lock table ${['merchants', 'keyring'].map((name) => quoted(target, { schema: null, name })).join(', ')} in share row exclusive mode`,
  )
  await expectEmpty(target, tables)
  const [own] = await target.rows<{ number: string }>('select pg_current_xact_id()::text as number')
  const last = BigInt(own?.number ?? 0)
  for (const table of tables) {
    say(`Copying ${nameOf(table)}`)
    await copyTable(
      source,
      target,
      table,
      isNumbered(table) ? selectNumbered(source, table, last, needed) : selectAll(source, table),
    )
    await target.client.query(`analyze ${quoted(target, table)}`)
  }
  for (const { next, ...place } of await listSequences(source))
    await target.client.query(`alter sequence ${quoted(target, place)} restart with ${BigInt(next)}`)
  say('Comparing')
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
        `The connection was lost while the move was confirmed (${reasonOf(error)}): run it again, and it does what is left or says that the accounts are there`,
        { cause: error },
      )
    await afterRollback?.()
    throw new MoveError(`Nothing was moved: ${reasonOf(error)}`, { cause: error })
  }
}

/** What PostgreSQL or the system refuses, in one line after `what`. Anything else is a fault of the program, and keeps its place. */
async function explaining<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isRefused = error instanceof Error && ('code' in error || /terminated|timeout/i.test(error.message))
    throw isRefused ? new MoveError(`${what}: ${reasonOf(error)}`, { cause: error }) : error
  }
}

import { createHash } from 'node:crypto'
import type { Scope } from '../domain/scope.ts'
import { hasCode } from '../engines/postgres/errors.ts'
import type { Condition } from './sql/conditions.ts'
import type { Database } from './sql/database.ts'
import {
  claimedRows,
  fitsOneStatement,
  shapeOf,
  textForWrites,
  valuesOfSet,
  type WriteSet,
} from './sql/shared-writes.ts'
import { sharedStatement } from './sql/shared-statements.ts'
import { inTransactionInTurn } from './sql/transaction-turns.ts'
import { execute, type Write } from './sql/writes.ts'
import { afterCommit } from './sql/after-commit.ts'

/** What a flow has decided, and the writes that make it so. */
export interface Decision<Result> {
  readonly result: Result
  readonly writes: readonly Write[]
}

/** A change that is based on rows which the flow reads. */
export interface Change<Read, Result> {
  readonly name: string
  /** What the caller has read without a lock. Null: only the locked rows can decide. */
  readonly known: Read | null
  /** What must hold for a decision from `known`. */
  readonly conditions: (known: Read) => readonly Condition[]
  /** Locks the rows and reads them. */
  readonly lock: (transaction: Database) => Promise<Read>
  /** Decides from what was read. It reads and writes nothing itself, and may run twice. */
  readonly decide: (read: Read) => Decision<Result>
}

/**
 * Executes a change. If nothing has changed since the caller read, that is one statement, so that no lock is held
 * between round trips. Changes with the same writes that wait at the same time share the statement.
 * Otherwise it is a transaction in the account's turn: when a condition does not hold, another transaction has locked a
 * row, or nothing is to be written.
 */
export async function change<Read, Result>(scope: Scope, db: Database, given: Change<Read, Result>): Promise<Result> {
  const { name, known, conditions, lock, decide } = given
  if (known !== null) {
    const { result, writes } = decide(known)
    if (await writeTogether(scope, db, name, { writes, conditions: conditions(known) })) return result
  }
  return inTransactionInTurn(scope, db, async (transaction) => {
    const { result, writes } = decide(await lock(transaction))
    await execute(transaction, ...writes)
    return result
  })
}

/** Executes a set in one statement called `name`. False: it has written nothing. */
export async function writeTogether(scope: Scope, db: Database, name: string, set: WriteSet): Promise<boolean> {
  if (!fitsOneStatement(set)) return false
  try {
    if (!(await statementFor(name, set)(scope, db, set))) return false
  } catch (error) {
    // In a transaction, a violated constraint becomes the error that the caller expects.
    if (hasCode(error, uniqueViolation)) return false
    throw error
  }
  for (const { followUp } of set.writes) if (followUp) afterCommit(db, followUp)
  return true
}

const uniqueViolation = '23505'

const statements = new Map<string, (scope: Scope, db: Database, set: WriteSet) => Promise<boolean>>()

/** The statement of all sets with the same name and shape. */
function statementFor(name: string, set: WriteSet): (scope: Scope, db: Database, set: WriteSet) => Promise<boolean> {
  const shape = shapeOf(set)
  const key = `${name}: ${shape}`
  const known = statements.get(key)
  if (known) return known
  const made = sharedStatement<WriteSet, object, boolean>({
    name: `${name} ${digestOf(shape)}`,
    ...textForWrites(set),
    values: valuesOfSet,
    // A set that changes a row of an earlier one needs a transaction, because the earlier one changes it.
    claims: claimedRows,
    result: (row) => row !== null,
  })
  statements.set(key, made)
  return made
}

/** PostgreSQL cuts the name of a prepared statement after 63 characters, so the name cannot list all writes. */
function digestOf(names: string): string {
  return createHash('sha256').update(names).digest('base64url').slice(0, 12)
}

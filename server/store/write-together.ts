import { createHash } from 'node:crypto'
import type { Scope } from '../domain/scope.ts'
import { Batcher } from '../postgres/batcher.ts'
import { hasCode } from '../postgres/errors.ts'
import { hasCitus } from './citus.ts'
import { collectWrites, NeedsTransaction } from './collected-writes.ts'
import type { Database } from './database.ts'
import { run, statementLimitMs } from './database.ts'
import { claimedRows, textForWrites, valuesOfSets } from './shared-writes.ts'
import type { Condition, WriteSet } from './shared-writes.ts'
import type { Statement } from './statement.ts'

/**
 * Executes the writes of `work` in one statement called `name`, so that no lock is held between round trips. `work` has
 * read beforehand what it needs. Calls of one account with the same writes that wait at the same time share the
 * statement. Null: nothing was written, because a condition does not hold, because another transaction has locked a
 * row, or because `work` needs a transaction. Then the caller begins again in a transaction.
 */
export async function writeTogether<Result>(
  scope: Scope,
  db: Database,
  name: string,
  conditions: readonly Condition[],
  work: (collector: Database) => Promise<Result>,
): Promise<Result | null> {
  try {
    const { result, writes, follow } = await collectWrites(work)
    const counts = conditions.map((condition) => writes.filter(({ write }) => write === condition.write).length)
    if (!counts.every((count) => count === 1)) return null
    const isWritten = await batcherFor(db, name, { writes, conditions }).add(scope, { writes, conditions })
    if (!isWritten) return null
    follow(db)
    return result
  } catch (error) {
    // With a transaction, a violated constraint becomes the error that the caller expects.
    const needsTransaction = error instanceof NeedsTransaction
    if (needsTransaction || hasCode(error, divisionByZero) || hasCode(error, uniqueViolation)) return null
    throw error
  }
}

const divisionByZero = '22012'
const uniqueViolation = '23505'

const batchers = new WeakMap<Database, Map<string, Batcher<WriteSet, boolean>>>()

/** The batcher of all calls with the same name, writes and conditions. */
function batcherFor(db: Database, name: string, set: WriteSet): Batcher<WriteSet, boolean> {
  const ofDatabase = batchers.get(db) ?? new Map<string, Batcher<WriteSet, boolean>>()
  batchers.set(db, ofDatabase)
  const names = set.writes.map(({ write }) => write.name).join(', ')
  const key = `${name}: ${names}`
  const known = ofDatabase.get(key)
  if (known) return known
  const digest = digestOf(names)
  const byCtid = { name: `${name} ${digest}`, text: textForWrites(set, { usesCtid: true }) }
  const byKey = { name: `${name} by key ${digest}`, text: textForWrites(set, { usesCtid: false }) }
  const made = new Batcher<WriteSet, boolean>(
    async (scope, sets) => writeAll(scope, db, (await hasCitus(db)) ? byKey : byCtid, sets),
    statementLimitMs(db),
  )
  ofDatabase.set(key, made)
  return made
}

/** PostgreSQL cuts the name of a prepared statement after 63 characters, so the name cannot list all writes. */
function digestOf(names: string): string {
  return createHash('sha256').update(names).digest('base64url').slice(0, 12)
}

async function writeAll(
  scope: Scope,
  db: Database,
  statement: Statement,
  sets: readonly WriteSet[],
): Promise<boolean[]> {
  const distinct = withoutCommonRows(sets)
  const values = [scope.merchantId, scope.livemode, ...valuesOfSets(distinct)]
  const rows = await run<{ n: number }>(db, statement, values)
  const done = new Set(rows.map(({ n }) => distinct[n - 1]))
  return sets.map((set) => done.has(set))
}

/** The first of the sets that change the same row. The others need a transaction, because the first changes it. */
function withoutCommonRows(sets: readonly WriteSet[]): readonly WriteSet[] {
  const claimed = new Set<string>()
  return sets.filter((set) => {
    const rows = claimedRows(set)
    if (rows.some((row) => claimed.has(row))) return false
    for (const row of rows) claimed.add(row)
    return true
  })
}

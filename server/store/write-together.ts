import { createHash } from 'node:crypto'
import { collectWrites, NeedsTransaction } from './collected-writes.ts'
import type { CollectedWrite } from './collected-writes.ts'
import type { Database } from './database.ts'
import { hasCode, run } from './database.ts'
import { withParts } from './statement.ts'
import type { Statement, Write } from './statement.ts'

/** A row as the caller has read it. */
export interface ReadRow {
  /** The update of the row, which happens only if these columns still have these values. */
  readonly update: Write
  readonly columns: readonly string[]
  readonly values: readonly unknown[]
}

/**
 * Executes the writes of `work` in one statement called `name`, so that no lock is held between round trips. `work` has
 * read beforehand what it needs, and `rows` are the rows that it has read. Null: nothing was written, because a row has
 * changed since, or because `work` needs a transaction. Then the caller begins again in a transaction.
 */
export async function writeTogether<Result>(
  db: Database,
  name: string,
  rows: readonly ReadRow[],
  work: (collector: Database) => Promise<Result>,
): Promise<Result | null> {
  try {
    const { result, writes } = await collectWrites(work)
    const updates = rows.map(({ update }) => writes.filter(({ write }) => write === update).length)
    if (!updates.every((count) => count === 1)) return null
    const { statement, values } = combined(name, writes, rows)
    await run(db, statement, values)
    return result
  } catch (error) {
    // With a transaction, a violated constraint becomes the error that the caller expects.
    if (error instanceof NeedsTransaction || hasCode(error, divisionByZero) || hasCode(error, uniqueViolation))
      return null
    throw error
  }
}

const divisionByZero = '22012'
const uniqueViolation = '23505'

const statements = new Map<string, Statement>()

/** One statement from all writes. It fails, without an effect, when an update finds another row than was read. */
function combined(
  name: string,
  writes: readonly CollectedWrite[],
  rows: readonly ReadRow[],
): { statement: Statement; values: readonly unknown[] } {
  const rowOf = ({ write }: CollectedWrite): ReadRow | undefined => rows.find(({ update }) => update === write)
  const names = writes.map(({ write }) => write.name).join(', ')
  const key = `${name}: ${names}`
  const statement = statements.get(key) ?? { name: `${name} ${digestOf(names)}`, text: combinedText(writes, rowOf) }
  statements.set(key, statement)
  return { statement, values: writes.flatMap((one) => [...one.values, ...(rowOf(one)?.values ?? [])]) }
}

function combinedText(
  writes: readonly CollectedWrite[],
  rowOf: (write: CollectedWrite) => ReadRow | undefined,
): string {
  const parts: string[] = []
  const checked: string[] = []
  let first = 0
  for (const one of writes) {
    const row = rowOf(one)
    if (row) checked.push(`part${String(parts.length)}`)
    const texts = row ? [ifUnchanged(row, one.values.length)] : one.write.parts
    parts.push(...texts.map((text) => renumbered(text, first)))
    first += one.values.length + (row?.values.length ?? 0)
  }
  // Division by zero is the error when an update changed no row.
  parts.push(`select 1 / count(*)::integer as unchanged from ${checked.join(', ')}`)
  return withParts(parts)
}

/** PostgreSQL cuts the name of a prepared statement after 63 characters, so the name cannot list all writes. */
function digestOf(names: string): string {
  return createHash('sha256').update(names).digest('base64url').slice(0, 12)
}

function ifUnchanged({ update, columns }: ReadRow, after: number): string {
  const conditions = columns.map((column, index) => `${column} is not distinct from $${after + index + 1}`)
  return `${update.text} and ${conditions.join(' and ')} returning true as changed`
}

function renumbered(text: string, by: number): string {
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + by}`)
}

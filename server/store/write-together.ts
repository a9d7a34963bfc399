import { createHash } from 'node:crypto'
import { collectWrites, NeedsTransaction } from './collected-writes.ts'
import type { CollectedWrite } from './collected-writes.ts'
import type { Database } from './database.ts'
import { hasCode, run } from './database.ts'
import { withParts } from './statement.ts'
import type { Statement, Write } from './statement.ts'

/** A write that must change one row, in which these columns still have the values that the caller has read. */
export interface Condition {
  readonly write: Write
  readonly columns: readonly string[]
  readonly values: readonly unknown[]
}

/**
 * Executes the writes of `work` in one statement called `name`, so that no lock is held between round trips. `work` has
 * read beforehand what it needs. Null: nothing was written, because a condition does not hold, or because `work` needs
 * a transaction. Then the caller begins again in a transaction.
 */
export async function writeTogether<Result>(
  db: Database,
  name: string,
  conditions: readonly Condition[],
  work: (collector: Database) => Promise<Result>,
): Promise<Result | null> {
  try {
    const { result, writes } = await collectWrites(work)
    const counts = conditions.map((condition) => writes.filter(({ write }) => write === condition.write).length)
    if (!counts.every((count) => count === 1)) return null
    const { statement, values } = combined(name, writes, conditions)
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

/** One statement from all writes. It fails, without an effect, when a condition does not hold. */
function combined(
  name: string,
  writes: readonly CollectedWrite[],
  conditions: readonly Condition[],
): { statement: Statement; values: readonly unknown[] } {
  const conditionOf = ({ write }: CollectedWrite): Condition | undefined =>
    conditions.find((condition) => condition.write === write)
  const names = writes.map(({ write }) => write.name).join(', ')
  const key = `${name}: ${names}`
  const statement = statements.get(key) ?? {
    name: `${name} ${digestOf(names)}`,
    text: combinedText(writes, conditionOf),
  }
  statements.set(key, statement)
  return { statement, values: writes.flatMap((one) => [...one.values, ...(conditionOf(one)?.values ?? [])]) }
}

function combinedText(
  writes: readonly CollectedWrite[],
  conditionOf: (write: CollectedWrite) => Condition | undefined,
): string {
  const parts: string[] = []
  const checked: string[] = []
  let first = 0
  for (const one of writes) {
    const condition = conditionOf(one)
    if (condition) checked.push(`part${String(parts.length)}`)
    const texts = condition ? [withCondition(condition, one.values.length)] : one.write.parts
    parts.push(...texts.map((text) => renumbered(text, first)))
    first += one.values.length + (condition?.values.length ?? 0)
  }
  // Division by zero is the error when one of them changed no row.
  parts.push(`select 1 / count(*)::integer as unchanged from ${checked.join(', ')}`)
  return withParts(parts)
}

/** PostgreSQL cuts the name of a prepared statement after 63 characters, so the name cannot list all writes. */
function digestOf(names: string): string {
  return createHash('sha256').update(names).digest('base64url').slice(0, 12)
}

function withCondition({ write, columns }: Condition, after: number): string {
  const comparisons = columns.map((column, index) => ` and ${column} is not distinct from $${after + index + 1}`)
  return `${write.text}${comparisons.join('')} returning true as changed`
}

function renumbered(text: string, by: number): string {
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + by}`)
}

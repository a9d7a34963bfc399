import { afterCommit } from './after-commit.ts'
import { runForCount, type Database } from './database.ts'
import type { WriteStatement } from './statement.ts'

/**
 * A write as a value: a flow decides it, and `execute` or `change` executes it later. A function that returns one has
 * a name such as `saving…` or `inserting…`, and changes nothing by itself.
 */
export interface Write {
  readonly statement: WriteStatement
  /** With `perItem`, the first two are the account and the mode. */
  readonly values: readonly unknown[]
  /** What the process does once the write is committed, such as to attempt a delivery that it has inserted. */
  readonly followUp?: (db: Database) => void
}

/** A write has changed nothing, because this condition does not hold. The transaction must end. */
export class ConditionFailed extends Error {
  override name = 'ConditionFailed'
  readonly condition: string

  constructor(condition: string) {
    super(`This condition does not hold: ${condition}`)
    this.condition = condition
  }
}

/** Executes writes one after the other: in a transaction, or a single one by itself. See also `change`. */
export async function execute(db: Database, ...writes: readonly Write[]): Promise<void> {
  for (const { statement, values, followUp } of writes) {
    const changed = await runForCount(db, statement, values)
    if (changed === 0 && statement.condition !== undefined) throw new ConditionFailed(statement.condition)
    if (followUp) afterCommit(db, followUp)
  }
}

import { run, type Database } from '../sql/database.ts'
import type { Statement } from '../sql/statement.ts'

/** Rows cleared by one statement. The limit keeps each statement, and the locks that it holds, short. */
const clearedAtOnce = 1_000

/** The statement that deletes rows of `table` by the time in the column `age`, for which the table has an index. */
export function oldRowsOf(table: string, { key, age }: { key: string; age: string }): Statement {
  return {
    name: `delete old ${table}`,
    text: `
      delete from ${table}
      where (${key}) in (select ${key} from ${table} where ${age} < $1 order by ${age} limit $2)
      returning 1`,
  }
}

/** Runs a statement that deletes or empties a batch of rows from before `before`. True: there may be more. */
export async function clearOld(
  db: Database,
  statement: Statement,
  before: Date,
  limit: number = clearedAtOnce,
): Promise<boolean> {
  const cleared = await run(db, statement, [before, limit])
  return cleared.length === limit
}

import type { Scope } from '../../domain/scope.ts'
import { Batcher } from '../../engines/postgres/batcher.ts'
import { statementLimitMs, type Database } from './database.ts'

/**
 * Executes an item outside of transactions. Concurrent calls of one account and mode share a statement.
 *
 * @param runAll Executes several items in one statement, and returns their results in order. `RunBatch` says more.
 */
export function sharedStatement<Item, Result>(
  runAll: (scope: Scope, db: Database, items: readonly Item[], isRepeated: boolean) => Promise<readonly Result[]>,
): (scope: Scope, db: Database, item: Item) => Promise<Result> {
  const batchers = new WeakMap<Database, Batcher<Item, Result>>()
  return (scope, db, item) => {
    let batcher = batchers.get(db)
    if (!batcher) {
      batcher = new Batcher((of, items, isRepeated) => runAll(of, db, items, isRepeated), statementLimitMs(db))
      batchers.set(db, batcher)
    }
    return batcher.add(scope, item)
  }
}

/**
 * Reads one row by its key, outside of transactions. Concurrent calls of one account and mode share a statement.
 *
 * @param read Returns the rows by key. It gets each key once.
 */
export function sharedRead<Row>(
  read: (scope: Scope, db: Database, keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (scope: Scope, db: Database, key: string) => Promise<Row | null> {
  return sharedStatement(async (scope, db, keys) => {
    const rows = await read(scope, db, [...new Set(keys)])
    return keys.map((key) => rows.get(key) ?? null)
  })
}

import type { Scope } from '../../domain/scope.ts'
import { Batcher, batcherOf } from '../../engines/postgres/batcher.ts'
import { statementLimitMs, type Database } from './database.ts'

interface Found<Row> {
  readonly row: Row | null
}

/**
 * Reads one row by its key, outside of transactions. Concurrent calls of one account and mode share a statement.
 *
 * @param read Returns the rows by key. It gets each key once.
 */
export function sharedRead<Row>(
  read: (scope: Scope, db: Database, keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (scope: Scope, db: Database, key: string) => Promise<Row | null> {
  const batchers = new WeakMap<Database, Batcher<string, Found<Row>>>()
  const makeFor = (db: Database): Batcher<string, Found<Row>> =>
    new Batcher<string, Found<Row>>(async (scope, keys) => {
      const rows = await read(scope, db, [...new Set(keys)])
      return keys.map((key) => ({ row: rows.get(key) ?? null }))
    }, statementLimitMs(db))
  return async (scope, db, key) => (await batcherOf(batchers, db, () => makeFor(db)).add(scope, key)).row
}

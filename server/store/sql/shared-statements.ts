import { scopeKey, type Scope } from '../../domain/scope.ts'
import { lengthened } from '../../domain/time/time-outs.ts'
import { Batcher, type BatchTerms, type Scoped } from '../../engines/postgres/batcher.ts'
import { hasCitus } from './citus.ts'
import { lockLimitMs, run, statementLimitMs, type Database } from './database.ts'
import { formOfAll, formOfOne, type SharedText } from './shared-text.ts'

/** How long a statement of several accounts waits for a lock. What it did not wait for runs alone, and waits longer. */
const sharedLockMs = 50

/** Executes items, and returns their results in order. `find` returns the row of each row of the input, or null. */
type Work<Item, Row, Result> = (
  db: Database,
  items: readonly Scoped<Item>[],
  find: (input: readonly Scoped<Readonly<Record<string, unknown>>>[]) => Promise<ReadonlyMap<number, Row>>,
  isRepeated: boolean,
) => Promise<Result[]>

/**
 * Concurrent calls share a statement: those of all accounts on one server, and those of one account and mode on Citus,
 * where a statement must use one node only.
 */
function sharing<Item, Row, Result>(
  text: SharedText,
  work: Work<Item, Row, Result>,
): (scope: Scope, db: Database, item: Item) => Promise<Result> {
  const ofAll = formOfAll(text)
  const ofOne = formOfOne(text)
  const batchers = new WeakMap<Database, Batcher<Item, Result>>()
  const batcherOf = (db: Database, isDistributed: boolean): Batcher<Item, Result> => {
    const form = isDistributed ? ofOne : ofAll
    const runBatch = (items: readonly Scoped<Item>[], { isShared, isRepeated }: BatchTerms): Promise<Result[]> =>
      work(
        db,
        items,
        async (input) => {
          const rows = input.map(({ scope, item: values }) => ({ scope, values }))
          const lockMs = isShared ? lengthened(sharedLockMs) : lockLimitMs(db)
          const found = await run<{ n: number }>(db, form.statement, form.parameters(rows, lockMs))
          return new Map(found.map(({ n, ...row }) => [n - 1, row as Row]))
        },
        isRepeated,
      )
    return new Batcher(runBatch, { withinMs: statementLimitMs(db) })
  }
  return async (scope, db, item) => {
    const isDistributed = await hasCitus(db)
    const batcher = batchers.get(db) ?? batcherOf(db, isDistributed)
    batchers.set(db, batcher)
    return batcher.add(scope, item, { isShared: !isDistributed })
  }
}

/** A statement that concurrent calls share, and what its rows mean to them. */
interface SharedStatement<Item, Row, Result> extends SharedText {
  /** The columns of `input`. `isRepeated`: the database has refused a statement with this item before. */
  readonly values: (item: Item, isRepeated: boolean) => Readonly<Record<string, unknown>>
  /**
   * What only one item of a statement may be about, within its account and mode. An item whose claim an earlier one has
   * is not in the statement.
   */
  readonly claims?: (item: Item) => readonly string[]
  /** Null: the statement has returned no row for the item, or the item was not in it. */
  readonly result: (row: Row | null, item: Item, scope: Scope) => Result
  /** What the process does once the rows of these items are committed. */
  readonly follow?: (db: Database, items: readonly Item[]) => void
}

/** Executes an item outside of transactions. Concurrent calls share a statement and its commit. */
export function sharedStatement<Item, Row, Result>(
  shared: SharedStatement<Item, Row, Result>,
): (scope: Scope, db: Database, item: Item) => Promise<Result> {
  const { values, claims, result, follow } = shared
  return sharing<Item, Row, Result>(shared, async (db, items, find, isRepeated) => {
    const batch = claims ? withoutCommonClaims(items, claims) : items
    const rows = await find(batch.map(({ scope, item }) => ({ scope, item: values(item, isRepeated) })))
    const byItem = new Map(batch.map((item, index) => [item, rows.get(index) ?? null]))
    follow?.(
      db,
      batch.filter((_, index) => rows.has(index)).map(({ item }) => item),
    )
    return items.map((item) => result(byItem.get(item) ?? null, item.item, item.scope))
  })
}

function withoutCommonClaims<Item>(
  items: readonly Scoped<Item>[],
  claims: (item: Item) => readonly string[],
): readonly Scoped<Item>[] {
  const claimed = new Set<string>()
  return items.filter(({ scope, item }) => {
    const names = claims(item).map((claim) => `${scopeKey(scope)} ${claim}`)
    if (names.some((name) => claimed.has(name))) return false
    for (const name of names) claimed.add(name)
    return true
  })
}

/** A statement that returns one row for each key. */
interface SharedOnce<Key, Row, Found> extends SharedText {
  /** The columns of `input`. */
  readonly values: (key: Key) => Readonly<Record<string, unknown>>
  readonly found: (row: Row) => Found
}

/**
 * Executes a statement once for each key, outside of transactions, and returns its row, or null. Concurrent calls share
 * a statement, and those with the same key a row. It takes its locks in the order of accounts, so that two processes
 * never wait for each other.
 */
export function sharedOnce<Key, Row, Found>(
  shared: SharedOnce<Key, Row, Found>,
): (scope: Scope, db: Database, key: Key) => Promise<Found | null> {
  const { values, found, locks } = shared
  return sharing<Key, Row, Found | null>(shared, async (_db, items, find) => {
    const names = items.map(({ scope, item }) => `${scopeKey(scope)} ${JSON.stringify(values(item))}`)
    const different = [...new Map(names.map((name, index) => [name, index]))]
    if (locks) different.sort(([one], [other]) => (one < other ? -1 : 1))
    const rows = await find(
      different.flatMap(([, index]) => {
        const asked = items[index]
        return asked ? [{ scope: asked.scope, item: values(asked.item) }] : []
      }),
    )
    const byName = new Map<string, Found>()
    for (const [position, [name, index]] of different.entries()) {
      const [row, asked] = [rows.get(position), items[index]]
      if (row && asked) byName.set(name, found(row))
    }
    return names.map((name) => byName.get(name) ?? null)
  })
}

/**
 * Reads one row by its key, outside of transactions, or null. Concurrent calls share a statement, and those with the
 * same key a row.
 */
export function sharedRead<Key, Row, Found>(
  shared: Omit<SharedOnce<Key, Row, Found>, 'locks'>,
): (scope: Scope, db: Database, key: Key) => Promise<Found | null> {
  return sharedOnce({ ...shared, locks: false })
}

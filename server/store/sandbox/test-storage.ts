import { run, runForOne, type Database } from '../sql/database.ts'

/** What the test mode of an account holds, in bytes. Drivers return bigint as text. */
export interface TestStorageRecord {
  readonly merchant_id: string
  readonly bytes: string
  readonly day_bytes: string
}

const add = {
  name: 'add test storage',
  text: `
    insert into test_storage (merchant_id, bytes, day, day_bytes, counted_at)
    select merchant_id, added, $3::date, added, $4::timestamptz
    from unnest($1::text[], $2::bigint[]) as input (merchant_id, added) order by merchant_id
    on conflict (merchant_id) do update set bytes = test_storage.bytes + excluded.bytes, day = excluded.day,
      day_bytes = excluded.day_bytes + case when test_storage.day = excluded.day then test_storage.day_bytes else 0 end
    returning merchant_id, bytes, day_bytes`,
}

/** Adds written bytes to several accounts, and returns what they hold now. */
export function addTestStorage(
  db: Database,
  written: ReadonlyMap<string, number>,
  now: Date,
): Promise<TestStorageRecord[]> {
  return run(db, add, [[...written.keys()], [...written.values()], now.toISOString().slice(0, 10), now])
}

const total = { name: 'total test storage', text: 'select coalesce(sum(bytes), 0)::text as bytes from test_storage' }

/** The bytes that test mode holds in all accounts. */
export async function totalTestStorage(db: Database): Promise<number> {
  return Number((await runForOne<{ bytes: string }>(db, total, []))?.bytes ?? 0)
}

const toCount = {
  name: 'test storage to count',
  text: `
    select merchant_id from test_storage
    where counted_at < $1 or (counted_at < $2 and bytes >= $3)
    order by counted_at limit 1`,
}

/** An account whose bytes were last counted before `counted`, or before `largeCounted` if it holds `largeBytes`. */
export async function testStorageToCount(
  db: Database,
  before: { counted: Date; largeCounted: Date; largeBytes: number },
): Promise<string | null> {
  const row = await runForOne<{ merchant_id: string }>(db, toCount, [
    before.counted,
    before.largeCounted,
    before.largeBytes,
  ])
  return row?.merchant_id ?? null
}

/** The bytes of a row without its large columns, with its part of the indexes. */
const counted = [
  { table: 'checkout_sessions', bytes: 1_500, large: ['metadata', 'customer', 'billing_address', 'shipping_address'] },
  { table: 'events', bytes: 500, large: ['body'] },
  { table: 'deliveries', bytes: 400, large: [] },
  { table: 'delivery_attempts', bytes: 300, large: ['request_headers', 'response_excerpt'] },
  { table: 'card_attempts', bytes: 1_500, large: [] },
  { table: 'search_terms', bytes: 350, large: [] },
  { table: 'refunds', bytes: 1_000, large: [] },
  { table: 'payment_notes', bytes: 400, large: ['text'] },
  { table: 'payment_links', bytes: 800, large: ['metadata', 'customer'] },
  { table: 'idempotency_keys', bytes: 300, large: ['reply_body'] },
  { table: 'recorded_requests', bytes: 400, large: ['request_body', 'reply_body'] },
]

const sums = counted.map(({ table, bytes, large }) => {
  const row = [bytes, ...large.map((column) => `coalesce(pg_column_size(${column}), 0)`)].join(' + ')
  return `(select coalesce(sum(${row}), 0) from ${table} where merchant_id = $1 and not livemode)`
})
const count = {
  name: 'count test storage',
  text: `update test_storage set bytes = ${sums.join(' + ')} where merchant_id = $1`,
}

/** Counts what the test mode of an account holds. */
export async function countTestStorageOf(db: Database, merchantId: string): Promise<void> {
  await run(db, count, [merchantId])
}

const noteCounted = {
  name: 'note count of test storage',
  text: 'update test_storage set counted_at = $2 where merchant_id = $1',
}

export async function noteTestStorageCounted(db: Database, merchantId: string, now: Date): Promise<void> {
  await run(db, noteCounted, [merchantId, now])
}

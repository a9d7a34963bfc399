import { inTransaction, run, type Database } from '../sql/database.ts'
import type { Statement } from '../sql/statement.ts'
import { boundAt, defaultPartition, timeOfBound, type TimeRanges } from '../sql/time-ranges.ts'

/** The log of failed requests. */
export const requestLogRanges: TimeRanges = { table: 'api_request_log', column: 'id', prefix: 'log', days: 1 }

/** Attempts belong to the time of their delivery, not to their own. */
export const attemptRanges: TimeRanges = { table: 'delivery_attempts', column: 'delivery_id', prefix: 'del', days: 7 }

export const eventRanges: TimeRanges = { table: 'events', column: 'id', prefix: 'evt', days: 91 }

/** A delivery is never older than its event. */
export const deliveryRanges: TimeRanges = { table: 'deliveries', column: 'id', prefix: 'del', days: 91 }

/** A partition with an upper bound. */
export interface Partition {
  readonly name: string
  readonly end: Date
}

const partitions = {
  name: 'partitions',
  text: `
    select part.relname as name, pg_get_expr(part.relpartbound, part.oid) as bound
    from pg_inherits join pg_class part on part.oid = inhrelid
    where inhparent = to_regclass($1::text)`,
}

/** The partitions of a table from oldest to newest, without its default partition. */
export async function partitionsOf(db: Database, ranges: TimeRanges): Promise<Partition[]> {
  const rows = await run<{ name: string; bound: string }>(db, partitions, [ranges.table])
  const found = rows.flatMap(({ name, bound }) => {
    const [, end] = /TO \('(\w+)'\)$/.exec(bound) ?? []
    return end === undefined ? [] : [{ name, end: timeOfBound(ranges, end) }]
  })
  return found.sort((one, other) => one.end.getTime() - other.end.getTime())
}

/** How long a change of the partitions may wait for a lock, and so make others wait. The next run tries again. */
const lockWaitMs = 200

/**
 * A lock is not free, or another worker made or dropped the same partition first. PostgreSQL names the table, its row
 * type (42710) or a row of its catalog (23505), whichever it finds first.
 */
const othersAtWork = new Set(['55P03', '40P01', '42P07', '42710', '42P01', '23505'])
const checkViolation = '23514'

/** `taken`: the default partition holds rows of this time. `busy`: the next run tries again. */
export type Changed = 'done' | 'taken' | 'busy'

const make = { name: 'make partition', text: 'select make_partition($1, $2, $3, $4)' }
const drop = { name: 'drop partition', text: 'select drop_partition($1, $2)' }

/** Makes the partition for ids from `begin` to `end`. */
export async function makePartition(db: Database, ranges: TimeRanges, begin: Date, end: Date): Promise<Changed> {
  const { table } = ranges
  const name = `${table}_${begin.toISOString().slice(0, 10).replaceAll('-', '')}`
  return change(db, make, [table, name, boundAt(ranges, begin), boundAt(ranges, end)])
}

/** Removes a partition with all its rows. This deletes files instead of rows, so it leaves no gaps behind. */
export function dropPartition(db: Database, { table }: TimeRanges, { name }: Partition): Promise<Changed> {
  return change(db, drop, [table, name])
}

async function change(db: Database, statement: Statement, values: readonly string[]): Promise<Changed> {
  try {
    await inTransaction(db, async (transaction) => {
      await transaction.raw(`set local lock_timeout to ${lockWaitMs}`)
      // Citus creates and drops the parts of a table on its nodes one after the other.
      await transaction.raw(`set local citus.multi_shard_modify_mode to 'sequential'`)
      await run(transaction, statement, values)
    })
    return 'done'
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === checkViolation) return 'taken'
    if (code !== undefined && othersAtWork.has(code)) return 'busy'
    throw error
  }
}

const pendingBefore = {
  name: 'pending deliveries before',
  text: `select from deliveries where status = 'pending' and id < $1 limit 1`,
}

/** Whether a delivery with an id before `bound` is still to be attempted. */
export async function hasPendingDeliveries(db: Database, bound: string): Promise<boolean> {
  return (await run(db, pendingBefore, [bound])).length > 0
}

const abandonBefore = {
  name: 'abandon deliveries before',
  text: `
    update deliveries set status = 'abandoned', next_attempt_at = null
    where (merchant_id, livemode, id) in (
      select merchant_id, livemode, id from deliveries where status = 'pending' and id < $1 limit $2)
    returning 1`,
}

/** Abandons a batch of pending deliveries with ids before `bound`. Returns how many. */
export async function abandonDeliveriesBefore(db: Database, bound: string): Promise<number> {
  return (await run(db, abandonBefore, [bound, deletedAtOnce])).length
}

const deletedAtOnce = 1_000

/** Deletes a batch of old rows that no other partition took. Usually there is none. True: there may be more. */
export async function clearDefaultPartition(db: Database, ranges: TimeRanges, before: Date): Promise<boolean> {
  const { column, table } = ranges
  const name = defaultPartition(table)
  const key = `merchant_id, livemode, ${column}`
  const statement = {
    name: `delete old ${name}`,
    text: `
      delete from ${name}
      where (${key}) in (select ${key} from ${name} where ${column} < $1 limit ${deletedAtOnce})
      returning 1`,
  }
  return (await run(db, statement, [boundAt(ranges, before)])).length >= deletedAtOnce
}

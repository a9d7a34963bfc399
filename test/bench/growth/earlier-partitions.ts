import type { Client } from 'pg'
import { deliveryRanges, eventRanges, makePartition } from '../../../server/store/schema/partitions.ts'
import { openDatabase } from '../../../server/store/sql/database.ts'
import { beginOfRange, boundAt, endOfRange, firstPartition } from '../../../server/store/sql/time-ranges.ts'

const yearMs = 365 * 24 * 3600_000

/**
 * Gives events and deliveries the partitions that they have after a year of use. In a new database the first partition
 * holds all of the past.
 */
export async function makeEarlierPartitions(admin: Client, databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, { kind: 'command' })
  try {
    for (const ranges of [eventRanges, deliveryRanges]) {
      const { table } = ranges
      const first = firstPartition(table)
      const { rows } = await admin.query<{ bound: string }>(
        `select pg_get_expr(relpartbound, oid) as bound from pg_class where oid = $1::text::regclass`,
        [first],
      )
      const [, end] = /TO \('(\w+)'\)$/.exec(rows[0]?.bound ?? '') ?? []
      if (end === undefined) throw new Error(`Bug: ${first} has no bound`)
      await admin.query(`alter table ${table} detach partition ${first}`)
      const oldest = beginOfRange(ranges, new Date(Date.now() - yearMs))
      for (let begin = oldest; boundAt(ranges, begin) < end; begin = endOfRange(ranges, begin))
        if ((await makePartition(db, ranges, begin, endOfRange(ranges, begin))) !== 'done')
          throw new Error(`${table} was in use`)
      await admin.query(`with moved as (delete from ${first} returning *) insert into ${table} select * from moved`)
      await admin.query(
        `alter table ${table} attach partition ${first} for values from (minvalue) to ('${boundAt(ranges, oldest)}')`,
      )
    }
  } finally {
    await db.destroy()
  }
}

import { Client } from 'pg'
import { startReceiver } from '../../support/receiver.ts'
import { startDatabase } from '../environment.ts'
import { everyJourney, plainPayment, untilDelivered } from './journeys.ts'
import { startMeasuredService } from './measured-service.ts'
import { growingTables } from './sample-rows.ts'
import { bloatTable, type Bloat } from './tables.ts'

/** How many customers pay at once. */
const together = 8
/** The pause between two rounds of all other calls: an account may resend 100 events a minute. */
const pauseMs = 1_000

/** `npm run bench bloat [minutes]`: dead and free space in tables and indexes after payments without a pause. */
export async function benchBloat(words: readonly string[], print: (text: string) => void): Promise<void> {
  const minutes = Number(words[0] ?? 60)
  const database = await startDatabase()
  const receiver = await startReceiver()
  const admin = new Client({ connectionString: database.serviceAdminUrl })
  await admin.connect()
  const service = await startMeasuredService(database.url)
  try {
    await service.succeed('POST', '/v1/webhook_endpoints', { url: receiver.url })
    const endsAt = performance.now() + minutes * 60_000
    let payments = 0
    let othersAt = 0
    const shop = async (): Promise<void> => {
      while (performance.now() < endsAt) {
        await plainPayment(service, `bloat ${(payments += 1)}`)
        if (performance.now() < othersAt) continue
        othersAt = performance.now() + pauseMs
        await everyJourney(service, `bloat ${payments}`)
      }
    }
    await Promise.all(Array.from({ length: together }, shop))
    await untilDelivered(admin, service)
    const rate = (payments / minutes / 60).toFixed(0)
    print(`${payments} payments in ${minutes} minutes, ${rate} a second, and every other call each second.\n`)
    await admin.query('create extension pgstattuple')
    print(bloatTable(await bloatOf(admin, [...growingTables, 'idempotency_keys', 'event_counters', 'test_storage'])))
  } finally {
    await service.stop()
    await admin.end()
    await receiver.stop()
    await database.stop()
  }
}

async function bloatOf(admin: Client, tables: readonly string[]): Promise<Bloat[]> {
  const { rows } = await admin.query<Bloat>(
    `with part as (
       select given as table, coalesce(member.relid, given::regclass) as oid
       from unnest($1::text[]) given left join lateral pg_partition_tree(given::regclass) member on member.isleaf
     ), file as (
       select part.table, part.oid, vacuums.autovacuum_count as vacuums, t.*
       from part join pg_class c on c.oid = part.oid and c.relkind = 'r' and pg_relation_size(c.oid) > 0
       join pg_stat_user_tables vacuums on vacuums.relid = part.oid
       cross join lateral pgstattuple(part.oid) t
     ), index as (
       select file.table, sum(s.index_size) as bytes,
         sum(s.avg_leaf_density * s.leaf_pages) / nullif(sum(s.leaf_pages), 0) as density
       from file join pg_index i on i.indrelid = file.oid
       cross join lateral pgstatindex(i.indexrelid) s where s.leaf_pages > 0 group by 1
     )
     select file.table, sum(tuple_count)::float as rows, sum(table_len)::float as bytes,
       (100 * sum(dead_tuple_len) / sum(table_len))::float as dead,
       (100 * sum(free_space) / sum(table_len))::float as free,
       sum(vacuums)::float as vacuums, max(index.bytes)::float as "indexBytes", max(index.density)::float as density
     from file left join index on index.table = file.table group by 1 order by 3 desc`,
    [tables],
  )
  return rows
}

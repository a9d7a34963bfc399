import { migrate } from '../../../server/store/schema/migrate.ts'
import { migrations } from '../../../server/store/schema/migrations/migrations.ts'
import { distributeTables } from '../../../server/store/sql/citus.ts'
import { openDatabase } from '../../../server/store/sql/database.ts'
import type { CitusNode } from './citus-cluster.ts'

/** The tables that must be distributed, because their primary key begins with the merchant. */
export async function tablesByMerchant(coordinator: CitusNode): Promise<string[]> {
  const rows = await coordinator.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace and a.attname = 'merchant_id' order by 1`)
  return rows.map(({ name }) => name)
}

/** The tables that Citus distributes by merchant. */
export async function distributedTables(coordinator: CitusNode): Promise<string[]> {
  const rows = await coordinator.query<{ name: string }>(
    `select table_name::text as name from citus_tables
     where citus_table_type = 'distributed' and distribution_column = 'merchant_id' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Runs the migrations before the one with this number and distributes the tables, as an earlier version of the service
 * did.
 */
export async function migrateAsBefore(databaseUrl: string, number: string): Promise<void> {
  const db = openDatabase(databaseUrl, { kind: 'command' })
  await migrate(db, { migrations: migrations.filter(({ name }) => name < number) })
  await distributeTables(db)
  await db.destroy()
}

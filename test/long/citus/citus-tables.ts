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

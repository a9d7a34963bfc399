import type { Client } from 'pg'

/** Tables that are read before the merchant is known. Every node has a copy. */
const lookUpTables = ['secret_keys', 'payment_link_codes']

/** The tables whose primary key begins with the merchant, in the order of their foreign keys. */
const merchantTables = [
  'checkout_sessions',
  'card_attempts',
  'refunds',
  'money_movements',
  'webhook_endpoints',
  'events',
  'deliveries',
  'delivery_attempts',
  'idempotency_keys',
  'payment_links',
  'automatic_returns',
  'disputes',
  'live_details',
  'processor_credentials',
  'audit_log',
  'api_request_log',
  'event_resends',
  'outgoing_mail',
  'form_submissions',
  'test_storage',
  'search_terms',
  'processor_notifications',
  'refused_notifications',
]

/**
 * Distributes the tables that exist and are not distributed yet, so that all rows of an account are on one node. An
 * operator does this after the migrations. All other tables stay on the coordinator.
 */
export async function distributeTables(coordinator: Client): Promise<void> {
  // Triggers of the service refuse deletions. They read only their own row, so they work on every node.
  await coordinator.query('set citus.enable_unsafe_triggers to on')
  const { rows } = await coordinator.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and oid not in (select logicalrelid from pg_dist_partition)`,
  )
  const local = new Set(rows.map(({ name }) => name))
  const distribute = async (table: string, text: string): Promise<void> => {
    if (local.has(table)) await coordinator.query(text)
  }
  for (const table of lookUpTables) await distribute(table, `select create_reference_table('${table}')`)
  await distribute('merchants', `select create_distributed_table('merchants', 'merchant_id')`)
  for (const table of merchantTables)
    await distribute(table, `select create_distributed_table('${table}', 'merchant_id', colocate_with => 'merchants')`)
}

/** The tables that must be distributed, because their primary key begins with the merchant. */
export async function tablesByMerchant(coordinator: Client): Promise<string[]> {
  const { rows } = await coordinator.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace and a.attname = 'merchant_id' order by 1`)
  return rows.map(({ name }) => name)
}

/** The tables that Citus distributes by merchant. */
export async function distributedTables(coordinator: Client): Promise<string[]> {
  const { rows } = await coordinator.query<{ name: string }>(
    `select table_name::text as name from citus_tables
     where citus_table_type = 'distributed' and distribution_column = 'merchant_id' order by 1`,
  )
  return rows.map(({ name }) => name)
}

import { escapeIdentifier } from 'pg'
import { parentsFirst } from '../../engines/postgres/parents-first.ts'
import { inTransaction, run, type Database } from './database.ts'

/** A table that the service reads before it knows the account. Every node has a copy, for joins with its accounts. */
const copiedTables = ['secret_keys']

/**
 * A table that the service reads before it knows the account, and that no statement joins. It stays on the coordinator,
 * so that a new row does not need every node. Citus must know it, to commit it together with the rows of the account.
 */
const coordinatorTables = ['payment_link_codes']

/** The table by whose shards all others are placed, so that all rows of an account are on one node. */
const root = 'merchants'

/** Two programs that migrate at once must not distribute the same table. */
const distributionLock = 7_401_220_311

const installed = { name: 'has citus', text: `select from pg_extension where extname = 'citus'` }
const answers = new WeakMap<Database, Promise<boolean>>()

/** Whether the database has Citus. A process asks each database once. */
export function hasCitus(db: Database): Promise<boolean> {
  const known = answers.get(db)
  if (known) return known
  const asked = run(db, installed, []).then(({ length }) => length > 0)
  answers.set(db, asked)
  asked.catch(() => answers.delete(db))
  return asked
}

/** What a database is in a Citus cluster. `null`: it does not belong to a cluster, or has no worker nodes yet. */
export async function citusRoleOf(db: Database): Promise<'coordinator' | 'worker' | null> {
  const hasCitus = await rows(db, `select from pg_extension where extname = 'citus'`)
  if (hasCitus.length === 0) return null
  const [node] = await rows<{ group: number; workers: number }>(
    db,
    `select (select groupid from pg_dist_local_group) as group,
       (select count(*)::integer from pg_dist_node
        where groupid <> 0 and isactive and noderole = 'primary' and shouldhaveshards) as workers`,
  )
  if (!node || node.workers === 0) return null
  return node.group === 0 ? 'coordinator' : 'worker'
}

/**
 * Distributes each table whose primary key begins with the account, unless Citus knows it already. The look-up of keys
 * goes to every node, and all other tables stay on the coordinator. Every table has a transaction of its own, so an
 * interrupted run continues where it ended. Returns the names of the tables that Citus knows now.
 */
export async function distributeTables(db: Database): Promise<string[]> {
  const done: string[] = []
  for (const table of await tablesToDistribute(db)) if (await distributeTable(db, table)) done.push(table)
  return done
}

async function distributeTable(db: Database, table: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await transaction.raw('select pg_advisory_xact_lock(?)', [distributionLock])
    const isWaiting = (await tablesToDistribute(transaction)).includes(table)
    if (!isWaiting) return false
    await transaction.raw(`set local citus.multi_shard_modify_mode to 'sequential'`)
    // The triggers of the service refuse deletions. They read only their own row, so they work on every node.
    await transaction.raw(`set local citus.enable_unsafe_triggers to on`)
    const name = escapeIdentifier(table)
    if (copiedTables.includes(table)) await transaction.raw('select create_reference_table(?)', [name])
    else if (coordinatorTables.includes(table))
      await transaction.raw('select citus_add_local_table_to_metadata(?)', [name])
    else
      await transaction.raw(`select create_distributed_table(?, 'merchant_id', colocate_with => ?)`, [
        name,
        table === root ? 'default' : root,
      ])
    return true
  })
}

/** Parents come before their children, and `merchants` before every other table. */
async function tablesToDistribute(db: Database): Promise<string[]> {
  const tables = await rows<{ oid: number; name: string }>(
    db,
    `select c.oid, c.relname as name
     from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
       and not exists (select from pg_dist_partition where logicalrelid = c.oid)
       and (c.relname = any(?::text[]) or exists (
         select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
         where i.indrelid = c.oid and i.indisprimary and a.attname = 'merchant_id'))
     order by c.relname <> '${root}', c.relname`,
    [[...copiedTables, ...coordinatorTables]],
  )
  const references = await rows<{ child: number; parent: number }>(
    db,
    `select conrelid as child, confrelid as parent from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  )
  const first = tables.filter(({ name }) => name === root)
  const others = tables.filter(({ name }) => name !== root)
  return [...first, ...parentsFirst(others, references)].map(({ name }) => name)
}

async function rows<Row>(db: Database, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await db.raw<{ rows: Row[] }>(text, values as never)).rows
}

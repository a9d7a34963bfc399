import { escapeIdentifier } from 'pg'
import type { Connection } from './connection.ts'
import { quoted } from './tables.ts'
import type { Place, Table } from './tables.ts'

/*
 * An event keeps the number of its transaction, and followers read in this order (server/store/events.ts). The numbers of
 * one server mean nothing on another: moved as they are, new events would sort before old ones and followers would miss
 * them. So they are numbered anew, below the transaction that writes them. The order of an account stays: within one
 * number the ids decide, so a new number is needed only where an id is smaller than the one before it.
 */

/** The column of the service's tables that counts transactions. */
export const numberedColumn = { schema: null, name: 'events', column: 'transaction_id' } as const

const order = 'partition by merchant_id, livemode order by transaction_id, id'

/** Numbers of transactions begin here; smaller ones have a meaning of their own. */
const firstNumber = 3n

export function isNumbered({ schema, name }: Place): boolean {
  return schema === numberedColumn.schema && name === numberedColumn.name
}

/** How many numbers beside the last one the account with the most of them needs. */
export async function numbersNeeded(source: Connection): Promise<bigint> {
  const [row] = await source.rows<{ needed: string }>(
    `select coalesce(max(steps), 0)::text as needed from (
       select count(*) filter (where back) as steps from (
         select merchant_id, livemode, id < lag(id) over (${order}) as back from ${quoted(source, numberedColumn)}) e
       group by merchant_id, livemode) a`,
  )
  return BigInt(row?.needed ?? 0)
}

/** Takes transactions until there are so many numbers. Must not be called within one. */
export async function makeNumbers({ client }: Connection, needed: bigint): Promise<void> {
  await client.query(
    `do $$ begin while pg_current_xact_id() < '${needed + firstNumber}'::xid8 loop commit; end loop; end $$`,
  )
}

/** The events with their new numbers, for `copy`. The last one is that of the transaction that writes them. */
export function selectNumbered(source: Connection, table: Table, last: bigint, needed: bigint): string {
  const fresh = `${last - needed} + sum(case when back then 1 else 0 end) over (${order} rows unbounded preceding)`
  const columns = table.columns.map(({ name }) =>
    name === numberedColumn.column ? `(${fresh})::text` : escapeIdentifier(name),
  )
  return `select ${columns.join(', ')} from (select *, id < lag(id) over (${order}) as back from ${quoted(source, table)}) e`
}

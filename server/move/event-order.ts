import { escapeIdentifier } from 'pg'
import type { Connection } from './connection.ts'
import { quoted } from './tables.ts'
import type { Place, Table } from './tables.ts'

/*
 * Each event keeps its transaction id, and followers read events in that order (`server/store/events.ts`). Transaction
 * ids of one server mean nothing on another: if the move kept them, new events could sort before old ones and followers
 * would miss them. So the move gives the events new transaction ids, at most that of the transaction that writes them.
 * The order within an account stays. Events with the same transaction id sort by event id, so the move needs a new
 * transaction id only where an event id is smaller than the one before it.
 */

/** The only column with transaction ids. */
export const renumberedColumn = { schema: null, name: 'events', column: 'transaction_id' } as const

const order = 'partition by merchant_id, livemode order by transaction_id, id'

/** The first ordinary transaction id. PostgreSQL reserves the smaller ones. */
const firstTransactionId = 3n

export function isRenumbered({ schema, name }: Place): boolean {
  return schema === renumberedColumn.schema && name === renumberedColumn.name
}

/** How many transaction ids, besides the last, the account with the most of them needs. */
export async function countNeededIds(source: Connection): Promise<bigint> {
  const [row] = await source.rows<{ needed: string }>(
    `select coalesce(max(steps), 0)::text as needed from (
       select count(*) filter (where back) as steps from (
         select merchant_id, livemode, id < lag(id) over (${order}) as back from ${quoted(source, renumberedColumn)}) e
       group by merchant_id, livemode) a`,
  )
  return BigInt(row?.needed ?? 0)
}

/**
 * Runs empty transactions until the server has used `needed` transaction ids. Call it outside a transaction.
 */
export async function useUpTransactionIds({ client }: Connection, needed: bigint): Promise<void> {
  await client.query(
    `do $$ begin while pg_current_xact_id() < '${needed + firstTransactionId}'::xid8 loop commit; end loop; end $$`,
  )
}

/** Selects the events with new transaction ids for `copy`. `last` is the id of the transaction that writes them. */
export function selectRenumbered(source: Connection, table: Table, last: bigint, needed: bigint): string {
  const fresh = `${last - needed} + sum(case when back then 1 else 0 end) over (${order} rows unbounded preceding)`
  const columns = table.columns.map(({ name }) =>
    name === renumberedColumn.column ? `(${fresh})::text` : escapeIdentifier(name),
  )
  return `select ${columns.join(', ')} from (
    select *, id < lag(id) over (${order}) as back from ${quoted(source, table)}) e`
}

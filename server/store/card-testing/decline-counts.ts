import { run, runForOne, type Database } from '../sql/database.ts'
import { clearOld, oldRowsOf } from '../work/retention.ts'

/**
 * The counts of an hour to which a card belongs. The first subject is the customer's address, then come the groups of
 * customers. Statements lock them in this order. The table spans all accounts, because one client may attack many
 * shops.
 */
interface Counted {
  readonly hour: Date
  readonly subjects: readonly string[]
}

/**
 * Many customers of an account share a row of it, so it must not stay locked until the commit is on disk. A count that
 * a crash of the database loses is of no consequence.
 */
const withoutWait = `(select set_config('synchronous_commit', 'off', true))`

const count = {
  name: 'count card',
  text: `
    with own as (
      insert into decline_counts as held (subject, hour, declines, pending) values ($2, $1, 0, 1)
      on conflict (subject, hour) do update set pending = held.pending + 1 where held.declines + held.pending < $3
      returning subject, declines + pending as cards
    ), crowds as (
      insert into decline_counts as held (subject, hour, declines, pending)
      select subject, $1, 0, 1 from unnest($4::text[]) with ordinality as crowd (subject, position)
      where exists (select from own) order by position
      on conflict (subject, hour) do update set pending = held.pending + 1
      returning subject, declines + pending as cards
    )
    select subject, cards, ${withoutWait} from own union all select subject, cards, null from crowds`,
}

/**
 * Adds a card whose answer is pending, in one step with the check of its address. Returns for each subject how many
 * cards of the hour are declined or pending now. Null: the address has `mostOfAddress` of them, and nothing was added.
 */
export async function countCard(
  db: Database,
  { hour, subjects: [address, ...crowds] }: Counted,
  mostOfAddress: number,
): Promise<Map<string, number> | null> {
  const rows = await run<{ subject: string; cards: number }>(db, count, [hour, address, mostOfAddress, crowds])
  return rows.length === 0 ? null : new Map(rows.map(({ subject, cards }) => [subject, cards]))
}

const end = {
  name: 'end count of card',
  text: `
    insert into decline_counts as held (subject, hour, declines, pending)
    select subject, $1::timestamptz, $3::integer, 0
    from unnest($2::text[]) with ordinality as counted (subject, position), ${withoutWait} as commits order by position
    on conflict (subject, hour) do update set
      declines = held.declines + excluded.declines, pending = greatest(held.pending - 1, 0)`,
}

/** The answer of a counted card is no longer pending. */
export async function endCount(db: Database, counted: Counted, { declined }: { declined: boolean }): Promise<void> {
  await run(db, end, [counted.hour, counted.subjects, declined ? 1 : 0])
}

const find = {
  name: 'declines of address',
  text: 'select declines from decline_counts where hour = $1 and subject = $2',
}

/** Declined cards of an address in an hour, without those whose answer is pending. */
export async function declinesOf(db: Database, hour: Date, address: string): Promise<number> {
  return (await runForOne<{ declines: number }>(db, find, [hour, address]))?.declines ?? 0
}

const forget = oldRowsOf('decline_counts', { key: 'subject, hour', age: 'hour' })

/** Deletes a batch. True: there may be more. */
export function forgetDeclines(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, forget, before)
}

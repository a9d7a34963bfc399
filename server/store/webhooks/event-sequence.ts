import type { Scope } from '../../domain/scope.ts'
import { inTransaction, run, runForOne, type Database } from '../sql/database.ts'

/** How many events one transaction numbers at most. */
const batch = 500

/** What `numberEvents` found. */
export interface Numbered {
  /** The highest number of the account and mode. Every event with a number up to it is visible. */
  readonly last: string
  /** Whether events without a number are left. */
  readonly hasMore: boolean
}

const state = {
  name: 'event counter',
  text: `
    select last_sequence::text as last, exists (
      select from events where merchant_id = $1 and livemode = $2 and sequence is null) as "hasMore"
    from event_counters where merchant_id = $1 and livemode = $2`,
}

const lock = {
  name: 'lock event counter',
  text: `
    insert into event_counters as counter (merchant_id, livemode, last_sequence) values ($1::text, $2::boolean, 0)
    on conflict (merchant_id, livemode) do update set last_sequence = counter.last_sequence
    returning last_sequence::text as last`,
}

const number = {
  name: 'number events',
  text: `
    with fresh as (
      select id, $3::bigint + row_number() over (order by id) as sequence
      from (
        select id from events where merchant_id = $1 and livemode = $2 and sequence is null order by id limit $4
      ) oldest
    )
    update events set sequence = fresh.sequence from fresh
    where events.merchant_id = $1 and events.livemode = $2 and events.id = fresh.id
    returning events.sequence::text as sequence`,
}

const advance = {
  name: 'advance event counter',
  text: 'update event_counters set last_sequence = $3::bigint where merchant_id = $1 and livemode = $2',
}

/**
 * Numbers a batch of committed events of an account and mode, the smallest ids first.
 *
 * The lock on the counter lets one transaction after the other number events, and each one reads the events after it
 * got the lock. So a reader that sees a number sees all smaller ones too. A settling transaction never waits for the
 * counter: its event gets a number after its commit.
 */
export async function numberEvents(scope: Scope, db: Database): Promise<Numbered> {
  const key = [scope.merchantId, scope.livemode]
  const known = await runForOne<Numbered>(db, state, key)
  if (known && !known.hasMore) return known
  return inTransaction(db, async (transaction) => {
    const counter = await runForOne<{ last: string }>(transaction, lock, key)
    if (!counter) throw new Error('Bug: the counter of the events was not returned')
    const rows = await run<{ sequence: string }>(transaction, number, [...key, counter.last, batch])
    // Rows that were deleted in the meantime leave gaps.
    const last = rows.reduce(
      (most, { sequence }) => (BigInt(sequence) > most ? BigInt(sequence) : most),
      BigInt(counter.last),
    )
    if (rows.length > 0) await run(transaction, advance, [...key, String(last)])
    return { last: String(last), hasMore: rows.length === batch }
  })
}

const waiting = {
  name: 'accounts with events to number',
  // The order makes the search read the index of events without a number, and the inner limit bounds its cost.
  text: `
    select distinct merchant_id, livemode from (
      select merchant_id, livemode from events where sequence is null and (merchant_id, livemode) > ($1, $2)
      order by merchant_id, livemode, id limit 20000
    ) oldest
    order by merchant_id, livemode limit $3`,
}

/**
 * The next accounts and modes after `after` with events that have no number yet. Fewer than `limit` when one of them
 * has very many, so only an empty result is the end.
 */
export async function findScopesToNumber(db: Database, after: Scope, limit: number): Promise<Scope[]> {
  const rows = await run<{ merchant_id: string; livemode: boolean }>(db, waiting, [
    after.merchantId,
    after.livemode,
    limit,
  ])
  return rows.map(({ merchant_id: merchantId, livemode }) => ({ merchantId, livemode }))
}

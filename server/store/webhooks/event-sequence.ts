import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'
import { sharedOnce } from '../sql/shared-statements.ts'

/** How many events one statement numbers at most. The accounts that share it have equal parts. */
const batch = 500

/** What `numberEvents` found. */
export interface Numbered {
  /** The highest number of the account and mode. Every event with a number up to it is visible. */
  readonly last: string
  /** Whether events without a number are left. */
  readonly hasMore: boolean
}

interface Row extends Numbered {
  readonly lacksCounter: boolean
}

/**
 * It locks nothing unless it finds events without a number. A statement may have waited for its lock. Then it reads the
 * counter again, but not the events: those that another statement has numbered meanwhile fail the condition of the
 * update, and leave gaps between the numbers.
 */
const number = sharedOnce<null, Row, Row>({
  name: 'number events',
  columns: {},
  locks: true,
  values: () => ({}),
  text: `
    , waiting as materialized (
      select input.* from input cross join lateral (
        select from events where merchant_id = $1 and livemode = $2 and sequence is null order by id limit 1
      ) oldest
    ), part as materialized (
      select ${batch} / greatest(count(*), 1) as most from waiting
    ), counter as materialized (
      select waiting.*, held.last_sequence from waiting cross join lateral (
        select last_sequence from event_counters where merchant_id = $1 and livemode = $2 for no key update
      ) held
    ), fresh as materialized (
      select counter.*, event.id as event_id,
        counter.last_sequence + row_number() over (partition by counter.n order by event.id) as number
      from counter cross join lateral (
        select id from events where merchant_id = $1 and livemode = $2 and sequence is null
        order by id limit (select most from part)
      ) event
    ), numbered as (
      update events set sequence = fresh.number from fresh
      where merchant_id = $1 and livemode = $2 and events.id = fresh.event_id and sequence is null
      returning fresh.n, sequence
    ), newest as materialized (
      select counter.*, found.sequence from counter cross join lateral (
        select max(sequence) as sequence from numbered where numbered.n = counter.n
      ) found
      where found.sequence is not null
    ), advanced as (
      update event_counters set last_sequence = newest.sequence from newest where merchant_id = $1 and livemode = $2
    )
    select n,
      coalesce(
        (select sequence from newest where newest.n = input.n),
        (select last_sequence from counter where counter.n = input.n),
        (select last_sequence from event_counters where merchant_id = $1 and livemode = $2),
        0
      )::text as last,
      (select count(*) from fresh where fresh.n = input.n) = (select most from part) as "hasMore",
      exists (select from waiting where waiting.n = input.n)
        and not exists (select from counter where counter.n = input.n) as "lacksCounter"
    from input`,
  found: (row) => row,
})

const begin = {
  name: 'begin event counter',
  text: `
    insert into event_counters (merchant_id, livemode, last_sequence) values ($1::text, $2::boolean, 0)
    on conflict (merchant_id, livemode) do nothing`,
}

/**
 * Numbers committed events of an account and mode, the smallest ids first. Concurrent calls share a statement.
 *
 * The lock on the counter lets one statement after the other number events, and each one continues after the numbers of
 * the one before it. So a reader that sees a number sees all smaller ones too. A settling transaction never waits for
 * the counter: its event gets a number after its commit.
 */
export async function numberEvents(scope: Scope, db: Database): Promise<Numbered> {
  let numbered = await number(scope, db, null)
  if (numbered?.lacksCounter) {
    await run(db, begin, [scope.merchantId, scope.livemode])
    numbered = await number(scope, db, null)
  }
  if (!numbered || numbered.lacksCounter) throw new Error('Bug: the counter of the events is not there')
  const { last, hasMore } = numbered
  return { last, hasMore }
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

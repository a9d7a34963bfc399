import { distributedLike, fillForAccounts, inOneTransaction, partitionByTime } from './steps.ts'

/**
 * Partitions events and deliveries by the time in their ids
 * (spec/decisions/database.md#tables-that-are-partitioned-by-time).
 *
 * The foreign keys between events, deliveries and attempts go: PostgreSQL would search all partitions of the child
 * before it drops one of the parent. The statements that insert a delivery read its event under a lock instead.
 */
export const eventPartitions = [
  inOneTransaction(`
alter table delivery_attempts drop constraint if exists delivery_attempts_merchant_id_livemode_delivery_id_fkey;
alter table deliveries drop constraint if exists deliveries_merchant_id_livemode_event_id_fkey;
`),
  partitionByTime({
    table: 'events',
    column: 'id',
    prefix: 'evt',
    days: 91,
    // Followers read by number since migration 030. The first partition keeps its unique index for the release before.
    withoutIndexes: ['events_in_commit_order', 'one_end_per_session'],
  }),
  partitionByTime({ table: 'deliveries', column: 'id', prefix: 'del', days: 91, withoutIndexes: [] }),
  inOneTransaction(`
-- A session ends once. A unique index of the partitioned events could not hold that, because it would have to contain
-- the time.
create table session_ends (
  merchant_id text not null references merchants,
  livemode boolean not null,
  session_id text not null,
  type text not null check (type in ('session.completed', 'session.failed', 'session.expired')),
  constraint one_end_per_session primary key (merchant_id, livemode, session_id, type)
) with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
${distributedLike('session_ends', 'merchants')};
`),
  fillForAccounts({
    table: 'session_ends',
    statement: `
      with part as materialized (
        select merchant_id, livemode, id, session_id, type from events
        where merchant_id = $1 and livemode = $2 and id > $3 order by id limit $4
      ), filled as (
        insert into session_ends (merchant_id, livemode, session_id, type)
        select merchant_id, livemode, session_id, type from part
        where type in ('session.completed', 'session.failed', 'session.expired')
        on conflict do nothing
      )
      select id as last from part order by id desc limit 1`,
  }),
]

import { inOneTransaction, indexConcurrently } from './steps.ts'

/**
 * Numbers events in each account and mode after their commit, so that the order of followers does not depend on the
 * transaction ids of one server.
 */
export const eventSequence = [
  inOneTransaction(`
-- 0: the event is older than this migration, and its order is that of (transaction_id, id). Null: not numbered yet.
-- The first line fills existing rows without rewriting them. Every later row begins as null.
alter table events add column sequence bigint default 0;
alter table events alter column sequence drop default;

create table event_counters (
  merchant_id text not null references merchants,
  livemode boolean not null,
  last_sequence bigint not null,
  primary key (merchant_id, livemode)
);
`),
  indexConcurrently({
    name: 'events_in_sequence',
    on: 'events (merchant_id, livemode, sequence, transaction_id, id) where sequence is not null',
  }),
  indexConcurrently({
    name: 'events_without_sequence',
    on: 'events (merchant_id, livemode, id) where sequence is null',
  }),
]

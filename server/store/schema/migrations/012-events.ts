import { eventRanges } from '../partitions.ts'
import { firstPartitionOf, inOneTransaction } from './steps.ts'

/**
 * Events, which tell merchants what has happened. The statement that changes a payment inserts its event too, so that
 * exactly the committed changes are reported.
 */
export const events = [
  inOneTransaction(`
-- Partitioned by the time in the ids (spec/decisions/database.md#tables-that-are-partitioned-by-time).
create table events (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  type text not null,
  session_id text,
  -- The exact JSON that is delivered, so that each delivery has the same signature and a later release changes nothing.
  body text not null,
  created_at timestamptz(3) not null,
  -- The position among the events of the account and mode, in the order in which followers read. An event gets its
  -- number after its commit (spec/decisions/webhooks.md#following-events). Null: not yet.
  sequence bigint,
  primary key (merchant_id, livemode, id)
) partition by range (id);
create index events_in_sequence on events (merchant_id, livemode, sequence) where sequence is not null;
create index events_without_sequence on events (merchant_id, livemode, id) where sequence is null;
create index events_by_type on events (merchant_id, livemode, type, id desc);
create index events_of_session on events (merchant_id, livemode, session_id, id desc) where session_id is not null;

-- For ids that no other partition takes. Partitions that are made later copy its settings.
create table events_default partition of events default with (
  -- Each event gets its number in an update, and so leaves the index of events without a number.
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05
);
`),
  firstPartitionOf(eventRanges),
  inOneTransaction(`
-- A session ends once: spec/promises.md#every-payment-is-recorded-or-returned. A unique index of the partitioned events
-- would have to contain the time, so it could not hold that. This row stays when the event is deleted.
create table session_ends (
  merchant_id text not null references merchants,
  livemode boolean not null,
  session_id text not null,
  type text not null check (type in ('session.completed', 'session.failed', 'session.expired')),
  constraint one_end_per_session primary key (merchant_id, livemode, session_id, type)
) with (
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);

-- The last number that an event got. A lock on this row makes callers number events one after the other, so that a
-- follower who sees a number sees all smaller ones: spec/promises.md#a-follower-misses-no-event.
create table event_counters (
  merchant_id text not null references merchants,
  livemode boolean not null,
  last_sequence bigint not null,
  primary key (merchant_id, livemode)
) with (
  -- Updated all the time. With room on its page, an update touches no index.
  fillfactor = 50
);

-- Events that somebody sent again. Programs on developers' machines follow these rows, also without a webhook address.
create table event_resends (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  event_id text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, livemode, id)
);
`),
]

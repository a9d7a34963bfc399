import { attemptRanges, deliveryRanges } from '../partitions.ts'
import { firstPartitionOf, inOneTransaction } from './steps.ts'

/** Webhooks: where events go, and each try to bring one there. */
export const deliveries = [
  inOneTransaction(`
-- The webhook address of a mode.
create table webhook_endpoints (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  url text not null,
  -- The key that signs deliveries, encrypted: spec/promises.md#a-copy-of-the-database-is-not-a-credential.
  sealed_secret text not null,
  -- The merchant has seen this key and when, and decides when it begins to sign. Null: there is no next key.
  sealed_next_secret text,
  next_secret_at timestamptz(3),
  -- Since when every attempt has failed, and when the account got a mail about that.
  failing_since timestamptz(3),
  failing_mailed_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- So a mode has one address.
  primary key (merchant_id, livemode)
);

-- One event on its way to the webhook address. Inserted together with the event:
-- spec/promises.md#every-event-is-delivered-at-least-once. There is no foreign key to events, because PostgreSQL would
-- search it whenever a partition of events is dropped.
create table deliveries (
  merchant_id text not null,
  livemode boolean not null,
  id text not null,
  event_id text not null,
  status text not null check (status in ('pending', 'delivered', 'abandoned')),
  failed_attempts integer not null default 0,
  -- When a process may attempt it. An attempt first moves this time ahead, so that the delivery of a process that died
  -- becomes due again.
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- For a test.ping: the only attempt, whose result people see at once.
  single_attempt boolean not null default false,
  -- The request that caused the event, and its W3C traceparent.
  request_id text,
  traceparent text,
  primary key (merchant_id, livemode, id),
  -- No pending delivery is forgotten.
  constraint pending_has_a_next_attempt check ((status = 'pending') = (next_attempt_at is not null))
) partition by range (id);
create index deliveries_due on deliveries (next_attempt_at) where status = 'pending';
-- Finds the due deliveries of one receiver without reading those of the others.
create index deliveries_due_of_receiver on deliveries (merchant_id, livemode, next_attempt_at) where status = 'pending';
-- The event comes first: with an index that begins like the primary key, the planner might scan all deliveries of an
-- account.
create index deliveries_of_event on deliveries (event_id, merchant_id, livemode);
create index deliveries_failed on deliveries (merchant_id, livemode, id desc) where failed_attempts > 0;
create table deliveries_default partition of deliveries default with (
  -- Each delivery leaves its place in the indexes of due deliveries twice. The searches for due work read over the
  -- dead entries until a vacuum removes them.
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05
);

-- What a delivery sent and what it got back, for people. Kept for some weeks.
create table delivery_attempts (
  merchant_id text not null,
  livemode boolean not null,
  -- An attempt lies in the partition of its delivery's time, not of its own.
  delivery_id text not null,
  -- Counts from 1.
  attempt integer not null,
  -- A copy of the address as it was then.
  url text not null,
  request_headers jsonb not null,
  -- The status of the reply. Null: none came, and error says why.
  status integer,
  error text,
  -- The beginning of the reply.
  response_excerpt text,
  duration_ms integer not null,
  attempted_at timestamptz(3) not null,
  primary key (merchant_id, livemode, delivery_id, attempt)
) partition by range (delivery_id);
create table delivery_attempts_default partition of delivery_attempts default;
`),
  firstPartitionOf(deliveryRanges),
  firstPartitionOf(attemptRanges),
  inOneTransaction(`
-- The first partition is longer than later ones, so housekeeping empties old attempts in it before it is dropped.
create index delivery_attempts_with_bodies on delivery_attempts_first (attempted_at)
  where response_excerpt is not null or request_headers <> '{}';
`),
]

import { requestLogRanges } from '../partitions.ts'
import { firstPartitionOf, inOneTransaction } from './steps.ts'

/** Requests to the API: the keys that make repetitions safe, and those that failed. */
export const requests = [
  inOneTransaction(`
-- spec/promises.md#one-effect-for-each-idempotency-key. The request that inserts the row of a key does the work, and
-- the others get the stored reply. A row stays for 24 hours.
create table idempotency_keys (
  merchant_id text not null references merchants,
  livemode boolean not null,
  key text not null,
  -- A hash of the request. The same key with another request is refused.
  fingerprint bytea not null,
  -- The object that the first request made; a retry continues with it.
  object_id text,
  -- The stored reply. Null while the request is running.
  reply_status integer,
  reply_body text,
  reply_request_id text,
  -- Until then the request counts as running. Afterwards the next request with the key finishes the work.
  leased_until timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (merchant_id, livemode, key)
) with (
  -- Each row is inserted, updated and deleted within 24 hours.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.05
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Failed requests, for people: without bodies, and without numbers in the path that could belong to a card. Kept for a
-- week.
create table api_request_log (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  at timestamptz(3) not null,
  method text not null,
  path text not null,
  status integer not null,
  -- The error's code and the parameter that it names.
  code text not null,
  param text,
  request_id text not null,
  duration_ms integer not null,
  primary key (merchant_id, livemode, id)
) partition by range (id);
create table api_request_log_default partition of api_request_log default;
`),
  firstPartitionOf(requestLogRanges),
  inOneTransaction(`
-- The first partition is longer than a day, so housekeeping deletes old rows in it before it is dropped.
create index api_request_log_by_age on api_request_log_first (at);
`),
]

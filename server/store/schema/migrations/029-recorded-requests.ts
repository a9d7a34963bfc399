import { inOneTransaction } from './steps.ts'

/** Each request of test mode, for the people who develop with it. */
export const recordedRequests = [
  inOneTransaction(`
-- Requests of the last 24 hours: in test mode each one with both bodies, in live mode without bodies and only if the
-- operator wants it. Bodies have neither card data nor secrets nor personal data.
create table recorded_requests (
  merchant_id text not null references merchants,
  livemode boolean not null,
  -- That of the request after its prefix, so that a request id finds its row.
  id text not null,
  -- In real time, also for an account that is ahead of it.
  at timestamptz(3) not null,
  method text not null,
  path text not null,
  status integer not null,
  -- The error's code and the parameter that it names. Null: the request succeeded.
  code text,
  param text,
  request_id text not null,
  duration_ms integer not null,
  -- What went wrong on purpose, because the account wanted it in test mode. Null: nothing.
  fault text,
  -- Null: a browser sent it with a client secret.
  secret_key_id text,
  idempotency_key text,
  idempotent_replayed boolean not null,
  session_id text,
  -- JSON. Null: not kept.
  request_body text,
  reply_body text,
  -- What the row counts against the share of its account.
  bytes integer not null,
  primary key (merchant_id, livemode, id),
  constraint live_requests_without_bodies check (not livemode or (request_body is null and reply_body is null))
) with (
  -- Each row is inserted and deleted within 24 hours.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.05
);
create index recorded_requests_by_age on recorded_requests (at);

alter table api_request_log add column fault text;
`),
]

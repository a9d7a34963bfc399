import { inOneTransaction } from './steps.ts'

/** Limits of test mode. The simulated bank has a schema of its own: server/processors/sandbox/schema.ts. */
export const sandbox = [
  inOneTransaction(`
-- What each account holds in test mode, in bytes.
create table test_storage (
  merchant_id text primary key,
  -- The last count, and estimates of what was written since then.
  bytes bigint not null,
  -- What was written on this day, in UTC.
  day date not null,
  day_bytes bigint not null,
  counted_at timestamptz(3) not null
) with (
  -- Updated all the time. With room on its page, an update touches no index.
  fillfactor = 50
);
create index test_storage_to_count on test_storage (counted_at);
`),
]

/** What each account holds in test mode, in bytes. */
export const testStorage = `
create table test_storage (
  merchant_id text primary key,
  bytes bigint not null,
  -- Bytes written on this day, in UTC.
  day date not null,
  day_bytes bigint not null,
  -- When bytes was last counted from the tables. Since then, it is a sum of estimates.
  counted_at timestamptz(3) not null
);
create index test_storage_to_count on test_storage (counted_at);
`

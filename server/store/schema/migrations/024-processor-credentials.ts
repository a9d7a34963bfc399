/**
 * An account's access to an acquirer, for live mode. `settings` holds what people may read, `sealed_secrets` one sealed
 * JSON object with the secrets, and `secrets` what is shown of each of them: its end, and who set it when.
 */
export const processorCredentials = `
create table processor_credentials (
  merchant_id text not null references merchants,
  processor text not null check (processor ~ '^[a-z0-9_]{1,32}$'),
  -- Changes with every change of the row. A form that shows an older revision is refused.
  revision integer not null,
  settings jsonb not null,
  sealed_secrets text not null check (length(sealed_secrets) <= 20000),
  secrets jsonb not null,
  connected_at timestamptz(3) not null,
  connected_by text not null,
  changed_at timestamptz(3) not null,
  -- The last connection check of this revision. Null: none yet.
  checked_at timestamptz(3),
  check_result text check (check_result ~ '^[a-z_]{1,32}$'),
  primary key (merchant_id, processor)
);
`

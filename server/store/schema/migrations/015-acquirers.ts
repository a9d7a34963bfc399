import { inOneTransaction } from './steps.ts'

/** An account's access to an acquirer, and what the acquirer reports. */
export const acquirers = [
  inOneTransaction(`
-- The access of live mode. The secrets are one encrypted JSON object; people see only the end of each.
create table processor_credentials (
  merchant_id text not null references merchants,
  processor text not null check (processor ~ '^[a-z0-9_]{1,32}$'),
  -- Changes with every change of the row. A form that shows an older revision is refused.
  revision integer not null,
  -- What people may read.
  settings jsonb not null,
  sealed_secrets text not null check (length(sealed_secrets) <= 20000),
  -- The end of each secret, and who set it when.
  secrets jsonb not null,
  connected_at timestamptz(3) not null,
  connected_by text not null,
  changed_at timestamptz(3) not null,
  -- The last check of the connection with this revision, and its result. Null: none yet.
  checked_at timestamptz(3),
  check_result text check (check_result ~ '^[a-z_]{1,32}$'),
  primary key (merchant_id, processor)
);

-- Notifications of acquirers, one row for each statement in them. The service stores a notification before it answers
-- 200, so that none is lost, and applies it afterwards: spec/promises.md#unknown-outcomes-resolve.
create table processor_notifications (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  processor text not null,
  -- The acquirer's id of the statement, equal for each time that it sends it.
  item_id text not null,
  type text not null,
  occurred_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  -- What came, as JSON. Text, because an acquirer may send what jsonb refuses, such as a NUL. Null: deleted, being old.
  content text,
  -- What it says in the terms of the service, as JSON. Null: nothing follows from it.
  fact text,
  -- received: the service will apply it, or try again. All others are final.
  state text not null check (state in
    ('received', 'applied', 'known', 'no_effect', 'unknown_reference', 'mismatch', 'failed')),
  attempts integer not null default 0,
  -- Null: the service will not try to apply it again.
  next_attempt_at timestamptz(3),
  -- Why the last attempt did not apply it.
  problem text check (problem in ('unknown_reference', 'error')),
  primary key (merchant_id, livemode, id),
  constraint received_has_a_next_attempt check ((state = 'received') = (next_attempt_at is not null))
);
-- A statement that comes again, at any time, is known.
create unique index one_notification_per_item on processor_notifications (merchant_id, livemode, processor, item_id);
create index processor_notifications_to_apply on processor_notifications (next_attempt_at)
  where next_attempt_at is not null;
create index processor_notifications_by_state on processor_notifications (merchant_id, livemode, state, id desc);
create index processor_notifications_with_content on processor_notifications (received_at)
  where content is not null and next_attempt_at is null;

-- The newest notifications of which the service could use nothing, for example because their signature was wrong.
create table refused_notifications (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  processor text not null,
  refused_at timestamptz(3) not null,
  reason text not null,
  -- The size of the body. Its content is not kept.
  bytes integer not null,
  primary key (merchant_id, livemode, id)
);
create index refused_notifications_by_age on refused_notifications (refused_at);
`),
]

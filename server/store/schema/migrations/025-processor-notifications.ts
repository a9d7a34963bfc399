/** What processors report, and the newest notifications that the service refused. */
export const processorNotifications = `
create table processor_notifications (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  processor text not null,
  -- The processor's id of the statement, equal for each of its deliveries.
  item_id text not null,
  type text not null,
  occurred_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  -- JSON, as text: a processor may send what jsonb refuses, such as a NUL. Null: deleted, because it is old.
  content text,
  -- What it says in the terms of the service, as JSON. Null: it changes nothing.
  fact text,
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
create unique index one_notification_per_item on processor_notifications (merchant_id, livemode, processor, item_id);
create index processor_notifications_by_state on processor_notifications (merchant_id, livemode, state, id desc);
create index processor_notifications_to_apply on processor_notifications (next_attempt_at)
  where next_attempt_at is not null;
create index processor_notifications_with_content on processor_notifications (received_at)
  where content is not null and next_attempt_at is null;

create table refused_notifications (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  processor text not null,
  refused_at timestamptz(3) not null,
  reason text not null,
  bytes integer not null,
  primary key (merchant_id, livemode, id)
);
create index refused_notifications_by_age on refused_notifications (refused_at);
`

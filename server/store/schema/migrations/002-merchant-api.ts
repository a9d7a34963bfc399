/** Payment links, disputes, automatic returns, limits on declines, and indexes for the lists. */
export const merchantApi = `
create table payment_links (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  code text not null,
  kind text not null check (kind in ('single', 'reusable')),
  status text not null check (status in ('active', 'paid', 'expired', 'deactivated')),
  amount integer not null check (amount between 1 and 99999999),
  currency text not null,
  description text not null,
  reference text,
  customer jsonb not null,
  success_url text,
  expires_at timestamptz(3),
  paid_session_id text,
  metadata jsonb not null,
  payments_count integer not null default 0 check (payments_count >= 0),
  amount_collected bigint not null default 0 check (amount_collected >= 0),
  created_at timestamptz(3) not null,
  primary key (merchant_id, livemode, id),
  -- A one-off link has one payer, who never changes; a reusable link never becomes paid.
  constraint paid_names_its_session check ((status = 'paid') = (paid_session_id is not null)),
  constraint only_single_is_paid check (kind = 'single' or status <> 'paid'),
  constraint single_is_paid_once check (kind = 'reusable' or payments_count <= 1)
);
create index payment_links_by_status on payment_links (merchant_id, livemode, status, id desc);
create index payment_links_to_expire on payment_links (expires_at) where status = 'active' and expires_at is not null;

-- Look-up by code, before the merchant is known.
create table payment_link_codes (
  code text primary key,
  merchant_id text not null,
  livemode boolean not null,
  payment_link_id text not null
);

-- True for the checkout that all visitors of a one-off link share.
alter table checkout_sessions add column shared boolean not null default false;
create index checkout_sessions_by_payment_link on checkout_sessions (merchant_id, livemode, payment_link_id, id desc)
  where payment_link_id is not null;
create unique index one_open_checkout_per_single_link on checkout_sessions (merchant_id, livemode, payment_link_id)
  where payment_link_id is not null and shared and status in ('open', 'processing');
create index checkout_sessions_by_status on checkout_sessions (merchant_id, livemode, status, id desc);

-- A keyed hash of the customer's IP address, for the limits on declines.
alter table card_attempts add column client_address text;

-- 'returned': an approval that must not be kept. Its money was captured, and goes back through automatic_returns.
alter table card_attempts drop constraint card_attempts_status_check;
alter table card_attempts add constraint card_attempts_status_check
  check (status in ('processing', 'challenge', 'approved', 'failed', 'returned'));
alter table card_attempts drop constraint settled_has_a_time;
alter table card_attempts add constraint settled_has_a_time
  check ((status in ('approved', 'failed', 'returned')) = (settled_at is not null));
-- An attempt keeps its failure code when the bank approves it later.
alter table card_attempts drop constraint failed_has_a_reason;
alter table card_attempts add constraint failed_has_a_reason check (status <> 'failed' or failure_code is not null);

create table automatic_returns (
  merchant_id text not null,
  livemode boolean not null,
  id text not null,
  session_id text not null,
  attempt_id text not null,
  reason text not null check (reason in ('second_approval', 'duplicate_link_payment', 'late_approval')),
  amount integer not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('pending', 'succeeded')),
  processor text not null,
  processor_reference text not null,
  purchase_reference text not null,
  -- Number of orders sent to the bank. After a refusal the service sends a new order under a new reference.
  orders integer not null default 1,
  last_failure text,
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  next_check_at timestamptz(3),
  checks integer not null default 0,
  primary key (merchant_id, livemode, id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions,
  foreign key (merchant_id, livemode, attempt_id) references card_attempts,
  constraint return_settled_has_a_time check ((status = 'pending') = (settled_at is null))
);
create unique index one_return_per_attempt on automatic_returns (merchant_id, livemode, attempt_id);
create index automatic_returns_to_check on automatic_returns (next_check_at) where next_check_at is not null;

create table disputes (
  merchant_id text not null,
  livemode boolean not null,
  id text not null,
  session_id text not null,
  attempt_id text not null,
  amount integer not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  processor text not null,
  processor_reference text not null,
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  primary key (merchant_id, livemode, id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions,
  foreign key (merchant_id, livemode, attempt_id) references card_attempts,
  constraint closed_has_a_time check ((status = 'open') = (closed_at is null))
);
create unique index one_open_dispute_per_session on disputes (merchant_id, livemode, session_id) where status = 'open';
create unique index dispute_per_processor_reference on disputes (merchant_id, livemode, processor_reference);

-- Followers read in the order of transactions, so that no event appears before those that they have read.
alter table events add column transaction_id xid8 not null default pg_current_xact_id();
create index events_in_commit_order on events (merchant_id, livemode, transaction_id, id);
create index events_by_type on events (merchant_id, livemode, type, id desc);

-- True for a test.ping, which shows the result of its only attempt at once.
alter table deliveries add column single_attempt boolean not null default false;

-- Declines per hour by client address, link and account, to limit card testing. Addresses are keyed hashes.
create table decline_counts (
  subject text not null,
  hour timestamptz(3) not null,
  declines integer not null,
  primary key (subject, hour)
);
create index decline_counts_by_age on decline_counts (hour);
`

/**
 * The keys of every growing table begin with (merchant_id, livemode), so that a statement cannot reach rows of another
 * account or mode by accident, and the tables can be distributed by merchant_id. Amounts are in the smallest unit of
 * the currency. Times have milliseconds, as in the API. Constraints enforce the rules of spec/promises.md as well.
 */
export const firstPayment = `
create table merchants (
  merchant_id text primary key,
  business_name text,
  email text not null,
  live_access boolean not null default false,
  public_demo boolean not null default false,
  currencies text[] not null,
  thank_you_url_test text,
  thank_you_url_live text,
  created_at timestamptz(3) not null
);

-- Authentication looks up the hash before it knows the merchant. A foreign key would prevent distributing merchants.
create table secret_keys (
  hash bytea primary key,
  id text not null,
  merchant_id text not null,
  livemode boolean not null,
  last4 text not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index secret_keys_by_merchant on secret_keys (merchant_id);

create table checkout_sessions (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  status text not null check (status in ('open', 'processing', 'paid', 'failed', 'expired', 'refunded', 'disputed')),
  amount integer not null check (amount between 1 and 99999999),
  amount_refunded integer not null default 0 check (amount_refunded >= 0),
  amount_refund_pending integer not null default 0 check (amount_refund_pending >= 0),
  currency text not null,
  reference text,
  description text,
  customer jsonb not null,
  billing_address jsonb,
  shipping_address jsonb,
  success_url text,
  cancel_url text,
  expires_at timestamptz(3) not null,
  attempts integer not null default 0,
  declined_cards integer not null default 0,
  failure_code text,
  failure_message text,
  card_brand text,
  card_last4 text,
  three_d_secure text,
  authorization_code text,
  paid_at timestamptz(3),
  created_at timestamptz(3) not null,
  metadata jsonb not null,
  payment_link_id text,
  primary key (merchant_id, livemode, id),
  constraint refunds_within_amount check (amount_refunded + amount_refund_pending <= amount),
  constraint paid_has_payment check ((status in ('paid', 'refunded', 'disputed')) = (paid_at is not null)),
  constraint refunded_means_all check (status <> 'refunded' or amount_refunded = amount)
);
create index checkout_sessions_by_reference on checkout_sessions (merchant_id, livemode, reference, id desc)
  where reference is not null;
create index checkout_sessions_to_expire on checkout_sessions (expires_at) where status = 'open';

create table card_attempts (
  merchant_id text not null,
  livemode boolean not null,
  id text not null,
  session_id text not null,
  status text not null check (status in ('processing', 'challenge', 'approved', 'failed')),
  processor text not null,
  processor_reference text not null,
  amount integer not null check (amount > 0),
  currency text not null,
  nonce text not null,
  card_brand text,
  card_last4 text not null,
  failure_code text,
  challenge_url text,
  three_d_secure text,
  authorization_code text,
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  next_check_at timestamptz(3),
  checks integer not null default 0,
  primary key (merchant_id, livemode, id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions,
  constraint failed_has_a_reason check ((status = 'failed') = (failure_code is not null)),
  constraint settled_has_a_time check ((status in ('approved', 'failed')) = (settled_at is not null))
);
create unique index one_live_attempt_per_session on card_attempts (merchant_id, livemode, session_id)
  where status in ('processing', 'challenge');
create unique index one_approval_per_session on card_attempts (merchant_id, livemode, session_id)
  where status = 'approved';
create unique index one_use_per_nonce on card_attempts (merchant_id, livemode, session_id, nonce);
create unique index attempt_per_processor_reference on card_attempts (merchant_id, livemode, processor_reference);
create index card_attempts_of_session on card_attempts (merchant_id, livemode, session_id, id desc);
create index card_attempts_to_check on card_attempts (next_check_at) where next_check_at is not null;

create table refunds (
  merchant_id text not null,
  livemode boolean not null,
  id text not null,
  session_id text not null,
  attempt_id text not null,
  amount integer not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  reason text,
  failure_message text,
  processor text not null,
  processor_reference text not null,
  purchase_reference text not null,
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  next_check_at timestamptz(3),
  checks integer not null default 0,
  primary key (merchant_id, livemode, id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions,
  foreign key (merchant_id, livemode, attempt_id) references card_attempts,
  constraint settled_has_a_time check ((status = 'pending') = (settled_at is null))
);
create unique index refund_per_processor_reference on refunds (merchant_id, livemode, processor_reference);
create index refunds_of_session on refunds (merchant_id, livemode, session_id, id desc);
create index refunds_to_check on refunds (next_check_at) where next_check_at is not null;

-- The append-only ledger. Below, the program revokes its own right to change or delete entries.
create table money_movements (
  merchant_id text not null,
  livemode boolean not null,
  id text not null,
  kind text not null check (kind in ('capture', 'refund', 'reversal', 'chargeback', 'chargeback_reversal')),
  amount integer not null check (amount > 0),
  currency text not null,
  session_id text not null,
  attempt_id text not null,
  refund_id text,
  processor text not null,
  processor_reference text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, livemode, id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions,
  foreign key (merchant_id, livemode, attempt_id) references card_attempts,
  constraint refund_names_its_refund check ((kind = 'refund') = (refund_id is not null))
);
create unique index movement_per_processor_reference
  on money_movements (merchant_id, livemode, kind, processor_reference);
create unique index one_capture_per_attempt on money_movements (merchant_id, livemode, attempt_id)
  where kind = 'capture';
create index money_movements_of_session on money_movements (merchant_id, livemode, session_id);
revoke update, delete, truncate on money_movements from current_user;

create table webhook_endpoints (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  url text not null,
  sealed_secret text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, livemode)
);

create table events (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  type text not null,
  session_id text,
  body text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, livemode, id)
);
create unique index one_end_per_session on events (merchant_id, livemode, session_id, type)
  where type in ('session.completed', 'session.failed', 'session.expired');

create table deliveries (
  merchant_id text not null,
  livemode boolean not null,
  id text not null,
  event_id text not null,
  status text not null check (status in ('pending', 'delivered', 'abandoned')),
  failed_attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (merchant_id, livemode, id),
  foreign key (merchant_id, livemode, event_id) references events,
  constraint pending_has_a_next_attempt check ((status = 'pending') = (next_attempt_at is not null))
);
create index deliveries_due on deliveries (next_attempt_at) where status = 'pending';
-- The event comes first: with an index that begins like the primary key, the planner might scan all deliveries of an
-- account.
create index deliveries_of_event on deliveries (event_id, merchant_id, livemode);

create table delivery_attempts (
  merchant_id text not null,
  livemode boolean not null,
  delivery_id text not null,
  attempt integer not null,
  url text not null,
  request_headers jsonb not null,
  status integer,
  error text,
  response_excerpt text,
  duration_ms integer not null,
  attempted_at timestamptz(3) not null,
  primary key (merchant_id, livemode, delivery_id, attempt),
  foreign key (merchant_id, livemode, delivery_id) references deliveries
);

create table idempotency_keys (
  merchant_id text not null references merchants,
  livemode boolean not null,
  key text not null,
  fingerprint bytea not null,
  -- The object that the first request created; a retry continues with it.
  object_id text,
  -- The stored reply; null while the request is running.
  reply_status integer,
  reply_body text,
  reply_request_id text,
  -- Until then the request counts as running. Afterwards the next call with the key finishes the work.
  leased_until timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (merchant_id, livemode, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Data keys, encrypted by the master key.
create table keyring (
  version integer primary key check (version between 1 and 31),
  wrapped_key text not null,
  created_at timestamptz(3) not null
);

-- Keys for encrypting cards. A data key encrypts the private part.
create table encryption_keys (
  kid text primary key,
  sealed_private_jwk text not null,
  created_at timestamptz(3) not null
);
create index encryption_keys_by_age on encryption_keys (created_at);
`

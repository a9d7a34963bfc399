import { inOneTransaction } from './steps.ts'

/** Checkout sessions: what a customer is to pay, and how far the payment is. */
export const sessions = [
  inOneTransaction(`
create table checkout_sessions (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  status text not null check (status in ('open', 'processing', 'paid', 'failed', 'expired', 'refunded', 'disputed')),
  amount integer not null check (amount between 1 and 99999999),
  -- The sum of the refunds that succeeded, and of those on their way. Copies, so that the constraint below can hold
  -- without a look at other rows.
  amount_refunded integer not null default 0 check (amount_refunded >= 0),
  amount_refund_pending integer not null default 0 check (amount_refund_pending >= 0),
  currency text not null,
  -- The merchant's own name for the order.
  reference text,
  description text,
  -- The customer's email and name, as the merchant or the customer gave them.
  customer jsonb not null,
  billing_address jsonb,
  shipping_address jsonb,
  success_url text,
  cancel_url text,
  expires_at timestamptz(3) not null,
  -- Null: the session expires at expires_at. Otherwise an attempt to expire it failed, or a worker is at it, and no
  -- worker tries before this time.
  expire_after timestamptz(3),
  -- How many cards were tried, and how many of them the bank refused. After a few refusals the session fails.
  attempts integer not null default 0,
  declined_cards integer not null default 0,
  -- Why the last attempt failed, as a code and in words.
  failure_code text,
  failure_message text,
  -- Copies from the attempt that paid, or from the last one, so that lists need not read card_attempts.
  card_brand text,
  card_last4 text,
  card_network text,
  three_d_secure text,
  authorization_code text,
  paid_at timestamptz(3),
  created_at timestamptz(3) not null,
  metadata jsonb not null,
  -- The payment link that made the session. Null: the API did.
  payment_link_id text,
  -- True for the checkout that all visitors of a one-off link share.
  shared boolean not null default false,
  primary key (merchant_id, livemode, id),
  constraint card_network_is_short check (card_network ~ '^[a-z0-9_]{1,32}$'),
  -- spec/promises.md#refunds-never-exceed-the-payment, also when many refunds are asked for at once.
  constraint refunds_within_amount check (amount_refunded + amount_refund_pending <= amount),
  -- spec/promises.md#every-payment-is-recorded-or-returned: the status says that money came if and only if it did.
  constraint paid_has_payment check ((status in ('paid', 'refunded', 'disputed')) = (paid_at is not null)),
  constraint refunded_means_all check (status <> 'refunded' or amount_refunded = amount)
) with (
  -- A payment updates its rows within a minute of their insert, so the dead rows are among the newest, which all lists
  -- read first. By default, autovacuum waits until a fifth of the table has changed.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05
);
-- A one-off link has one checkout at a time, so that two visitors cannot both pay it.
create unique index one_open_checkout_per_single_link on checkout_sessions (merchant_id, livemode, payment_link_id)
  where payment_link_id is not null and shared and status in ('open', 'processing');

-- Work that is due, and test data to delete.
create index checkout_sessions_to_expire on checkout_sessions (expires_at) where status = 'open';
create index checkout_sessions_unpaid_by_age on checkout_sessions (created_at)
  where not livemode and paid_at is null and status in ('failed', 'expired');

-- Lists and exact search, newest first.
create index checkout_sessions_by_status on checkout_sessions (merchant_id, livemode, status, id desc);
-- Finds sessions whose time is over but which no worker has ended yet: lists show them as expired.
create index checkout_sessions_open_by_end on checkout_sessions (merchant_id, livemode, expires_at)
  where status = 'open';
create index checkout_sessions_partly_refunded on checkout_sessions (merchant_id, livemode, id desc)
  where status = 'paid' and amount_refunded > 0;
create index checkout_sessions_by_payment_link on checkout_sessions (merchant_id, livemode, payment_link_id, id desc)
  where payment_link_id is not null;
create index checkout_sessions_by_reference on checkout_sessions (merchant_id, livemode, reference, id desc)
  where reference is not null;
create index checkout_sessions_by_amount on checkout_sessions (merchant_id, livemode, currency, amount, id desc);
create index checkout_sessions_by_email
  on checkout_sessions (merchant_id, livemode, lower(customer ->> 'email'), id desc)
  where customer ->> 'email' is not null;

-- spec/promises.md#live-money-is-never-deleted.
create trigger keep_live before delete on checkout_sessions
  for each row when (old.livemode) execute function refuse_deletion();
revoke truncate on checkout_sessions from current_user;

-- The words of each session's reference, description and customer name, and the last four digits of each card that was
-- tried. The statements that insert sessions and attempts write them too. A search reads a range of the primary key.
create table search_terms (
  merchant_id text not null,
  livemode boolean not null,
  -- Compared byte by byte, so that one range holds every term with the same beginning.
  term text collate "C" not null,
  session_id text not null,
  primary key (merchant_id, livemode, term, session_id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions
) with (
  -- Rows are only inserted. A vacuum marks their pages as visible to all, so that a search need not read them.
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
-- Deletes the terms of a test session.
create index search_terms_of_session on search_terms (merchant_id, livemode, session_id);
`),
]

/**
 * People and their sign-ins, the audit log, mail that waits to be sent, the log of API requests, and what the dashboard's
 * lists need. Tables that are looked into before the account is known (people, memberships, logins, one_time_links,
 * sign_in_counts) have no merchant in front and stay whole.
 */
export const dashboard = `
create table people (
  id text primary key,
  email text not null,
  -- With its parameters; null: nobody can sign in by password.
  password_hash text,
  created_at timestamptz(3) not null
);
create unique index one_person_per_email on people (lower(email));

create table memberships (
  person_id text not null references people,
  merchant_id text not null,
  role text not null check (role in ('owner', 'viewer')),
  created_at timestamptz(3) not null,
  primary key (person_id, merchant_id)
);
-- For now. Several people in an account follow by dropping this index.
create unique index one_person_per_account on memberships (merchant_id);

-- A sign-in to the dashboard. The cookie's token is kept as a hash.
create table logins (
  hash bytea primary key,
  id text not null unique,
  person_id text not null references people,
  merchant_id text not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  address text,
  user_agent text,
  revoked_at timestamptz(3)
);
create index logins_of_person on logins (person_id, created_at desc);
create index logins_by_last_use on logins (last_seen_at);

create table one_time_links (
  hash bytea primary key,
  purpose text not null check (purpose in ('first_sign_in', 'password_reset')),
  merchant_id text not null,
  person_id text references people,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  constraint reset_names_its_person check ((purpose = 'password_reset') = (person_id is not null))
);
create index one_time_links_by_end on one_time_links (expires_at);

-- Sign-in attempts in a quarter of an hour, by address and by account. Subjects are keyed hashes: the table names nobody.
create table sign_in_counts (
  subject text not null,
  slot timestamptz(3) not null,
  attempts integer not null,
  primary key (subject, slot)
);
create index sign_in_counts_by_age on sign_in_counts (slot);

-- Who did what. Append-only: the program takes from itself the right to change or delete a line, as with the ledger.
create table audit_log (
  merchant_id text not null references merchants,
  id text not null,
  -- Null: it concerns the account as a whole.
  livemode boolean,
  person_id text,
  -- Who it was in words that stay: an email address, or 'operator'.
  actor text not null,
  action text not null,
  detail jsonb not null,
  address text,
  at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create index audit_log_by_action on audit_log (merchant_id, action, id desc);
revoke update, delete, truncate on audit_log from current_user;

-- One row for each form of the dashboard that was sent: a second submit shows the result of the first.
create table form_submissions (
  merchant_id text not null,
  id text not null,
  login text not null,
  -- Null while the first submit is being done.
  location text,
  -- What the next page says of it, sealed: it may hold a secret that is shown once.
  sealed_notice text,
  created_at timestamptz(3) not null,
  done_at timestamptz(3),
  primary key (merchant_id, id)
);
create index form_submissions_by_age on form_submissions (created_at);

create table outgoing_mail (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  kind text not null,
  recipient text not null,
  reply_to text,
  subject text not null,
  -- Sealed: some mails carry a one-time link.
  sealed_text text not null,
  created_at timestamptz(3) not null,
  -- Null: sent, or given up.
  next_attempt_at timestamptz(3),
  attempts integer not null default 0,
  sent_at timestamptz(3),
  last_error text,
  primary key (merchant_id, livemode, id),
  constraint sent_mail_waits_no_more check (sent_at is null or next_attempt_at is null)
);
create index outgoing_mail_due on outgoing_mail (next_attempt_at) where next_attempt_at is not null;
create index outgoing_mail_by_age on outgoing_mail (created_at);

-- API requests that failed: what a developer looks for. Never a body.
create table api_request_log (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  at timestamptz(3) not null,
  method text not null,
  path text not null,
  status integer not null,
  code text not null,
  param text,
  request_id text not null,
  duration_ms integer not null,
  primary key (merchant_id, livemode, id)
);
create index api_request_log_by_age on api_request_log (at);

-- expires_at: a rolled key still works until then.
alter table secret_keys add column name text;
alter table secret_keys add column last_used_at timestamptz(3);
alter table secret_keys add column expires_at timestamptz(3);

-- The next signing secret is shown first, and signs from the moment the merchant says so.
alter table webhook_endpoints add column sealed_next_secret text;
alter table webhook_endpoints add column next_secret_at timestamptz(3);
-- Since when every attempt has failed, and whether the account was told.
alter table webhook_endpoints add column failing_since timestamptz(3);
alter table webhook_endpoints add column failing_mailed_at timestamptz(3);

alter table merchants add column time_zone text not null default 'UTC';
-- Whether customers get a receipt by mail.
alter table merchants add column receipts boolean not null default false;
-- Whom customers may write to; stands in receipts.
alter table merchants add column contact_email text;
-- Set when the operator takes live access away: the account cannot give it to itself again.
alter table merchants add column live_access_ended_at timestamptz(3);

create table live_details (
  merchant_id text primary key references merchants,
  legal_name text not null,
  country text not null,
  registration_number text not null,
  contact_name text not null,
  contact_email text not null,
  statement_descriptor text not null,
  submitted_at timestamptz(3) not null
);

-- Exact search of the payments list.
create index checkout_sessions_by_email on checkout_sessions (merchant_id, livemode, lower(customer ->> 'email'), id desc)
  where customer ->> 'email' is not null;
create index checkout_sessions_by_last4 on checkout_sessions (merchant_id, livemode, card_last4, id desc) where card_last4 is not null;
create index checkout_sessions_by_amount on checkout_sessions (merchant_id, livemode, currency, amount, id desc);
-- The page of one payment.
create index events_of_session on events (merchant_id, livemode, session_id, id desc) where session_id is not null;
create index automatic_returns_of_session on automatic_returns (merchant_id, livemode, session_id, id desc);
create index disputes_of_session on disputes (merchant_id, livemode, session_id, id desc);
-- What waits for somebody.
create index disputes_by_status on disputes (merchant_id, livemode, status, id desc);
create index automatic_returns_waiting on automatic_returns (merchant_id, livemode, id desc) where status = 'pending';
-- The delivery log's failures, and "resend all failed since".
create index deliveries_failed on deliveries (merchant_id, livemode, id desc) where failed_attempts > 0;
`

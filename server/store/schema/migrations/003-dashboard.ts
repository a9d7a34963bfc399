/**
 * People and their logins, the audit log, outgoing mail, the log of failed API requests, and indexes for the
 * dashboard's lists. The tables people, memberships, logins, one_time_links and sign_in_counts are read before the
 * account is known, so their keys do not begin with the merchant, and they cannot be distributed.
 */
export const dashboard = `
create table people (
  id text primary key,
  email text not null,
  -- Contains the scrypt parameters. Null: the person has no password yet.
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
-- At present an account has one person. Dropping this index permits several.
create unique index one_person_per_account on memberships (merchant_id);

-- Dashboard sign-ins. The table stores only a hash of the cookie's token.
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

-- Sign-in attempts per quarter of an hour, by client address and by account. Subjects are keyed hashes.
create table sign_in_counts (
  subject text not null,
  slot timestamptz(3) not null,
  attempts integer not null,
  primary key (subject, slot)
);
create index sign_in_counts_by_age on sign_in_counts (slot);

-- Changes and their authors. Append-only: the program revokes its own right to change or delete entries.
create table audit_log (
  merchant_id text not null references merchants,
  id text not null,
  -- Null when the entry concerns the whole account.
  livemode boolean,
  person_id text,
  -- An email address or 'operator', as it was at the time.
  actor text not null,
  action text not null,
  detail jsonb not null,
  address text,
  at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create index audit_log_by_action on audit_log (merchant_id, action, id desc);
revoke update, delete, truncate on audit_log from current_user;

-- One row for each submitted dashboard form, so that a repeated submit shows the result of the first.
create table form_submissions (
  merchant_id text not null,
  id text not null,
  login text not null,
  -- Null while the first submit is running.
  location text,
  -- The message for the next page. Encrypted, because it may contain a secret that is shown once.
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
  -- Encrypted, because some mails contain a one-time link.
  sealed_text text not null,
  created_at timestamptz(3) not null,
  -- Null when the mail is sent or abandoned.
  next_attempt_at timestamptz(3),
  attempts integer not null default 0,
  sent_at timestamptz(3),
  last_error text,
  primary key (merchant_id, livemode, id),
  constraint sent_mail_waits_no_more check (sent_at is null or next_attempt_at is null)
);
create index outgoing_mail_due on outgoing_mail (next_attempt_at) where next_attempt_at is not null;
create index outgoing_mail_by_age on outgoing_mail (created_at);

-- Failed API requests, without their bodies.
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

-- A rolled key works until expires_at.
alter table secret_keys add column name text;
alter table secret_keys add column last_used_at timestamptz(3);
alter table secret_keys add column expires_at timestamptz(3);

-- The merchant sees the next signing secret first, and then decides when it starts to sign.
alter table webhook_endpoints add column sealed_next_secret text;
alter table webhook_endpoints add column next_secret_at timestamptz(3);
-- Since when every attempt has failed, and when the account got a mail about it.
alter table webhook_endpoints add column failing_since timestamptz(3);
alter table webhook_endpoints add column failing_mailed_at timestamptz(3);

alter table merchants add column time_zone text not null default 'UTC';
-- Whether customers get receipts by mail.
alter table merchants add column receipts boolean not null default false;
-- Address for customers' questions, printed on receipts.
alter table merchants add column contact_email text;
-- Set when the operator withdraws live access, so that the account cannot activate it again.
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

-- Exact search in the list of payments.
create index checkout_sessions_by_email
  on checkout_sessions (merchant_id, livemode, lower(customer ->> 'email'), id desc)
  where customer ->> 'email' is not null;
create index checkout_sessions_by_last4 on checkout_sessions (merchant_id, livemode, card_last4, id desc)
  where card_last4 is not null;
create index checkout_sessions_by_amount on checkout_sessions (merchant_id, livemode, currency, amount, id desc);
-- The page of one payment.
create index events_of_session on events (merchant_id, livemode, session_id, id desc) where session_id is not null;
create index automatic_returns_of_session on automatic_returns (merchant_id, livemode, session_id, id desc);
create index disputes_of_session on disputes (merchant_id, livemode, session_id, id desc);
-- Disputes and returns that need attention.
create index disputes_by_status on disputes (merchant_id, livemode, status, id desc);
create index automatic_returns_waiting on automatic_returns (merchant_id, livemode, id desc) where status = 'pending';
-- Failures in the delivery log, and resending all failed events.
create index deliveries_failed on deliveries (merchant_id, livemode, id desc) where failed_attempts > 0;
`

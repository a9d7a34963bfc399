import { inOneTransaction } from './steps.ts'

/**
 * People who use the dashboard, and their sign-ins. The service reads these tables before it knows the account, so
 * their keys do not begin with merchant_id, and they cannot be distributed. Only form_submissions can.
 */
export const people = [
  inOneTransaction(`
create table people (
  id text primary key,
  email text not null,
  -- Contains the parameters of scrypt. Null: the person has no password yet.
  password_hash text,
  created_at timestamptz(3) not null,
  -- When the person first proved to read mail at the address. Null: not yet.
  email_confirmed_at timestamptz(3),
  -- When the person decided about the keys that are older than that proof. Null: not yet.
  earlier_keys_reviewed_at timestamptz(3)
);
create unique index one_person_per_email on people (lower(email));

-- Which person may use which account.
create table memberships (
  person_id text not null references people,
  merchant_id text not null,
  created_at timestamptz(3) not null,
  -- What the person may do in the account (server/domain/accounts/roles.ts).
  role text not null default 'owner'
    check (role in ('owner', 'administrator', 'developer', 'finance', 'support', 'viewer')),
  -- The largest refund of the person, in major units of the payment's currency. Null: no limit.
  refund_limit integer check (refund_limit > 0),
  primary key (person_id, merchant_id)
);
create index members_of_account on memberships (merchant_id);

-- Invitations to an account. Only the hash of the token is kept, as for other links that work once.
create table invitations (
  hash bytea primary key,
  -- Names the invitation in lists.
  id text not null unique,
  merchant_id text not null,
  email text not null,
  role text not null check (role in ('owner', 'administrator', 'developer', 'finance', 'support', 'viewer')),
  refund_limit integer check (refund_limit > 0),
  -- Whether the service mailed the link, so that its holder reads mail at the address.
  is_mailed boolean not null,
  -- The email address of the person who invited.
  invited_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- When the invitation was accepted or withdrawn.
  ended_at timestamptz(3)
);
create index invitations_of_account on invitations (merchant_id);
create index invitations_by_end on invitations (expires_at);

-- Sign-ins to the dashboard. The cookie holds a token, and the table only its hash, so that a copy of the database
-- is not enough to sign in: spec/promises.md#a-copy-of-the-database-is-not-a-credential.
create table logins (
  hash bytea primary key,
  -- Names the sign-in in lists, because the hash must not leave the database.
  id text not null unique,
  person_id text not null references people,
  merchant_id text not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  -- The IP address and the browser, so that people recognise their sign-ins.
  address text,
  user_agent text,
  revoked_at timestamptz(3),
  -- The password was right, and the second factor is missing. Such a sign-in opens no page.
  is_pending boolean not null default false,
  -- When the person last proved a second factor in this sign-in. Null: not yet.
  second_factor_at timestamptz(3)
);
create index logins_of_person on logins (person_id, created_at desc);
create index logins_of_account on logins (merchant_id);
create index logins_by_last_use on logins (last_seen_at);

-- The authenticator apps of people. Each row has a secret that counts, a secret that the person is setting up, or both.
create table authenticator_apps (
  person_id text primary key references people,
  -- Encrypted. Null: the person has not confirmed a secret yet.
  sealed_secret text,
  added_at timestamptz(3),
  -- The time step of the last code that counted, so that a code counts once. Codes of earlier steps count no more.
  last_step integer not null default 0,
  -- The secret that the person is setting up. The other one counts until a code confirms this one.
  sealed_next text,
  next_at timestamptz(3),
  constraint a_secret_has_its_time check ((sealed_secret is null) = (added_at is null)),
  constraint a_next_secret_has_its_time check ((sealed_next is null) = (next_at is null))
);

create table passkeys (
  -- The id that the authenticator gave it.
  id text primary key,
  person_id text not null references people,
  name text not null,
  public_key bytea not null,
  -- How often it signed, where the authenticator counts. A lower number than before means a copy.
  counter bigint not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkeys_of_person on passkeys (person_id, created_at);

-- Codes for a person who has lost the phone. Only the hash of each is kept, and each counts once.
create table recovery_codes (
  hash bytea primary key,
  person_id text not null references people,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index recovery_codes_of_person on recovery_codes (person_id);

-- Links that work once, sent by mail or printed for the operator. Here too, only the hash of the token is kept.
create table one_time_links (
  hash bytea primary key,
  purpose text not null check (purpose in ('first_sign_in', 'password_reset')),
  merchant_id text not null,
  person_id text references people,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  -- A first sign-in makes the person, so its link cannot name one.
  constraint reset_names_its_person check ((purpose = 'password_reset') = (person_id is not null))
);
create index one_time_links_by_end on one_time_links (expires_at);

-- Sign-in attempts in each quarter of an hour, to slow down who guesses passwords. A subject is the keyed hash of a
-- client address or of an email address.
create table sign_in_counts (
  subject text not null,
  -- The begin of the quarter of an hour.
  slot timestamptz(3) not null,
  attempts integer not null,
  primary key (subject, slot)
);
create index sign_in_counts_by_age on sign_in_counts (slot);

-- One row for each submitted form of the dashboard, so that a form that is sent twice acts once and shows the result
-- of the first time: spec/promises.md#one-effect-for-each-idempotency-key.
create table form_submissions (
  -- 'visitor' for forms before the sign-in.
  merchant_id text not null,
  id text not null,
  -- The sign-in for which the page was made. No other may read the result.
  login text not null,
  -- Where the form leads. Null while the first submit is running.
  location text,
  -- The message for the next page. Encrypted, because it may contain a secret that the service shows once.
  sealed_notice text,
  created_at timestamptz(3) not null,
  done_at timestamptz(3),
  primary key (merchant_id, id)
);
create index form_submissions_by_age on form_submissions (created_at);
create index form_notices_by_age on form_submissions (done_at) where sealed_notice is not null;
`),
]

import { inOneTransaction } from './steps.ts'

/** Accounts of merchants. Every other table of an account refers to its row here. */
export const accounts = [
  inOneTransaction(`
create table merchants (
  merchant_id text primary key,
  -- The name that customers see. Null: not given yet.
  business_name text,
  -- Where the service writes to about the account. Several accounts may have the same address.
  email text not null,
  -- Whether live keys work.
  live_access boolean not null default false,
  -- When the operator withdrew live access, so that the account cannot activate it again.
  live_access_ended_at timestamptz(3),
  -- Since when webhook deliveries and live access wait until the person who claimed the account has reviewed it.
  held_since timestamptz(3),
  -- From when on every person of the account needs a second factor. Null: none needs one.
  second_factor_from timestamptz(3),
  -- The account of the public demo key: small amounts only, and neither webhooks nor lists.
  public_demo boolean not null default false,
  -- The currencies that the dashboard offers, as ISO codes.
  currencies text[] not null,
  -- IANA name of the zone in which the dashboard shows times and counts days.
  time_zone text not null default 'UTC',
  -- Whether customers get receipts by mail.
  receipts boolean not null default false,
  -- Address for customers' questions, printed on receipts.
  contact_email text,
  -- Pages to which payment pages and the end of a payment link lead.
  terms_url text,
  privacy_url text,
  thank_you_url_test text,
  thank_you_url_live text,
  created_at timestamptz(3) not null
);
-- Finds the accounts that somebody opened with an address.
create index merchants_by_email on merchants (lower(email));
-- An account that may hold live money stays: spec/promises.md#live-money-is-never-deleted.
create trigger keep_live_access before delete on merchants
  for each row when (old.live_access) execute function refuse_deletion();

-- What an account states about its business before the operator gives it live access.
create table live_details (
  merchant_id text primary key references merchants,
  legal_name text not null,
  country text not null,
  registration_number text not null,
  contact_name text not null,
  contact_email text not null,
  -- The name on the customer's card statement.
  statement_descriptor text not null,
  submitted_at timestamptz(3) not null
);
`),
]

import { inOneTransaction } from './steps.ts'

/** Payment links: pages with a fixed amount, for one customer or for many. */
export const links = [
  inOneTransaction(`
create table payment_links (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  -- The end of the link's address.
  code text not null,
  -- single: one customer pays once. reusable: every visitor gets a checkout.
  kind text not null check (kind in ('single', 'reusable')),
  status text not null check (status in ('active', 'paid', 'expired', 'deactivated')),
  amount integer not null check (amount between 1 and 99999999),
  currency text not null,
  description text not null,
  reference text,
  -- The customer of a single link, as far as the merchant gave one.
  customer jsonb not null,
  success_url text,
  -- Null: the link does not expire.
  expires_at timestamptz(3),
  -- As in checkout_sessions.
  expire_after timestamptz(3),
  paid_session_id text,
  metadata jsonb not null,
  -- Counts of the payments of the link, so that lists need not read its sessions.
  payments_count integer not null default 0 check (payments_count >= 0),
  amount_collected bigint not null default 0 check (amount_collected >= 0),
  created_at timestamptz(3) not null,
  primary key (merchant_id, livemode, id),
  constraint paid_names_its_session check ((status = 'paid') = (paid_session_id is not null)),
  constraint only_single_is_paid check (kind = 'single' or status <> 'paid'),
  -- A second payment of a single link goes back as an automatic return.
  constraint single_is_paid_once check (kind = 'reusable' or payments_count <= 1)
);
create index payment_links_by_status on payment_links (merchant_id, livemode, status, id desc);
create index payment_links_to_expire on payment_links (expires_at) where status = 'active' and expires_at is not null;

-- Finds a link by its code before the account is known. Both columns of the account are copies from payment_links.
create table payment_link_codes (
  code text primary key,
  merchant_id text not null,
  livemode boolean not null,
  payment_link_id text not null
);
`),
]

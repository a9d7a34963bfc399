import { inOneTransaction } from './steps.ts'

/** Several people in one account, each with a role. */
export const peopleAndRoles = [
  inOneTransaction(`
-- What the person may do in the account (server/domain/accounts/roles.ts).
alter table memberships add column role text not null default 'owner'
  check (role in ('owner', 'administrator', 'developer', 'finance', 'support', 'viewer'));
-- The largest refund of the person, in major units of the payment's currency. Null: no limit.
alter table memberships add column refund_limit integer check (refund_limit > 0);
drop index one_person_per_account;
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
  invited_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- When the invitation was accepted or withdrawn.
  ended_at timestamptz(3)
);
create index invitations_of_account on invitations (merchant_id);
create index invitations_by_end on invitations (expires_at);
`),
]

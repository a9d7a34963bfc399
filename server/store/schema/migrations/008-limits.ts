/** Turns at a payment during card testing, counts of mail, and confirmed email addresses. */
export const limits = `
-- A keyed hash of the network of the customer's IP address, for the limits on declines.
alter table card_attempts add column client_network text;
-- Whether an address has paid at an account before. Only an account under attack reads it.
create index approved_attempts_by_address on card_attempts (merchant_id, livemode, client_address, created_at)
  where status = 'approved' and client_address is not null;

-- The turns of customers at an account or link with too many declined cards. A row is the clock of a queue, or the
-- time at which the service first refused a customer. The service deletes rows after an hour.
create table decline_turns (
  subject text primary key,
  at timestamptz(3) not null
);
create index decline_turns_by_age on decline_turns (at);

-- Mails sent in a time slot, by account, by recipient and in all. Recipients are keyed hashes.
create table mail_counts (
  subject text not null,
  slot timestamptz(3) not null,
  mails integer not null,
  primary key (subject, slot)
);
create index mail_counts_by_age on mail_counts (slot);

-- When the person first proved to read mail at the address. Null: not yet.
alter table people add column email_confirmed_at timestamptz(3);
-- When the person decided about the keys that are older than the confirmation. Null: not yet.
alter table people add column earlier_keys_reviewed_at timestamptz(3);
-- Accounts that somebody opened with this address.
create index merchants_by_email on merchants (lower(email));
`

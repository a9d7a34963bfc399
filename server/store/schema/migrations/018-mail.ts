import { inOneTransaction } from './steps.ts'

/** Mail to merchants and customers. */
export const mail = [
  inOneTransaction(`
-- A mail is inserted together with the change that it is about, and sent afterwards.
create table outgoing_mail (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  kind text not null,
  recipient text not null,
  -- Null: replies go to the sender.
  reply_to text,
  subject text not null,
  -- Encrypted, because some mails contain a link that works once.
  sealed_text text not null,
  created_at timestamptz(3) not null,
  -- Null: the mail is sent or given up.
  next_attempt_at timestamptz(3),
  attempts integer not null default 0,
  sent_at timestamptz(3),
  last_error text,
  primary key (merchant_id, livemode, id),
  constraint sent_mail_waits_no_more check (sent_at is null or next_attempt_at is null)
);
create index outgoing_mail_due on outgoing_mail (next_attempt_at) where next_attempt_at is not null;
create index outgoing_mail_by_age on outgoing_mail (created_at);

-- Mails in each slot of time by account, by recipient and in all, so that a stranger cannot make the service send spam.
-- Recipients are keyed hashes.
create table mail_counts (
  subject text not null,
  slot timestamptz(3) not null,
  mails integer not null,
  primary key (subject, slot)
);
create index mail_counts_by_age on mail_counts (slot);
`),
]

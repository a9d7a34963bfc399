import { inOneTransaction } from './steps.ts'

/**
 * Counts that hold back people who try stolen cards: spec/promises.md#card-testing-is-held-back. The tables span all
 * accounts, because one attacker may try many shops. Addresses of clients are in them only as keyed hashes.
 */
export const cardTesting = [
  inOneTransaction(`
-- Cards of an hour, by client address, network, link and account.
create table decline_counts (
  subject text not null,
  hour timestamptz(3) not null,
  -- Refused by the bank.
  declines integer not null,
  -- Not answered yet. They count too, so that an attacker gains nothing by trying many cards at once.
  pending integer not null default 0,
  primary key (subject, hour)
);
create index decline_counts_by_age on decline_counts (hour);

-- While an account or link has too many declined cards, its customers pay one after the other.
create table decline_turns (
  -- A queue, or a customer.
  subject text primary key,
  -- Of a queue: until when its allowances are taken. Of a customer: when the service first let it wait.
  at timestamptz(3) not null
);
create index decline_turns_by_age on decline_turns (at);
`),
]

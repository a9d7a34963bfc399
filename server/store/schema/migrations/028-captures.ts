import { inOneTransaction } from './steps.ts'

/** Captures that the service orders itself, for accounts whose approvals take no money. */
export const captures = [
  inOneTransaction(`
-- The approval takes no money: the service orders the capture.
alter table card_attempts add column captures_separately boolean not null default false;

create table captures (
  merchant_id text not null,
  livemode boolean not null,
  -- The id of the attempt, so that an attempt has at most one capture.
  id text not null,
  session_id text not null,
  status text not null check (status in ('due', 'requested', 'captured', 'refused', 'failed')),
  amount integer not null check (amount > 0),
  currency text not null,
  processor text not null,
  -- The processor's own id of the capture.
  processor_id text,
  refusal text,
  created_at timestamptz(3) not null,
  requested_at timestamptz(3),
  settled_at timestamptz(3),
  next_check_at timestamptz(3),
  checks integer not null default 0,
  primary key (merchant_id, livemode, id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions,
  foreign key (merchant_id, livemode, id) references card_attempts,
  constraint only_a_due_capture_is_ordered check ((status = 'due') = (next_check_at is not null))
);
create index captures_to_order on captures (next_check_at) where next_check_at is not null;
create index captures_without_money on captures (merchant_id, livemode, created_at)
  where status in ('due', 'requested', 'refused');
create index captures_of_session on captures (merchant_id, livemode, session_id);
`),
]

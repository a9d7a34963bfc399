import { inOneTransaction } from './steps.ts'

/** Disputes that cardholders open at their banks. */
export const disputes = [
  inOneTransaction(`
-- A payment can have several disputes, also at one time.
create table disputes (
  merchant_id text not null,
  livemode boolean not null,
  id text not null,
  session_id text not null,
  attempt_id text not null,
  -- As the bank reported it: it may be more than the payment, and in another currency.
  amount integer not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  -- notice: the bank asks, and no money has moved. chargeback: the bank has taken the money. second_chargeback: it has
  -- taken it again, after the merchant had won it back.
  stage text not null constraint disputes_stage_check check (stage in ('notice', 'chargeback', 'second_chargeback')),
  -- Null: the bank gave no reason.
  reason text,
  -- Everything that the processor has reported so far. Reports come in any order, and all columns follow from them.
  steps jsonb not null,
  processor text not null,
  -- The processor's id of the dispute.
  processor_reference text not null,
  opened_at timestamptz(3) not null,
  -- Until when the merchant can answer. Null: the bank did not say.
  respond_by timestamptz(3),
  closed_at timestamptz(3),
  primary key (merchant_id, livemode, id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions,
  foreign key (merchant_id, livemode, attempt_id) references card_attempts,
  constraint closed_has_a_time check ((status = 'open') = (closed_at is null))
);
-- A report that is repeated changes its dispute instead of opening another.
create unique index dispute_per_processor_reference on disputes (merchant_id, livemode, processor_reference);
create index disputes_of_session on disputes (merchant_id, livemode, session_id, id desc);
create index disputes_of_attempt on disputes (merchant_id, livemode, attempt_id);
create index disputes_by_status on disputes (merchant_id, livemode, status, id desc);
-- The list of payments with an open, won or lost dispute, newest payment first.
create index disputes_by_status_and_session on disputes (merchant_id, livemode, status, session_id desc, id desc);
-- The open disputes in the order of their deadlines.
create index disputes_to_answer on disputes (merchant_id, livemode, respond_by, id) where status = 'open';
-- The totals read only this index.
create index disputes_by_currency on disputes (merchant_id, livemode, currency, status, id desc) include (amount);
create trigger keep_live before delete on disputes
  for each row when (old.livemode) execute function refuse_deletion();
revoke truncate on disputes from current_user;
`),
]

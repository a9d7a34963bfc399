import { inOneTransaction } from './steps.ts'

/** Money that goes back: refunds that somebody asked for, and returns that the service orders by itself. */
export const refunds = [
  inOneTransaction(`
-- A refund of a part or all of a payment. Its row, with its share of the session's amount_refund_pending, exists
-- before the service calls the processor.
create table refunds (
  merchant_id text not null,
  livemode boolean not null,
  id text not null,
  session_id text not null,
  -- The attempt whose money goes back.
  attempt_id text not null,
  -- What was ordered. 0: the acquirer refunded more than the payment had left, and only the ledger counts that money.
  amount integer not null check (amount >= 0),
  currency text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  reason text,
  failure_message text,
  -- What the bank moved, where it differs, as the ledger has it. Null: what was ordered.
  booked_amount integer,
  booked_currency text,
  -- Of a failed refund: what the customer keeps nevertheless, because less came back. Null: nothing.
  kept_amount integer,
  processor text not null,
  -- The name under which we order the refund. The same in each try, so that the processor refunds once.
  processor_reference text not null,
  -- The processor's own id of the refund. Null: it has not given one.
  processor_id text,
  -- Copies of processor_reference and processor_id of the attempt: the order names the purchase.
  purchase_reference text not null,
  purchase_processor_id text,
  -- For people: a receipt of the processor that cannot be about this order, until a fitting one comes.
  contradiction jsonb,
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  -- When the worker asks the processor next, and how often it has asked. Null: the refund is settled.
  next_check_at timestamptz(3),
  checks integer not null default 0,
  -- The request that asked for the refund, and its W3C traceparent.
  request_id text,
  traceparent text,
  primary key (merchant_id, livemode, id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions,
  foreign key (merchant_id, livemode, attempt_id) references card_attempts,
  constraint settled_has_a_time check ((status = 'pending') = (settled_at is null))
);
create unique index refund_per_processor_reference on refunds (merchant_id, livemode, processor_reference);
-- One id of a processor belongs to one refund (spec/decisions/acquirers.md#evidence-of-a-result), so that the receipt
-- of one cannot settle another.
create unique index one_refund_per_processor_id on refunds (merchant_id, livemode, processor_id, processor)
  where processor_id is not null;
create index refunds_to_check on refunds (next_check_at) where next_check_at is not null;
create index refunds_of_session on refunds (merchant_id, livemode, session_id, id desc);
create index refunds_unsuccessful on refunds (merchant_id, livemode, status, id desc)
  where status in ('pending', 'failed');
-- Without it, deleting an attempt of test mode would read all refunds of the account.
create index refunds_of_attempt on refunds (merchant_id, livemode, attempt_id);
create trigger keep_live before delete on refunds
  for each row when (old.livemode) execute function refuse_deletion();
revoke truncate on refunds from current_user;

-- An approval that the service must not keep goes back without anybody asking:
-- spec/promises.md#every-payment-is-recorded-or-returned. The service orders it until the money is back.
create table automatic_returns (
  merchant_id text not null,
  livemode boolean not null,
  id text not null,
  session_id text not null,
  attempt_id text not null,
  -- second_approval: another attempt of the session had paid. duplicate_link_payment: another session had paid the
  -- one-off link. late_approval: the session had ended.
  reason text not null check (reason in ('second_approval', 'duplicate_link_payment', 'late_approval')),
  amount integer not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('pending', 'succeeded')),
  processor text not null,
  -- The name of the current order. The processor may refuse an order; the service then sends another under a new name.
  processor_reference text not null,
  -- The processor's own id of the current order. Null: it has not given one.
  processor_id text,
  -- Copies from the attempt, as in refunds.
  purchase_reference text not null,
  purchase_processor_id text,
  -- How many orders were sent, when the current one was first sent, and why the one before failed.
  orders integer not null default 1,
  ordered_at timestamptz(3) not null,
  last_failure text,
  -- As in refunds.
  contradiction jsonb,
  -- The event of this return was sent before the bank reversed the return, so it is not sent again.
  is_reported boolean not null default false,
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  next_check_at timestamptz(3),
  checks integer not null default 0,
  primary key (merchant_id, livemode, id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions,
  foreign key (merchant_id, livemode, attempt_id) references card_attempts,
  constraint return_settled_has_a_time check ((status = 'pending') = (settled_at is null))
);
-- Money of an attempt goes back once.
create unique index one_return_per_attempt on automatic_returns (merchant_id, livemode, attempt_id);
-- As for refunds.
create unique index one_return_per_processor_id on automatic_returns (merchant_id, livemode, processor_id, processor)
  where processor_id is not null;
create index automatic_returns_to_check on automatic_returns (next_check_at) where next_check_at is not null;
create index automatic_returns_of_session on automatic_returns (merchant_id, livemode, session_id, id desc);
create index automatic_returns_waiting on automatic_returns (merchant_id, livemode, id desc) where status = 'pending';
create trigger keep_live before delete on automatic_returns
  for each row when (old.livemode) execute function refuse_deletion();
revoke truncate on automatic_returns from current_user;
`),
]

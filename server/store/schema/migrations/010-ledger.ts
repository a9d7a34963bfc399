import { inOneTransaction } from './steps.ts'

/** The ledger: every movement of money at a processor, in the order in which the service learned of it. */
export const ledger = [
  inOneTransaction(`
-- It equals the processor's own books: spec/promises.md#every-payment-is-recorded-or-returned. Nothing is corrected
-- here. A movement that is undone gets a second row, of the kind that takes it back.
create table money_movements (
  merchant_id text not null,
  livemode boolean not null,
  id text not null,
  -- The direction of the money. reversal: an automatic return. chargeback: a bank took the money of a dispute.
  kind text not null check (kind in (
    'capture', 'refund', 'reversal', 'chargeback', 'chargeback_reversal',
    'refund_reversal', 'return_reversal', 'capture_reversal'
  )),
  -- What the bank moved, always positive.
  amount integer not null check (amount > 0),
  currency text not null,
  session_id text not null,
  attempt_id text not null,
  refund_id text,
  -- Which line of the processor's books this is: our reference of the order, or the processor's id of its report.
  processor text not null,
  processor_reference text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, livemode, id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions,
  foreign key (merchant_id, livemode, attempt_id) references card_attempts,
  constraint refund_names_its_refund check ((kind in ('refund', 'refund_reversal')) = (refund_id is not null))
) with (
  -- Rows are only inserted.
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
-- A report that comes twice, or from two processes at once, books its money once.
create unique index movement_per_processor_reference
  on money_movements (merchant_id, livemode, kind, processor_reference);
create unique index one_capture_per_attempt on money_movements (merchant_id, livemode, attempt_id)
  where kind = 'capture';
create index money_movements_of_session on money_movements (merchant_id, livemode, session_id);
create index money_movements_of_attempt on money_movements (merchant_id, livemode, attempt_id);
-- Append-only, for ever in live mode: spec/promises.md#live-money-is-never-deleted. The rights are those of audit_log.
create trigger keep_live before delete on money_movements
  for each row when (old.livemode) execute function refuse_deletion();
create trigger append_only before update or delete on money_movements
  for each row execute function refuse_change_unless_named();
revoke update, delete, truncate on money_movements from current_user;
grant delete, update (id) on money_movements to current_user;
`),
]

/** Money that moves again after a success: failed refunds and captures, and the stages of disputes. */
export const reversals = `
-- Not valid: the rows so far satisfy the narrower constraints, so the database need not read them all.
alter table money_movements drop constraint money_movements_kind_check;
alter table money_movements add constraint money_movements_kind_check check (kind in (
  'capture', 'refund', 'reversal', 'chargeback', 'chargeback_reversal',
  'refund_reversal', 'return_reversal', 'capture_reversal'
)) not valid;
alter table money_movements drop constraint refund_names_its_refund;
alter table money_movements add constraint refund_names_its_refund
  check ((kind in ('refund', 'refund_reversal')) = (refund_id is not null)) not valid;

-- Null in both: an earlier version of the service stored the dispute.
alter table disputes add column stage text;
-- A statement of its own, because Citus cannot add a column together with its check.
alter table disputes add constraint disputes_stage_check check (stage in ('notice', 'chargeback', 'second_chargeback'));
alter table disputes add column steps jsonb;
-- A bank can open a second dispute of a payment while the first is open.
drop index one_open_dispute_per_session;

-- The acquirer has cancelled the payment: an approval of it brings no money.
alter table card_attempts add column is_cancelled boolean not null default false;

-- The event of this return was sent before the bank reversed the return.
alter table automatic_returns add column is_reported boolean not null default false;
`

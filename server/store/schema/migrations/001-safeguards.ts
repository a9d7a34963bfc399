import { inOneTransaction } from './steps.ts'

/** What keeps money and its history, whatever the program does: spec/promises.md#live-money-is-never-deleted. */
export const safeguards = [
  inOneTransaction(`
-- The trigger keep_live of a table calls this for each row of live mode that a statement would delete.
create function refuse_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % must never be deleted: it belongs to live mode', tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

-- The ledger and the audit log are append-only. The one exception is a transaction that names the account whose test
-- data it deletes; keep_live still refuses the rows of live mode.
create function refuse_change_unless_named() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('servicepay.deleted_account', true) = old.merchant_id then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
`),
]

/**
 * What the deletion of old test data needs: indexes to find it, and triggers that keep live money whatever the program
 * does. On Citus, distribute the tables with `citus.enable_unsafe_triggers`: the triggers read only their own row.
 */
export const retention = `
create index checkout_sessions_unpaid_by_age on checkout_sessions (created_at)
  where not livemode and paid_at is null and status in ('failed', 'expired');
create index delivery_attempts_with_bodies on delivery_attempts (attempted_at)
  where response_excerpt is not null or request_headers <> '{}';
create index logins_of_account on logins (merchant_id);
-- Without these, deleting a card attempt would read all refunds, movements and disputes of its account.
create index refunds_of_attempt on refunds (merchant_id, livemode, attempt_id);
create index money_movements_of_attempt on money_movements (merchant_id, livemode, attempt_id);
create index disputes_of_attempt on disputes (merchant_id, livemode, attempt_id);

create function refuse_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % must never be deleted: it belongs to live mode', tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;
create trigger keep_live_access before delete on merchants
  for each row when (old.live_access) execute function refuse_deletion();
create trigger keep_live before delete on checkout_sessions
  for each row when (old.livemode) execute function refuse_deletion();
create trigger keep_live before delete on card_attempts
  for each row when (old.livemode) execute function refuse_deletion();
create trigger keep_live before delete on refunds
  for each row when (old.livemode) execute function refuse_deletion();
create trigger keep_live before delete on automatic_returns
  for each row when (old.livemode) execute function refuse_deletion();
create trigger keep_live before delete on disputes
  for each row when (old.livemode) execute function refuse_deletion();
create trigger keep_live before delete on money_movements
  for each row when (old.livemode) execute function refuse_deletion();
create trigger keep_live before delete on audit_log
  for each row when (old.livemode) execute function refuse_deletion();
revoke truncate on checkout_sessions, card_attempts, refunds, automatic_returns, disputes from current_user;

-- The ledger and the audit log stay append-only, except for deletions in a transaction that names the account whose
-- test data it deletes.
create function refuse_change_unless_named() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('servicepay.deleted_account', true) = old.merchant_id then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger append_only before update or delete on money_movements
  for each row execute function refuse_change_unless_named();
create trigger append_only before update or delete on audit_log
  for each row execute function refuse_change_unless_named();
grant delete on money_movements, audit_log to current_user;
-- The check of a foreign key locks rows, which needs the right to update at least one column.
grant update (id) on money_movements, audit_log to current_user;
`

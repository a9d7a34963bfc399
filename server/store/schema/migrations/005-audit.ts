import { inOneTransaction } from './steps.ts'

/** Who changed what. */
export const audit = [
  inOneTransaction(`
-- Changes and their authors. Append-only, and entries of live mode stay for ever.
create table audit_log (
  merchant_id text not null references merchants,
  id text not null,
  -- Null when the entry concerns the whole account.
  livemode boolean,
  -- Null: the operator or the service itself.
  person_id text,
  -- An email address or 'operator', as it was at that time: a later change of the address does not change the past.
  actor text not null,
  action text not null,
  detail jsonb not null,
  -- The client's IP address.
  address text,
  at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create index audit_log_by_action on audit_log (merchant_id, action, id desc);
create trigger keep_live before delete on audit_log
  for each row when (old.livemode) execute function refuse_deletion();
create trigger append_only before update or delete on audit_log
  for each row execute function refuse_change_unless_named();
-- The program gives up its own rights too. It keeps the deletion of test data, which the triggers watch, and the right
-- to change one column, without which PostgreSQL could not lock a row for a foreign key.
revoke update, delete, truncate on audit_log from current_user;
grant delete, update (id) on audit_log to current_user;
`),
]

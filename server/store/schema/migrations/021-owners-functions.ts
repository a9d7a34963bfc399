import { inOneTransaction } from './steps.ts'

/**
 * What the running role cannot do itself, because only the owner of a table may: spec/decisions.md, "Two roles". Each
 * function runs with the rights of the owner, so it checks what it is asked for, and finds only objects of this schema.
 */
export const ownersFunctions = [
  inOneTransaction(`
-- Makes a partition with the settings of the default partition. Attaching takes weaker locks than
-- "create table … partition of": statements of the table go on.
create function make_partition(parent text, partition text, lower_bound text, upper_bound text) returns void
language plpgsql security definer as $$
declare
  settings text;
begin
  if not exists (select from pg_class where oid = to_regclass(quote_ident(parent)) and relkind = 'p')
    or partition !~ ('^' || parent || '_[0-9]{8}$')
    or lower_bound !~ '^[a-z]{3}_[0-9a-z]+$' or upper_bound !~ '^[a-z]{3}_[0-9a-z]+$' then
    raise exception '% is no partition that the service makes', partition using errcode = 'insufficient_privilege';
  end if;
  select 'with (' || array_to_string(reloptions, ', ') || ')' into settings from pg_class
    where oid = to_regclass(quote_ident(parent || '_default'));
  execute format('create table %I (like %I including defaults including constraints including storage) %s',
    partition, parent, coalesce(settings, ''));
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
    parent, partition, lower_bound, upper_bound);
end
$$;

-- Drops a partition with its rows, of the tables whose old rows the service deletes.
create function drop_partition(parent text, partition text) returns void
language plpgsql security definer as $$
begin
  if parent not in ('api_request_log', 'delivery_attempts', 'deliveries', 'events')
    or partition !~ ('^' || parent || '_([0-9]{8}|first)$') then
    raise exception '% is no partition that the service drops', partition using errcode = 'insufficient_privilege';
  end if;
  execute format('alter table %I detach partition %I', parent, partition);
  execute format('drop table %I', partition);
end
$$;

-- Deletes lines of the ledger of test sessions. append_only also wants the account to be named, and keep_live refuses
-- lines of live mode.
create function delete_test_movements(account text, sessions text[]) returns setof text
language plpgsql security definer as $$
begin
  return query delete from money_movements
    where merchant_id = account and not livemode and session_id = any(sessions) returning money_movements.id;
end
$$;

-- Deletes entries of the audit log of an account that never had live access.
create function delete_test_audit(account text, most integer) returns setof text
language plpgsql security definer as $$
begin
  if exists (select from merchants
      where merchant_id = account and (live_access or live_access_ended_at is not null)) then
    raise exception 'the audit log of % stays: the account has had live access', account
      using errcode = 'insufficient_privilege';
  end if;
  return query delete from audit_log where merchant_id = account and livemode is not true and audit_log.id in (
    select a.id from audit_log a where a.merchant_id = account and a.livemode is not true order by a.id limit most)
    returning audit_log.id;
end
$$;

-- Counts the rows of a table of the service for the planner.
create function analyze_table(name text) returns void
language plpgsql security definer as $$
begin
  if not exists (select from pg_class where oid = to_regclass(name) and relkind = 'r'
      and relowner = (select oid from pg_roles where rolname = current_user)) then
    raise exception '% is no table of the service', name using errcode = 'insufficient_privilege';
  end if;
  execute format('analyze %s', to_regclass(name));
end
$$;

do $$
declare
  made text;
begin
  foreach made in array array['make_partition(text, text, text, text)', 'drop_partition(text, text)',
    'delete_test_movements(text, text[])', 'delete_test_audit(text, integer)', 'analyze_table(text)']
  loop
    -- Otherwise a caller could make the function find objects of another schema.
    execute format('alter function %s set search_path to %I, pg_temp', made, current_schema());
    execute format('revoke execute on function %s from public', made);
  end loop;
end
$$;
`),
]

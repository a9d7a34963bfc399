import { escapeIdentifier } from 'pg'
import { inTransaction, run, type Database } from '../sql/database.ts'
import { onCitus } from './migrations/migrations.ts'

/*
 * Two roles: one owns the tables and migrates, and the one that runs the service owns nothing. These are the rights of
 * the second (spec/decisions.md, "Two roles").
 */

/**
 * What the running role may do with each table besides reading it. A later release gives back no right that the release
 * before it uses, because both run beside each other.
 */
export const tableRights: Readonly<Record<string, readonly Right[]>> = {
  api_request_log: ['insert', 'delete'],
  api_request_log_default: ['delete'],
  api_request_log_first: ['delete'],
  audit_log: ['insert'],
  authenticator_apps: ['insert', 'update', 'delete'],
  automatic_returns: ['insert', 'update', 'delete'],
  captures: ['insert', 'update'],
  card_attempts: ['insert', 'update', 'delete'],
  card_keyring: ['insert', 'update'],
  checkout_sessions: ['insert', 'update', 'delete'],
  closed_days: ['insert'],
  decline_counts: ['insert', 'update', 'delete'],
  decline_turns: ['insert', 'update', 'delete'],
  deliveries: ['insert', 'update', 'delete'],
  deliveries_default: ['delete'],
  delivery_attempts: ['insert', 'delete'],
  delivery_attempts_default: ['delete'],
  delivery_attempts_first: ['update'],
  disputes: ['insert', 'update', 'delete'],
  encryption_keys: ['insert', 'delete'],
  event_counters: ['insert', 'update', 'delete'],
  event_resends: ['insert', 'delete'],
  events: ['insert', 'update', 'delete'],
  events_default: ['delete'],
  form_submissions: ['insert', 'update', 'delete'],
  idempotency_keys: ['insert', 'update', 'delete'],
  invitations: ['insert', 'update', 'delete'],
  keyring: ['insert', 'update'],
  live_details: ['insert', 'update'],
  logins: ['insert', 'update', 'delete'],
  mail_counts: ['insert', 'update', 'delete'],
  memberships: ['insert', 'update', 'delete'],
  merchants: ['insert', 'update', 'delete'],
  money_movements: ['insert'],
  one_time_links: ['insert', 'update', 'delete'],
  outgoing_mail: ['insert', 'update', 'delete'],
  passkeys: ['insert', 'update', 'delete'],
  payment_link_codes: ['insert', 'delete'],
  payment_links: ['insert', 'update', 'delete'],
  payment_notes: ['insert', 'update', 'delete'],
  people: ['insert', 'update', 'delete'],
  processor_credentials: ['insert', 'update', 'delete'],
  processor_notifications: ['insert', 'update'],
  recorded_requests: ['insert', 'delete'],
  recovery_codes: ['insert', 'update', 'delete'],
  refunds: ['insert', 'update', 'delete'],
  refused_notifications: ['insert', 'delete'],
  schema_migrations: [],
  search_terms: ['insert', 'delete'],
  secret_keys: ['insert', 'update', 'delete'],
  session_ends: ['insert', 'delete'],
  settlement_batches: ['insert', 'update'],
  settlement_differences: ['insert', 'delete'],
  settlement_lines: ['insert', 'update', 'delete'],
  settlement_reports: ['insert', 'update', 'delete'],
  settlement_staged_lines: ['insert', 'delete'],
  sign_in_counts: ['insert', 'update', 'delete'],
  test_clocks: ['insert', 'update', 'delete'],
  test_storage: ['insert', 'update', 'delete'],
  webhook_endpoints: ['insert', 'update', 'delete'],
  'sandbox_bank.chargebacks': ['insert', 'update', 'delete'],
  'sandbox_bank.ledger': ['insert', 'delete'],
  'sandbox_bank.purchases': ['insert', 'update', 'delete'],
  'sandbox_bank.refunds': ['insert', 'update', 'delete'],
}

type Right = 'insert' | 'update' | 'delete'

/** What the service calls of the owner's functions. */
const ownersFunctions = [
  'make_partition',
  'drop_partition',
  'delete_test_movements',
  'delete_test_audit',
  'analyze_table',
]

/** The job queue makes its own tables and functions. Its jobs only say when to look at our tables. */
const queueSchema = 'graphile_worker'

/** Two programs that migrate at once must not grant the same rights. */
const rightsLock = 7_401_220_313

interface Thing {
  readonly kind: 'schema' | 'table' | 'sequence' | 'function'
  /** As a statement names it. */
  readonly place: string
  /** Null: in the schema of our own tables. */
  readonly schema: string | null
  readonly name: string
  /** The rights that the role itself has, in lower case. */
  readonly rights: readonly string[]
}

/** Everything of ours that a role can have rights on, with those of the role `$1`. */
const listThings = {
  name: 'rights of role',
  text: `
    with ours as (
      select oid, nspname, nspacl, nullif(nspname, current_schema()) as schema from pg_namespace
      where nspname in (current_schema(), 'sandbox_bank', '${queueSchema}')
    ), things as (
      select 'schema' as kind, quote_ident(nspname) as place, schema, nspname::text as name, nspacl as acl,
        null::oid as table_id
      from ours
      union all
      select case when relkind = 'S' then 'sequence' else 'table' end, format('%I.%I', nspname, relname), schema,
        relname, relacl, c.oid
      from pg_class c join ours on ours.oid = relnamespace where relkind in ('r', 'p', 'v', 'S')
      union all
      select 'function', p.oid::regprocedure::text, schema, proname, proacl, null
      from pg_proc p join ours on ours.oid = pronamespace where prokind = 'f'
    )
    select kind, place, schema, name, array(
      select distinct lower(privilege_type)
      from (
        select grantee, privilege_type from aclexplode(acl) union all
        select grantee, privilege_type from pg_attribute, aclexplode(attacl) as given where attrelid = table_id
      ) as given where grantee = to_regrole(quote_ident($1))
    ) as rights
    from things order by 1, 2`,
}

/** The rights that the running role should have. Null: a thing that this release does not know. */
function wantedRights({ kind, schema, name }: Thing): readonly string[] | null {
  if (kind === 'schema') return ['usage']
  if (schema === queueSchema)
    return { table: ['select', 'insert', 'update', 'delete'], sequence: ['usage'], function: ['execute'] }[kind]
  if (kind === 'function') return schema === null && ownersFunctions.includes(name) ? ['execute'] : []
  const rights = tableRights[schema === null ? name : `${schema}.${name}`]
  return rights === undefined ? null : ['select', ...rights]
}

/**
 * Gives `role` the rights that it needs, and takes away those that it does not need. `db`: a connection of the tables'
 * owner. Usually nothing is to be changed.
 */
export async function grantRights(db: Database, role: string): Promise<void> {
  const grantee = escapeIdentifier(role)
  await inTransaction(db, async (transaction) => {
    const execute = (text: string): Promise<unknown> => run(transaction, { name: 'change rights', text }, [])
    // A node of Citus changes the parts of a table one after the other.
    for (const setting of onCitus) await execute(setting)
    await run(transaction, takeTurn, [rightsLock])
    for (const { place } of await run<{ place: string }>(transaction, publicSchemas, []))
      await execute(`revoke create on schema ${place} from public`)
    for (const { place } of await run<{ place: string }>(transaction, closedTables, []))
      await execute(`alter table ${place} disable row level security`)
    for (const thing of await run<Thing>(transaction, listThings, [role])) {
      const { kind, place, rights } = thing
      const wanted = wantedRights(thing) ?? rights
      const missing = wanted.filter((right) => !rights.includes(right))
      const excess = rights.filter((right) => !wanted.includes(right))
      if (missing.length > 0) await execute(`grant ${missing.join(', ')} on ${kind} ${place} to ${grantee}`)
      if (excess.length > 0) await execute(`revoke ${excess.join(', ')} on ${kind} ${place} from ${grantee}`)
    }
  })
}

const takeTurn = { name: 'take turn for rights', text: 'select pg_advisory_xact_lock($1)' }

/** Before PostgreSQL 15, everybody could create tables and functions in `public`. */
const publicSchemas = {
  name: 'schemas open to all',
  text: `
    select quote_ident(nspname) as place from pg_namespace
    where nspname = current_schema() and pg_has_role(nspowner, 'USAGE')
      and exists (select from aclexplode(nspacl) where grantee = 0 and privilege_type = 'CREATE')`,
}

/** graphile-worker closes its tables to everybody but their owner, whatever rights others have. */
const closedTables = {
  name: 'closed tables of queue',
  text: `
    select oid::regclass::text as place from pg_class
    where relnamespace = to_regnamespace('${queueSchema}') and relkind = 'r' and relrowsecurity`,
}

/** Who could change the ledger: what `verify`, `doctor` and a start report. */
export type Arrangement =
  /** The role may do everything with the tables: it owns them, can become their owner, or is a superuser. */
  | { readonly kind: 'one role'; readonly role: string }
  /** `excess`: rights that the role should not have, such as `update on audit_log`. */
  | { readonly kind: 'two roles'; readonly role: string; readonly owner: string; readonly excess: readonly string[] }

const arrangement = {
  name: 'arrangement of roles',
  text: `
    select given.role, pg_get_userbyid(relowner) as owner, pg_has_role(given.role, relowner, 'MEMBER') as is_owner,
      array(
        select format('%s on %s', lower(action), name)
        from unnest(array['money_movements', 'audit_log']) as name,
          unnest(array['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) as action
        where has_table_privilege(given.role, to_regclass(name), action)
          or action = 'UPDATE' and has_any_column_privilege(given.role, to_regclass(name), action)
        union all select format('create on schema %I', current_schema())
        where has_schema_privilege(given.role, current_schema(), 'CREATE')
        order by 1
      ) as excess
    from (select coalesce($1, current_user::text)::name as role) as given, pg_class
    where pg_class.oid = 'schema_migrations'::regclass`,
}

interface ArrangementRow {
  readonly role: string
  readonly owner: string
  readonly is_owner: boolean
  readonly excess: string[]
}

/** `role`: that of the running service. Null: that of the connection. */
export async function readArrangement(db: Database, role: string | null = null): Promise<Arrangement> {
  const [row] = await run<ArrangementRow>(db, arrangement, [role])
  if (!row) throw new Error('Bug: the tables of the service do not exist')
  const { is_owner: isOwner, ...others } = row
  return isOwner ? { kind: 'one role', role: row.role } : { kind: 'two roles', ...others }
}

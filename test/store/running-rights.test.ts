import t from 'tap'
import { ownerRole, runningRole } from '../../server/engines/embedded-postgres/roles.ts'
import { grantRights, readArrangement, tableRights } from '../../server/store/schema/running-rights.ts'
import { liveKey } from '../accounts/accounts.ts'
import { paidSession } from '../support/pay.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

// The service of a test runs with a role that owns nothing, as on the embedded database. So all other tests show that
// its rights are enough.

const service = await startService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
t.teardown(() => service.stop())
const { db } = service.app.context

await paidSession({ ...service, ...(await liveKey(service, { liveAccess: true })) })
await paidSession(service)
await sql(
  service,
  `insert into audit_log (merchant_id, id, livemode, actor, action, detail, at)
   values (?, 'aud_1', true, 'operator', 'refund.created', '{}', now())`,
  [service.merchantId],
)

/** What PostgreSQL answers the role of the service. */
async function answerTo(statement: string): Promise<string> {
  return db.raw(statement).then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
}

t.test('the role of the service can neither change the ledger and the audit log nor what protects them', async (t) => {
  const read = async (): Promise<unknown> => [
    await sql(service, 'select * from money_movements order by id'),
    await sql(service, 'select * from audit_log order by id'),
  ]
  const before = await read()
  const name = `set local servicepay.deleted_account to '${service.merchantId}'`
  const ofTable = (table: string): string[] => [
    `update ${table} set id = 'x'`,
    `update ${table} set merchant_id = merchant_id`,
    `delete from ${table}`,
    `${name}; delete from ${table}`,
    `truncate ${table} cascade`,
    `merge into ${table} t using ${table} o on t.id = o.id when matched then delete`,
    `insert into ${table} select * from ${table} on conflict on constraint ${table}_pkey do update set id = 'x'`,
    `select from ${table} for update`,
    `do 'begin lock table ${table} in share row exclusive mode; end'`,
    `alter table ${table} disable trigger append_only`,
    `alter table ${table} disable trigger all`,
    `drop trigger keep_live on ${table}`,
    `create trigger mine before insert on ${table} for each row execute function refuse_deletion()`,
    `create rule mine as on insert to ${table} do instead nothing`,
    `alter table ${table} drop column at`,
    `alter table ${table} owner to ${runningRole}`,
    `alter table ${table} rename to other`,
    `alter table ${table} enable row level security`,
    `create policy mine on ${table}`,
    `create index mine on ${table} (id)`,
    `drop table ${table} cascade`,
    `copy ${table} to program 'true'`,
    `copy ${table} from program 'true'`,
    `select drop_partition('${table}', '${table}_first')`,
    `select drop_partition('events', '${table}')`,
  ]
  const ofEverything = [
    `create or replace function refuse_deletion() returns trigger language plpgsql as 'begin return old; end'`,
    'drop function refuse_change_unless_named() cascade',
    'alter function refuse_deletion() owner to current_user',
    `alter function delete_test_movements(text, text[]) security invoker`,
    `create function mine() returns void language sql as 'select'`,
    'create table mine (id integer)',
    'create schema mine',
    'create view mine as select 1',
    'drop schema public cascade',
    'create extension amcheck',
    `create event trigger mine on ddl_command_start execute function refuse_deletion()`,
    `set session_replication_role to 'replica'`,
    `alter role ${runningRole} set session_replication_role to 'replica'`,
    `set role ${ownerRole}`,
    `set session authorization ${ownerRole}`,
    `grant ${ownerRole} to ${runningRole}`,
    `reassign owned by ${ownerRole} to ${runningRole}`,
    `alter role ${runningRole} superuser`,
    `alter role ${ownerRole} password 'x'`,
    `alter system set session_replication_role to 'replica'`,
    `delete from schema_migrations`,
    'truncate checkout_sessions cascade',
    'delete from keyring',
    `select lo_import('/etc/passwd')`,
    `select pg_read_file('/etc/passwd')`,
    `select analyze_table('pg_catalog.pg_class')`,
    `select make_partition('events', 'money_movements', 'evt_1', 'evt_2')`,
    `select make_partition('events', 'events_20300101', 'evt_1'') to (''evt_2', 'evt_2')`,
  ]
  const allowed = new Map<string, string>()
  for (const statement of [...ofTable('money_movements'), ...ofTable('audit_log'), ...ofEverything]) {
    const answer = await answerTo(statement)
    if (answer !== '42501') allowed.set(statement, answer)
  }
  t.same([...allowed], [], 'PostgreSQL refuses all of them for want of rights')
  t.same(await read(), before)
})

t.test('what a function of the owner deletes from the ledger is never of live mode', async (t) => {
  const count = async (): Promise<unknown> =>
    sql(service, 'select livemode, count(*)::integer from money_movements group by 1 order by 1')
  const all = `array(select session_id from money_movements)`
  const name = `set local servicepay.deleted_account to '${service.merchantId}'`
  t.equal(await answerTo(`select delete_test_audit('${service.merchantId}', 10)`), '42501', 'it has live access')
  t.equal(await answerTo(`select delete_test_movements('${service.merchantId}', ${all})`), '42501', 'no account named')
  t.same(await count(), [
    { livemode: false, count: 1 },
    { livemode: true, count: 1 },
  ])
  t.equal(await answerTo(`${name}; select delete_test_movements('${service.merchantId}', ${all})`), 'done')
  t.same(await count(), [{ livemode: true, count: 1 }])
})

t.test('the list of rights has every table of the service, and the database gives exactly these', async (t) => {
  const tables = await sql<{ name: string; rights: string[] }>(
    service,
    `select case nspname when 'public' then '' else nspname || '.' end || relname as name,
       array(select lower(action)
         from unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as action
         where has_table_privilege(?, c.oid, action)) as rights
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'sandbox_bank') and relkind in ('r', 'p')`,
    [runningRole],
  )
  const withoutRights = tables.filter(({ name }) => !(name in tableRights)).map(({ name }) => name)
  t.same(
    withoutRights.filter((name) => !/_(first|\d{8})$/.test(name)),
    ['schema_migration_steps'],
    'add a new table to `tableRights`',
  )
  for (const { name, rights } of tables) t.same(rights, tableRights[name] ?? [], name)
})

t.test(
  'an owner takes over a database that one role has used, and takes away what the other has too much',
  async (t) => {
    t.equal(await answerTo(`grant update on money_movements to ${runningRole}`), 'done', 'with a warning only')
    t.same(await readArrangement(db), { kind: 'two roles', role: runningRole, owner: ownerRole, excess: [] })
    t.same(await readArrangement(service.ownerDb), { kind: 'one role', role: ownerRole })
    t.same(await readArrangement(service.ownerDb, runningRole), await readArrangement(db))
    await sql(service, `grant update (amount), truncate on money_movements to ${runningRole}`)
    await sql(service, `grant all on audit_log, schema_migrations to ${runningRole}`)
    await sql(service, `revoke insert on events from ${runningRole}`)
    t.match(await readArrangement(db), {
      excess: [
        'delete on audit_log',
        'trigger on audit_log',
        'truncate on audit_log',
        'truncate on money_movements',
        'update on audit_log',
        'update on money_movements',
      ],
    })
    await grantRights(service.ownerDb, runningRole)
    t.match(await readArrangement(db), { kind: 'two roles', excess: [] })
    await paidSession(service)
    const statements = await sql(service, `select xmin::text from pg_class where relnamespace = 'public'::regnamespace`)
    await grantRights(service.ownerDb, runningRole)
    t.same(
      await sql(service, `select xmin::text from pg_class where relnamespace = 'public'::regnamespace`),
      statements,
      'a second time changes nothing',
    )
  },
)

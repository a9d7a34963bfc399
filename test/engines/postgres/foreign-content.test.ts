import { Client } from 'pg'
import t from 'tap'
import {
  builtInFingerprints,
  foreignInCluster,
  foreignInEmptyDatabase,
  foreignInServiceDatabase,
  functionFingerprint,
  functionFingerprints,
} from '../../../server/engines/postgres/foreign-content.ts'
import { cloneDatabase, testPostgres } from '../../support/database/postgres.ts'
import { prepareTemplate, templateName } from '../../support/database/template.ts'

const { adminUrl } = await testPostgres()
await prepareTemplate(adminUrl)
const clone = await cloneDatabase(adminUrl, templateName)
t.teardown(() => clone.drop())
const admin = new Client({
  connectionString: Object.assign(new URL(adminUrl), { pathname: new URL(clone.url).pathname }).href,
})
await admin.connect()
t.teardown(() => admin.end())

const whole = { superuser: 'postgres', roles: ['servicepay', 'servicepay_run'], databases: ['postgres'] }

/** What the queries say after some statements of a superuser, which are rolled back. */
async function foundAfter(statements: string, query: string): Promise<string[]> {
  await admin.query('begin')
  try {
    await admin.query(statements)
    await admin.query('set local search_path to pg_catalog')
    const { rows } = await admin.query<{ what: string }>(query)
    return rows.map(({ what }) => what)
  } finally {
    await admin.query('rollback')
  }
}

t.test('a migrated database and a new one have nothing foreign', async (t) => {
  t.same(await foundAfter('', foreignInServiceDatabase('servicepay')), [])
  const empty = new Client({ connectionString: adminUrl })
  await empty.connect()
  t.teardown(() => empty.end())
  t.same((await empty.query(foreignInEmptyDatabase())).rows, [])
  t.same(
    (await foundAfter('', foreignInCluster(whole))).filter((what) => !what.startsWith('the database ')),
    [],
  )
})

t.test('the version that we ship is known', async (t) => {
  const { rows } = await admin.query<{ version: string }>(`select current_setting('server_version_num') as version`)
  t.ok(rows[0]?.version && rows[0].version in builtInFingerprints, 'add its fingerprint to builtInFingerprints')
})

t.test('the list of our functions has those that the migrations make', async (t) => {
  const { rows } = await admin.query<{ fingerprint: string }>(
    `select ${functionFingerprint} as fingerprint from pg_proc p join pg_language l on l.oid = prolang
     where p.oid >= 16384`,
  )
  const made = rows.map(({ fingerprint }) => fingerprint)
  t.same(
    made.filter((fingerprint) => !functionFingerprints.includes(fingerprint)),
    [],
    'add these to functionFingerprints, and keep the older ones',
  )
})

const evil = `create function public.evil() returns integer language sql as 'select 1';`
const eventTrigger = `
  create function public.react() returns event_trigger language plpgsql as 'begin end';
  create event trigger react on login execute function public.react();`
const foreignServer = `
  create foreign data wrapper w; create server s foreign data wrapper w;
  create user mapping for servicepay server s options (password 'x');`

/** What a superuser can plant in the database of the service, and what the check calls it. */
const planted: readonly (readonly [statements: string, names: RegExp])[] = [
  [eventTrigger, /^the event trigger react$/],
  [eventTrigger, /^the function public\.react\(\)$/],
  [evil, /^the function public\.evil\(\)$/],
  [`set role servicepay; ${evil} reset role`, /^the function public\.evil\(\)$/],
  [`alter function refuse_deletion() security definer`, /^the function public\.refuse_deletion\(\)$/],
  [`alter function refuse_deletion() set role = postgres`, /^the function public\.refuse_deletion\(\)$/],
  [`alter function refuse_deletion() owner to postgres`, /^the function public\.refuse_deletion\(\)$/],
  [
    `create or replace function refuse_deletion() returns trigger language plpgsql as 'begin return old; end'`,
    /^the function public\.refuse_deletion\(\)$/,
  ],
  [
    `create or replace function pg_catalog.lpad(text, integer) returns text language sql immutable parallel safe strict
     return 'evil'`,
    /^a changed function or view of PostgreSQL$/,
  ],
  [
    `set local allow_system_table_mods to on; create or replace view pg_catalog.pg_roles as select * from
     (select rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolconnlimit,
       '********'::text as rolpassword, rolvaliduntil, rolbypassrls, setconfig as rolconfig, pg_authid.oid
      from pg_authid left join pg_db_role_setting s on pg_authid.oid = setrole and setdatabase = 0
      where lo_export(1, '/tmp/x') = 1) as x`,
    /^a changed function or view of PostgreSQL$/,
  ],
  [`create extension pg_trgm`, /^the extension pg_trgm$/],
  [foreignServer, /^the foreign-data wrapper w$/],
  [foreignServer, /^the foreign server s$/],
  [foreignServer, /^credentials for a foreign server$/],
  [`create publication p for all tables`, /^the publication p$/],
  [`create policy p on merchants using (true)`, /^the policy p$/],
  [`create table public.x (a integer)`, /^the table, view or sequence public\.x$/],
  [
    `create materialized view x as select 1 as one; alter materialized view x owner to servicepay`,
    /^the table, view or sequence public\.x$/,
  ],
  [`alter table merchants owner to postgres`, /^the table, view or sequence public\.merchants$/],
  [`create view v as select 1 as one`, /^the table, view or sequence public\.v$/],
  [`create rule r as on insert to merchants do also select 1`, /^the rule r of public\.merchants$/],
  [`create domain d as text check (value <> '')`, /^the type public\.d$/],
  [`create type mood as enum ('sad')`, /^the type public\.mood$/],
  [`create schema hidden`, /^the schema hidden$/],
  [`create cast (text as date) with inout as implicit`, /^the cast text$/],
  [`create collation c (locale = 'C')`, /^the collation c$/],
  [`create operator === (leftarg = text, rightarg = text, function = texteq)`, /^the operator ===$/],
  [`create statistics st on email, created_at from merchants`, /^extended statistics st$/],
  [`create text search configuration ts (copy = simple)`, /^the text search configuration ts$/],
  [`alter default privileges grant select on tables to public`, /^the default rights \d+$/],
  [`grant execute on function pg_read_file(text) to servicepay`, /^the right to execute pg_read_file\(text\)$/],
  [
    `alter table merchants alter column email set default pg_read_file('/etc/passwd')`,
    /^the default of public\.merchants, which calls pg_read_file\(text\)$/,
  ],
  [
    `alter table merchants add constraint c check (lo_export(1, email) = 1) not valid`,
    /^the constraint c, which calls lo_export\(oid,text\)$/,
  ],
  [
    `${evil} alter table merchants add constraint c check (public.evil() = 1) not valid`,
    /^the constraint c, which calls public\.evil\(\)$/,
  ],
  [
    `create trigger tr before insert on merchants for each row when (pg_sleep(1) is null)
     execute function refuse_deletion()`,
    /^the trigger tr, which calls pg_sleep\(double precision\)$/,
  ],
  [
    `create view v as select query_to_xml('select 1', true, true, ''); alter view v owner to servicepay`,
    /^the view public\.v, which calls query_to_xml\(text,boolean,boolean,text\)$/,
  ],
]

t.test('everything that PostgreSQL could run, and no migration makes, is found', async (t) => {
  for (const [statements, names] of planted) {
    const found = await foundAfter(statements, foreignInServiceDatabase('servicepay'))
    t.ok(
      found.some((what) => names.test(what)),
      `${String(names)} in: ${found.join('; ')}`,
    )
  }
  t.match(await foundAfter(evil, foreignInEmptyDatabase()), /the function public\.evil\(\)/)
})

t.test('roles, settings and other things of a whole cluster are found', async (t) => {
  const shared: readonly (readonly [statements: string, names: RegExp])[] = [
    [`create role mallory login`, /^the role mallory$/],
    [`create role mallory superuser`, /^the rights of the role mallory$/],
    [`alter role servicepay superuser`, /^the rights of the role servicepay$/],
    [`alter role servicepay createrole`, /^the rights of the role servicepay$/],
    [`update pg_authid set rolcanlogin = true where rolname = 'pg_monitor'`, /^the role pg_monitor$/],
    [
      `grant pg_execute_server_program to servicepay`,
      /^the membership of servicepay in the role pg_execute_server_program$/,
    ],
    [
      `alter role postgres set session_preload_libraries to '/tmp/evil'`,
      /^settings of postgres: session_preload_libraries="\/tmp\/evil"$/,
    ],
    [`alter role all set work_mem to 64`, /^settings of every role: work_mem=64$/],
    [`create subscription s connection 'host=evil' publication p with (connect = false)`, /^the subscription s$/],
    [`select pg_replication_origin_create('o')`, /^the replication origin o$/],
    [`grant set on parameter log_statement to servicepay`, /^the rights on the setting log_statement$/],
  ]
  for (const [statements, names] of shared) {
    const found = await foundAfter(statements, foreignInCluster(whole))
    t.ok(
      found.some((what) => names.test(what)),
      `${String(names)} in: ${found.slice(0, 5).join('; ')}`,
    )
  }
  const databases = await foundAfter('', foreignInCluster({ ...whole, databases: ['postgres'] }))
  t.ok(databases.includes('the database template1'), 'a database that is not listed')
})

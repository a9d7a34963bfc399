import { Client } from 'pg'
import t, { type Test } from 'tap'
import { newId } from '../../server/domain/ids.ts'
import { migrate, missingMigrations } from '../../server/store/schema/migrate.ts'
import type { StepReport } from '../../server/store/schema/migration-steps.ts'
import {
  constraintInTwoSteps,
  fillForAccounts,
  indexConcurrently,
  inOneTransaction,
  partitionByTime,
  type Migration,
} from '../../server/store/schema/migrations/steps.ts'
import { neededRelease } from '../../server/store/schema/needed-release.ts'
import { makePartition } from '../../server/store/schema/partitions.ts'
import { problemOf } from '../../server/store/schema/readiness.ts'
import { openDatabase, type Database } from '../../server/store/sql/database.ts'
import { cloneDatabase, testPostgres } from '../support/database/postgres.ts'
import { prepareTemplate, templateName } from '../support/database/template.ts'
import { until } from '../support/until.ts'

const { adminUrl } = await testPostgres()
await prepareTemplate(adminUrl)

async function databaseOf(t: Test): Promise<{ db: Database; other: Client }> {
  const clone = await cloneDatabase(adminUrl, templateName)
  t.teardown(() => clone.drop())
  const db = openDatabase(clone.url, { kind: 'command' })
  t.teardown(() => db.destroy())
  const other = new Client({ connectionString: clone.url })
  await other.connect()
  t.teardown(() => other.end())
  await other.query('create table orders (id integer primary key, amount integer)')
  return { db, other }
}

const column = inOneTransaction('alter table orders add column note text;')
const index = indexConcurrently({ name: 'orders_by_amount', on: 'orders (amount)', unique: true })

t.test('a migration runs once, and reports the locks that it took on existing tables', async (t) => {
  const { db } = await databaseOf(t)
  const made = inOneTransaction(
    'create table notes (id integer primary key);\nalter table orders add column note text;',
  )
  const constraint = constraintInTwoSteps({ table: 'orders', name: 'is_positive', rule: 'check (amount > 0)' })
  const migrations: Migration[] = [{ name: '900-notes', steps: [made, index, constraint] }]
  const reports: StepReport[] = []
  const done = (_migration: Migration, report: StepReport): void => void reports.push(report)
  await migrate(db, { migrations, done })
  await migrate(db, { migrations, done })
  t.match(reports, [
    { step: 'create table notes; alter table orders add column note text', gaveWay: 0 },
    { step: 'create unique index concurrently orders_by_amount on orders (amount)' },
    { step: 'add constraint is_positive to orders and check its rows' },
  ])
  t.same(
    reports.map(({ locks }) => locks),
    [
      [{ table: 'orders', mode: 'ACCESS EXCLUSIVE' }],
      [{ table: 'orders', mode: 'SHARE UPDATE EXCLUSIVE' }],
      [{ table: 'orders', mode: 'ACCESS EXCLUSIVE' }],
    ],
  )
  t.equal(await problemOf(db), null, 'a database with later migrations is ready')
  t.same(await missingMigrations(db), [])
})

t.test('a migration gives way to a program that holds its table, and succeeds after it', async (t) => {
  const { db, other } = await databaseOf(t)
  await other.query('begin; lock table orders in access share mode')
  let times = 0
  const reports: StepReport[] = []
  const migrated = migrate(db, {
    migrations: [{ name: '900-note', steps: [column] }],
    gaveWay: () => void (times += 1),
    done: (_migration, report) => void reports.push(report),
  })
  await until(() => times > 0, 'the migration gives way')
  await other.query('commit')
  await migrated
  t.match(reports, [{ gaveWay: times }])
})

t.test('an interrupted migration continues, and repairs an index that is not valid', async (t) => {
  const { db, other } = await databaseOf(t)
  await other.query('insert into orders values (1, 5), (2, 5)')
  const migrations: Migration[] = [{ name: '900-notes', steps: [column, index] }]
  await t.rejects(migrate(db, { migrations }), { code: '23505' })
  const validity = `select indisvalid as valid from pg_index where indexrelid = 'orders_by_amount'::regclass`
  t.same((await other.query(validity)).rows, [{ valid: false }])
  await other.query('delete from orders where id = 2')
  await migrate(db, { migrations })
  t.same((await other.query(validity)).rows, [{ valid: true }])
  t.same((await other.query('select from schema_migration_steps')).rowCount, 0)
})

t.test('two programs that migrate at once take turns', async (t) => {
  const { db, other } = await databaseOf(t)
  const migrations: Migration[] = [{ name: '900-notes', steps: [column, index] }]
  await other.query('select pg_advisory_lock(7401220312)')
  let waiting = 0
  const both = Promise.all([1, 2].map(() => migrate(db, { migrations, waits: () => void (waiting += 1) })))
  await until(() => waiting === 2, 'both programs wait')
  await other.query('select pg_advisory_unlock(7401220312)')
  await both
  t.same((await other.query(`select from schema_migrations where name = '900-notes'`)).rowCount, 1)
})

t.test('a migration that earlier releases cannot work with stops them', async (t) => {
  const { db } = await databaseOf(t)
  const contract = (minimumRelease: string, name: string): Migration => ({ name, steps: [column], minimumRelease })
  await migrate(db, { migrations: [contract('0.0.9', '900-note')] })
  t.equal(await problemOf(db), null)
  t.equal(await neededRelease(db), null)
  await migrate(db, { migrations: [{ ...contract('10.0.0', '901-note'), steps: [] }] })
  t.equal(await problemOf(db), 'release')
  t.equal(await neededRelease(db), '10.0.0')
})

t.test('a migration fills a new table account by account, and can be repeated', async (t) => {
  const { db, other } = await databaseOf(t)
  await other.query(`create table visits (merchant_id text, livemode boolean, id text)`)
  await other.query(
    `create table pages (merchant_id text, livemode boolean, id text, unique (merchant_id, livemode, id))`,
  )
  await other.query(`insert into merchants (merchant_id, email, currencies, created_at)
    select 'm' || n, 'e' || n, '{}', now() from generate_series(1, 3) n`)
  await other.query(
    `insert into visits select 'm' || n, n < 4000, n::text from generate_series(1, 3) m, generate_series(1, 5000) n`,
  )
  await other.query(`update visits set merchant_id = 'm' || (1 + id::integer % 3)`)
  const fill = fillForAccounts({
    table: 'pages',
    statement: `
      with part as materialized (
        select * from visits where merchant_id = $1 and livemode = $2 and id > $3 order by id limit $4
      ), filled as (
        insert into pages select * from part on conflict do nothing
      )
      select id as last from part order by id desc limit 1`,
  })
  await other.query(`insert into pages values ('m1', true, '3')`)
  const reports: StepReport[] = []
  await migrate(db, {
    migrations: [{ name: '900-pages', steps: [fill] }],
    done: (_migration, report) => void reports.push(report),
  })
  t.match(reports, [{ step: 'fill pages', locks: [] }])
  t.same((await other.query('select from (table visits except table pages) missing')).rowCount, 0)
})

t.test('a table becomes partitioned by time while a program writes to it', async (t) => {
  const { db, other } = await databaseOf(t)
  await other.query(`create table visits (
    merchant_id text not null references merchants, livemode boolean not null, id text not null, note text,
    primary key (merchant_id, livemode, id), constraint short_note check (length(note) < 9))
    with (autovacuum_vacuum_scale_factor = 0.03)`)
  await other.query('create index visits_by_note on visits (note)')
  await other.query(`insert into merchants (merchant_id, email, currencies, created_at) values ('m', 'e', '{}', now())`)
  const write = (at: Date): Promise<unknown> =>
    other.query({
      name: 'insert visit',
      text: `insert into visits values ('m', true, $1, 'a') on conflict (merchant_id, livemode, id) do nothing`,
      values: [newId('log', at)],
    })
  const now = Date.now()
  const partition = partitionByTime({ table: 'visits', column: 'id', prefix: 'log', days: 1 })
  const reports: StepReport[] = []
  for (let row = 0; row < 100; row += 1) await write(new Date(now - row * 3600_000))
  const filesBefore = await files(other, 'visits')
  let writes = 0
  const state = { isMigrating: true }
  const writing = (async () => {
    for (; state.isMigrating; writes += 1) await write(new Date())
  })()
  await migrate(db, {
    migrations: [{ name: '900-visits', steps: [partition] }],
    done: (_migration, report) => void reports.push(report),
  })
  state.isMigrating = false
  await writing
  await write(new Date(now + 20 * 86_400_000))
  t.match(reports, [
    { step: 'partition visits by the time in id', locks: [{ table: 'merchants' }, { table: 'visits_first' }] },
  ])
  const { rows } = await other.query(
    'select tableoid::regclass::text as partition, count(*)::integer as rows from visits group by 1 order by 1',
  )
  t.same(rows, [
    { partition: 'visits_default', rows: 1 },
    { partition: 'visits_first', rows: 100 + writes },
  ])
  t.same(await files(other, 'visits_first'), filesBefore, 'neither the rows nor their indexes were written again')
  const byId = indexConcurrently({ name: 'visits_by_id', on: 'visits (merchant_id, id)' })
  await migrate(db, { migrations: [{ name: '901-index', steps: [byId] }] })
  const indexes = await other.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits join pg_index on indexrelid = inhparent
     where inhparent = 'visits_by_id'::regclass and indisvalid order by 1`,
  )
  t.same(indexes.rows, [{ name: 'visits_by_id_visits_default' }, { name: 'visits_by_id_visits_first' }])
  await t.rejects(other.query(`insert into visits values ('n', true, 'log_0')`), { code: '23503' })
  await t.rejects(other.query(`insert into visits values ('m', true, 'log_z', 'much too long')`), { code: '23514' })
  const ranges = { table: 'visits', column: 'id', prefix: 'log', days: 1 } as const
  const begin = new Date(now + 30 * 86_400_000)
  t.equal(await makePartition(db, ranges, begin, new Date(begin.getTime() + 86_400_000)), 'done')
  const settings = await other.query<{ settings: string[] }>(
    `select reloptions as settings from pg_class join pg_inherits on inhrelid = oid
     where inhparent = 'visits'::regclass`,
  )
  for (const row of settings.rows)
    t.same(row.settings, ['autovacuum_vacuum_scale_factor=0.03'], 'each partition has the settings of the table')
})

/** The files of a table and its indexes. A rewrite makes new ones. */
async function files(other: Client, table: string): Promise<unknown[]> {
  const { rows } = await other.query(
    `select pg_relation_filenode(indexrelid) as index, pg_relation_filenode(indrelid) as table
     from pg_index where indrelid = $1::text::regclass order by 1`,
    [table],
  )
  return rows
}

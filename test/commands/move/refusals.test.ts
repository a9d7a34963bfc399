import { randomBytes } from 'node:crypto'
import t from 'tap'
import { inFullRuns } from '../../support/combinations.ts'
import { connect, type Connection } from '../../../server/commands/move/connection.ts'
import { expectSameTables, expectUsable } from '../../../server/commands/move/readiness.ts'
import { migrationNames } from '../../../server/store/schema/migrations/migrations.ts'
import { paidSession } from '../../support/pay.ts'
import { startService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { database, filledTables, move, rowsOf } from './databases.ts'

let source: TestService

t.before(async () => {
  source = await startService()
  await paidSession(source)
})
t.teardown(() => source.stop())

t.test('a target that has rows is refused and not changed', async (t) => {
  const url = await database(t)
  await rowsOf(url, `insert into sign_in_counts values ('x', '2026-01-01', 1)`)
  await t.rejects(move(source.databaseUrl, url, source.masterKey), {
    message: /is not empty \(rows in sign_in_counts\)/,
  })
  await rowsOf(
    url,
    `insert into merchants (merchant_id, email, currencies, created_at)
     values ('mer_x', 'ada@example.com', '{}', '2026-01-01')`,
  )
  await t.rejects(move(source.databaseUrl, url, source.masterKey), {
    name: 'MoveError',
    message: /already has accounts \(rows in merchants, sign_in_counts\): .*Nothing was changed$/,
  })
  t.same(await filledTables(url), ['public.merchants', 'public.sign_in_counts'])
})

t.test(
  'a source without accounts, of another version, or with another master key is refused before the target is changed',
  async (t) => {
    const targetUrl = await database(t, 'empty')
    const expectUnchanged = async (): Promise<void> =>
      void t.same(await rowsOf(targetUrl, `select tablename from pg_tables where schemaname = 'public'`), [])
    await t.rejects(move(targetUrl, targetUrl, source.masterKey), { message: /^No service has run/ })
    await t.rejects(move(source.databaseUrl, targetUrl, randomBytes(32)), { message: /^Neither the master key/ })
    const other = await database(t)
    await t.rejects(move(other, targetUrl, source.masterKey), { message: /^No service has run/ })
    await rowsOf(other, `delete from schema_migrations where name = '${migrationNames.at(-1) ?? ''}'`)
    await t.rejects(move(other, targetUrl, source.masterKey), {
      message: /older version .*`npm run migrate`, without DATABASE_URL/,
    })
    await rowsOf(other, `insert into schema_migrations (name, migrated_at) values ('999-tomorrow', now())`)
    await t.rejects(move(other, targetUrl, source.masterKey), { message: /newer version .*move it with that version/ })
    await expectUnchanged()
    await t.rejects(move(source.databaseUrl, other, source.masterKey), {
      message: /DATABASE_URL belongs to a newer version/,
    })
    const unreachable = 'postgres://ada:hunter2@127.0.0.1:1/x'
    const refused = await move(source.databaseUrl, unreachable, source.masterKey).then(
      () => '',
      (error: Error) => error.message,
    )
    t.match(refused, /^Cannot use the database of DATABASE_URL: .*ECONNREFUSED/)
    t.notMatch(refused, 'hunter2')
  },
)

t.test('a source in which one of our tables is missing, or is a view, is refused', async (t) => {
  const table = (name: string) => ({ schema: null, name, columns: [{ name: 'id', type: 'text' }] })
  const [kept, hidden, others] = [table('kept'), table('hidden'), table('of_others')]
  t.doesNotThrow(() => expectSameTables([kept, hidden], [kept, hidden, others], [kept, hidden]))
  t.throws(() => expectSameTables([kept], [kept, hidden, others], [kept, hidden]), {
    name: 'MoveError',
    message: /^The tables differ \(hidden\)/,
  })
})

t.test('a server that is too old, or a database with another encoding, is refused', async (t) => {
  const answering = (server: object): Connection =>
    ({ rows: async () => [server], home: 'public', cut() {} }) as object as Connection
  await t.rejects(expectUsable(answering({ version: 14, shown: '14.9', encoding: 'UTF8' }), []), {
    message: /is PostgreSQL 14\.9: it must be 15 or later/,
  })
  await t.rejects(expectUsable(answering({ version: 16, shown: '16.1', encoding: 'SQL_ASCII' }), []), {
    message: /has the encoding SQL_ASCII/,
  })
})

t.test('a copy that differs from the source is rolled back', async (t) => {
  const url = await database(t)
  await rowsOf(url, `create function lose() returns trigger language plpgsql as 'begin return null; end'`)
  await rowsOf(url, 'create trigger lose before insert on money_movements for each row execute function lose()')
  const marks: string[] = []
  const moving = move(source.databaseUrl, url, source.masterKey, {
    beforeCommit: async () => void marks.push('marked'),
  })
  await t.rejects(moving, {
    message:
      'Nothing was moved: the copy is not the same. money_movements: 1 rows in the source, 0 rows in the target; ' +
      'money_movements GBP capture: 2500 in 1 lines in the source, nothing in the target',
  })
  t.same(marks, [])
  t.same(await filledTables(url), [])
})

t.test('a row that the target refuses ends the move with one line, and nothing is copied', async (t) => {
  const url = await database(t)
  await rowsOf(url, `alter table card_attempts add constraint none check (amount < 0)`)
  await t.rejects(move(source.databaseUrl, url, source.masterKey), {
    name: 'MoveError',
    message: /^Nothing was moved: [^\n]*violates check constraint "none"$/,
  })
  t.same(await filledTables(url), [])
})

t.test('a move that is stopped half way copies nothing, and can run again', inFullRuns, async (t) => {
  const url = await database(t)
  await rowsOf(
    url,
    `create function wait() returns trigger language plpgsql
     as 'begin perform pg_advisory_xact_lock(42); return new; end'`,
  )
  await rowsOf(url, 'create trigger wait before insert on money_movements for each row execute function wait()')
  const holder = await connect(url, 'it')
  t.teardown(() => holder.cut())
  await holder.rows('select pg_advisory_lock(42)')
  const stopping = new AbortController()
  const stopped = t.rejects(move(source.databaseUrl, url, source.masterKey, { signal: stopping.signal }), {
    message: 'Stopped: nothing was moved',
  })
  await until(
    async () =>
      (await rowsOf(url, `select 1 from pg_locks where locktype = 'advisory' and objid = 42 and not granted`))
        .length === 1,
    'the move to wait',
  )
  stopping.abort()
  await stopped
  await holder.rows('select pg_advisory_unlock(42)')
  t.same(await filledTables(url), [])
  const { figures } = await move(source.databaseUrl, url, source.masterKey)
  t.match(figures.sums, [
    { ledger: 'money_movements', currency: 'GBP', kind: 'capture', lines: 1n, amount: 2500n },
    { ledger: 'sandbox_bank.ledger' },
  ])
})

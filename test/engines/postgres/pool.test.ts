import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { outageOf } from '../../../server/domain/outage.ts'
import { Patience } from '../../../server/engines/postgres/patience.ts'
import { openPool, type PoolOptions } from '../../../server/engines/postgres/pool.ts'
import { inTransaction, openDatabase, run } from '../../../server/store/sql/database.ts'
import { DatabaseProxy } from '../../support/database/database-proxy.ts'
import { cloneDatabase, testPostgres } from '../../support/database/postgres.ts'
import { prepareTemplate, templateName } from '../../support/database/template.ts'
import { useUsualTimeouts } from '../../support/time-outs.ts'
import { until } from '../../support/until.ts'

useUsualTimeouts(t)
const { adminUrl } = await testPostgres()
await prepareTemplate(adminUrl)
const clone = await cloneDatabase(adminUrl, templateName)
t.teardown(() => clone.drop())

/** Limits that a test can wait for. */
const short = { connectMs: 300, answerMs: 200 }

function serving(t: Test, limits: PoolOptions['limits'] = {}, url = clone.url): Pool {
  const pool = openPool(url, 'serving', { limits })
  t.teardown(() => pool.end())
  return pool
}

async function breakable(t: Test): Promise<{ proxy: DatabaseProxy; url: string }> {
  const started = await DatabaseProxy.start(clone.url)
  t.teardown(() => started.proxy.close())
  return started
}

/** The server's process id of a connection. */
async function backend(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** The process id of a connection. A busy machine may need more than one try within short limits. */
async function backendAtLast(pool: Pool): Promise<number> {
  let pid = 0
  await until(async () => {
    pid = await backend(pool).catch(() => 0)
    return pid !== 0
  }, 'a connection')
  return pid
}

t.test('a statement on a connection that the server has just ended fails because of the outage', async (t) => {
  const pool = serving(t)
  const client = await pool.connect()
  await client.query('begin')
  // At this moment the server's message has arrived, and the connection is not closed yet.
  const { promise: failed, resolve } = Promise.withResolvers<unknown>()
  client.once('error', () => void client.query('select 1').catch(resolve))
  await pool.query('select pg_terminate_backend($1)', [await backend(client)])
  t.match(outageOf(await failed), { part: 'database' })
  client.release()
})

for (const state of ['stopped', 'cut', 'reset'] as const)
  t.test(`a statement ends while the database is ${state}, and a new connection replaces its own`, async (t) => {
    const { proxy, url } = await breakable(t)
    const pool = serving(t, short, url)
    const before = await backendAtLast(pool)
    proxy.become(state)
    await t.rejects(backend(pool), { name: state === 'reset' ? 'Error' : 'DatabaseTimeout' })
    t.equal(pool.totalCount, 0, 'the pool does not keep the connection')
    await t.rejects(backend(pool), { name: 'Error' }, 'a new connection ends as well')
    proxy.become('open')
    t.not(await backendAtLast(pool), before)
  })

t.test('after a network was cut, callers do not wait for one dead connection after the other', async (t) => {
  const { proxy, url } = await breakable(t)
  const pool = serving(t, { answerMs: short.answerMs }, url)
  await until(async () => {
    const pids = await Promise.allSettled(Array.from({ length: 5 }, () => backend(pool)))
    return pids.every(({ status }) => status === 'fulfilled') && pool.totalCount === 5
  })
  proxy.become('cut')
  await t.rejects(backend(pool), { name: 'DatabaseTimeout' })
  proxy.become('open')
  t.equal(pool.idleCount, 4, 'four dead connections are left')
  await backendAtLast(pool)
  t.equal(pool.idleCount, 1, 'only the new connection is left')
})

t.test('the pools of a process share what one has found out about a vanished server', async (t) => {
  const { proxy, url } = await breakable(t)
  const patience = new Patience()
  const open = (kind: 'serving' | 'working' | 'checking', answerMs: number): Pool => {
    const pool = openPool(url, kind, { patience, limits: { ...short, answerMs } })
    t.teardown(() => pool.end())
    return pool
  }
  const [finder, other, check] = [open('serving', 200), open('working', 60_000), open('checking', 200)]
  const before = await Promise.all([finder, other, check].map((pool) => backendAtLast(pool)))
  proxy.become('cut')
  proxy.become('open')
  await t.rejects(check.query('select 1'), { code: 'database_timeout' })
  t.equal(patience.vanishedAt, 0, 'a health check proves nothing for the others')
  await t.rejects(finder.query('select 1'), { code: 'database_timeout' })
  t.notOk(before.includes(await backendAtLast(other)), 'the other pool does not try its dead connection')
  const fresh = await backendAtLast(other)
  t.equal(await backendAtLast(other), fresh, 'and keeps the new one')
})

t.test('callers that wait for a connection of a stopped server end too', async (t) => {
  const { proxy, url } = await breakable(t)
  const pool = serving(t, { ...short, connections: 1 }, url)
  await backendAtLast(pool)
  proxy.become('stopped')
  const ends = await Promise.allSettled(Array.from({ length: 5 }, () => backend(pool)))
  t.same(
    ends.map(({ status }) => status),
    Array.from({ length: 5 }, () => 'rejected'),
  )
  t.equal(pool.waitingCount, 0)
  proxy.become('open')
  t.ok(await backendAtLast(pool))
})

t.test('a transaction on a stopped server reports the time-out, not the rollback that failed after it', async (t) => {
  const { proxy, url } = await breakable(t)
  const db = openDatabase(url, { kind: 'checking' })
  t.teardown(() => db.destroy())
  const work = inTransaction(db, async (transaction) => {
    await transaction.raw('select 1')
    proxy.become('stopped')
    await transaction.raw('select 2')
  })
  await t.rejects(work, { name: 'DatabaseTimeout' })
  proxy.become('open')
  t.match(await run(db, { name: 'one', text: 'select 1 as one' }, []), [{ one: 1 }])
})

t.test('the server knows the limits of each kind of connection', async (t) => {
  const limits = async (kind: Parameters<typeof openPool>[1]): Promise<unknown[]> => {
    const pool = openPool(clone.url, kind)
    const { rows } = await pool.query<Record<string, string>>(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    await pool.end()
    return Object.values(rows[0] ?? {})
  }
  t.same(await limits('serving'), ['2500ms', '2s', '5s'])
  t.same(await limits('reading'), ['3s', '1s', '5s'])
  t.same(await limits('checking'), ['900ms', '900ms', '5s'])
  t.same(await limits('working'), ['10s', '5s', '15s'])
  t.same(await limits('command'), ['0', '0', '0'], 'a migration may take long')
})

t.test('a connection that the server made read-only leaves the pool, with all others of that server', async (t) => {
  const pool = serving(t)
  const both = await Promise.all([pool.connect(), pool.connect()])
  const pids = await Promise.all(both.map(backend))
  const [first] = both
  await first.query('set default_transaction_read_only = on')
  await t.rejects(first.query('create table never_made ()'), { code: '25006' })
  for (const connection of both) connection.release()
  const after = await Promise.all([pool.connect(), pool.connect()])
  t.same(
    (await Promise.all(after.map(backend))).filter((pid) => pids.includes(pid)),
    [],
  )
  for (const connection of after) connection.release()
})

t.test('a statement whose table has changed, or that the server has forgotten, runs on a new connection', async (t) => {
  const db = openDatabase(clone.url, { kind: 'serving', connections: 1 })
  t.teardown(() => db.destroy())
  await db.raw('create table changing (a integer)')
  const all = { name: 'all of changing', text: 'select * from changing' }
  await run(db, all, [])
  await db.raw('alter table changing add column b integer')
  t.same(await run(db, all, []), [], 'after a migration')
  await db.raw('deallocate all')
  t.same(await run(db, all, []), [], 'after a pooler gave this connection another session')
  await db.raw('alter table changing add column c integer')
  t.same(await inTransaction(db, (transaction) => run(transaction, all, [])), [], 'a transaction begins again')
  await db.raw('alter table changing add column d integer')
  await t.rejects(
    db.transaction((outer) => inTransaction(outer, (transaction) => run(transaction, all, []))),
    { code: '0A000' },
    'a part of a transaction cannot begin again',
  )
})

t.test('after a migration, all connections of a pool prepare their statements again', async (t) => {
  const db = openDatabase(clone.url, { kind: 'serving', connections: 3 })
  t.teardown(() => db.destroy())
  await db.raw('create table changed (a integer)')
  const all = { name: 'all of changed', text: 'select * from changed' }
  const together = () => Promise.all([1, 2, 3].map(() => inTransaction(db, (transaction) => run(transaction, all, []))))
  await together()
  await db.raw('alter table changed add column b integer')
  t.same(await run(db, all, []), [], 'the first statement finds out')
  t.same(await together(), [[], [], []])
})

t.test('a connection that comes back with an open transaction is not used again', async (t) => {
  const pool = serving(t)
  const connection = await pool.connect()
  const before = await backend(connection)
  await connection.query('begin')
  connection.release()
  t.not(await backend(pool), before)
})

t.test('a connection is used until it is old', async (t) => {
  const pool = serving(t)
  t.equal(await backend(pool), await backend(pool))
  const ageing = serving(t, { oldestMs: 1 })
  const connection = await ageing.connect()
  const before = await backend(connection)
  await connection.query('select pg_sleep(0.01)')
  connection.release()
  t.equal(ageing.totalCount, 0)
  t.not(await backend(ageing), before)
})

t.test('a limited number of callers waits for a connection', async (t) => {
  const pool = serving(t, { connections: 1, waiting: 2 })
  const connection = await pool.connect()
  const waiting = [backend(pool), backend(pool)]
  await t.rejects(backend(pool), { name: 'PoolIsFull' })
  connection.release()
  t.equal(new Set(await Promise.all(waiting)).size, 1)
})

t.test('a pool closes while the server is stopped', async (t) => {
  const { proxy, url } = await breakable(t)
  const pool = openPool(url, 'serving', { limits: short })
  await backendAtLast(pool)
  const connection = await pool.connect()
  proxy.become('stopped')
  const ended = new Promise((end) => (connection as unknown as NodeJS.EventEmitter).once('end', end))
  connection.release()
  await pool.end()
  await ended
  t.equal(pool.totalCount, 0)
})

t.test(
  'a process that stops waits only briefly for a database that does not answer, and connects only once',
  async (t) => {
    const { proxy, url } = await breakable(t)
    const patience = new Patience({ answer: 50, connection: 50 })
    const [worker, other] = [1, 2].map(() => openPool(url, 'working', { patience })) as [Pool, Pool]
    t.teardown(() => Promise.all([worker.end(), other.end()]))
    await backend(worker)
    proxy.become('cut')
    const inProgress = worker.query('select 1').then(
      () => null,
      (error: unknown) => error,
    )
    patience.shorten()
    t.match(outageOf(await inProgress), { part: 'database' }, 'a statement in progress ends')
    await t.rejects(worker.query('select 1'), 'a new connection ends')
    await patience.lost
    proxy.become('open')
    await t.rejects(other.query('select 1'), 'no pool tries again')
  },
)

t.test('a process that stops still works with a database that answers', async (t) => {
  const patience = new Patience()
  const pool = openPool(clone.url, 'working', { patience })
  t.teardown(() => pool.end())
  patience.shorten()
  t.equal((await pool.query('select 1')).rowCount, 1)
})

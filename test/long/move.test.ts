import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { connect } from '../../server/commands/move/connection.ts'
import { databaseOfTwoRoles, filledTables, rowsOf } from '../commands/move/databases.ts'
import { moveFile } from '../commands/move/run-move.ts'
import { api, mainFile, ready, startProgram, temporaryDirectory, type Run } from '../start/operator.ts'
import { until } from '../support/until.ts'

/** Refunds of this card stay pending for ten seconds. */
const slowRefund = 'refund_pending'

async function stop(run: Run): Promise<void> {
  const ended = run.ended()
  run.child.kill('SIGTERM')
  await ended
}

t.test('an embedded database moves to a server even when the first attempt is killed halfway', async (t) => {
  const dataDir = join(await temporaryDirectory(t), 'Ada’s data')
  const { url: targetUrl, runningUrl } = await databaseOfTwoRoles(t, 'empty')
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'info' }
  const startMove = (): Run =>
    startProgram(t, { DATA_DIR: dataDir, DATABASE_URL: runningUrl, MIGRATE_DATABASE_URL: targetUrl }, [moveFile])

  const embedded = startProgram(t, environment)
  const oldUrl = await ready(embedded)
  await until(async () => existsSync(join(dataDir, 'developer-key')), 'a developer key')
  const secretKey = (await readFile(join(dataDir, 'developer-key'), 'utf8')).trim()
  const pay = async (baseUrl: string, card: string): Promise<string> => {
    const { body } = await api(baseUrl, secretKey, 'POST', '/v1/checkout/sessions', { amount: 2500, currency: 'GBP' })
    const paid = await api(baseUrl, secretKey, 'POST', `/v1/test_helpers/checkout/sessions/${String(body['id'])}/pay`, {
      card,
    })
    t.match(paid, { status: 200, body: { status: 'paid' } })
    return String(body['id'])
  }
  const session = await pay(oldUrl, 'approved')
  const slow = await pay(oldUrl, slowRefund)
  t.match(await api(oldUrl, secretKey, 'POST', `/v1/checkout/sessions/${slow}/refunds`, { amount: 1000 }), {
    status: 200,
    body: { status: 'pending' },
  })

  const early = startMove()
  t.equal(await early.ended(), 1)
  t.match(early.said.errors, /^Another process \(pid \d+\) is serving [^\n]+: stop it, choose another DATA_DIR\.\n$/)
  t.same(
    await rowsOf(targetUrl, `select tablename from pg_tables where schemaname = 'public'`),
    [],
    'the database of a running service is not moved',
  )
  await stop(embedded)

  const masterKey = (await readFile(join(dataDir, 'master-key'), 'utf8')).trim()
  const migration = startProgram(t, { DATABASE_URL: targetUrl, MASTER_KEY: masterKey }, [mainFile, '--migrate-only'])
  t.equal(await migration.ended(), 0)
  await rowsOf(
    targetUrl,
    `create function wait() returns trigger language plpgsql
     as 'begin perform pg_advisory_xact_lock(42); return new; end'`,
  )
  await rowsOf(targetUrl, 'create trigger wait before insert on money_movements for each row execute function wait()')
  const holder = await connect(targetUrl, 'it')
  t.teardown(() => holder.cut())
  await holder.rows('select pg_advisory_lock(42)')
  const killed = startMove()
  const isHalfWay = async (): Promise<boolean> =>
    (await rowsOf(targetUrl, `select 1 from pg_locks where locktype = 'advisory' and objid = 42 and not granted`))
      .length === 1
  await until(async () => {
    if (killed.child.exitCode !== null) throw new Error(`The move ended: ${killed.said.errors}`)
    return isHalfWay()
  }, 'the move to wait')
  const gone = once(killed.child, 'exit')
  killed.child.kill('SIGKILL')
  await gone
  await holder.rows('select pg_advisory_unlock(42)')
  holder.cut()
  t.same(await filledTables(targetUrl), [], 'nothing was copied')
  t.notOk(existsSync(join(dataDir, 'moved-to')))

  const moved = startMove()
  t.equal(await moved.ended(), 0, moved.said.errors)
  t.match(
    moved.said.out,
    /checkout_sessions +\d+\n[^]*money_movements +GBP +capture +2 +5000\n[^]*sandbox_bank\.ledger +GBP +capture +2 +5000\n/,
  )
  t.notMatch(moved.said.out + moved.said.errors, masterKey, 'the command does not show the key')
  const [, inShell = ''] = /MASTER_KEY=(.+) npm start/.exec(moved.said.out) ?? []
  const { stdout: fromShell } = await promisify(execFile)('/bin/sh', [
    '-c',
    `MASTER_KEY=${inShell} && printf %s "$MASTER_KEY"`,
  ])
  t.equal(fromShell, masterKey, 'the printed line gets the key')

  const old = startProgram(t, environment)
  t.equal(await old.ended(), 1)
  t.match(old.said.errors, /was moved to [^\n]+: start with DATABASE_URL/)
  const second = startMove()
  t.equal(await second.ended(), 1)
  t.match(second.said.errors, /^The database of DATABASE_URL already has accounts/)

  const service = startProgram(t, { DATABASE_URL: runningUrl, MASTER_KEY: fromShell })
  const baseUrl = await ready(service)
  const read = async (id: string) => (await api(baseUrl, secretKey, 'GET', `/v1/checkout/sessions/${id}`)).body
  await until(
    async () => (await read(slow))['amount_refunded'] === 1000,
    'the pending refund to succeed after the first start',
  )
  t.match(await read(session), { status: 'paid', amount: 2500 })
  t.match(await api(baseUrl, secretKey, 'POST', `/v1/checkout/sessions/${session}/refunds`, { amount: 2500 }), {
    status: 200,
    body: { status: 'succeeded' },
  })
  const sums = (table: string) =>
    rowsOf(targetUrl, `select kind, sum(amount)::text as amount from ${table} group by 1 order by 1`)
  t.same(await sums('money_movements'), [
    { kind: 'capture', amount: '5000' },
    { kind: 'refund', amount: '3500' },
  ])
  t.same(await sums('sandbox_bank.ledger'), await sums('money_movements'), 'both ledgers agree')
  await stop(service)
})

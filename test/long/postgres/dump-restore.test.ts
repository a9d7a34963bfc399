import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { migrateAll } from '../../../server/app.ts'
import { verifyDatabase } from '../../../server/commands/verify/verify-database.ts'
import { systemClock } from '../../../server/domain/time/clock.ts'
import { makeEvent } from '../../../server/domain/webhooks/event.ts'
import { silentLog } from '../../../server/flow-context.ts'
import { openDatabase } from '../../../server/store/sql/database.ts'
import { insertEvents } from '../../../server/store/webhooks/events.ts'
import { anotherAccount, caller, type TestAccount } from '../../accounts/accounts.ts'
import { openInstalledShell } from '../../sdk/cli/command.ts'
import { end, openDesk, sessionsOf, take } from '../../sdk/cli/listening.ts'
import { expectEqualLedgers } from '../../sessions/ledgers.ts'
import { temporaryDirectory } from '../../start/operator.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { expiredSession, payBySession, readEvents, type Calls } from '../../webhooks/events/read-events.ts'
import {
  admin,
  databaseName,
  debianPrograms,
  skipWithoutDebianPostgres,
  startDebianPostgres,
  type PostgresServer,
} from './postgres-server.ts'

// A dump is restored on a server that has counted fewer transactions: spec/decisions/webhooks.md#following-events.

/** The commands of the guide, word by word. */
function guided(): string[][] {
  const text = readFileSync('server/pages/docs/guides/running.md', 'utf8')
  const section = text.slice(text.indexOf('\n### A dump\n'), text.indexOf('\n### Verifying a database\n'))
  const commands = [...section.matchAll(/^((?:pg_dump|createdb|pg_restore) .*)$/gm)].map(([, line = '']) => line)
  if (commands.length !== 3) throw new Error('The guide has other commands')
  return commands.map((line) => line.split(' '))
}

/** Runs one of them as the superuser of a server, with the names of this test. */
function asGuided(server: PostgresServer, [program = '', ...words]: readonly string[], dump: string): void {
  const here = words.map((word) => (word === 'servicepay' ? databaseName : word.replace('servicepay.dump', dump)))
  const environment = { ...process.env, PGHOST: '127.0.0.1', PGPORT: String(server.port), PGUSER: admin }
  execFileSync(join(debianPrograms, program), here, { env: environment })
}

/** The role that runs the service and owns nothing. */
const runningRole = 'servicepay_run'

const migrateAt = (databaseUrl: string) => migrateAll({ databaseUrl, runningRole, clock: systemClock, log: silentLog })

/** Reads page by page what comes after the event. */
async function eventsAfter(calls: Calls, cursor: string, limit: number): Promise<string[]> {
  const seen = [cursor]
  for (;;) {
    const { data } = await readEvents(calls, { ending_before: seen.at(-1) ?? cursor, limit })
    if (data.length === 0) return seen.slice(1)
    seen.push(...data.map(({ id }) => id))
  }
}

/** The ids of all events of an account. */
async function idsOf(calls: Calls): Promise<string[]> {
  return (await readEvents(calls, { limit: 100 })).data.map(({ id }) => id)
}

async function expectAll(t: Test, account: TestAccount, cursor: string): Promise<void> {
  const followers = await Promise.all([1, 2, 100].map((limit) => eventsAfter(account, cursor, limit)))
  const [first = []] = followers
  const known = await idsOf(account)
  t.same([...first].sort(), known.filter((id) => id !== cursor).sort(), 'each event after the first one comes once')
  for (const other of followers) t.same(other, first, 'every follower sees the same order')
}

t.test(
  'followers and receivers go on when a dump is restored on another server',
  skipWithoutDebianPostgres,
  async (t) => {
    const [old, next, shell] = await Promise.all([
      startDebianPostgres(t),
      startDebianPostgres(t),
      openInstalledShell(t),
    ])
    for (const server of [old, next]) await server.query(`create role ${runningRole} login`)
    await migrateAt(old.serviceUrl)
    const before = await startService({ databaseUrl: old.url(runningRole) })
    const { clock, masterKey } = before
    const receiver = await startReceiver()
    t.teardown(() => receiver.stop())
    t.equal((await before.call('POST', '/v1/webhook_endpoints', { url: receiver.url })).status, 200)
    const shop = caller(before, before.merchantId, before.secretKey)
    const quiet = await anotherAccount(before)
    const desk = await openDesk(t, before, shell)
    const listener = await desk.listen()

    for (let count = 0; count < 4; count += 1) {
      await Promise.all([payBySession(shop), payBySession(quiet), expiredSession(shop)])
      clock.advance(61)
    }
    await take(desk.receiver, 8)
    await take(receiver, 8)
    const [cursorOfQuiet] = (await idsOf(quiet)).slice(-1)
    const [cursorOfShop] = await idsOf(shop)
    if (cursorOfQuiet === undefined || cursorOfShop === undefined) throw new Error('The accounts have no events')
    t.same(
      (await sql(before, 'select from events where merchant_id = ? and sequence is null', [quiet.merchantId])).length,
      4,
      'no follower has read the events of one account, so they have no number yet',
    )
    receiver.respondWith(503)
    const undelivered = await payBySession(shop)
    await take(desk.receiver, 1)
    await take(receiver, 1)
    const writer = openDatabase(old.serviceUrl, { kind: 'command' })
    const unfinished = await writer.transaction()
    const scope = { merchantId: quiet.merchantId, livemode: false }
    const data = { object: 'webhook_endpoint', id: 'we_1', message: 'An event of a test.' }
    const lost = makeEvent(scope, { type: 'test.ping', data, sessionId: null }, clock.now())
    await insertEvents(scope, unfinished, [lost])

    const dump = join(await temporaryDirectory(t), 'dump')
    // An operator may have it for `npm run verify`. Only a superuser may restore it.
    await old.query('create extension amcheck')
    await old.query(`grant execute on function bt_index_check(regclass, boolean) to ${runningRole}`)
    const [dumping = [], ...restoring] = guided()
    asGuided(old, dumping, dump)

    await unfinished.commit()
    await writer.destroy()
    const kept = await idsOf(shop)
    const keptOfQuiet = (await idsOf(quiet)).filter((id) => id !== lost.id)
    clock.advance(61)
    await Promise.all([payBySession(shop), payBySession(quiet)])
    await take(desk.receiver, 1)
    const tooNew = (await eventsAfter(shop, cursorOfShop, 100)).at(-1) ?? ''
    t.notOk(kept.includes(tooNew), 'the follower has an event that the dump lacks')
    t.equal(await end(listener), 0)
    await before.stop()
    await old.stop()

    for (const words of restoring) asGuided(next, words, dump)
    const restored = next.url(runningRole, 'restored')
    const PORT = new URL(before.baseUrl).port
    const after = await startService({ databaseUrl: restored, masterKey, clock, environment: { PORT } })
    t.teardown(() => after.stop())
    receiver.respondWith(200)

    await t.test('the restored database has no contradictions, and its roles have their rights', async (t) => {
      const report = await verifyDatabase({
        databaseUrl: restored,
        adminUrl: null,
        masterKeys: { current: masterKey, previous: null },
        cardKeys: null,
        clock,
        retention: { deliveryBodyDays: 30, eventDays: 36_500 },
      })
      t.same(
        report.findings.named.map(({ message }) => message),
        [],
      )
      t.same(
        report.findings.notes.filter((note) => /amcheck/.test(note)),
        [],
        'its right to the extension is there',
      )
      const foreign =
        "select from pg_class where relowner = 'postgres'::regrole and relnamespace = 'public'::regnamespace"
      await t.rejects(sql(after, "set session_replication_role = 'replica'"), /permission denied/)
      await t.rejects(sql(after, 'alter table money_movements disable trigger all'), /must be owner/)
      t.same((await sql(after, foreign)).length, 0, 'no table belongs to the superuser who restored it')
    })

    await t.test('every follower has every event of the dump and every new one', async (t) => {
      const again = caller(after, shop.merchantId, shop.secretKey)
      const quietAgain = caller(after, quiet.merchantId, quiet.secretKey)
      for (let count = 0; count < 3; count += 1) await Promise.all([payBySession(again), payBySession(quietAgain)])
      t.equal((await idsOf(again)).filter((id) => kept.includes(id)).length, kept.length)
      t.equal((await idsOf(quietAgain)).filter((id) => keptOfQuiet.includes(id)).length, keptOfQuiet.length)
      await expectAll(t, quietAgain, cursorOfQuiet)
      await expectAll(t, again, kept.at(-1) ?? '')
      t.same((await eventsAfter(again, cursorOfShop, 100)).length, 4, 'one before the dump, three after the restore')

      const refused = await again.call('GET', `/v1/events?ending_before=${tooNew}`)
      t.match(refused.body, {
        error: { code: 'parameter_invalid', param: 'ending_before', fix: /restored from a backup/ },
      })
      const cursor = /evt_[0-9a-z]{30}/.exec(refused.text)?.[0] ?? ''
      t.ok(kept.includes(cursor), 'the advice names an event of the dump')
      const continued = await eventsAfter(again, cursor, 100)
      t.same(
        (await idsOf(again)).filter((id) => !kept.includes(id) && !continued.includes(id)),
        [],
        'a follower that takes the advice gets every new event',
      )
    })

    await t.test('listen says what happened, and forwards every new event', async (t) => {
      const listening = await desk.listen()
      t.match(listening.ready, { kind: 'ready', after: /^evt_/ })
      const known = await after.call('GET', `/v1/events/${String(listening.ready['after'])}`, undefined, {
        Authorization: `Bearer ${shop.secretKey}`,
      })
      t.equal(known.status, 200, 'it continues after an event of the dump')
      const fresh = await payBySession(caller(after, shop.merchantId, shop.secretKey))
      const forwarded: (string | undefined)[] = []
      while (forwarded.at(-1) !== fresh) forwarded.push(...sessionsOf(await take(desk.receiver, 1)))
      t.equal(new Set(forwarded).size, forwarded.length)
      t.ok(forwarded.length >= 4, 'the events after the restore and some again')
      await end(listening)
    })

    await t.test('webhooks and ledgers go on', async (t) => {
      clock.advance(3600)
      await after.keepHouse()
      t.ok(await receiver.next(({ rawBody }) => rawBody.includes(undelivered)), 'the delivery that was due arrives')
      await expectEqualLedgers(t, after)
    })
  },
)

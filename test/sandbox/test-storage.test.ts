import t from 'tap'
import { countTestStorage } from '../../server/flows/sandbox/count-test-storage.ts'
import { TestStorage } from '../../server/flows/sandbox/test-storage.ts'
import { forgetOldTestSessions } from '../../server/flows/sandbox/forget-test-data.ts'
import { createLink, openLink } from '../links/link-calls.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { anotherAccount, liveKey, publicDemo } from '../accounts/accounts.ts'
import { expectError } from '../http/expect-error.ts'
import { StillClock } from '../http/still-clock.ts'

const daySeconds = 86_400

let service: TestService

t.beforeEach(async () => {
  const environment = { TEST_STORAGE_GB: '1', TRUST_PROXY: '1', LIVE_PROCESSOR: 'sandbox' }
  service = await startService({ clock: new StillClock(), environment })
})
t.afterEach(() => service.stop())

/** The use of an account as the database knows it after other processes wrote it. */
async function setUse(merchantId: string, use: { held: number; today: number }): Promise<void> {
  await service.app.context.testStorage.save()
  await sql(
    service,
    `insert into test_storage (merchant_id, bytes, day, day_bytes, counted_at) values (?, ?, ?, ?, ?)
     on conflict (merchant_id) do update set bytes = excluded.bytes, day_bytes = excluded.day_bytes`,
    [merchantId, use.held, service.clock.now().toISOString().slice(0, 10), use.today, service.clock.now()],
  )
}

const create = (account: Pick<TestService, 'call'>): Promise<Answer> =>
  account.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' })

t.test('an account that has written its part of the day is refused until midnight, in test mode only', async (t) => {
  const live = await liveKey(service, { liveAccess: true })
  const link = await createLink(service, { kind: 'reusable' })
  await setUse(service.merchantId, { held: 100_000_000, today: 100_000_000 })
  t.equal((await create(service)).status, 200, 'a process learns the use of an account when it saves')
  await service.app.context.testStorage.save()
  const refused = await create(service)
  expectError(t, refused, 429, 'rate_limited', null)
  const untilMidnight = daySeconds - (Math.floor(service.clock.now().getTime() / 1000) % daySeconds)
  t.equal(refused.headers.get('retry-after'), String(untilMidnight))
  expectError(t, await openLink(service, link), 429, 'rate_limited', null, 'opening a link')
  t.equal((await service.call('GET', '/v1/checkout/sessions')).status, 200, 'reads go on')
  t.equal((await create(live)).status, 200, 'live mode has no such limit')
  t.equal((await create(await anotherAccount(service))).status, 200, 'another account goes on')
  service.clock.advance(untilMidnight)
  t.equal((await create(service)).status, 200, 'the next day')
})

t.test('visitors of its links cannot use up what an account may write', async (t) => {
  const reusable = await createLink(service, { kind: 'reusable' })
  const shared = await createLink(service)
  await openLink(service, shared)
  await setUse(service.merchantId, { held: 50_000_000, today: 50_000_000 })
  t.equal((await create(service)).status, 200)
  await service.app.context.testStorage.save()
  expectError(t, await openLink(service, reusable), 429, 'rate_limited', null)
  t.equal((await openLink(service, shared)).status, 200, 'a checkout that exists writes nothing')
  t.equal((await create(service)).status, 200, 'the account goes on')
})

t.test('an account that holds its part is refused until some of it is gone', async (t) => {
  await setUse(service.merchantId, { held: 250_000_000, today: 2_000_000 })
  await create(service)
  await service.app.context.testStorage.save()
  expectError(t, await create(service), 429, 'rate_limited', null)
  service.clock.advance(3_601)
  t.equal(await countTestStorage(service.app.context), true, 'a count finds that the account holds little')
  t.equal(await countTestStorage(service.app.context), false)
  await service.app.context.testStorage.save()
  t.equal((await create(service)).status, 200)
})

t.test('a count finds what an account holds', async (t) => {
  const metadata = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`k${index}`, crypto.randomUUID().repeat(13)]),
  )
  for (let session = 0; session < 5; session++) await createSession(service, { metadata })
  await paidSession(service)
  await service.app.context.testStorage.save()
  service.clock.advance(2 * daySeconds)
  while (await countTestStorage(service.app.context));
  const [row] = await sql<{ bytes: string }>(service, 'select bytes from test_storage where merchant_id = ?', [
    service.merchantId,
  ])
  t.ok(Number(row?.bytes) > 9_000 && Number(row?.bytes) < 100_000, `counted ${row?.bytes}`)
})

t.test('processes share what their accounts wrote', async (t) => {
  const { db, clock, log } = service.app.context
  const parts = { db, clock, log, limitBytes: 1_000_000_000, track: () => {} }
  const [first, second] = [new TestStorage(parts), new TestStorage(parts)]
  const scope = { merchantId: service.merchantId, livemode: false }
  t.equal(first.take(scope, 60_000_000, 'account'), null)
  t.equal(second.take(scope, 60_000_000, 'account'), null)
  await first.save()
  await second.save()
  t.match(second.take(scope, 1, 'account'), { code: 'rate_limited' })
  t.match(await sql(service, 'select bytes, day_bytes from test_storage'), [
    { bytes: '120000000', day_bytes: '120000000' },
  ])
})

t.test('one address may write only little with the demo key, and other addresses go on', async (t) => {
  const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, 'x'.repeat(500)]))
  const send = (address: string): Promise<Answer> =>
    publicDemo(service).call(
      'POST',
      '/v1/checkout/sessions',
      { amount: 100, currency: 'GBP', metadata },
      { 'X-Forwarded-For': address },
    )
  const statuses: number[] = []
  for (let call = 0; call < 30; call++) statuses.push((await send('203.0.113.1')).status)
  t.equal(statuses.indexOf(429), 20, 'twenty sessions of 10 KB with their events, of 500 KB a day')
  const refused = await send('203.0.113.1')
  expectError(t, refused, 429, 'rate_limited', null)
  t.ok(Number(refused.headers.get('retry-after')) > 60)
  t.equal((await send('203.0.113.2')).status, 200)
})

t.test('while test mode is crowded, unpaid sessions go after a day', async (t) => {
  await createSession(service)
  const paid = await paidSession(service)
  service.clock.advance(1.5 * daySeconds)
  await service.keepHouse()
  t.equal((await sql(service, 'select from checkout_sessions')).length, 2)
  await setUse('mer_other', { held: 500_000_000, today: 0 })
  await forgetOldTestSessions(service.app.context)
  t.match(await sql(service, 'select id from checkout_sessions'), [{ id: paid.id }])
})

import t from 'tap'
import { ConnectionError, ServicePay } from '../../sdk/src/index.ts'
import { faultAt, type CallFault, type TestFaults } from '../../server/domain/sandbox/test-faults.ts'
import { TestFaultDraws } from '../../server/flows/sandbox/test-faults.ts'
import { anotherAccount, caller, liveKey, publicDemo, type TestAccount } from '../accounts/accounts.ts'
import { signIn, type Member } from '../dashboard/shell/support.ts'
import { quietPort, scrape } from '../engines/metrics/scrape.ts'
import { expectError } from '../http/expect-error.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'

const path = '/v1/test_helpers/faults'
const sessions = '/v1/checkout/sessions'
const order = { amount: 100, currency: 'GBP' }

let service: TestService
let metricsPort: number
let member: Member

t.before(async () => {
  metricsPort = await quietPort()
  const environment = { PUBLIC_DEMO_KEY: 'sk_test_public_demo', METRICS_PORT: String(metricsPort) }
  service = await startService({ environment: { ...environment, LIVE_PROCESSOR: 'sandbox' } })
  member = await signIn(service)
})
t.after(() => service.stop())

async function begin(account: Pick<TestAccount, 'call'>, faults: object): Promise<Answer['body']> {
  const { status, text, body } = await account.call('POST', path, faults)
  if (status !== 200) throw new Error(text)
  return body
}

/** The fault of a call. Null: it had none. */
const faultOf = async (account: TestAccount): Promise<string | null> => {
  const { headers } = await account.call('GET', sessions).catch(() => ({ headers: dropped }))
  return headers.get('servicepay-fault')
}
const dropped = new Headers({ 'Servicepay-Fault': 'dropped_reply' })

/** A client that notes the result of each try. */
function observedClient(secretKey: string): { client: ServicePay; tries: string[] } {
  const tries: string[] = []
  const observed: typeof fetch = async (...request) => {
    try {
      const response = await fetch(...request)
      tries.push(response.headers.get('servicepay-fault') ?? String(response.status))
      return response
    } catch (error) {
      tries.push('no reply')
      throw error
    }
  }
  return { client: new ServicePay(secretKey, { baseUrl: service.baseUrl, fetch: observed }), tries }
}

t.test('the SDK gets over each fault of a call, and nothing happens twice', async (t) => {
  const results: Record<CallFault, string[]> = {
    latency: ['latency'],
    rate_limited: ['rate_limited', '200'],
    internal_error: ['internal_error', '200'],
    dropped_reply: ['no reply', '200'],
  }
  await Promise.all(
    Object.entries(results).map(async ([fault, expected]) => {
      const account = await anotherAccount(service)
      const { client, tries } = observedClient(account.secretKey)
      const paid = await client.checkout.sessions.create(order)
      await client.testHelpers.checkout.sessions.pay(paid.id)
      const begun = await client.testHelpers.faults.begin({ calls: [fault as CallFault], every: 2, latency_ms: 20 })
      t.match(begun, { calls: [fault], webhooks: [], every: 2, percent: null, latency_ms: 20 })
      tries.length = 0
      await client.checkout.sessions.retrieve(paid.id)
      const { id } = await client.checkout.sessions.create({ ...order, reference: 'second call' })
      t.same(tries.splice(0), ['200', ...expected], fault)
      if (expected.length === 1) await client.checkout.sessions.retrieve(id)
      await client.checkout.sessions.refund(paid.id, { amount: 40 })
      t.same(tries, [...(expected.length === 1 ? ['200'] : []), ...expected], `${fault}, of a refund`)
      await client.testHelpers.faults.end()
      t.same(
        (await client.checkout.sessions.list()).data.map((session) => [session.id, session.amount_refunded]),
        [
          [id, 0],
          [paid.id, 40],
        ],
        `${fault}: one session more, and one refund`,
      )
    }),
  )
})

t.test('a dropped reply of a call that may not be repeated is an error, and the call was carried out', async (t) => {
  const account = await anotherAccount(service)
  const { client } = observedClient(account.secretKey)
  const { id } = await client.checkout.sessions.create(order)
  await begin(account, { calls: ['dropped_reply'], every: 1 })
  await t.rejects(client.checkout.sessions.expire(id), ConnectionError)
  await account.call('DELETE', path)
  t.equal((await client.checkout.sessions.retrieve(id)).status, 'expired')
})

t.test('every third call has a fault, in turn, and calls of the helper and of others have none', async (t) => {
  const account = await anotherAccount(service)
  const other = await anotherAccount(service)
  const calls = ['dropped_reply', 'internal_error']
  await begin(account, { calls, every: 3 })
  const seen: (string | null)[] = []
  for (let n = 1; n <= 7; n += 1) {
    seen.push(await faultOf(account))
    t.equal((await account.call('GET', path)).headers.get('servicepay-fault'), null)
    t.equal(await faultOf(other), null)
  }
  t.same(seen, [null, null, 'dropped_reply', null, null, 'internal_error', null])
  await begin(account, { calls: ['rate_limited'], every: 1 })
  const refused = await account.call('POST', sessions, order)
  expectError(t, refused, 429, 'rate_limited', null)
  t.match(refused.headers.get('retry-after'), /^\d+$/)
  t.same((await account.call('DELETE', path)).body, {
    object: 'test_faults',
    calls: [],
    webhooks: [],
    percent: null,
    every: null,
    seed: null,
    latency_ms: null,
    ends_at: null,
  })
  t.equal(await faultOf(account), null)
})

t.test('a seed repeats a run, and the share is about what was asked for', async (t) => {
  const draw = (seed: number): (string | null)[] =>
    Array.from({ length: 1_000 }, (_, n) => faultAt({ often: { percent: 20 }, seed }, ['a', 'b'], n + 1))
  t.same(draw(7), draw(7))
  t.notSame(draw(7), draw(8))
  const count = (kind: string | null): number => draw(7).filter((each) => each === kind).length
  t.ok(Math.abs(count(null) - 800) < 50 && count('a') > 70 && count('b') > 70)
  const account = await anotherAccount(service)
  const runs: (string | null)[][] = []
  for (const seed of [{}, { seed: 0 }, { seed: 0 }]) {
    const begun = await begin(account, { calls: ['rate_limited'], percent: 50, ...seed })
    t.match(begun, { percent: 50, every: null, seed: Number })
    const run: (string | null)[] = []
    for (let n = 0; n < 8; n += 1) run.push(await faultOf(account))
    runs.push(run)
  }
  t.same(runs[1], runs[2])
})

t.test('faults end by themselves, and a reset ends them', async (t) => {
  const account = await anotherAccount(service)
  const { ends_at: endsAt } = await begin(account, { calls: ['internal_error'], every: 1, ends_after: 60 })
  t.equal(Math.round((Date.parse(String(endsAt)) - service.clock.now().getTime()) / 1000), 60)
  t.equal(await faultOf(account), 'internal_error')
  service.clock.advance(59)
  t.equal(await faultOf(account), 'internal_error')
  service.clock.advance(2)
  t.equal(await faultOf(account), null)
  t.match((await account.call('GET', path)).body, { calls: [], ends_at: null })
  await begin(account, { calls: ['internal_error'], every: 2 })
  t.equal((await account.call('POST', '/v1/test_helpers/reset', { keep: { keys: true } })).status, 200)
  t.same([await faultOf(account), await faultOf(account)], [null, null])
})

t.test('what is no fault gets a clear refusal, as do live keys and the public demo key', async (t) => {
  const account = await anotherAccount(service)
  const calls = ['dropped_reply']
  const refused = async (body: object, code: string, param: string): Promise<void> =>
    expectError(t, await account.call('POST', path, body), 400, code, param, JSON.stringify(body))
  await refused({}, 'parameter_missing', 'calls')
  await refused({ calls: [], webhooks: [], every: 1 }, 'parameter_missing', 'calls')
  await refused({ calls }, 'parameter_missing', 'percent')
  await refused({ calls, percent: 10, every: 2 }, 'parameter_invalid', 'every')
  await refused({ calls, percent: 0 }, 'parameter_invalid', 'percent')
  await refused({ calls, percent: 101 }, 'parameter_invalid', 'percent')
  await refused({ calls, every: 0 }, 'parameter_invalid', 'every')
  await refused({ calls: ['fire'], every: 1 }, 'parameter_invalid', 'calls.0')
  await refused({ calls: 'dropped_reply', every: 1 }, 'parameter_invalid', 'calls')
  await refused({ calls: Array(5).fill('latency'), every: 1 }, 'parameter_invalid', 'calls')
  await refused({ webhooks: ['dropped_reply'], every: 1 }, 'parameter_invalid', 'webhooks.0')
  await refused({ calls, every: 1, latency_ms: 5_001 }, 'parameter_invalid', 'latency_ms')
  await refused({ calls, every: 1, ends_after: 3_601 }, 'parameter_invalid', 'ends_after')
  await refused({ calls, every: 1, seed: -1 }, 'parameter_invalid', 'seed')
  const live = await liveKey(service, { liveAccess: true })
  for (const method of ['GET', 'POST', 'DELETE']) {
    const body = method === 'POST' ? { calls, every: 1 } : undefined
    expectError(t, await publicDemo(service).call(method, path, body), 403, 'webhooks_not_available', null, method)
    expectError(t, await live.call(method, path, body), 404, 'not_found', null, method)
  }
  const own = caller(service, service.merchantId, service.secretKey)
  await begin(own, { calls: ['internal_error'], every: 1 })
  t.same([await faultOf(own), await faultOf(live)], ['internal_error', null], 'live mode has no faults')
  await own.call('DELETE', path)
})

t.test('events arrive twice, or behind later ones', async (t) => {
  const account = caller(service, service.merchantId, service.secretKey)
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  await account.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  const expired = async (): Promise<string> => {
    const { body } = await account.call('POST', sessions, order)
    await account.call('POST', `/v1/test_helpers/checkout/sessions/${String(body['id'])}/expire`)
    return String(body['id'])
  }
  const arrived = (): string[] =>
    receiver.deliveries.map(({ rawBody }) => (JSON.parse(rawBody) as { data: { id: string } }).data.id)
  const faultsOf = () =>
    sql(
      service,
      `select fault from deliveries join events e on e.id = event_id and e.merchant_id = deliveries.merchant_id
       where e.merchant_id = ? and status = 'delivered' order by deliveries.id`,
      [account.merchantId],
    )

  await begin(account, { webhooks: ['duplicated'], every: 1 })
  const doubled = await expired()
  await until(async () => (await faultsOf()).length === 2, 'both deliveries are recorded')
  t.same(await faultsOf(), [{ fault: null }, { fault: 'duplicated' }])
  t.same(arrived(), [doubled, doubled])
  t.equal(receiver.deliveries[0]?.headers['webhook-id'], receiver.deliveries[1]?.headers['webhook-id'])

  await begin(account, { webhooks: ['reordered'], every: 2 })
  receiver.deliveries.length = 0
  const [first, late] = [await expired(), await expired()]
  await until(async () => (await sql(service, `select from deliveries where fault = 'reordered'`)).length === 1)
  const third = await expired()
  await until(() => receiver.deliveries.length === 2)
  service.clock.advance(6)
  await until(() => receiver.deliveries.length === 3, 'the late event arrives')
  t.same(arrived(), [first, third, late])

  await begin(account, { webhooks: ['reordered'], every: 1 })
  await expired()
  await until(async () => (await sql(service, `select from deliveries where fault = 'reordered'`)).length === 2)
  t.equal(receiver.deliveries.length, 3)
  await account.call('POST', '/v1/test_helpers/clock', { advance: 6 })
  t.equal(receiver.deliveries.length, 4, 'a move of the time delivers it on its way')
  const [{ id } = { id: '' }] = await sql<{ id: string }>(
    service,
    `select id from deliveries where fault = 'duplicated'`,
  )
  t.match((await member.get(`/dashboard/test/deliveries/${id}`)).text, /Sent a second time on purpose/)
  await account.call('DELETE', path)
})

t.test('another process follows within a second', async (t) => {
  const { runningUrl, masterKey, clock } = service
  const other = await startService({ databaseUrl: runningUrl, masterKey, clock })
  t.teardown(() => other.stop())
  const account = await anotherAccount(service)
  const there = caller(other, account.merchantId, account.secretKey)
  t.equal(await faultOf(there), null)
  await begin(account, { calls: ['internal_error'], every: 1 })
  clock.advance(1)
  t.equal(await faultOf(there), 'internal_error')
  await there.call('DELETE', path)
  clock.advance(2)
  t.equal(await faultOf(account), null)
})

t.test('the dashboard says that faults are on, in test mode only', async (t) => {
  const own = caller(service, service.merchantId, service.secretKey)
  const page = async (mode: string): Promise<string> => (await member.get(`/dashboard/${mode}/payments`)).text
  await begin(own, { calls: ['dropped_reply'], webhooks: ['duplicated'], every: 3 })
  t.match(
    await page('test'),
    /Faults are on\. One in 3 calls and events of this account has one on purpose: dropped_reply, duplicated\. They end /,
  )
  t.notMatch(await page('live'), /Faults are on/)
  await own.call('DELETE', path)
  t.notMatch(await page('test'), /Faults are on/)
})

t.test('faults do not ring the alarms of the operator, and the log names them', async (t) => {
  const account = await anotherAccount(service)
  const labels = { operation: 'listCheckoutSessions' }
  const counted = async (): Promise<number> =>
    (await scrape(metricsPort)).value('servicepay_http_requests_total', labels) ?? 0
  const before = await counted()
  await begin(account, { calls: ['internal_error'], every: 2 })
  t.same([await faultOf(account), await faultOf(account)], [null, 'internal_error'])
  await until(() => service.logLines.some((line) => /"status":500.*"fault":"internal_error"/.test(line)))
  t.equal(await counted(), before + 1)
})

t.test('few calls wait at once, and others go on without a wait', async (t) => {
  const test_faults: TestFaults = {
    id: 'one',
    calls: ['latency'],
    webhooks: [],
    often: { every: 1 },
    seed: 1,
    latency_ms: 300,
    ends_at: new Date(service.clock.now().getTime() + 60_000).toISOString(),
  }
  const draws = new TestFaultDraws(service.clock)
  let ended = 0
  const wait = (merchant_id: string): Promise<number> => draws.wait({ merchant_id, test_faults }).then(() => ++ended)
  const waits = Array.from({ length: 50 }, () => wait('mer_1'))
  t.equal(await wait('mer_1'), 1, 'the account has enough of them')
  waits.push(wait('mer_2'))
  t.equal(await wait('mer_1'), 2)
  await Promise.all(waits)
  t.equal(ended, 53)
})

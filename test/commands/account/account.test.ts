import t from 'tap'
import { caller } from '../../accounts/accounts.ts'
import { sql } from '../../support/sql.ts'
import { expectError } from '../../http/expect-error.ts'
import { checkDelivery } from '../../support/contract-hook.ts'
import { createSession, submitCard } from '../../support/pay.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService, type TestService } from '../../support/service.ts'
import { webhooks } from '../../../sdk/src/index.ts'
import { environmentOf, jsonOf, runAccount, type ReportJson } from './run-account.ts'
import { runProgram, type Ended } from '../../support/run-program.ts'

let service: TestService

t.before(async () => {
  service = await startService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
})
t.teardown(() => service.stop())

function run(...words: string[]): Promise<Ended> {
  return runAccount(environmentOf(service), ...words)
}

/** Changes the service's own account. Advances the clock past the second for which a process may remember a key. */
async function change(...words: string[]): Promise<ReportJson> {
  const ended = await run(service.merchantId, '--json', ...words)
  if (ended.code !== 0) throw new Error(ended.stdout + ended.stderr)
  service.clock.advance(1.1)
  return jsonOf(ended)
}

t.test('without options the command shows the account and no secrets', async (t) => {
  const endpoint = await service.call('POST', '/v1/webhook_endpoints', { url: 'https://shop.example/webhooks' })
  const shown = await run(service.merchantId)
  t.same([shown.code, shown.stderr], [0, ''])
  for (const part of [
    service.merchantId,
    'Test shop',
    'merchant@example.com',
    'GBP, EUR, USD',
    'https://shop.example/webhooks',
    `…${service.secretKey.slice(-4)}`,
  ])
    t.match(shown.stdout, part)
  t.match(shown.stdout, /Live access\s+no\n/)
  const json = jsonOf(await run(service.merchantId, '--json'))
  t.match(json.account, {
    id: service.merchantId,
    live_access: false,
    live_processor: 'sandbox',
    currencies: ['GBP', 'EUR', 'USD'],
    thank_you_url: { test: null, live: null },
  })
  t.match(json.account.keys, [{ livemode: false, last4: service.secretKey.slice(-4), revoked_at: null }])
  t.match(json.account.webhook_endpoints, [
    { id: endpoint.body['id'], url: 'https://shop.example/webhooks', livemode: false },
  ])
  for (const text of [shown.stdout, JSON.stringify(json)]) {
    t.notMatch(text, service.secretKey)
    t.notMatch(text, /whsec_|sealed/)
  }
})

t.test('as a program the command reads its arguments and variables, and ends with its exit code', async (t) => {
  const program = (...words: string[]) =>
    runProgram(['server/commands/account/main.ts', ...words], environmentOf(service))
  const [shown, refused] = await Promise.all([program(service.merchantId, '--json'), program('mer_x')])
  t.same([shown.code, shown.stderr], [0, ''])
  t.equal(jsonOf(shown).account.id, service.merchantId)
  t.match(refused, { code: 1, stdout: '', stderr: /^There is no account mer_x\.\n$/ })
})

t.test('control characters in a merchant’s name do not reach the operator’s terminal', async (t) => {
  await sql(service, 'update merchants set business_name = ? where merchant_id = ?', [
    'Shop \u001b[2J\r\nLive access  yes\u202e',
    service.merchantId,
  ])
  const shown = await run(service.merchantId)
  t.match(shown.stdout, 'Shop ?[2J??Live access  yes?\n')
  t.notMatch((await run('--list')).stdout, /[\u001b\r\u202e]/)
})

t.test(
  'live access can be given, taken away and given again, each time with a new live key; a key can be revoked',
  async (t) => {
    const given = await run(service.merchantId, '--live')
    t.equal(given.code, 0, given.stderr)
    const [secret = ''] = /sk_live_\w+/.exec(given.stdout) ?? []
    t.match(given.stdout, /Live access\s+yes, on the processor sandbox/)
    const live = caller(service, service.merchantId, secret)
    const session = await createSession({ ...service, call: live.call })
    t.match(session, { livemode: true })
    t.equal((await submitCard(service, session)).body['status'], 'approved')

    const taken = await change('--no-live')
    t.match(taken.account, { live_access: false, keys: [{}, { livemode: true, revoked_at: null }] })
    t.notMatch(JSON.stringify(taken), secret, 'the command shows a key only once')
    expectError(t, await live.call('GET', '/v1/checkout/sessions'), 403, 'live_mode_not_enabled')
    t.equal((await service.call('GET', '/v1/checkout/sessions')).status, 200)

    const { live_key: key } = await change('--live')
    t.match(key, { secret: /^sk_live_/ })
    t.not(key?.secret, secret)
    const second = caller(service, service.merchantId, key?.secret ?? '')
    for (const { call } of [live, second]) t.equal((await call('GET', '/v1/checkout/sessions')).status, 200)

    const revoked = await change('--revoke-key', key?.id ?? '')
    t.match(revoked.revoked_key, { id: key?.id, livemode: true, last4: key?.secret.slice(-4), revoked_at: /Z$/ })
    expectError(t, await second.call('GET', '/v1/checkout/sessions'), 401, 'invalid_api_key')
    for (const { call } of [live, service]) t.equal((await call('GET', '/v1/checkout/sessions')).status, 200)
  },
)

t.test('one command sets the currencies and the thank-you address', async (t) => {
  const create = (currency: string) => service.call('POST', '/v1/checkout/sessions', { amount: 100, currency })
  expectError(t, await create('JPY'), 400, 'currency_not_enabled', 'currency')
  const thanks = 'http://localhost:4242/thanks?shop=1'
  const set = await change('--currencies', 'gbp,jpy,GBP', '--thank-you-url', thanks, '--mode', 'test')
  t.match(set.account, { currencies: ['GBP', 'JPY'], thank_you_url: { test: thanks, live: null } })
  t.match((await create('jpy')).body, { currency: 'JPY' })
  expectError(t, await create('USD'), 400, 'currency_not_enabled', 'currency')

  const redirectOf = async (own: object = {}): Promise<unknown> => {
    const session = await createSession(service, { reference: 'order 7', ...own })
    const headers = { Authorization: `Bearer ${session.client_secret}` }
    t.equal((await service.call('GET', '/v1/form/session', undefined, headers)).body['redirect_url'], null)
    await submitCard(service, session)
    return String((await service.call('GET', '/v1/form/session', undefined, headers)).body['redirect_url']).replace(
      session.id,
      'ID',
    )
  }
  t.equal(await redirectOf(), `${thanks}&session_id=ID&reference=order+7`)
  t.equal(
    await redirectOf({ success_url: 'https://own.example/' }),
    'https://own.example/?session_id=ID&reference=order+7',
  )
})

t.test('a ping is delivered, verified by its receiver and recorded, and the command shows its result', async (t) => {
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  // Undelivered events of earlier tests would go to the new address too.
  await sql(service, `update deliveries set status = 'abandoned', next_attempt_at = null where status = 'pending'`)
  const { body: endpoint } = await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  const pinged = await change('--ping', 'test')
  t.match(pinged.ping, { result: 'delivered', status: 200, error: null })
  const delivery = await receiver.next()
  checkDelivery(delivery)
  const event = await webhooks.constructEvent(
    delivery.rawBody,
    String(delivery.headers['service-signature']),
    String(endpoint['secret']),
  )
  t.match(event, { type: 'test.ping', livemode: false, data: { object: 'webhook_endpoint', id: endpoint['id'] } })
  const events = await service.call('GET', '/v1/events?type=test.ping')
  t.match(events.body['data'], [{ id: event.id }])

  receiver.respondWith({ status: 503, body: 'closed' })
  const failed = await run(service.merchantId, '--ping', 'test')
  t.equal(failed.code, 1)
  t.match(failed.stdout, /^Ping failed: status 503 after \d+ ms/)
  await service.sweep()
  t.equal(receiver.deliveries.length, 2, 'the worker does not retry a ping')
  const attempts = await sql(service, 'select status from delivery_attempts where url = ? order by attempted_at', [
    receiver.url,
  ])
  t.same(attempts, [{ status: 200 }, { status: 503 }], 'pings are in the delivery log')
})

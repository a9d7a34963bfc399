import t from 'tap'
import { startService, type TestService } from '../support/service.ts'
import { caller, rowCounts } from './accounts.ts'
import { sql } from '../support/sql.ts'
import { expectError } from '../http/expect-error.ts'

let service: TestService

t.before(async () => {
  service = await startService({
    environment: { RATE_LIMIT_PER_SECOND: '100000', SIGNUP_LIMIT_PER_HOUR: '100000', WEBHOOK_ALLOW: '127.0.0.2' },
  })
})
t.teardown(() => service.stop())

t.test('a signup gives a test key that works at once', async (t) => {
  const { status, body } = await service.call(
    'POST',
    '/v1/sandbox/signup',
    { email: 'ada@example.com', business_name: '😀'.repeat(90) },
    { Authorization: '' },
  )
  t.equal(status, 200)
  t.match(body, { merchant_id: /^mer_/, secret_key: /^sk_test_/, livemode: false })
  t.ok(String(body['note']).includes(`${service.baseUrl}/dashboard/claim`), 'the note leads to the page that claims it')
  t.equal((await fetch(`${service.baseUrl}/dashboard/claim`)).status, 200)
  const account = caller(service, String(body['merchant_id']), String(body['secret_key']))
  t.match((await account.call('GET', '/v1/checkout/sessions')).body, { object: 'list', data: [] })
  for (const currency of ['GBP', 'EUR', 'USD'])
    t.equal((await account.call('POST', '/v1/checkout/sessions', { amount: 99_999_999, currency })).status, 200)
  t.same(
    service.logLines.filter((line) => line.includes(account.secretKey)),
    [],
  )
  const [dump] = await sql<{ text: string }>(service, 'select string_agg(k::text, chr(10)) as text from secret_keys k')
  t.notOk(dump?.text.includes(account.secretKey), 'the database does not contain the key')
})

t.test('the same address may sign up again, for another account', async (t) => {
  const [first, second] = [
    await service.call('POST', '/v1/sandbox/signup', { email: 'a@example.com' }),
    await service.call('POST', '/v1/sandbox/signup', { email: 'a@example.com' }),
  ]
  t.not(first.body['merchant_id'], second.body['merchant_id'])
  t.not(first.body['secret_key'], second.body['secret_key'])
})

t.test('an invalid signup creates no account, and its error names the field', async (t) => {
  const before = await rowCounts(service)
  const signUp = (body: object) => service.call('POST', '/v1/sandbox/signup', body)
  for (const email of [
    '',
    'ada',
    'ada@',
    'ada@localhost',
    'ä@example.com',
    null,
    5,
    [],
    `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.example`,
  ])
    expectError(t, await signUp({ email }), 400, 'parameter_invalid', 'email')
  expectError(t, await signUp({}), 400, 'parameter_missing', 'email')
  for (const business_name of ['x'.repeat(91), {}, 5])
    expectError(t, await signUp({ email: 'a@example.com', business_name }), 400, 'parameter_invalid', 'business_name')
  expectError(t, await signUp({ email: 'a@example.com', password: 'x' }), 400, 'parameter_invalid', 'password')
  t.same(await rowCounts(service), before)
})

t.test('setting a webhook address shows a secret once, and a new address replaces both', async (t) => {
  const set = (url: unknown) => service.call('POST', '/v1/webhook_endpoints', { url })
  const first = await set('https://shop.example/webhooks?a=b')
  t.match(first.body, {
    id: /^we_/,
    object: 'webhook_endpoint',
    url: 'https://shop.example/webhooks?a=b',
    secret: /^whsec_/,
    livemode: false,
  })
  const second = await set('https://shop.example/webhooks?a=b')
  t.not(second.body['secret'], first.body['secret'], 'the secret is new even when the address is the same')
  const rows = await sql(service, 'select id, url, sealed_secret from webhook_endpoints where merchant_id = ?', [
    service.merchantId,
  ])
  t.match(rows, [{ id: second.body['id'], url: second.body['url'] }])
  t.notMatch(JSON.stringify(rows), String(second.body['secret']))
  t.equal((await set('http://127.0.0.2:1/allowed')).status, 200)
  t.equal((await set('https://name-that-does-not-resolve.example/x')).status, 200)
})

t.test('a webhook address that is not public https is refused', async (t) => {
  const before = await sql(service, 'select url from webhook_endpoints')
  const wrong = [
    'http://shop.example/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://169.254.169.254/',
    'https://0x7f.1.1.1/',
    'https://user:pass@shop.example/',
    'ftp://shop.example/',
    'shop.example',
    '',
    'https://',
    `https://shop.example/${'x'.repeat(2048)}`,
    'https://shop.example\\@10.0.0.1/',
  ]
  for (const url of [...wrong, null, 5, []])
    expectError(
      t,
      await service.call('POST', '/v1/webhook_endpoints', { url }),
      400,
      'parameter_invalid',
      'url',
      String(url),
    )
  expectError(t, await service.call('POST', '/v1/webhook_endpoints', {}), 400, 'parameter_missing', 'url')
  expectError(
    t,
    await service.call('POST', '/v1/webhook_endpoints', { url: 'https://shop.example', secret: 'whsec_mine' }),
    400,
    'parameter_invalid',
    'secret',
  )
  t.same(await sql(service, 'select url from webhook_endpoints'), before)
})

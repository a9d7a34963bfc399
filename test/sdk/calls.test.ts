import t from 'tap'
import {
  ConflictError,
  AuthenticationError,
  InvalidRequestError,
  ProcessorError,
  RateLimitError,
  ApiError,
  type RequestOptions,
} from '../../sdk/src/index.ts'
import { creation, errorFrom, failure, json, key, scene, session } from './answers.ts'

t.test('a call sends the method, path, key and body of the contract', async (t) => {
  const { server, client } = await scene(t, session)
  await client.checkout.sessions.create({ ...creation, reference: undefined })
  await client.checkout.sessions.list({ reference: 'a b&c', limit: 5 })
  await client.checkout.sessions.retrieve('cs_test_1/$&')
  await client.checkout.sessions.refund('cs_test_1')
  await client.checkout.sessions.refund('cs_test_1', { amount: 5 })
  await client.webhookEndpoints.set({ url: 'https://shop.example/webhooks' })
  await client.sandbox.signup({ email: 'ada@example.com' })
  t.strictSame(
    server.deliveries.map(({ method, path, rawBody }) => `${method} ${path} ${rawBody}`.trim()),
    [
      'POST /v1/checkout/sessions {"amount":2500,"currency":"GBP"}',
      'GET /v1/checkout/sessions?reference=a%20b%26c&limit=5',
      'GET /v1/checkout/sessions/cs_test_1%2F%24%26',
      'POST /v1/checkout/sessions/cs_test_1/refunds {}',
      'POST /v1/checkout/sessions/cs_test_1/refunds {"amount":5}',
      'POST /v1/webhook_endpoints {"url":"https://shop.example/webhooks"}',
      'POST /v1/sandbox/signup {"email":"ada@example.com"}',
    ],
  )
  const authorizations = server.deliveries.map(({ headers }) => headers.authorization)
  t.strictSame(authorizations, [...Array<string>(6).fill(`Bearer ${key}`), undefined], 'signing up takes no key')
  const keyed = server.deliveries.map(({ headers }) => headers['idempotency-key'])
  t.match(keyed, [/^[0-9a-f-]{36}$/, undefined, undefined, /./, /./, undefined, undefined])
  t.equal(new Set([keyed[0], keyed[3], keyed[4]]).size, 3, 'each call has its own key')
})

t.test('a result has lastResponse, which JSON and loops omit', async (t) => {
  const { client } = await scene(t, session)
  const result = await client.checkout.sessions.retrieve('cs_test_1')
  t.equal(result.lastResponse.requestId, 'req_1')
  t.equal(result.lastResponse.status, 200)
  t.equal(result.lastResponse.headers.get('content-type'), 'application/json')
  t.notOk(Object.keys(result).includes('lastResponse'))
  t.notMatch(JSON.stringify(result), 'lastResponse')
})

t.test('a result contains fields and values that a later service adds', async (t) => {
  const { client } = await scene(t, json(200, { id: 'cs_test_1', status: 'on_the_moon', tomorrow: { a: 1 } }))
  t.match(await client.checkout.sessions.retrieve('cs_test_1'), { status: 'on_the_moon', tomorrow: { a: 1 } })
})

t.test('each status has its error class, and the error has every field of the reply', async (t) => {
  const cases = [
    [400, 'parameter_invalid', InvalidRequestError],
    [404, 'session_not_found', InvalidRequestError],
    [401, 'invalid_api_key', AuthenticationError],
    [403, 'live_mode_not_enabled', AuthenticationError],
    [409, 'session_not_refundable', ConflictError],
    [429, 'rate_limited', RateLimitError],
    [502, 'processor_unavailable', ProcessorError],
    [500, 'account_configuration', ApiError],
    [418, 'a_code_added_later', ApiError],
  ] as const
  for (const [status, code, errorClass] of cases) {
    const { client } = await scene(t, failure(status, code, { param: 'customer.email' }, { 'Retry-After': '7' }))
    const error = await errorFrom(client.checkout.sessions.create(creation))
    t.ok(error instanceof errorClass, `${code} is a ${errorClass.name}`)
    t.match(error, {
      name: errorClass.name,
      message: `About ${code}.`,
      code,
      status,
      fix: 'Do this.',
      param: 'customer.email',
      docUrl: `https://pay.example/docs/errors#${code}`,
      requestId: 'req_2',
      retryAfter: 7,
      idempotencyKey: /^[0-9a-f-]{36}$/,
    })
    t.match(JSON.parse(JSON.stringify(error)), {
      name: errorClass.name,
      message: `About ${code}.`,
      code,
      fix: 'Do this.',
    })
  }
})

t.test("a call sends the caller's own idempotency key, and refuses one that no header can contain", async (t) => {
  const { server, client } = await scene(t, session)
  await client.checkout.sessions.create(creation, { idempotencyKey: 'order-1001' })
  t.equal(server.deliveries[0]?.headers['idempotency-key'], 'order-1001')
  for (const idempotencyKey of ['', 'x'.repeat(256), 'ключ', 'a\nb']) {
    const error = await errorFrom(client.checkout.sessions.create(creation, { idempotencyKey }))
    t.match(error, { code: 'parameter_invalid', param: 'idempotencyKey' })
  }
  t.equal(server.deliveries.length, 1)
})

t.test('a call refuses an id that would change the path', async (t) => {
  const { server, client } = await scene(t, session)
  // @ts-expect-error an id is a text
  const missing = await errorFrom(client.checkout.sessions.retrieve(undefined))
  t.match(missing, { code: 'parameter_missing', param: 'id' })
  for (const id of ['', '.', '..']) t.match(await errorFrom(client.checkout.sessions.retrieve(id)), { param: 'id' })
  t.equal(server.deliveries.length, 0)
})

t.test('a call refuses a wrong option by name', async (t) => {
  const { server, client } = await scene(t, session)
  const wrong: [string, RequestOptions][] = [
    ['timeout', { timeout: -1 }],
    ['maxRetries', { maxRetries: 0.5 }],
    // @ts-expect-error a controller instead of its signal
    ['signal', { signal: new AbortController() }],
    // @ts-expect-error not a signal
    ['signal', { signal: true }],
  ]
  for (const [param, options] of wrong) {
    t.match(await errorFrom(client.checkout.sessions.create(creation, options)), {
      code: 'parameter_invalid',
      param,
      message: /is not/,
    })
  }
  t.equal(server.deliveries.length, 0)
})

t.test('a call refuses unknown options and other values in place of an object, before it sends anything', async (t) => {
  const { server, client } = await scene(t, session)
  const { sessions } = client.checkout
  const calls: [string, RegExp, () => Promise<unknown>][] = [
    // @ts-expect-error a mistyped option
    ['idempotencykey', /no option `idempotencykey`/, () => sessions.create(creation, { idempotencykey: 'order-1' })],
    // @ts-expect-error an idempotency key in place of options
    ['options', /not an object/, () => sessions.create(creation, 'order-1')],
    // @ts-expect-error a list in place of options
    ['options', /not an object/, () => sessions.create(creation, ['order-1'])],
    // @ts-expect-error a signal in place of options
    ['options', /not an object/, () => sessions.retrieve('cs_test_1', AbortSignal.timeout(1000))],
    // @ts-expect-error parameters in place of options
    ['limit', /no option `limit`/, () => sessions.retrieve('cs_test_1', { limit: 1 })],
    // @ts-expect-error a mistyped option of a list
    ['retries', /no option `retries`/, () => client.events.list({}, { retries: 1 })],
    // @ts-expect-error a text in place of parameters
    ['parameters', /not an object/, () => sessions.list('order-1')],
    // @ts-expect-error an amount in place of parameters
    ['parameters', /not an object/, () => sessions.refund('cs_test_1', 500)],
    // @ts-expect-error a mistyped option
    ['tolerance', /`tolerance`/, () => client.webhooks.constructEvent('{}', 't=1', 'whsec_1', { tolerance: 5 })],
  ]
  for (const [param, message, call] of calls) {
    const error = await errorFrom(call())
    t.ok(error instanceof InvalidRequestError, param)
    t.match(error, { code: 'parameter_invalid', param, message, fix: /\w/ })
  }
  t.equal(server.deliveries.length, 0)
  const none = JSON.parse('null') as undefined
  await sessions.create(creation, none)
  await sessions.list(none, undefined)
  t.equal(server.deliveries.length, 2, 'null and undefined count as none')
})

t.test('a call refuses parameters that JSON cannot contain, and says why', async (t) => {
  const { server, client } = await scene(t, session)
  // @ts-expect-error an amount is a number
  const error = await errorFrom(client.checkout.sessions.create({ amount: 2500n, currency: 'GBP' }))
  t.ok(error instanceof InvalidRequestError)
  t.match(error.message, /BigInt/)
  t.equal(server.deliveries.length, 0)
})

t.test(
  "an error with which a framework's fetch speaks to the framework arrives unchanged, and is not retried",
  async (t) => {
    let asked = 0
    const thrown = Object.assign(new Error('Dynamic server usage'), { digest: 'DYNAMIC_SERVER_USAGE' })
    const { client } = await scene(t, session, {
      maxRetries: 2,
      fetch: async () => {
        asked++
        throw thrown
      },
    })
    t.equal(await client.checkout.sessions.retrieve('cs_test_1').catch((error: unknown) => error), thrown)
    t.equal(asked, 1)
  },
)

t.test("the caller's own fetch gets an address and settings, and its failures are connection errors", async (t) => {
  const seen: unknown[] = []
  const { client } = await scene(t, session, {
    baseUrl: 'https://pay.example/base/',
    fetch: async (url, init) => {
      seen.push(url, init.method, init.body, init.redirect, init.cache)
      throw new Error('no network here')
    },
  })
  t.match(await errorFrom(client.checkout.sessions.create(creation)), {
    code: 'connection_failed',
    cause: { message: 'no network here' },
  })
  t.strictSame(seen, [
    'https://pay.example/base/v1/checkout/sessions',
    'POST',
    '{"amount":2500,"currency":"GBP"}',
    'manual',
    'no-store',
  ])
})

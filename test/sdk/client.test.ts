import t from 'tap'
import { inspect } from 'node:util'
import DefaultExport, {
  AuthenticationError,
  InvalidRequestError,
  ServicePay,
  ServicePayError,
  webhooks,
  type ServicePayOptions,
} from '../../sdk/src/index.ts'
import { creation, errorFrom, failure, key, scene } from './answers.ts'

function mistakeOf(make: () => unknown): ServicePayError {
  try {
    make()
  } catch (error) {
    if (error instanceof ServicePayError) return error
    throw error
  }
  throw new Error('Nothing was thrown')
}

t.test('the class is also the default export and has every resource', (t) => {
  t.equal(DefaultExport, ServicePay)
  const client = new ServicePay(key)
  t.match(client, {
    livemode: false,
    baseUrl: 'http://localhost:3000',
    checkout: { sessions: { create: Function, list: Function, retrieve: Function, refund: Function } },
    webhookEndpoints: { set: Function },
    sandbox: { signup: Function },
    webhooks: { constructEvent: Function, generateTestHeader: Function },
  })
  t.match(webhooks, { constructEvent: Function, generateTestHeader: Function })
  t.equal(new ServicePay('sk_live_1', { baseUrl: 'https://pay.example' }).livemode, true)
  t.end()
})

t.test('the client refuses a wrong key with an error that names the mistake but not the key', (t) => {
  const mistakes: [unknown, RegExp][] = [
    [undefined, /environment variable/],
    ['', /environment variable/],
    [null, /environment variable/],
    [7, /type number/],
    ['whsec_mysecretvalue', /signing secret/],
    ['cs_test_1_secret_mysecretvalue', /client secret/],
    [' sk_test_mysecretvalue', /white space/],
    ['sk_test_mysecretvalue\n', /white space/],
    ['pk_test_mysecretvalue', /another format/],
    ['sk_test_mysecret\nvalue', /secret key/],
    ['sk_test_ключ', /secret key/],
  ]
  for (const [value, words] of mistakes) {
    const error = mistakeOf(() => new ServicePay(value as string))
    t.ok(error instanceof AuthenticationError)
    t.match(error, { code: 'invalid_api_key', message: words })
    t.notMatch(inspect(error, { depth: 9 }), 'mysecret')
  }
  t.end()
})

t.test('the client refuses a wrong option by name', (t) => {
  const wrong = [
    ['baseUrl', { baseUrl: 'pay.example' }],
    ['baseUrl', { baseUrl: 'ftp://pay.example' }],
    ['timeout', { timeout: 0 }],
    ['timeout', { timeout: Number.NaN }],
    ['timeout', { timeout: Infinity }],
    ['maxRetries', { maxRetries: -1 }],
    ['maxRetries', { maxRetries: 1.5 }],
    ['fetch', { fetch: 'https://pay.example' }],
    ['baseURL', { baseURL: 'https://pay.example' }],
    ['idempotencyKey', { idempotencyKey: '1' }],
    ['options', 'https://pay.example'],
    ['options', ['https://pay.example']],
  ] as const
  for (const [param, options] of wrong) {
    const error = mistakeOf(() => new ServicePay(key, options as unknown as ServicePayOptions))
    t.ok(error instanceof InvalidRequestError)
    t.match(error, { code: 'parameter_invalid', param })
  }
  t.equal(
    new ServicePay(key, JSON.parse('null') as ServicePayOptions).baseUrl,
    'http://localhost:3000',
    'null options count as none',
  )
  t.match(
    mistakeOf(() => new ServicePay('sk_live_1')),
    { param: 'baseUrl' },
    'the client never sends a live key to localhost by default',
  )
  t.end()
})

t.test('the client accepts a base address with and without slash, path and version', (t) => {
  const address = (baseUrl: string): string => new ServicePay(key, { baseUrl }).baseUrl
  t.equal(address('https://pay.example'), 'https://pay.example')
  t.equal(address('https://pay.example/'), 'https://pay.example')
  t.equal(address('https://pay.example/v1/'), 'https://pay.example')
  t.equal(address('https://shop.example/pay/'), 'https://shop.example/pay')
  for (const part of ['https://user:hush@pay.example', 'https://pay.example/?key=hush', 'https://pay.example/#hush'])
    t.throws(() => address(part), { param: 'baseUrl', message: /^(?!.*hush)/ }, 'it does not drop a part silently')
  t.end()
})

t.test('no printed client or error contains the key', async (t) => {
  const { server, client } = await scene(t, [
    failure(401, 'invalid_api_key'),
    'cut',
    { status: 502, body: 'Bad Gateway' },
  ])
  const errors: ServicePayError[] = []
  for (let call = 0; call < 3; call++) errors.push(await errorFrom(client.checkout.sessions.create(creation)))
  t.equal(server.deliveries[0]?.headers.authorization, `Bearer ${key}`, 'the request contains it')
  const everything = [client, ...errors].flatMap((value) => [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    value instanceof Error ? String(value) : '',
    `${JSON.stringify(value)}`,
    value instanceof Error ? `${value.stack}` : '',
  ])
  for (const text of everything) t.notMatch(text, key.slice(8))
})

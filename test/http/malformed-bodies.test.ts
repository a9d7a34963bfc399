import { gzipSync } from 'node:zlib'
import t from 'tap'
import { rowCounts } from '../accounts/accounts.ts'
import { combinations } from '../support/combinations.ts'
import { createSession } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'
import { callsWith, everyCall } from './every-call.ts'
import { expectError } from './expect-error.ts'

const good = '{"amount":100,"currency":"GBP"}'

/** Bodies that are not a JSON object, or that programs read in different ways, and the field that the error names. */
const malformed: readonly (readonly [string | Uint8Array, string | null])[] = [
  ['{', null],
  ['{"amount":100,}', null],
  ["{'amount':100}", null],
  ['{"amount":01}', null],
  ['{"amount":NaN}', null],
  ['{"amount":100} {}', null],
  [`${good}x`, null],
  [`\uFEFF${good}`, null],
  ['// a\n{}', null],
  ['[]', null],
  [`[${good}]`, null],
  ['"text"', null],
  ['5', null],
  ['null', null],
  ['true', null],
  [' ', null],
  ['\0', null],
  ['{"reference":"a\0b"}', null],
  ['{"amount":100,"currency":"GBP","reference":"a\\u0000b"}', 'reference'],
  ['{"amount":100,"currency":"GBP","reference":"\\ud800"}', 'reference'],
  ['{"amount":100,"currency":"GBP","reference":"\\udc00\\ud800"}', 'reference'],
  ['{"amount":100,"currency":"GBP","metadata":{"order":"\\ud83d"}}', 'metadata.order'],
  ['{"amount":100,"currency":"GBP","customer":{"name":"\\u0000"}}', 'customer.name'],
  ['{"amount":100,"currency":"GBP","amount":1}', 'amount'],
  ['{"amount":100,"currency":"GBP","\\u0061mount":1}', 'amount'],
  ['{"amount":100,"currency":"GBP","metadata":{"a":"1","a":"2"}}', 'a'],
  ['{"amount":100,"currency":"GBP","__proto__":{"livemode":true}}', '__proto__'],
  ['{"amount":100,"currency":"GBP","metadata":{"__proto__":"x"}}', '__proto__'],
  ['{"amount":100,"currency":"GBP","metadata":{"__pr\\u006fto__":"x"}}', '__proto__'],
  [`{"metadata":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`, null],
  [`{"metadata":${'['.repeat(50_000)}`, null],
  [Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]), null],
  [Buffer.from('{"reference":"\xe9"}', 'latin1'), null],
  [Buffer.from(good, 'utf16le'), null],
  [Buffer.concat([Buffer.from('{"reference":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]), null],
]

let service: TestService
let paths: { method: string; path: string; headers: Record<string, string> }[]

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000', SIGNUP_LIMIT_PER_HOUR: '100000' } })
  const session = await createSession(service)
  const withKey = [...callsWith('secret_key', { session: session.id }), ...callsWith('none')].filter(
    ({ method }) => method === 'POST',
  )
  paths = withKey.map(({ method, path }) => ({ method, path, headers: {} }))
})
t.teardown(() => service.stop())

t.test('every call that takes a body refuses a malformed one, and stores nothing', async (t) => {
  const before = await rowCounts(service)
  for (const [{ method, path, headers }, [body, param]] of combinations(paths, malformed)) {
    const answer = await service.call(method, path, body, headers)
    expectError(t, answer, 400, 'parameter_invalid', param, `${path} ${String(body).slice(0, 40)}`)
  }
  const session = await createSession(service)
  const secret = { Authorization: `Bearer ${session.client_secret}` }
  for (const [index, [body, param]] of malformed.entries()) {
    // The form's rate limit is twenty calls a second.
    if (index % 15 === 14) service.clock.advance(1)
    expectError(
      t,
      await service.call('POST', '/v1/form/attempts', body, secret),
      400,
      'parameter_invalid',
      param,
      String(body).slice(0, 40),
    )
  }
  const after = await rowCounts(service)
  t.same({ ...after, checkout_sessions: (after['checkout_sessions'] ?? 0) - 1 }, before)
})

t.test('a body that is too large, compressed or of another type is refused', async (t) => {
  const before = await rowCounts(service)
  const atLimit = `{"amount":100,"currency":"GBP","metadata":{}${' '.repeat(256 * 1024)}`.slice(0, 256 * 1024 - 1) + '}'
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json; charset=latin1',
    'x',
    '/',
    'text/html, application/json',
  ]
  const refused: readonly (readonly [string, string | Uint8Array, Record<string, string>])[] = [
    ...['x'.repeat(300 * 1024), `{"reference":"${'x'.repeat(300 * 1024)}"}`].map(
      (body) => ['300 KB', body, {}] as const,
    ),
    ...types.map((type) => [type, good, { 'Content-Type': type }] as const),
    ...['gzip', 'deflate', 'br', 'x', 'gzip, identity'].map(
      (encoding) => [encoding, gzipSync(good), { 'Content-Encoding': encoding }] as const,
    ),
  ]
  for (const [{ path }, [about, body, headers]] of combinations(paths, refused)) {
    const answer = await service.call('POST', path, body, headers)
    expectError(t, answer, 400, 'parameter_invalid', null, `${path} ${about}`)
  }
  t.same(await rowCounts(service), before)
  t.equal((await service.call('POST', '/v1/checkout/sessions', atLimit)).status, 200, '256 KB is not too large')
})

t.test('JSON may have a charset, or no content type at all', async (t) => {
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json ;charset=utf8',
    '',
  ]) {
    t.equal((await service.call('POST', '/v1/checkout/sessions', good, { 'Content-Type': type })).status, 200, type)
  }
})

t.test('an optional body may be missing or empty', async (t) => {
  const session = await createSession(service)
  const path = `/v1/checkout/sessions/${session.id}/refunds`
  for (const body of [undefined, '', '{}'])
    expectError(t, await service.call('POST', path, body), 409, 'session_not_refundable')
  expectError(t, await service.call('POST', '/v1/checkout/sessions', ''), 400, 'parameter_missing', 'amount')
  expectError(t, await service.call('POST', '/v1/webhook_endpoints', '{}'), 400, 'parameter_missing', 'url')
  expectError(t, await service.call('POST', '/v1/sandbox/signup', undefined), 400, 'parameter_missing', 'email')
  expectError(
    t,
    await service.call('POST', '/v1/form/attempts', '{}', { Authorization: `Bearer ${session.client_secret}` }),
    400,
    'parameter_missing',
    'encrypted_card',
  )
})

t.test('an unknown path or method is not found', async (t) => {
  const unknown = [
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/checkout',
    '/v1/checkout/sessions/',
    '/v1/checkout/sessions/a/b',
    '/v1/checkout//sessions',
    '/V1/checkout/sessions',
    '/v1/form',
    '/v1/form/attempts/',
  ]
  const calls = everyCall()
  const paths = new Set(calls.map(({ path }) => path))
  const isCall = (path: string, method: string): boolean =>
    calls.some((call) => call.path === path && call.method === method)
  const wrong = [
    ...combinations(unknown, ['GET', 'POST']),
    ...combinations([...paths], ['PUT', 'PATCH', 'DELETE', 'OPTIONS']).filter((one) => !isCall(...one)),
  ]
  for (const [path, method] of wrong)
    expectError(t, await service.call(method, path), 404, 'not_found', null, `${method} ${path}`)
  expectError(
    t,
    await service.call('DELETE', '/v1/checkout/sessions', undefined, { Authorization: '' }),
    404,
    'not_found',
  )
})

t.test('an impossible id is not found, and no id causes a fault', async (t) => {
  for (const id of [
    'x',
    'cs_test_',
    "cs_test_'; drop table checkout_sessions; --",
    '%F0%9F%98%80',
    'x'.repeat(5_000),
    '__proto__',
    'constructor',
    '%2F',
    'cs_test_%20',
    'null',
  ]) {
    expectError(t, await service.call('GET', `/v1/checkout/sessions/${id}`), 404, 'session_not_found', null, id)
    expectError(
      t,
      await service.call('POST', `/v1/checkout/sessions/${id}/refunds`),
      404,
      'session_not_found',
      null,
      id,
    )
  }
  for (const id of ['%00', 'cs_%00'])
    expectError(t, await service.call('GET', `/v1/checkout/sessions/${id}`), 400, 'parameter_invalid', 'id', id)
  for (const id of ['%', '%zz', '%ff', '%ED%A0%80'])
    t.equal((await service.call('GET', `/v1/checkout/sessions/${id}`)).status, 400, id)
})

t.test('every call refuses a query parameter that is unknown or repeated', async (t) => {
  const session = await createSession(service)
  for (const { method, path, id } of everyCall({ session: session.id })) {
    const headers: Record<string, string> = path.startsWith('/v1/form/')
      ? { Authorization: `Bearer ${session.client_secret}` }
      : {}
    expectError(
      t,
      await service.call(method, `${path}?dry_run=1`, undefined, headers),
      400,
      'parameter_invalid',
      'dry_run',
      id,
    )
    t.equal((await service.call(method, `${path}?__proto__=1`, undefined, headers)).status, 400, id)
  }
  expectError(t, await service.call('GET', '/v1/checkout/sessions?limit=5&limit=6'), 400, 'parameter_invalid', 'limit')
  expectError(
    t,
    await service.call('GET', '/v1/checkout/sessions?reference=a&reference=b'),
    400,
    'parameter_invalid',
    'reference',
  )
  expectError(
    t,
    await service.call('GET', '/v1/checkout/sessions?reference=%00'),
    400,
    'parameter_invalid',
    'reference',
  )
  for (const query of ['?', '?&', '?reference=%ff', '?reference=%'])
    t.ok([200, 400].includes((await service.call('GET', `/v1/checkout/sessions${query}`)).status), query)
})

t.test('the documentation has an entry for every code', async (t) => {
  const { errorCatalogue } = await import('../../generated/errors.ts')
  const page = await fetch(`${service.baseUrl}/docs/errors`)
  t.equal(page.status, 200)
  const text = await page.text()
  for (const code of Object.keys(errorCatalogue)) t.match(text, `id="${code}"`)
  const { body } = await service.call('GET', '/v1/nothing')
  t.equal((await fetch(body.error?.doc_url ?? '')).status, 200)
  t.ok(body.error?.doc_url.startsWith(`${service.baseUrl}/`))
})

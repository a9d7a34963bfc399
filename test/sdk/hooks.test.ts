import t from 'tap'
import { InvalidRequestError, type Attempt, type Outcome } from '../../sdk/src/index.ts'
import manifest from '../../sdk/package.json' with { type: 'json' }
import { creation, errorFrom, failure, json, key, scene, session } from './answers.ts'

t.test('onRequest and onResponse see every attempt, with no key and no parameters', async (t) => {
  const requests: Attempt[] = []
  const responses: (Attempt & Outcome)[] = []
  let asked = 0
  const reply = () => (asked++ === 0 ? failure(503, 'internal_error') : session)
  const { client, server } = await scene(t, reply, {
    maxRetries: 1,
    onRequest: (attempt) => requests.push(attempt),
    onResponse: (outcome) => responses.push(outcome),
  })
  await client.checkout.sessions.create({ ...creation, reference: 'order-7' })
  const url = new URL('/v1/checkout/sessions', server.url).href
  t.same(
    requests,
    [1, 2].map((attempt) => ({ method: 'POST', url, attempt })),
  )
  t.match(responses, [
    { attempt: 1, status: 503, requestId: 'req_2', milliseconds: Number, error: { code: 'internal_error' } },
    { attempt: 2, status: 200, requestId: 'req_1', milliseconds: Number, error: undefined },
  ])
  t.notMatch(JSON.stringify([requests, responses]), new RegExp(`${key}|order-7`))
})

t.test('onResponse sees an attempt without a response', async (t) => {
  const responses: Outcome[] = []
  const { client } = await scene(t, 'cut', { onResponse: (outcome) => responses.push(outcome) })
  t.match(await errorFrom(client.checkout.sessions.retrieve('cs_1')), { code: 'connection_failed' })
  t.match(responses, [{ status: undefined, error: { code: 'connection_failed' } }])
})

t.test('a function that fails goes to the console, and the call goes on', async (t) => {
  const written = t.capture(console, 'error')
  const fail = (): never => {
    throw new Error('no disk')
  }
  const { client } = await scene(t, session, {
    onRequest: fail,
    onResponse: () => Promise.reject(new Error('no disk')),
  })
  t.match(await client.checkout.sessions.retrieve('cs_1'), { status: 'open' })
  t.match(
    written().map(({ args }) => args[0] as unknown),
    [{ message: 'no disk' }, { message: 'no disk' }],
  )
  await t.rejects(() => scene(t, session, { onRequest: 5 as never }), InvalidRequestError)
})

t.test('a call takes further headers, and names the package and its runtime', async (t) => {
  const { client, server } = await scene(t, session)
  await client.checkout.sessions.retrieve('cs_1', { headers: { traceparent: '00-1-2-03' } })
  await client.checkout.sessions.create(creation, { headers: { 'X-Shop': 'a' }, idempotencyKey: 'order-1' })
  await client.sandbox.signup({ email: 'ada@example.com' }, { headers: { 'X-Shop': 'b', Authorization: 'Bearer x' } })
  t.match(
    server.deliveries.map(({ headers }) => headers),
    [
      { traceparent: '00-1-2-03', authorization: `Bearer ${key}` },
      { 'x-shop': 'a', 'idempotency-key': 'order-1' },
      { 'x-shop': 'b', authorization: undefined },
    ],
  )
  for (const { headers } of server.deliveries)
    t.match(headers['user-agent'], new RegExp(`^servicepay/${manifest.version} Node\\.js/\\d`))
  const wrong = await errorFrom(client.checkout.sessions.retrieve('cs_1', { headers: { 'X-Shop': 'a\nb' } }))
  t.match(wrong, { code: 'parameter_invalid', message: /headers cannot be sent/ })
})

t.test('rawRequest makes a call that the package does not know', async (t) => {
  const { client, server } = await scene(t, json(200, { object: 'later' }))
  const result: unknown = await client.rawRequest('GET', '/v1/new_things', { limit: 5 })
  t.match(result, { object: 'later', lastResponse: { requestId: 'req_1' } })
  await client.rawRequest('POST', '/v1/new_things', { a: [1] }, { idempotencyKey: 'k' })
  await client.rawRequest('DELETE', '/v1/new_things/1')
  t.match(server.deliveries, [
    { method: 'GET', path: '/v1/new_things?limit=5', headers: { authorization: `Bearer ${key}` } },
    { method: 'POST', path: '/v1/new_things', rawBody: '{"a":[1]}', headers: { 'idempotency-key': 'k' } },
    { method: 'DELETE', path: '/v1/new_things/1', rawBody: '{}' },
  ])
  for (const path of ['', 'v1/x', '.evil.example/v1/x', '@evil.example', '//evil.example', '/v2/x'])
    t.match(await errorFrom(client.rawRequest('GET', path)), { code: 'parameter_invalid', param: 'path' }, path)
  t.match(await errorFrom(client.rawRequest('POST', '/v1/x', {}, { idempotencykey: 'k' } as object)), {
    param: 'idempotencykey',
  })
  t.equal(server.deliveries.length, 3)
})

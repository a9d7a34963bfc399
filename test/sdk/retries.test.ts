import t from 'tap'
import { creation, errorFrom, failure, scene, session } from './answers.ts'

const temporary = [
  [409, 'request_in_progress'],
  [429, 'rate_limited'],
  [502, 'processor_unavailable'],
  [500, 'internal_error'],
] as const

t.test('the client retries temporary errors with the same idempotency key', async (t) => {
  const scenes = [...temporary.map(([status, code]) => failure(status, code)), 'cut' as const, 'cut_body' as const]
  await Promise.all(
    scenes.map(async (first) => {
      const { server, client } = await scene(t, [first, session], { maxRetries: 1 })
      const result = await client.checkout.sessions.create(creation)
      t.equal(result.id, 'cs_test_1')
      const keys = server.deliveries.map(({ headers }) => headers['idempotency-key'])
      t.equal(keys.length, 2)
      t.equal(keys[0], keys[1])
    }),
  )
})

t.test('the client retries a try that takes too long', async (t) => {
  // The time-out also applies to the second try, so it must suffice on a busy machine.
  const { server, client } = await scene(t, ['hang', session], { maxRetries: 1, timeout: 3_000 })
  t.equal((await client.checkout.sessions.create(creation)).id, 'cs_test_1')
  t.equal(new Set(server.deliveries.map(({ headers }) => headers['idempotency-key'])).size, 1)
})

t.test(
  'the client retries 429, 502, 503 and 504 of anybody, after the seconds or the date in Retry-After',
  async (t) => {
    await Promise.all(
      [429, 502, 503, 504].map(async (status) => {
        const page = { status, headers: { 'Content-Type': 'text/html' }, body: '<html>Restarting</html>' }
        const keyed = await scene(t, [page, session], { maxRetries: 1 })
        t.equal((await keyed.client.checkout.sessions.create(creation)).id, 'cs_test_1', String(status))
        const read = await scene(t, [page, session], { maxRetries: 1 })
        t.equal((await read.client.checkout.sessions.retrieve('cs_test_1')).id, 'cs_test_1', String(status))
      }),
    )
    const hour = new Date(Date.now() + 3_600_000).toUTCString()
    const { client } = await scene(t, { status: 503, headers: { 'Retry-After': hour } }, { maxRetries: 1 })
    const error = await errorFrom(client.checkout.sessions.create(creation))
    t.match(error, { code: 'unexpected_answer', status: 503 })
    t.ok(error.retryAfter && error.retryAfter > 3_000 && error.retryAfter <= 3_600, 'the caller sees how long to wait')
  },
)

t.test('every other error is final', async (t) => {
  const finals = [
    failure(409, 'session_not_refundable'),
    failure(409, 'idempotency_conflict'),
    failure(400, 'parameter_invalid'),
    failure(401, 'invalid_api_key'),
    failure(500, 'account_configuration'),
    { status: 500, body: '<html>Internal Server Error</html>' },
    { status: 404 },
  ]
  await Promise.all(
    finals.map(async (reply) => {
      const { server, client } = await scene(t, reply, { maxRetries: 2 })
      await errorFrom(client.checkout.sessions.create(creation))
      t.equal(server.deliveries.length, 1)
    }),
  )
})

t.test('maxRetries is 2 by default, and an option of the client and of each call', async (t) => {
  const usual = await scene(t, failure(500, 'internal_error'), { maxRetries: undefined })
  const none = await scene(t, failure(500, 'internal_error'), { maxRetries: 3 })
  await Promise.all([
    errorFrom(usual.client.checkout.sessions.retrieve('cs_test_1')),
    errorFrom(none.client.checkout.sessions.retrieve('cs_test_1', { maxRetries: 0 })),
  ])
  t.equal(usual.server.deliveries.length, 3)
  t.equal(none.server.deliveries.length, 1)
})

t.test('the client waits for Retry-After, and a Retry-After that is too long ends the call', async (t) => {
  const short = await scene(t, [failure(429, 'rate_limited', {}, { 'Retry-After': '1' }), session], { maxRetries: 1 })
  const long = await scene(t, failure(429, 'rate_limited', {}, { 'Retry-After': '3600' }), { maxRetries: 1 })
  const [error] = await Promise.all([
    errorFrom(long.client.checkout.sessions.create(creation)),
    short.client.checkout.sessions.create(creation),
  ])
  t.match(error, { code: 'rate_limited', retryAfter: 3600 })
  t.equal(long.server.deliveries.length, 1)
  const [first, second] = short.server.deliveries
  t.ok(
    first && second && second.arrivedAt.getTime() - first.arrivedAt.getTime() >= 990,
    'the second try waits one second',
  )
})

t.test('the client repeats a call without a key only if the service did not carry it out', async (t) => {
  const lost = await scene(t, ['cut', session], { maxRetries: 1 })
  const limited = await scene(t, [failure(429, 'rate_limited'), session], { maxRetries: 1 })
  t.match(await errorFrom(lost.client.webhookEndpoints.set({ url: 'https://shop.example' })), {
    code: 'connection_failed',
  })
  t.equal(lost.server.deliveries.length, 1)
  await limited.client.webhookEndpoints.set({ url: 'https://shop.example' })
  t.equal(limited.server.deliveries.length, 2)
})

t.test("the caller's signal ends a call before it starts, while it runs and during a pause", async (t) => {
  const reason = new Error('the customer left')
  const before = await scene(t, session)
  t.match(await errorFrom(before.client.checkout.sessions.create(creation, { signal: AbortSignal.abort(reason) })), {
    code: 'aborted',
    cause: reason,
  })

  const running = await scene(t, 'hang', { maxRetries: 2 })
  const controller = new AbortController()
  const call = errorFrom(running.client.checkout.sessions.create(creation, { signal: controller.signal }))
  await running.server.next()
  controller.abort(reason)
  t.match(await call, { code: 'aborted', cause: reason })
  t.equal(running.server.deliveries.length, 1)

  const waiting = await scene(t, failure(429, 'rate_limited', {}, { 'Retry-After': '50' }), { maxRetries: 2 })
  const later = new AbortController()
  const paused = errorFrom(waiting.client.checkout.sessions.create(creation, { signal: later.signal }))
  await waiting.server.next()
  setTimeout(() => later.abort(reason), 100)
  t.match(await paused, { code: 'aborted', cause: reason })
})

t.test('the time-out also ends a call whose fetch ignores its signal', async (t) => {
  const { client } = await scene(t, session, { fetch: () => new Promise(() => {}), timeout: 50 })
  t.match(await errorFrom(client.checkout.sessions.create(creation)), { code: 'timeout', idempotencyKey: /./ })
})

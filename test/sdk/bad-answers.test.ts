import t from 'tap'
import { ApiError, ConnectionError, ServicePay } from '../../sdk/src/index.ts'
import type { ReceiverReply } from '../support/receiver.ts'
import { creation, errorFrom, json, key, scene } from './answers.ts'

const html = { 'Content-Type': 'text/html' }

const unexpected: Record<string, ReceiverReply> = {
  "a proxy's page": { status: 502, headers: html, body: '<html><h1>Bad Gateway</h1></html>' },
  'a page in place of the result': { status: 200, headers: html, body: '<!doctype html><title>Welcome</title>' },
  'an empty body': { status: 200, headers: { 'Content-Length': '0' } },
  'no content': 204,
  'an empty error': 500,
  'cut JSON': { status: 200, headers: { 'Content-Type': 'application/json' }, body: '{"id": "cs_te' },
  'JSON that is not an object': json(200, 'ok'),
  'JSON null': json(200, null),
  'a list': json(200, []),
  'an error of another program': json(500, { message: 'boom' }),
  'an error without a code': json(400, { error: { message: 'boom' } }),
  'an error that is a text': json(400, { error: 'boom' }),
}

t.test('a response that the service never sends becomes one error that says what to do', async (t) => {
  for (const [name, reply] of Object.entries(unexpected)) {
    const { client } = await scene(t, reply)
    const error = await errorFrom(client.checkout.sessions.create(creation))
    t.ok(error instanceof ApiError, name)
    t.match(
      error,
      { code: 'unexpected_answer', status: Number, fix: /baseUrl/, message: /not from the payment service/ },
      name,
    )
  }
})

t.test("the error quotes the beginning of a proxy's page", async (t) => {
  const { client } = await scene(t, {
    status: 503,
    headers: html,
    body: `<h1>Down\n\n for maintenance</h1>${'x'.repeat(5_000)}`,
  })
  const error = await errorFrom(client.checkout.sessions.create(creation))
  t.match(error.message, /503, text\/html.*<h1>Down for maintenance<\/h1>x+…$/)
  t.ok(error.message.length < 300)
})

t.test('the client stops reading an endless body long before it fills the memory', async (t) => {
  for (const status of [200, 500]) {
    const { client } = await scene(t, {
      status,
      headers: { 'Content-Type': 'application/json' },
      body: Buffer.alloc(33 * 1024 * 1024, ' '),
    })
    const error = await errorFrom(client.events.list())
    t.ok(error instanceof ApiError)
    t.match(error, { code: 'unexpected_answer', status, message: /more than 32 MB/, fix: /baseUrl/ })
  }
})

t.test('a page without data, or one that repeats for ever, is an error', async (t) => {
  const { server, client } = await scene(t, json(200, { object: 'list', items: [] }))
  const walk = async (): Promise<void> => {
    for await (const event of client.events.list()) void event
  }
  t.match(await errorFrom(walk()), { name: 'ApiError', code: 'unexpected_answer', requestId: 'req_1' })
  server.respondWith(json(200, { object: 'list', has_more: true, data: [{ id: 'evt_1' }] }))
  t.match(await errorFrom(walk()), { name: 'ApiError', code: 'unexpected_answer' }, 'a cache that ignores the query')
})

t.test("the caller's own fetch may return a response without a stream, and no response is an error", async (t) => {
  const answer = { ok: true, status: 200, headers: new Headers(), text: async () => '{"id":"cs_test_1"}' }
  const plain = await scene(t, 200, { fetch: async () => answer as Response })
  t.match(await plain.client.checkout.sessions.retrieve('cs_test_1'), { id: 'cs_test_1' })
  for (const nothing of [undefined, null, {}, 'ok']) {
    const { client } = await scene(t, 200, { fetch: async () => nothing as Response })
    t.match(await errorFrom(client.checkout.sessions.retrieve('cs_test_1')), {
      code: 'connection_failed',
      fix: /service is up/,
    })
  }
})

t.test('the client does not follow a redirect, and the error names its target', async (t) => {
  const { server, client } = await scene(t, { redirect: 'https://pay.example/v1/checkout/sessions', status: 301 })
  const error = await errorFrom(client.checkout.sessions.create(creation))
  t.match(error, {
    code: 'unexpected_answer',
    status: 301,
    message: /redirects to https:\/\/pay\.example/,
    fix: /baseUrl/,
  })
  t.equal(server.deliveries.length, 1)
})

t.test('a broken connection, a reply that is not HTTP and a missing reply are connection errors', async (t) => {
  for (const reply of ['cut', 'cut_body', { raw: 'this is not HTTP\r\n\r\n' }] as const) {
    const { client } = await scene(t, reply)
    const error = await errorFrom(client.checkout.sessions.create(creation))
    t.ok(error instanceof ConnectionError)
    t.match(error, { code: 'connection_failed', fix: /service is up/ })
  }
  for (const reply of ['hang', 'hang_body', 'endless'] as const) {
    const { client } = await scene(t, reply, { timeout: 150 })
    const error = await errorFrom(client.checkout.sessions.create(creation))
    t.match(error, { code: 'timeout', message: /150 ms/ }, reply)
  }
})

t.test('the error for an unreachable service names its address and the system’s error code', async (t) => {
  const { server, client } = await scene(t, 200)
  await server.stop()
  const error = await errorFrom(client.checkout.sessions.create(creation))
  t.match(error, { code: 'connection_failed', message: /127\.0\.0\.1.*ECONNREFUSED/ })
  const nowhere = new ServicePay(key, { baseUrl: 'https://pay.invalid', maxRetries: 0 })
  t.match(await errorFrom(nowhere.checkout.sessions.create(creation)), {
    code: 'connection_failed',
    message: /pay\.invalid/,
  })
})

import { createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import t from 'tap'
import { webhooks } from '../../sdk/src/index.ts'
import { parseWebhookAllow } from '../../server/webhooks/address-guard.ts'
import { deliver, type DeliveryRequest } from '../../server/webhooks/deliver.ts'
import { newSigningSecret } from '../../server/webhooks/signing.ts'
import { quietPort } from '../support/quiet-port.ts'
import { startReceiver, type ReceiverReply } from '../support/receiver.ts'
import { selfSigned } from './self-signed.ts'

const parsed = parseWebhookAllow('127.0.0.1, localhost, hooks.test')
if (parsed.kind !== 'ok') throw new Error('Bug: the exceptions of this test are valid')
const { allow } = parsed
const secret = newSigningSecret()
const body = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'session.completed',
  data: { description: 'café 🧾' },
})

function requestTo(url: string, changes: Partial<DeliveryRequest> = {}): DeliveryRequest {
  return { url, body, eventId: 'evt_1', secret, at: new Date(), allow, timeoutMs: 60_000, ...changes }
}

t.test('the receiver gets exactly the signed body, with the specified headers', async (t) => {
  const receiver = await startReceiver({ reply: { status: 200, body: 'thank you' } })
  t.teardown(receiver.stop)
  const result = await deliver(requestTo(`${receiver.url}?shop=1#here`))
  t.match(result, { kind: 'delivered', status: 200, error: null, responseExcerpt: 'thank you' })
  const delivery = await receiver.next()
  t.equal(delivery.method, 'POST')
  t.equal(delivery.path, '/webhooks?shop=1')
  t.equal(delivery.rawBody, body)
  t.match(delivery.headers, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'service-event-id': 'evt_1',
    host: `127.0.0.1:${receiver.port}`,
    'user-agent': /^ServicePay/,
  })
  for (const [name, value] of Object.entries(result.requestHeaders))
    t.equal(delivery.headers[name.toLowerCase()], value, name)
  const signature = String(delivery.headers['service-signature'])
  t.equal((await webhooks.constructEvent(delivery.rawBody, signature, secret)).id, 'evt_1')
})

t.test('any 2xx counts as received, and no other status does', async (t) => {
  const receiver = await startReceiver()
  t.teardown(receiver.stop)
  for (const status of [200, 201, 202, 204, 226, 299]) {
    receiver.respondWith(status)
    t.match(await deliver(requestTo(receiver.url)), { kind: 'delivered', status, error: null }, String(status))
  }
  for (const status of [300, 304, 400, 401, 404, 410, 429, 500, 503, 599]) {
    receiver.respondWith(status)
    t.match(
      await deliver(requestTo(receiver.url)),
      { kind: 'failed', status, error: new RegExp(String(status)) },
      String(status),
    )
  }
})

t.test('redirects are not followed', async (t) => {
  const elsewhere = await startReceiver()
  const receiver = await startReceiver()
  t.teardown(() => Promise.all([elsewhere.stop(), receiver.stop()]))
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.respondWith({ redirect: elsewhere.url, status })
    t.match(await deliver(requestTo(receiver.url)), { kind: 'failed', status, error: /Redirects are not followed/ })
  }
  t.equal(elsewhere.connections, 0)
})

t.test('an endless or oversized reply is read up to a limit, and its status counts', async (t) => {
  const receiver = await startReceiver()
  t.teardown(receiver.stop)
  const oversized = { status: 200, body: 'y'.repeat(10_000_000) }
  for (const reply of ['endless', oversized] as const) {
    receiver.respondWith(reply)
    const result = await deliver(requestTo(receiver.url))
    t.match(result, { kind: 'delivered', status: 200 })
    t.equal(result.responseExcerpt?.length, 1_024)
  }
  receiver.respondWith({ ...oversized, status: 500 })
  t.match(await deliver(requestTo(receiver.url)), { kind: 'failed', status: 500 })
})

t.test('the excerpt is text that a database accepts, whatever the receiver sends', async (t) => {
  const receiver = await startReceiver()
  t.teardown(receiver.stop)
  const cases: [sent: Buffer, kept: string][] = [
    [Buffer.from('a\0b'), 'a\u{fffd}b'],
    [Buffer.from([0x61, 0xff, 0xed, 0xa0, 0x80, 0x62]), 'a\u{fffd}\u{fffd}\u{fffd}\u{fffd}b'],
    [Buffer.from(`${'x'.repeat(1_023)}🧾`), 'x'.repeat(1_023)],
    [Buffer.alloc(0), ''],
  ]
  for (const [sent, kept] of cases) {
    receiver.respondWith({ status: 400, body: sent })
    t.equal((await deliver(requestTo(receiver.url))).responseExcerpt, kept)
  }
})

t.test('a reply without a valid status is a failed attempt', async (t) => {
  const receiver = await startReceiver()
  t.teardown(receiver.stop)
  const withoutStatus: ReceiverReply[] = [
    'cut',
    { raw: '' },
    { raw: 'SSH-2.0-OpenSSH_9.2p1\r\n' },
    { raw: Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x50]) },
    { raw: 'HTTP/1.1 abc OK\r\n\r\n' },
    { raw: `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n` },
    { raw: 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok' },
    { raw: 'HTTP/1.1 100 Continue\r\n\r\n' },
  ]
  for (const reply of withoutStatus) {
    receiver.respondWith(reply)
    const result = await deliver(requestTo(receiver.url))
    t.match(
      result,
      { kind: 'failed', status: null, responseExcerpt: null, error: /^No reply while/ },
      JSON.stringify(reply).slice(0, 60),
    )
  }
  receiver.respondWith({ raw: 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n' })
  t.match(await deliver(requestTo(receiver.url)), { kind: 'failed', status: 101 })
})

t.test('the status line decides, even if the body breaks off or never ends; the log keeps its beginning', async (t) => {
  const receiver = await startReceiver()
  t.teardown(receiver.stop)
  const incomplete: ReceiverReply[] = [
    'cut_body',
    'hang_body',
    { raw: 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nthe beginning of a reply' },
    { raw: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n18\r\nthe beginning of a reply\r\nzz\r\n' },
  ]
  for (const reply of incomplete) {
    receiver.respondWith(reply)
    const result = await deliver(requestTo(receiver.url))
    t.match(
      result,
      { kind: 'delivered', status: 200, error: null, responseExcerpt: 'the beginning of a reply' },
      JSON.stringify(reply),
    )
  }
  receiver.respondWith({ raw: 'HTTP/1.1 500 Oops\r\nContent-Length: 1000\r\n\r\nthe beginning' })
  t.match(await deliver(requestTo(receiver.url)), { kind: 'failed', status: 500, error: 'The receiver answered 500.' })
})

t.test('a closed port is a failed attempt', async (t) => {
  t.match(await deliver(requestTo(`http://127.0.0.1:${await quietPort()}/`)), {
    kind: 'failed',
    status: null,
    error: /while connecting: .*ECONNREFUSED/,
  })
})

t.test('deliveries to one address share a connection', async (t) => {
  const receiver = await startReceiver()
  t.teardown(receiver.stop)
  for (let count = 0; count < 20; count += 1) t.equal((await deliver(requestTo(receiver.url))).kind, 'delivered')
  t.equal(receiver.connections, 1)
})

t.test('many deliveries at a time to one host leave their connections to the next ones', async (t) => {
  // All arrive before the first reply, so each needs a connection.
  const atATime = 150
  let arrived = 0
  const open = Promise.withResolvers<void>()
  const receiver = await startReceiver({
    reply: async () => {
      arrived += 1
      if (arrived === atATime) open.resolve()
      await open.promise
      return 200
    },
  })
  t.teardown(receiver.stop)
  const many = () => Promise.all(Array.from({ length: atATime }, () => deliver(requestTo(receiver.url))))
  await many()
  await many()
  t.equal(receiver.deliveries.length, 2 * atATime)
  t.equal(receiver.connections, atATime)
})

t.test('a dropped idle connection is replaced at once, and a dropped new connection is a failed attempt', async (t) => {
  const receiver = await startReceiver({ reply: [200, 'cut', 200, 'cut', 'cut'] })
  t.teardown(receiver.stop)
  t.equal((await deliver(requestTo(receiver.url))).kind, 'delivered')
  t.equal((await deliver(requestTo(receiver.url))).kind, 'delivered')
  t.equal(receiver.connections, 2)
  t.equal(receiver.deliveries.length, 3)
  t.match(await deliver(requestTo(receiver.url)), { kind: 'failed', status: null, error: /waiting for the reply/ })
  t.equal(receiver.deliveries.length, 4, 'no second try on a new connection')
})

t.test('a receiver that restarts on its port gets the next delivery', async (t) => {
  const before = await startReceiver({ port: await quietPort() })
  await deliver(requestTo(before.url))
  await before.stop()
  const after = await startReceiver({ port: before.port })
  t.teardown(after.stop)
  t.equal((await deliver(requestTo(after.url))).kind, 'delivered')
})

t.test('https certificates are verified against the name and the given authorities', async (t) => {
  const tls = selfSigned(['hooks.test', '127.0.0.1'])
  const receiver = await startReceiver({ tls })
  t.teardown(receiver.stop)
  const resolve = () => Promise.resolve(['127.0.0.1'])
  const byName = `https://hooks.test:${receiver.port}/`
  t.match(await deliver(requestTo(byName, { ca: tls.cert, resolve })), { kind: 'delivered', status: 200 })
  t.equal((await receiver.next()).headers.host, `hooks.test:${receiver.port}`)
  t.match(await deliver(requestTo(receiver.url, { ca: tls.cert })), { kind: 'delivered', status: 200 })

  const unknownIssuer = await deliver(requestTo(byName, { resolve }))
  t.match(
    unknownIssuer,
    { kind: 'failed', status: null, error: /self-signed certificate/ },
    'an exception does not disable verification',
  )
  const otherName = await deliver(requestTo(`https://localhost:${receiver.port}/`, { ca: tls.cert, resolve }))
  t.match(otherName, { kind: 'failed', status: null, error: /does not match certificate/ })
  t.equal(receiver.deliveries.length, 2)
})

t.test('NODE_TLS_REJECT_UNAUTHORIZED does not turn verification off', async (t) => {
  const receiver = await startReceiver({ tls: selfSigned(['127.0.0.1']) })
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  t.teardown(async () => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    await receiver.stop()
  })
  t.match(await deliver(requestTo(receiver.url)), { kind: 'failed', error: /self-signed certificate/ })
  t.equal(receiver.deliveries.length, 0)
})

t.test('an address that accepts connections and then stays silent leaves time for the next address', async (t) => {
  const tls = selfSigned(['hooks.test'])
  const receiver = await startReceiver({ tls, host: '127.0.0.3' })
  const silent = await listenSilently('127.0.0.2', receiver.port)
  t.teardown(async () => {
    silent.stop()
    await receiver.stop()
  })
  const parsed = parseWebhookAllow('hooks.test')
  if (parsed.kind !== 'ok') throw new Error('Bug: the exception is valid')
  const request = requestTo(`https://hooks.test:${receiver.port}/`, {
    allow: parsed.allow,
    ca: tls.cert,
    resolve: () => Promise.resolve(['127.0.0.2', '127.0.0.3']),
    timeoutMs: 40_000,
  })
  t.match(await deliver(request), { kind: 'delivered', status: 200 })
  t.equal(silent.connections(), 1)
  t.match(await deliver({ ...request, failedAttempts: 1 }), { kind: 'delivered', status: 200 })
  t.equal(silent.connections(), 1, 'the second attempt begins with the second address')
  t.match(await deliver({ ...request, failedAttempts: 2 }), { kind: 'delivered', status: 200 })
  t.equal(silent.connections(), 2, 'the third one begins with the first again')
})

/** A server that reads nothing and sends nothing. */
async function listenSilently(host: string, port: number): Promise<{ connections(): number; stop(): void }> {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})))
  await new Promise<void>((listening) => server.listen(port, host, listening))
  return {
    connections: () => sockets.length,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

t.test('a name with two addresses gets its delivery at the one that listens', async (t) => {
  const receiver = await startReceiver()
  t.teardown(receiver.stop)
  const ranges = parseWebhookAllow('127.0.0.0/8')
  const result = await deliver({
    ...requestTo(`http://two.example.com:${receiver.port}/`),
    allow: ranges.kind === 'ok' ? ranges.allow : [],
    resolve: () => Promise.resolve(['127.0.0.3', '127.0.0.1']),
  })
  t.match(result, { kind: 'delivered', status: 200 })
})

t.test('the system resolves localhost', async (t) => {
  const receiver = await startReceiver()
  t.teardown(receiver.stop)
  t.match(await deliver(requestTo(`http://localhost:${receiver.port}/`)), { kind: 'delivered', status: 200 })
  t.equal((await receiver.next()).headers.host, `localhost:${receiver.port}`)
})

const hasIPv6 = Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === '::1'))

t.test('an IPv6 address gets deliveries', { skip: hasIPv6 ? false : 'this machine has no IPv6' }, async (t) => {
  const receiver = await startReceiver({ host: '::1' })
  t.teardown(receiver.stop)
  const exception = parseWebhookAllow(`[::1]:${receiver.port}`)
  const result = await deliver(requestTo(receiver.url, { allow: exception.kind === 'ok' ? exception.allow : [] }))
  t.match(result, { kind: 'delivered', status: 200 })
  t.equal((await receiver.next()).headers.host, `[::1]:${receiver.port}`)
})

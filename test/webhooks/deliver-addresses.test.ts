import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import t from 'tap'
import { parseWebhookAllow, type WebhookAllow } from '../../server/webhooks/address-guard.ts'
import { deliver, type DeliveryResult } from '../../server/webhooks/deliver.ts'
import { resolveWith, type Resolve } from '../../server/webhooks/resolve-host.ts'
import { quietPort } from '../support/quiet-port.ts'
import { startReceiver, type Receiver } from '../support/receiver.ts'
import { forbiddenHosts, forbiddenUrls } from './forbidden-addresses.ts'
import { startLocalDns } from './local-dns.ts'

const unknownName: Resolve = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))

function allowing(text: string): WebhookAllow {
  const parsed = parseWebhookAllow(text)
  if (parsed.kind !== 'ok') throw new Error(parsed.reasons.join('; '))
  return parsed.allow
}

function attempt(url: string, allow = '', resolve = unknownName): Promise<DeliveryResult> {
  return deliver({
    url,
    body: '{}',
    eventId: 'evt_1',
    secret: 'whsec_x',
    at: new Date(),
    allow: allowing(allow),
    timeoutMs: 60_000,
    resolve,
  })
}

/** Two receivers on the same port of different addresses. */
async function startPair(first: string, second: string): Promise<[Receiver, Receiver]> {
  const port = await quietPort()
  return Promise.all([startReceiver({ host: first, port }), startReceiver({ host: second, port })])
}

/** A server on all addresses of this machine that counts connections. */
async function startTrap(t: {
  teardown(stop: () => void): void
}): Promise<{ port: number; connections: () => number }> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => {}).destroy()
  })
  await new Promise<void>((listening) => server.listen(0, listening))
  t.teardown(() => server.close())
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

t.test('no spelling of a forbidden address gets a connection', async (t) => {
  const trap = await startTrap(t)
  t.ok(forbiddenHosts.length >= 80)
  const asHere: Resolve = () => Promise.resolve(['127.0.0.1'])
  for (const host of forbiddenHosts) {
    const result = await attempt(`https://${host}:${trap.port}/`, '', asHere)
    t.match(result, { kind: 'failed', status: null, error: /^The (host of the )?webhook address/ }, host)
  }
  for (const url of forbiddenUrls) {
    t.match(
      await attempt(url.replace('<port>', String(trap.port)), '', asHere),
      { kind: 'failed', error: /^The (host of the )?webhook address/ },
      JSON.stringify(url),
    )
  }
  t.equal(trap.connections(), 0)
  await attempt(`http://127.0.0.1:${trap.port}/`, '127.0.0.1')
  t.equal(trap.connections(), 1, 'the server does count connections')
})

t.test('a name with any forbidden address gets no connection', async (t) => {
  const trap = await startTrap(t)
  const own = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((one) => !isGlobal(one.address))
  const forbidden = [
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '169.254.169.254',
    'fd00:ec2::254',
    'fe80::1%lo',
    ...own.map((one) => one.address),
  ]
  for (const address of forbidden) {
    for (const answers of [[address], ['93.184.215.14', address], [address, '2606:4700:4700::1111']]) {
      const result = await attempt(`https://hooks.example.com:${trap.port}/`, '', () => Promise.resolve(answers))
      t.match(result, { kind: 'failed', error: /public IP address/ }, answers.join(' '))
    }
  }
  t.match(await attempt(`https://hooks.example.com:${trap.port}/`), {
    kind: 'failed',
    error: /does not resolve \(ENOTFOUND\)/,
  })
  t.match(await attempt(`https://hooks.example.com:${trap.port}/`, '', () => Promise.resolve([])), {
    kind: 'failed',
    error: /no address/,
  })
  t.equal(trap.connections(), 0)
})

t.test('a name is resolved once, and the connection goes to the checked address', async (t) => {
  const [wanted, inside] = await startPair('127.0.0.2', '127.0.0.1')
  t.teardown(() => Promise.all([wanted.stop(), inside.stop()]))
  let asked = 0
  const rebinding: Resolve = () => Promise.resolve([(asked += 1) === 1 ? '127.0.0.2' : '127.0.0.1'])
  const url = `http://rebind.example.com:${wanted.port}/`
  t.equal((await attempt(url, '127.0.0.2', rebinding)).kind, 'delivered')
  t.equal(asked, 1)
  t.match(await attempt(url, '127.0.0.2', rebinding), { kind: 'failed', status: null })
  t.equal(inside.connections, 0)
  t.equal(wanted.deliveries.length, 1)
})

t.test('a thousand rounds of DNS rebinding never reach a private address', async (t) => {
  const [wanted, inside] = await startPair('127.0.0.2', '127.0.0.1')
  const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1'], ['127.0.0.2'], ['0.0.0.0']]
  const dns = await startLocalDns((query) => answers[query % answers.length] ?? [])
  t.teardown(async () => {
    dns.stop()
    await Promise.all([wanted.stop(), inside.stop()])
  })
  const counts = { delivered: 0, failed: 0 }
  const url = `http://rebind.example.com:${wanted.port}/`
  // A resolver for each delivery, because one resolver shares the look-ups of a name that run at the same time.
  const deliverOnce = () => attempt(url, '127.0.0.2', resolveWith({ servers: [dns.server] }))
  for (let round = 0; round < 100; round += 1) {
    const results = await Promise.all(Array.from({ length: 10 }, deliverOnce))
    for (const result of results) counts[result.kind] += 1
  }
  t.equal(dns.queries(), 1_000, 'each delivery resolves the name once')
  t.strictSame(counts, { delivered: 400, failed: 600 })
  t.equal(wanted.deliveries.length, 400)
  t.equal(inside.connections, 0)
})

t.test('an open connection is not reused when its name has another address', async (t) => {
  const [first, second] = await startPair('127.0.0.2', '127.0.0.3')
  t.teardown(() => Promise.all([first.stop(), second.stop()]))
  const url = `http://moving.example.com:${first.port}/`
  for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.2', '127.0.0.3']) {
    t.equal((await attempt(url, '127.0.0.0/30', () => Promise.resolve([address]))).kind, 'delivered')
  }
  t.equal(first.deliveries.length, 2)
  t.equal(second.deliveries.length, 2)
})

t.test('metadata services are out of reach whatever WEBHOOK_ALLOW permits', async (t) => {
  const everything = '0.0.0.0/0, ::/0, hooks.example.com, 169.254.169.254, metadata.google.internal'
  for (const url of [
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/',
    'http://[::ffff:a9fe:a9fe]/',
  ]) {
    t.match(
      await attempt(url, everything),
      { kind: 'failed', status: null, error: /^The host of the webhook address/ },
      url,
    )
  }
  const named = await attempt('http://hooks.example.com/', everything, () => Promise.resolve(['169.254.169.254']))
  t.match(named, { kind: 'failed', status: null, error: /^The host of the webhook address/ })
})

function isGlobal(address: string): boolean {
  return !/^(10|127|172|192|100|169)\.|^(fe8|fd|fc|::)/.test(address)
}

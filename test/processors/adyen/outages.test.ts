import { createServer, type AddressInfo } from 'node:net'
import t from 'tap'
import type { AdyenOptions } from '../../../server/processors/adyen/context.ts'
import { createAdyenProcessor } from '../../../server/processors/adyen/processor.ts'
import type { Processor } from '../../../server/processors/processor.ts'
import { HandClock } from '../sandbox/bank-fixture.ts'
import { selfSigned } from '../../webhooks/self-signed.ts'
import { startReceiver, type ReceiverReply } from '../../support/receiver.ts'
import { account, approval, purchaseOf, reference } from './scripted-adyen.ts'

const logged: string[] = []
const log = (fields: object, message: string): void => void logged.push(JSON.stringify({ message, ...fields }))

/** The adapter, for servers whose answer does not depend on its patience. */
function adapterAt(checkoutUrl: string, more: Pick<AdyenOptions, 'fetch' | 'limits'> = {}): Processor {
  const limits = { callMs: 20_000, tryMs: 10_000, pauseMs: 1 }
  const clock = new HandClock()
  return createAdyenProcessor({ account, checkoutUrl, clock, log: { warn: log, error: log }, limits, ...more })
}

/** The adapter with little patience. */
function hastyAt(checkoutUrl: string): Processor {
  return adapterAt(checkoutUrl, { limits: { callMs: 300, tryMs: 150, pauseMs: 20 } })
}

const elsewhere = await startReceiver()
t.teardown(() => elsewhere.stop())

const approved = JSON.stringify(approval)
const json = { 'Content-Type': 'application/json' }
const deep = `{"a":`.repeat(100_000) + '1' + '}'.repeat(100_000)

t.test('a payment that did not reach Adyen has taken no money', async (t) => {
  const closed = await startReceiver()
  await closed.stop()
  const tls = await startReceiver({ tls: selfSigned(['127.0.0.1']) })
  t.teardown(() => tls.stop())
  const unavailable = { kind: 'declined', failureCode: 'processor_unavailable' }
  for (const [scheme, { port }] of [['http', closed] as const, ['https', tls] as const])
    t.same(await adapterAt(`${scheme}://127.0.0.1:${String(port)}/v72`).purchase(purchaseOf()), unavailable, scheme)
  t.equal(tls.deliveries.length, 0, 'nothing is sent to a server without a valid certificate')
  for (const code of ['ENOTFOUND', 'EAI_AGAIN']) {
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) }))
    t.same(await adapterAt('https://checkout.example/v72', { fetch }).purchase(purchaseOf()), unavailable, code)
  }
})

t.test('a payment whose answer is slow, cut, endless or unreadable may have taken money', async (t) => {
  const replies: Readonly<Record<string, ReceiverReply>> = {
    'no header': 'hang',
    'endless headers': 'endless_headers',
    'half a body': 'hang_body',
    'an endless body': 'endless',
    'a cut': 'cut',
    'a cut body': 'cut_body',
    'status 502': { status: 502, body: '<html>', headers: { 'Content-Type': 'text/html' } },
    'status 503 that asks to wait': { status: 503, headers: { 'Retry-After': '86400' } },
    'a body of two megabytes': { status: 200, body: `{"a":"${'x'.repeat(2_000_000)}"}`, headers: json },
    'a deep body': { status: 200, body: deep, headers: json },
    'a page': { status: 200, body: '<html>', headers: { 'Content-Type': 'text/html' } },
    'another encoding': { status: 200, body: Buffer.from([0xff, 0xfe, 0x7b]), headers: json },
    'no HTTP': { raw: 'SSH-2.0-OpenSSH\r\n' },
    'a redirect': { redirect: elsewhere.url, status: 307 },
  }
  await Promise.all(
    Object.entries(replies).map(async ([name, reply]) => {
      const receiver = await startReceiver({ reply })
      const outcome = await hastyAt(`http://127.0.0.1:${String(receiver.port)}/v72`).purchase(purchaseOf())
      t.same(outcome, { kind: 'unreachable' }, name)
      const keys = receiver.deliveries.map(({ headers }) => headers['idempotency-key'])
      t.ok(
        keys.every((key) => key === reference),
        `${name}: every try has the same key`,
      )
      await receiver.stop()
    }),
  )
  t.same(elsewhere.deliveries, [], 'a redirect never gets the card or the API key')
  t.ok(logged.every((line) => !line.includes(account.apiKey) && line.length < 1_000))
})

t.test('a try for which less time is left than usual is still sent', async (t) => {
  const receiver = await startReceiver({ reply: { status: 200, body: approved, headers: json } })
  t.teardown(() => receiver.stop())
  const limits = { callMs: 20_000, tryMs: 30_000, pauseMs: 20_000 }
  const processor = adapterAt(`http://127.0.0.1:${String(receiver.port)}/v72`, { limits })
  t.match(await processor.purchase(purchaseOf()), { kind: 'approved' })
})

t.test('a connection that Adyen has closed meanwhile takes no money twice', async (t) => {
  const keys: (string | undefined)[] = []
  const server = createServer((socket) => {
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (!text.includes('\r\n\r\n') || !text.endsWith('}')) return
      keys.push(/idempotency-key: (\S+)/i.exec(text)?.[1])
      text = ''
      const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${String(approved.length)}`
      // The header promises that the connection stays, but it closes after the reply.
      socket.write(`${head}\r\nConnection: keep-alive\r\n\r\n${approved}`, () => socket.resetAndDestroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const processor = adapterAt(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v72`)
  for (let payment = 0; payment < 3; payment++)
    t.match(await processor.purchase(purchaseOf()), { kind: /approved|unreachable/ })
  t.same([...new Set(keys)], [reference])
})

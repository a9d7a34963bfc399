import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import t, { type Test } from 'tap'
import { forward, targetOf } from '../../../sdk/src/cli/listen/forward.ts'
import { checkedListenOptions } from '../../../sdk/src/cli/listen/listen-options.ts'
import { money } from '../../../sdk/src/cli/money.ts'
import { webhooks, type Event } from '../../../sdk/src/index.ts'
import { currencies } from '../../../server/domain/money/amounts.ts'
import { inMajorUnits } from '../../../server/domain/money/major-units.ts'
import { selfSigned } from '../../webhooks/self-signed.ts'

const event = { id: 'evt_1', type: 'test.ping' } as Event

function refusal(work: () => unknown): unknown {
  try {
    return { accepted: work() }
  } catch (error) {
    return error
  }
}

async function listening(t: Test, server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.teardown(() => server.close())
  return (server.address() as AddressInfo).port
}

const outcomeAt = (address: string, insecure = false) =>
  forward(targetOf(address, insecure), event, 'whsec_1', webhooks)

t.test('a port and an address of this machine need no scheme', async (t) => {
  const accepted = {
    4242: 'http://localhost:4242/',
    ':4242': 'http://localhost:4242/',
    '4242/hooks?a=b': 'http://localhost:4242/hooks?a=b',
    'localhost:4242/hooks': 'http://localhost:4242/hooks',
    'LOCALHOST:4242': 'http://localhost:4242/',
    'shop.localhost:4242': 'http://shop.localhost:4242/',
    '127.0.0.1:4242': 'http://127.0.0.1:4242/',
    '[::1]:4242/hooks': 'http://[::1]:4242/hooks',
    'http://web:3000/hooks': 'http://web:3000/hooks',
    'http://host.docker.internal:3000': 'http://host.docker.internal:3000/',
    'https://ada:secret@shop.example/hooks#a': 'https://shop.example/hooks',
    'HTTPS://SHOP.EXAMPLE.': 'https://shop.example./',
  }
  for (const [typed, address] of Object.entries(accepted)) t.equal(targetOf(typed, false).shown, address, typed)
})

t.test('no other loose text becomes an address', async (t) => {
  const refused = [
    ...['0', '65536', '99999', '424242', '4242x', '4242:80', 'http://4242', 'https://4242/x', 'http://2130706433'],
    ...['http://0x7f.1', 'http://127.1', 'http://010.0.0.1', 'http://127.0.0.1.', 'http://１２７.0.0.1', '127.1:4242'],
    ...['http:shop.example', 'http:/shop.example', 'http:///shop.example', 'http:4242', 'https:443', 'http://:4242'],
    ...['http://a..b', 'http://.example', 'http://-a.example', `http://${'a'.repeat(64)}.example`, 'http://a b', 'a b'],
    ...[
      'http://%6cocalhost',
      'http://shop.example:99999',
      'http://shop.example:0',
      'http://shop.example\\@other.example',
    ],
    ...['shop.example', 'web:3000', 'localhost.example.com:80', '[::1', '/hooks', 'yesterday', 'file:///etc', ''],
  ]
  for (const typed of refused)
    t.match(
      refusal(() => targetOf(typed, false)),
      { exitCode: 2, fix: /http/ },
      typed,
    )
})

t.test('without a zone, a time is in UTC, and a day that does not exist is refused', async (t) => {
  const since = (word: string) => checkedListenOptions({ 'forward-to': '1', since: word }).since
  const times = {
    '2026-11-21': '2026-11-21T00:00:00.000Z',
    '2026-11-21T10:00': '2026-11-21T10:00:00.000Z',
    '2026-11-21 10:00:30': '2026-11-21T10:00:30.000Z',
    '2026-11-21T10:00:30.25Z': '2026-11-21T10:00:30.250Z',
    '2026-11-21T10:00+01:00': '2026-11-21T09:00:00.000Z',
    '2026-11-21 10:00:00 -05:00': '2026-11-21T15:00:00.000Z',
    '2028-02-29': '2028-02-29T00:00:00.000Z',
  }
  for (const [word, time] of Object.entries(times)) t.same(since(word), { kind: 'time', at: new Date(time) }, word)
  for (const word of [
    '2026-02-30',
    '2026-02-29T10:00Z',
    '2026-13-01',
    '2026-11-21T24:00',
    '2026-11-21T1:00',
    '2026-1-2',
  ])
    t.match(
      refusal(() => since(word)),
      { exitCode: 2, fix: /UTC/ },
      word,
    )
})

t.test('a self-signed receiver gets words and a way out, on this machine only', async (t) => {
  const server = https.createServer(selfSigned(['shop.example']), (_, response) => void response.end())
  const address = `https://127.0.0.1:${await listening(t, server)}`
  t.match(await outcomeAt(address), { delivered: false, error: /certificate is not trusted.*--insecure/ })
  t.match(await outcomeAt(address, true), { delivered: true, status: 200, error: null })
  for (const other of ['https://shop.example', 'https://localhost.shop.example', 'https://192.168.0.1'])
    t.throws(() => targetOf(other, true), /this machine/, other)
})

t.test('a receiver with another protocol is described', async (t) => {
  const clear = await listening(t, http2.createServer())
  t.match(await outcomeAt(`http://127.0.0.1:${clear}`), { delivered: false, error: /HTTP\/1\.1/ })
  const encrypted = await listening(t, http2.createSecureServer(selfSigned(['localhost'])))
  t.match(await outcomeAt(`https://127.0.0.1:${encrypted}`, true), { delivered: false, error: /HTTP\/1\.1/ })
  const plain = await listening(t, http.createServer())
  t.match(await outcomeAt(`https://127.0.0.1:${plain}`), { delivered: false, error: /does not speak TLS.*http:\/\// })
})

t.test('the status line decides, also when the rest of the reply never comes', async (t) => {
  const server = http.createServer(
    (_, response) => void response.writeHead(200, { 'Content-Length': 9 }).flushHeaders(),
  )
  const port = await listening(t, server)
  t.match(await outcomeAt(`127.0.0.1:${port}`), { delivered: true, status: 200, body: '' })
  server.closeAllConnections()
})

t.test('the beginning of the answer is shown, without secrets and control characters', async (t) => {
  const answers: Record<string, string> = {
    'No signature matches.\n': 'No signature matches.',
    '\u001b[31mred\u0007': '[31mred',
    'key sk_test_abc123, whsec_0123, cs_test_1_secret_xyz': 'key sk_test_…, whsec_…, cs_test_1_secret_…',
    [`é${'x'.repeat(3000)}`]: `é${'x'.repeat(199)}…`,
  }
  let answer = ''
  const port = await listening(
    t,
    http.createServer((_, response) => void response.writeHead(500).end(answer)),
  )
  for (const [given, shown] of Object.entries(answers)) {
    answer = given
    t.match(await outcomeAt(`127.0.0.1:${port}`), { status: 500, body: shown }, shown.slice(0, 40))
  }
})

t.test('amounts have the decimals of ISO 4217 in every currency', async (t) => {
  t.equal(money(250_000, 'HUF'), '2,500.00 HUF')
  t.equal(money(1500, 'ISK'), '1,500 ISK')
  for (const currency of currencies)
    t.equal(money(1_234_567, currency).replaceAll(',', ''), `${inMajorUnits(1_234_567, currency)} ${currency}`)
})

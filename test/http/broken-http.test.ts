import t, { type Test } from 'tap'
import { checkErrorEnvelope } from '../support/contract-hook.ts'
import { sharedService } from '../support/shared-service.ts'
import type { TestService } from '../support/service.ts'
import { rowCounts } from '../accounts/accounts.ts'
import { sendRaw } from './raw-http.ts'

let service: TestService
let key = ''

t.before(async () => {
  service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
  key = `Authorization: Bearer ${service.secretKey}`
})
t.teardown(() => service.stop())

/** Sends raw text and checks that the reply is an error of the contract's shape. */
async function expectRefusal(t: Test, about: string, request: string | Buffer, status = 400): Promise<void> {
  const reply = await sendRaw(service.baseUrl, request)
  t.equal(reply?.status, status, about)
  if (!reply) return
  checkErrorEnvelope({ method: 'POST', path: '/', status: reply.status, headers: reply.headers, body: reply.text })
  t.match(JSON.parse(reply.text), { error: { code: status === 404 ? 'not_found' : 'parameter_invalid' } }, about)
  t.match(reply.headers['content-type'], /^application\/json/, about)
}

function post(...headers: string[]): string {
  return ['POST /v1/checkout/sessions HTTP/1.1', key, ...headers].join('\r\n') + '\r\n\r\n'
}

const good = '{"amount":100,"currency":"GBP"}'

t.test('requests that Node itself would refuse get an error of the contract’s shape', async (t) => {
  const before = await rowCounts(service)
  const length = `Content-Length: ${good.length}`
  await expectRefusal(t, 'no host', post(length) + good)
  await expectRefusal(t, 'two hosts', post('Host: a', 'Host: b', length) + good)
  for (const repeated of [
    key,
    'content-type: application/json\r\nContent-Type: application/json',
    'Content-Encoding: identity\r\nContent-Encoding: identity',
    'Idempotency-Key: a\r\nidempotency-key: b',
    'Visitor-Token: a\r\nVisitor-Token: a',
  ])
    await expectRefusal(t, `twice ${repeated.split(':')[0]}`, post('Host: a', length, repeated) + good)
  await expectRefusal(t, 'an unknown expectation', post('Host: a', 'Expect: tea', length) + good)
  await expectRefusal(t, 'a header without a name', post('Host: a', ': x', length) + good)
  await expectRefusal(t, 'a header with a space in its name', post('Host: a', 'X Y: z', length) + good)
  await expectRefusal(t, 'a control character in a header', post('Host: a', 'X: a\x01b', length) + good)
  await expectRefusal(t, 'headers of 20 KB', post('Host: a', `X: ${'a'.repeat(20_000)}`, length) + good)
  await expectRefusal(t, 'headers of 40 KB', post('Host: a', `X: ${'a'.repeat(40_000)}`, length) + good)
  await expectRefusal(t, 'two lengths', post('Host: a', 'Content-Length: 5', 'Content-Length: 6') + good)
  await expectRefusal(t, 'a length that is not a number', post('Host: a', 'Content-Length: x') + good)
  await expectRefusal(t, 'a negative length', post('Host: a', 'Content-Length: -1') + good)
  await expectRefusal(t, 'a length and chunks', post('Host: a', length, 'Transfer-Encoding: chunked') + good)
  await expectRefusal(
    t,
    'a bad size of a chunk',
    `${post('Host: a', 'Transfer-Encoding: chunked')}zz\r\n${good}\r\n0\r\n\r\n`,
  )
  await expectRefusal(
    t,
    'a chunk that is longer than its size',
    `${post('Host: a', 'Transfer-Encoding: chunked')}2\r\n${good}\r\n0\r\n\r\n`,
  )
  await expectRefusal(t, 'another transfer coding', post('Host: a', 'Transfer-Encoding: gzip') + good)
  await expectRefusal(t, 'no HTTP at all', 'hello\r\n\r\n')
  await expectRefusal(t, 'a TLS greeting', Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x00]))
  await expectRefusal(t, 'another version', 'GET /v1/nothing HTTP/3.7\r\nHost: a\r\n\r\n')
  await expectRefusal(t, 'an unknown method', 'TEA /v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n')
  await expectRefusal(
    t,
    'an address with a bad escape',
    `GET /v1/checkout/sessions/%zz HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`,
  )
  await expectRefusal(t, 'an address with a space', 'GET /v1/a b HTTP/1.1\r\nHost: a\r\n\r\n')
  t.same(await rowCounts(service), before, 'none of them had an effect')
})

t.test('unusual but valid HTTP is answered normally', async (t) => {
  await expectRefusal(t, 'an unknown path', 'GET /v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n', 404)
  await expectRefusal(
    t,
    'a known method that the path does not have',
    'PROPFIND /v1/checkout/sessions HTTP/1.1\r\nHost: a\r\n\r\n',
    404,
  )
  await expectRefusal(t, 'a star', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n')
  await expectRefusal(t, 'HTTP/1.0 needs no host', 'GET /v1/nothing HTTP/1.0\r\n\r\n', 404)
  const expecting = await sendRaw(
    service.baseUrl,
    `${post('Host: a', 'Expect: 100-continue', `Content-Length: ${good.length}`)}${good}`,
  )
  t.equal(expecting?.status, 100, 'Expect: 100-continue is answered')
  const [head, body] = [good.slice(0, 10), good.slice(10)]
  const chunks = [head, body, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
  const chunked = `${post('Host: a', 'Transfer-Encoding: chunked')}${chunks.join('')}`
  t.equal((await sendRaw(service.baseUrl, chunked))?.status, 200)
  const upgrading = await sendRaw(
    service.baseUrl,
    `GET /v1/nothing HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  )
  t.equal(upgrading?.status, 404, 'an upgrade that the service does not offer is ignored')
})

t.test('the service still answers other clients afterwards', async (t) => {
  t.equal((await service.call('POST', '/v1/checkout/sessions', good)).status, 200)
  t.same(
    service.logLines.filter((line) => line.includes('"level":"error"')),
    [],
  )
})

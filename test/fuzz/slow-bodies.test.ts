import { connect, type Socket } from 'node:net'
import t from 'tap'
import { checkErrorEnvelope } from '../support/contract-hook.ts'
import { sharedService } from '../support/shared-service.ts'
import type { TestService } from '../support/service.ts'
import { rowCounts } from '../accounts/accounts.ts'

const connectionsEach = 10

/** The service allows 20 seconds for a request and checks every two. The rest is for a busy machine. */
const endsWithinMs = 120_000

/** The normal calls run in parallel, so that they end long before the first slow connection does. */
const callsAtOnce = 10

interface Stalled {
  readonly socket: Socket
  readonly received: Promise<string>
  stop(): void
}

/** Opens a connection that sends `head`, and then nothing or `dribble` twice a second. */
function stall(service: TestService, head: string, dribble: string | null): Stalled {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  const timer = dribble === null ? null : setInterval(() => socket.writable && socket.write(dribble), 500)
  let received = ''
  socket
    .setEncoding('utf8')
    .on('data', (chunk) => (received += String(chunk)))
    .on('error', () => {})
  socket.write(head)
  const ended = new Promise<string>((resolve) => {
    socket.on('close', () => {
      if (timer) clearInterval(timer)
      resolve(received)
    })
    socket.on('end', () => socket.end())
  })
  return { socket, received: ended, stop: () => socket.destroy() }
}

t.test('fifty connections with unfinished requests do not block others, and the service closes them', async (t) => {
  const service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
  t.teardown(() => service.stop())
  const post = [
    'POST /v1/checkout/sessions HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${service.secretKey}`,
    'Content-Type: application/json\r\n',
  ].join('\r\n')
  const before = await rowCounts(service)
  const ways: Record<string, [string, string | null]> = {
    'nothing at all': ['', null],
    'half of the headers': [post, null],
    'one header after another': [post, 'X-More: and more\r\n'],
    'a length and half of a body': [`${post}Content-Length: 1000\r\n\r\n{"amount":100,`, null],
    'a body, byte by byte': [`${post}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  }
  const stalled = Object.entries(ways).flatMap(([about, [head, dribble]]) =>
    Array.from({ length: connectionsEach }, () => ({ about, ...stall(service, head, dribble) })),
  )
  t.equal(stalled.length, 50)

  for (let call = 0; call < 100; call += callsAtOnce) {
    const calls = Array.from({ length: callsAtOnce }, (_, index) =>
      index % 2 === 0
        ? service.call('GET', '/v1/checkout/sessions')
        : service.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' }),
    )
    for (const answer of await Promise.all(calls)) if (answer.status !== 200) t.fail(answer.text)
  }
  t.ok(
    stalled.some(({ socket }) => !socket.destroyed),
    'the slow connections are still open',
  )

  const timer = setTimeout(
    () =>
      stalled.forEach(({ stop, about, socket }) => {
        if (socket.destroyed) return
        t.fail(`${about}: still open after ${endsWithinMs} ms`)
        stop()
      }),
    endsWithinMs,
  )
  const replies = await Promise.all(stalled.map(async ({ about, received }) => ({ about, received: await received })))
  clearTimeout(timer)
  for (const { about, received } of replies) {
    if (about === 'nothing at all' && received === '') continue
    const [head = '', body = ''] = received.split('\r\n\r\n')
    const headers = Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    )
    t.match(head, /^HTTP\/1\.1 400 /, about)
    checkErrorEnvelope({ method: 'POST', path: '/', status: 400, headers, body })
  }
  const after = await rowCounts(service)
  t.same(
    { ...after, checkout_sessions: (after['checkout_sessions'] ?? 0) - 50 },
    before,
    'no unfinished request changed anything',
  )
})

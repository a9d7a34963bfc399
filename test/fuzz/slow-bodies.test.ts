import { connect } from 'node:net'
import type { Socket } from 'node:net'
import t from 'tap'
import { checkErrorEnvelope } from '../support/contract-hook.ts'
import { startService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { rowCounts } from '../http/accounts.ts'

const connectionsEach = 10

/** Twenty seconds for a whole request and two until that is looked at, and time for a busy machine. */
const endsWithinMs = 120_000

/** Others call together, so that they are done long before the first of the slow ones is given up. */
const callsAtOnce = 10

// As long as the runner allows; without it thirty seconds.
t.setTimeout(300_000)

interface Stalled {
  readonly socket: Socket
  readonly said: Promise<string>
  stop(): void
}

/** A connection that sends this and then nothing more, or a byte now and then. */
function stall(service: TestService, head: string, dribble: string | null): Stalled {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  const timer = dribble === null ? null : setInterval(() => socket.writable && socket.write(dribble), 500)
  let said = ''
  socket
    .setEncoding('utf8')
    .on('data', (chunk) => (said += String(chunk)))
    .on('error', () => {})
  socket.write(head)
  const ended = new Promise<string>((resolve) => {
    socket.on('close', () => {
      if (timer) clearInterval(timer)
      resolve(said)
    })
    socket.on('end', () => socket.end())
  })
  return { socket, said: ended, stop: () => socket.destroy() }
}

t.test('fifty connections that do not end their requests stop nobody, and end by themselves', async (t) => {
  const service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
  t.teardown(() => service.stop())
  const post = `POST /v1/checkout/sessions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.secretKey}\r\nContent-Type: application/json\r\n`
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
    'while they hold their connections',
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
  const replies = await Promise.all(stalled.map(async ({ about, said }) => ({ about, said: await said })))
  clearTimeout(timer)
  for (const { about, said } of replies) {
    if (about === 'nothing at all' && said === '') continue
    const [head = '', body = ''] = said.split('\r\n\r\n')
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
  t.same({ ...after, checkout_sessions: (after['checkout_sessions'] ?? 0) - 50 }, before, 'none of them did anything')
})

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import {
  Connections,
  usualConnectionLimits,
  type ConnectionLimits,
  type Cut,
} from '../../server/http/limits/connections.ts'
import { sharedService } from '../support/shared-service.ts'
import { until } from '../support/until.ts'

type Teardown = Pick<typeof t, 'teardown'>

interface TestServer {
  readonly port: number
  /** Sockets of the server, in the order of their connections. */
  readonly sockets: readonly Socket[]
  readonly cut: Cut
  /** Paths of the requests in progress, and of all that have begun. */
  readonly running: ReadonlySet<string>
  readonly begun: readonly string[]
}

async function serve(
  t: Teardown,
  limits: Partial<ConnectionLimits>,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  const [running, begun, sockets]: [Set<string>, string[], Socket[]] = [new Set(), [], []]
  const cut = { unread: 0, tooMuchAhead: 0, tooMany: 0 }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    running.add(path)
    begun.push(path)
    response.prependOnceListener('close', () => running.delete(path))
    answer(request, response)
  })
  server.keepAliveTimeout = 20
  server.on('connection', (socket: Socket) => sockets.push(socket))
  new Connections(server, { ...usualConnectionLimits, reportMs: 1, ...limits }, (more) => {
    for (const reason of ['unread', 'tooMuchAhead', 'tooMany'] as const) cut[reason] += more[reason]
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, sockets, cut, running, begun }
}

interface Client {
  readonly socket: Socket
  received: number
  text: string
}

async function open(t: Teardown, port: number): Promise<Client> {
  const socket = connect({ host: '127.0.0.1', port })
  const client: Client = { socket, received: 0, text: '' }
  socket.on('data', (bytes: Buffer) => {
    client.received += bytes.length
    client.text = (client.text + bytes.toString('latin1')).slice(-200_000)
  })
  socket.on('error', () => {})
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  return client
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const paths = (count: number, prefix = '/'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

/** More than the buffers of the system hold for a connection. */
const hugeReply = Buffer.alloc(64 * 1024 * 1024)

t.test('requests that a client sends ahead are answered one after the other, in order', async (t) => {
  let most = 0
  const server = await serve(t, {}, (request, response) => {
    most = Math.max(most, server.running.size)
    setImmediate(() => response.end(request.url))
  })
  const client = await open(t, server.port)
  const sent = paths(3_000)
  client.socket.write(sent.map(get).join(''))
  await until(() => client.text.endsWith('/2999'))
  t.same(server.begun, sent)
  t.equal(most, 1)
  t.equal(client.socket.destroyed, false)
})

t.test('bodies of requests that were sent ahead arrive whole', async (t) => {
  const bodies: string[] = []
  const server = await serve(t, {}, (request, response) => {
    let body = ''
    request.setEncoding('latin1').on('data', (text: string) => (body += text))
    request.on('end', () => {
      bodies.push(body)
      setTimeout(() => response.end('done'), 5)
    })
  })
  const client = await open(t, server.port)
  const sent = ['a'.repeat(100_000), 'b', 'c'.repeat(5_000), '', 'd'.repeat(70_000)]
  const post = (body: string): string => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  client.socket.write(sent.map(post).join(''))
  await until(() => bodies.length === sent.length)
  t.ok(bodies.every((body, index) => body === sent[index]))
})

t.test('clients that send ahead share a few slots, and others do not wait behind them', async (t) => {
  const held: ServerResponse[] = []
  const server = await serve(t, { sentAheadAtOnce: 2 }, (request, response) => {
    if (request.url?.startsWith('/ahead')) held.push(response)
    else response.end('first')
  })
  const clients = await Promise.all(paths(10).map(() => open(t, server.port)))
  for (const { socket } of clients) socket.write([get('/'), ...paths(20, '/ahead').map(get)].join(''))
  await until(() => held.length === 2)
  const other = await open(t, server.port)
  other.socket.write(get('/other'))
  await until(() => other.text.endsWith('first'))
  t.equal(held.length, 2, 'no third of the requests that were sent ahead runs')
  held.forEach((response) => response.end())
  await until(() => held.length === 4)
  t.equal(server.begun.filter((path) => path === '/ahead0').length, 4, 'each connection has its turn')
})

t.test('a client that leaves a reply unread is cut, and no further request of it runs', async (t) => {
  const server = await serve(t, { unreadMs: 50 }, (_, response) => response.end(hugeReply))
  const client = await open(t, server.port)
  client.socket.pause()
  client.socket.write(paths(500).map(get).join(''))
  await until(() => server.cut.unread === 1)
  t.same(server.begun, ['/0'])
  t.equal(server.sockets[0]?.destroyed, true)
})

t.test('100 clients that send ahead and do not read cost the memory of one reply each', inFullRuns, async (t) => {
  const reply = Buffer.alloc(8 * 1024 * 1024)
  const server = await serve(t, { unreadMs: 200 }, (_, response) => response.end(reply))
  const clients = await Promise.all(paths(100).map(() => open(t, server.port)))
  let most = 0
  const watch = setInterval(() => {
    for (const { writableLength } of server.sockets) most = Math.max(most, writableLength)
  }, 5)
  for (const { socket } of clients) socket.pause().write(paths(100).map(get).join(''))
  await until(() => server.cut.unread === 100)
  clearInterval(watch)
  t.ok(most < reply.length + 1_000, `at most ${most} bytes wait for a client`)
  t.equal(server.begun.length, 100)
})

t.test('a client that reads slowly gets all of its reply', async (t) => {
  const server = await serve(t, { unreadMs: 10_000 }, (_, response) => response.end(hugeReply))
  const client = await open(t, server.port)
  client.socket.write(get('/'))
  // Reads a part, and then pauses for a time far below what is allowed, because client and server share this process.
  let next = 8_000_000
  client.socket.on('data', () => {
    if (client.received < next) return
    next += 8_000_000
    client.socket.pause()
    setTimeout(() => client.socket.resume(), 100)
  })
  await until(() => client.received >= hugeReply.length || server.cut.unread > 0)
  t.equal(server.cut.unread, 0)
})

t.test('a request that waits for an event is not cut, and neither is a stream with pauses', async (t) => {
  const held: ServerResponse[] = []
  const server = await serve(t, { unreadMs: 20 }, (_, response) => {
    response.write('begun')
    held.push(response)
  })
  const client = await open(t, server.port)
  client.socket.write(get('/'))
  await until(() => client.text.includes('begun'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  held[0]?.end('after a while')
  await until(() => client.text.includes('after a while'))
  t.same(server.cut, { unread: 0, tooMuchAhead: 0, tooMany: 0 })
  await until(() => server.sockets[0]?.destroyed === true, 'an idle connection ends')
})

t.test('beyond the limit of connections, one without a complete request ends, and newcomers get in', async (t) => {
  const held: ServerResponse[] = []
  const server = await serve(t, { connections: 5 }, (_, response) => held.push(response))
  const working = await open(t, server.port)
  working.socket.write(get('/working'))
  await until(() => held.length === 1)
  const idle = await Promise.all(paths(4).map(() => open(t, server.port)))
  for (const { socket } of idle) socket.write('GET / HTTP/1.1\r\nHost: ')
  for (let count = 1; count <= 6; count++) {
    const newcomer = await open(t, server.port)
    newcomer.socket.write(get(`/new${count}`))
    await until(() => held.length === 1 + count)
    held[count]?.end('welcome')
    await until(() => newcomer.text.endsWith('welcome'))
    newcomer.socket.destroy()
    if (count === 1) t.equal(server.cut.tooMany, 1)
  }
  held[0]?.end('at last')
  await until(() => working.text.endsWith('at last'))
})

t.test('the service works on one request of a connection at a time', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  let [running, most, answered] = [0, 0, 0]
  service.app.server.ext('onPreHandler', (_, toolkit) => {
    most = Math.max(most, ++running)
    return toolkit.continue
  })
  service.app.server.events.on('response', () => {
    running--
    answered++
  })
  const client = await open(t, Number(service.app.server.info.port))
  client.socket.write(
    `GET /v1/checkout/sessions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.secretKey}\r\n\r\n`.repeat(50),
  )
  await until(() => answered === 50)
  t.equal(most, 1)
})

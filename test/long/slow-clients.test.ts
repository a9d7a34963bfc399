import { connect, type Socket } from 'node:net'
import t from 'tap'
import { Chance } from './load/chance.ts'
import { Client } from './load/client.ts'
import { openSite, ServiceProcess } from './processes/processes.ts'

// spec/promises.md#slow-clients-do-not-delay-others: clients that send slowly, read slowly or do neither.

const clients = 1_000
/** Longer than any of the service's time-outs for clients, so that slow ones are cut and come back. */
const besideMs = 40_000
const aloneMs = 5_000
const callsAtOnce = 5
const promisedMs = 500

/** What a slow client sends at first, and then twice a second. Null: nothing more. */
interface Way {
  readonly about: string
  readonly first: string
  readonly then: string | null
  readonly reads: boolean
}

function waysOf(secretKey: string): readonly Way[] {
  const post = [
    'POST /v1/checkout/sessions HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${secretKey}`,
    'Content-Type: application/json\r\n',
  ].join('\r\n')
  const get = 'GET /v1/checkout/sessions?limit=100 HTTP/1.1\r\nHost: a\r\n'
  const list = `${get}Authorization: Bearer ${secretKey}\r\n\r\n`
  return [
    { about: 'sends nothing', first: '', then: null, reads: true },
    { about: 'sends half of the headers', first: post, then: null, reads: true },
    { about: 'sends one header after another', first: post, then: 'X-More: and more\r\n', reads: true },
    { about: 'sends half of a body', first: `${post}Content-Length: 1000\r\n\r\n{"amount"`, then: null, reads: true },
    {
      about: 'sends a body byte by byte',
      first: `${post}Transfer-Encoding: chunked\r\n\r\n`,
      then: '1\r\n \r\n',
      reads: true,
    },
    { about: 'asks again and again and does not read', first: list.repeat(20), then: list, reads: false },
    {
      about: 'asks for much ahead and does not read',
      first: 'GET /docs/errors HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_500),
      then: null,
      reads: false,
    },
  ]
}

/** Keeps one slow client: when the service cuts its connection, it comes back. */
class SlowClient {
  readonly #port: number
  readonly #way: Way
  #socket: Socket | null = null
  #timer: NodeJS.Timeout | null = null
  #ended = false
  cut = 0

  constructor(port: number, way: Way) {
    this.#port = port
    this.#way = way
    this.#open()
  }

  #open(): void {
    const socket = connect({ host: '127.0.0.1', port: this.#port })
    this.#socket = socket
    socket.on('error', () => {})
    if (this.#way.reads) socket.resume()
    else socket.pause()
    socket.write(this.#way.first)
    const { then } = this.#way
    const timer = then === null ? null : setInterval(() => socket.writable && socket.write(then), 500)
    socket.on('close', () => {
      if (timer) clearInterval(timer)
      if (this.#ended) return
      this.cut++
      this.#timer = setTimeout(() => this.#open(), 1_000)
    })
  }

  end(): void {
    this.#ended = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#socket?.destroy()
  }
}

/** Calls as healthy merchants do, and returns the sorted durations in milliseconds. */
async function durations(merchant: Client, forMs: number): Promise<number[]> {
  const taken: number[] = []
  const end = performance.now() + forMs
  const work = async (): Promise<void> => {
    for (let began = performance.now(); began < end; began = performance.now()) {
      await merchant.succeed(
        taken.length % 2 === 0
          ? { path: '/v1/checkout/sessions', body: { amount: 100, currency: 'GBP' } }
          : { method: 'GET', path: '/v1/checkout/sessions' },
      )
      taken.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: callsAtOnce }, work))
  return taken.sort((a, b) => a - b)
}

t.test(`beside ${clients} slow clients, 99 of 100 calls end within ${promisedMs} ms`, async (t) => {
  const service = await ServiceProcess.start(t, await openSite(t))
  const chance = new Chance()
  const merchant = await Client.signUp([service.baseUrl], chance)
  const attacker = await new Client([service.baseUrl], chance, '').succeed({
    path: '/v1/sandbox/signup',
    body: { email: 'slow@example.com' },
  })
  const at = (sorted: readonly number[], share: number): number =>
    Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  const alone = await durations(merchant, aloneMs)
  const ways = waysOf(String(attacker['secret_key']))
  const port = Number(new URL(service.baseUrl).port)
  const each = Math.ceil(clients / ways.length)
  const slow = ways.flatMap((way) => Array.from({ length: each }, () => new SlowClient(port, way)))
  t.teardown(() => slow.forEach((client) => client.end()))
  const beside = await durations(merchant, besideMs)
  for (const [about, taken] of Object.entries({ alone, beside }))
    t.comment(`${about}: p50 ${at(taken, 0.5)} ms, p99 ${at(taken, 0.99)} ms, longest ${at(taken, 0.9999)} ms`)
  t.comment(`the service cut ${slow.reduce((sum, { cut }) => sum + cut, 0)} connections meanwhile`)
  t.ok(at(beside, 0.99) <= promisedMs, `p99 is ${at(beside, 0.99)} ms`)
  t.equal(service.isRunning, true)
})

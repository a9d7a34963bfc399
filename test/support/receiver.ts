import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { waiting } from './until.ts'

/** A request, recorded before the reply. */
export interface ReceivedDelivery {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly rawBody: string
  readonly arrivedAt: Date
}

/**
 * How the receiver answers: a status, or a reply in full, or a way to misbehave.
 * `hang` never answers, `hang_body` stalls within the body, `cut` drops the connection before the reply and `cut_body`
 * within the body, `endless` streams for ever, `endless_headers` sends one header line after another, `raw` writes the
 * given bytes and closes.
 */
export type ReceiverReply =
  | number
  | {
      readonly status: number
      readonly headers?: Record<string, string>
      readonly body?: string | Buffer
      readonly delayMs?: number
    }
  | { readonly redirect: string; readonly status?: number }
  | { readonly raw: string | Buffer }
  | 'hang'
  | 'hang_body'
  | 'cut'
  | 'cut_body'
  | 'endless'
  | 'endless_headers'

/** One reply for all, a reply for each delivery in turn (the last one stays), or a decision per delivery. */
export type ReceiverScript =
  ReceiverReply | readonly ReceiverReply[] | ((delivery: ReceivedDelivery) => ReceiverReply | Promise<ReceiverReply>)

export interface ReceiverOptions {
  /** Default 200. */
  readonly reply?: ReceiverScript
  /** Default 127.0.0.1. */
  readonly host?: string
  /** Default: any free port. */
  readonly port?: number
  /** With a key and certificate (PEM) the receiver speaks https. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

export interface Receiver {
  /** The address for deliveries, with a path. */
  readonly url: string
  readonly port: number
  /** Everything that has arrived, in order. */
  readonly deliveries: ReceivedDelivery[]
  /** Connections accepted so far, with or without a request. */
  readonly connections: number
  /** Resolves to the earliest matching delivery that no earlier call returned, and waits for it. */
  next(predicate?: (delivery: ReceivedDelivery) => boolean): Promise<ReceivedDelivery>
  respondWith(reply: ReceiverScript): void
  /** Drops every connection and closes the port. */
  stop(): Promise<void>
}

/** Starts a real receiver of webhooks for a test. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const inbox = new Inbox()
  const sockets = new Set<Socket>()
  let connections = 0
  let chooseReply = replyChooser(options.reply ?? 200)
  const onRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.on('error', () => {})
    const delivery = await receive(request)
    inbox.add(delivery)
    await answer(response, await chooseReply(delivery))
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    // A client may disconnect during its request: that is neither a delivery nor an error of the receiver.
    onRequest(request, response).catch(() => response.destroy())
  }
  const server = options.tls ? https.createServer(options.tls, listener) : http.createServer(listener)
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  const host = options.host ?? '127.0.0.1'
  const port = await listen(server, options.port ?? 0, host)
  return {
    url: `${options.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}/webhooks`,
    port,
    deliveries: inbox.all,
    get connections() {
      return connections
    },
    next: (predicate = () => true) =>
      waiting(() => `one more delivery than ${inbox.all.length}, with ${String(predicate)}`, inbox.take(predicate)),
    respondWith: (reply) => {
      chooseReply = replyChooser(reply)
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** The deliveries so far, and the calls of `next` that wait for one. */
class Inbox {
  readonly all: ReceivedDelivery[] = []
  readonly #taken = new Set<ReceivedDelivery>()
  readonly #waiting = new Set<() => void>()

  add(delivery: ReceivedDelivery): void {
    this.all.push(delivery)
    for (const look of this.#waiting) look()
  }

  take(predicate: (delivery: ReceivedDelivery) => boolean): Promise<ReceivedDelivery> {
    return new Promise((found) => {
      const look = (): void => {
        const delivery = this.all.find((candidate) => !this.#taken.has(candidate) && predicate(candidate))
        if (!delivery) return
        this.#taken.add(delivery)
        this.#waiting.delete(look)
        found(delivery)
      }
      this.#waiting.add(look)
      look()
    })
  }
}

function replyChooser(script: ReceiverScript): (delivery: ReceivedDelivery) => ReceiverReply | Promise<ReceiverReply> {
  if (typeof script === 'function') return script
  const replies = isSequence(script) ? [...script] : [script]
  return () => (replies.length > 1 ? replies.shift() : replies[0]) ?? 200
}

function isSequence(script: ReceiverReply | readonly ReceiverReply[]): script is readonly ReceiverReply[] {
  return Array.isArray(script)
}

async function receive(request: IncomingMessage): Promise<ReceivedDelivery> {
  const arrivedAt = new Date()
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method = '', url: path = '', headers } = request
  return { method, path, headers, rawBody: Buffer.concat(chunks).toString(), arrivedAt }
}

async function answer(response: ServerResponse, reply: ReceiverReply): Promise<void> {
  if (typeof reply === 'number') return void response.writeHead(reply).end()
  if (typeof reply === 'string') return misbehave(response, reply)
  if ('raw' in reply) return void response.socket?.end(reply.raw)
  if ('redirect' in reply) return void response.writeHead(reply.status ?? 302, { Location: reply.redirect }).end()
  // A late reply does not keep the process of a test alive.
  if (reply.delayMs !== undefined) await pause(reply.delayMs, undefined, { ref: false })
  response.writeHead(reply.status, reply.headers).end(reply.body ?? '')
}

async function misbehave(response: ServerResponse, how: Extract<ReceiverReply, string>): Promise<void> {
  if (how === 'hang') return
  if (how === 'cut') return void response.socket?.destroy()
  if (how === 'endless_headers') return dribbleHeaders(response)
  response.writeHead(200, { 'Content-Type': 'text/plain' })
  if (how === 'endless') return stream(response)
  response.write('the beginning of a reply')
  if (how === 'cut_body') setImmediate(() => response.socket?.destroy())
}

async function stream(response: ServerResponse): Promise<void> {
  const block = 'x'.repeat(16 * 1024)
  while (!response.destroyed) {
    response.write(block)
    await pause(1)
  }
}

async function dribbleHeaders(response: ServerResponse): Promise<void> {
  response.socket?.write('HTTP/1.1 200 OK\r\n')
  for (let line = 0; response.socket && !response.socket.destroyed; line += 1) {
    response.socket.write(`X-Line-${line}: and so on\r\n`)
    await pause(20)
  }
}

function listen(server: http.Server | https.Server, port: number, host: string): Promise<number> {
  return new Promise((listening, failed) => {
    server.once('error', failed)
    server.listen(port, host, () => listening((server.address() as AddressInfo).port))
  })
}

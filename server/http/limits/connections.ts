import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What clients may do with their connections. */
export interface ConnectionLimits {
  /** The most connections. Beyond it, the service closes one that it is not working for. */
  readonly connections: number
  /** How long a client may leave all of a reply unread once the system's buffers are full. */
  readonly unreadMs: number
  /** How long cuts are counted before one report, so that they do not fill the log. */
  readonly reportMs: number
  /** Requests that clients sent ahead and that run at the same time, of all connections together. */
  readonly sentAheadAtOnce: number
}

/**
 * The service needs file descriptors for its database and receivers too, so the number of connections is far below the
 * usual limits of a process.
 */
export const usualConnectionLimits: ConnectionLimits = {
  connections: 2_000,
  unreadMs: 10_000,
  sentAheadAtOnce: 8,
  reportMs: 10_000,
}

/** How many connections the service has cut, by reason. */
export interface Cut {
  readonly unread: number
  readonly tooMuchAhead: number
  readonly tooMany: number
}

const none: Cut = { unread: 0, tooMuchAhead: 0, tooMany: 0 }

/** The parser gets a client's bytes in pieces of this size, so it finds few requests ahead of the one in progress. */
const pieceBytes = 2_048

/** The most bytes that wait for the parser. No client sends as much ahead without a body. */
const maxHeldBytes = 256 * 1024

type Exchange = readonly [request: IncomingMessage, response: ServerResponse]

interface Connection {
  readonly socket: Socket
  readonly address: string
  /** The request that the service works on. */
  inProgress: Exchange | null
  /** Requests that the parser has found behind it. */
  readonly waiting: Exchange[]
  /** Node's parser of this connection. */
  readonly parse: (bytes: Buffer) => void
  /** Bytes that the parser has not seen yet. */
  readonly held: Buffer[]
  /** Whether the parser gets bytes that the client sent before the last reply. */
  isBehind: boolean
  isPaused: boolean
  isParsing: boolean
  /** Whether the client has sent anything since the last reply. */
  hasSent: boolean
  hasReplied: boolean
}

/**
 * Works on one request of each connection at a time, and on the next only when the system has taken the whole reply. So
 * a client that sends requests ahead without reading fills the system's buffers and no memory of ours. Requests that
 * clients sent ahead also share few slots, so that other clients need not wait behind them.
 */
export class Connections {
  readonly #report: (cut: Cut) => void
  #cutSinceReport: Cut = none
  #reportTimer: NodeJS.Timeout | null = null
  readonly #limits: ConnectionLimits
  readonly #handlers: readonly ((...exchange: Exchange) => void)[]
  readonly #open = new Map<Socket, Connection>()
  readonly #perAddress = new Map<string, number>()
  /** Connections whose next request was sent ahead, in the order in which they may go on. */
  readonly #queue: Connection[] = []
  #sentAhead = 0

  /** Takes over the handlers of the server's requests. Call it when all of them are there. */
  constructor(server: Server, limits: ConnectionLimits, report: (cut: Cut) => void) {
    this.#limits = limits
    this.#report = report
    this.#handlers = server.listeners('request') as ((...exchange: Exchange) => void)[]
    server.removeAllListeners('request')
    server.on('request', (request, response) => this.#take([request, response]))
    server.on('connection', (socket: Socket) => this.#accept(socket))
    server.setTimeout(limits.unreadMs, (socket: Socket) => this.#afterSilence(socket))
  }

  #accept(socket: Socket): void {
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[]
    if (!parse) throw new Error('Bug: Node parses the data of every connection')
    const connection: Connection = {
      socket,
      address: socket.remoteAddress ?? '',
      inProgress: null,
      waiting: [],
      parse: parse.bind(socket),
      held: [],
      isBehind: false,
      isPaused: false,
      isParsing: false,
      hasSent: false,
      hasReplied: false,
    }
    this.#count(connection, 1)
    this.#open.set(socket, connection)
    socket.once('close', () => {
      this.#open.delete(socket)
      this.#count(connection, -1)
    })
    if (this.#open.size > this.#limits.connections) this.#closeOne()
    socket.off('data', parse)
    socket.on('data', (bytes: Buffer) => this.#receive(connection, bytes))
  }

  #receive(connection: Connection, bytes: Buffer): void {
    const { held, socket } = connection
    connection.hasSent = true
    held.push(bytes)
    if (held.length === 1) feed(connection)
    else if (heldBytes(connection) > maxHeldBytes) this.#cut(connection, 'tooMuchAhead')
    // Node resumes a socket whenever it has read a body.
    else socket.pause()
  }

  #count({ address }: Connection, change: number): void {
    const count = (this.#perAddress.get(address) ?? 0) + change
    if (count === 0) this.#perAddress.delete(address)
    else this.#perAddress.set(address, count)
  }

  #take(exchange: Exchange): void {
    const connection = this.#open.get(exchange[0].socket)
    if (!connection || connection.socket.destroyed) return
    if (connection.inProgress === null && connection.waiting.length === 0 && !connection.isBehind)
      return this.#start(connection, exchange, () => {})
    connection.waiting.push(exchange)
    if (connection.inProgress === null && connection.waiting.length === 1) this.#enqueue(connection)
  }

  #start(connection: Connection, exchange: Exchange, ended: () => void): void {
    connection.inProgress = exchange
    exchange[1].once('close', () => {
      ended()
      connection.inProgress = null
      connection.hasSent = connection.held.length > 0
      connection.hasReplied = true
      if (connection.waiting.length > 0) this.#enqueue(connection)
      else feedBehind(connection)
    })
    for (const handle of this.#handlers) handle(...exchange)
  }

  #enqueue(connection: Connection): void {
    this.#queue.push(connection)
    this.#startSentAhead()
  }

  #startSentAhead(): void {
    while (this.#sentAhead < this.#limits.sentAheadAtOnce) {
      const connection = this.#queue.shift()
      if (!connection) return
      const exchange = connection.waiting.shift()
      if (!exchange || connection.socket.destroyed) continue
      this.#sentAhead++
      this.#start(connection, exchange, () => {
        this.#sentAhead--
        // Not at once, so that requests on other connections have their turn in between.
        setImmediate(() => this.#startSentAhead())
      })
      feedBehind(connection)
    }
  }

  /** Node reports a socket on which nothing has moved for a while, unread bytes included. */
  #afterSilence(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (!connection) return void socket.destroy()
    if (socket.writableLength > 0) return this.#cut(connection, 'unread')
    // Other time-outs are for requests that do not arrive. Here only idle connections end, as Node ends them.
    if (connection.inProgress === null && connection.hasReplied && !connection.hasSent) socket.destroy()
  }

  /**
   * Closes the oldest connection that the service is not working for, of the address that has the most connections.
   * Behind a proxy all have the same address, and the oldest of all ends.
   */
  #closeOne(): void {
    const [most] = [...this.#perAddress].reduce((a, b) => (b[1] > a[1] ? b : a))
    const closable = [...this.#open.values()].filter((connection) => !isWorkedFor(connection))
    const chosen = closable.find(({ address }) => address === most) ?? closable[0]
    if (chosen) this.#cut(chosen, 'tooMany')
  }

  #cut({ socket }: Connection, reason: keyof Cut): void {
    socket.destroy()
    this.#cutSinceReport = { ...this.#cutSinceReport, [reason]: this.#cutSinceReport[reason] + 1 }
    this.#reportTimer ??= setTimeout(() => {
      this.#reportTimer = null
      this.#report(this.#cutSinceReport)
      this.#cutSinceReport = none
    }, this.#limits.reportMs).unref()
  }
}

function heldBytes({ held }: Connection): number {
  return held.reduce((sum, { length }) => sum + length, 0)
}

/** Whether a complete request is in progress, and its reply has not met a client that does not read. */
function isWorkedFor({ inProgress, socket }: Connection): boolean {
  return inProgress !== null && inProgress[0].complete && socket.writableLength === 0
}

/** Continues with bytes that arrived before the last reply. */
function feedBehind(connection: Connection): void {
  connection.isBehind = true
  feed(connection)
  connection.isBehind = false
}

/** Gives the parser the held bytes, until it finds a request that must wait for the one in progress. */
function feed(connection: Connection): void {
  const { socket, held, waiting, parse } = connection
  // A request that starts while the parser runs may lead here again.
  if (connection.isParsing) return
  connection.isParsing = true
  while (held.length > 0 && waiting.length === 0 && !socket.destroyed) {
    const bytes = held.shift()
    if (!bytes) break
    if (bytes.length > pieceBytes) held.unshift(bytes.subarray(pieceBytes))
    parse(bytes.subarray(0, pieceBytes))
  }
  connection.isParsing = false
  if (held.length > 0) socket.pause()
  else if (connection.isPaused) socket.resume()
  connection.isPaused = held.length > 0
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Log } from '../../flows/context.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import { isLoopback, isThisMachine } from '../../domain/loopback.ts'

/** How long a client may take to send its request, and to read the reply. */
const requestTimeoutMs = 5_000
const replyTimeoutMs = 20_000

/** A few scrapers and an operator. */
const maxConnections = 50

/** The reply to a scrape. */
export interface MetricsPage {
  readonly contentType: string
  text(): Promise<string>
}

/** Serves the metrics on a separate port, because they are for the operator only. */
export class MetricsListener {
  readonly #page: MetricsPage
  readonly #log: Log
  readonly #token: string | null
  readonly #server: Server
  #isOfThisMachine = false

  /** `token`: what a reader must send. Null: everyone who reaches the port may read. */
  constructor(page: MetricsPage, { log, token }: { log: Log; token: string | null }) {
    this.#page = page
    this.#log = log
    this.#token = token
    this.#server = createServer(
      {
        headersTimeout: requestTimeoutMs,
        requestTimeout: requestTimeoutMs,
        connectionsCheckingInterval: requestTimeoutMs,
      },
      (request, response) => void this.#answer(request, response),
    )
    this.#server.maxConnections = maxConnections
    this.#server.setTimeout(replyTimeoutMs)
  }

  /** Rejects when the address is taken. */
  async listen(address: { host: string; port: number }): Promise<void> {
    this.#isOfThisMachine = isThisMachine(address.host)
    this.#server.listen(address)
    await once(this.#server, 'listening')
    // A failed connection must not end the process.
    this.#server.on('error', (error) => this.#log.warn({ error: loggable(error) }, 'a scraper could not connect'))
  }

  /** Ends every connection. A scraper keeps its connection open between scrapes. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeAllConnections()
    await closed
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.split('?')[0] !== '/metrics') return send(response, 404, 'Only /metrics is available here.\n')
    if (request.method !== 'GET') return send(response, 405, 'Only GET is allowed.\n', { Allow: 'GET' })
    if (!this.#isAskedDirectly(request.headers.host))
      return send(response, 403, 'Send the request to the address of METRICS_HOST, or set METRICS_TOKEN.\n')
    if (!this.#mayRead(request.headers.authorization))
      return send(response, 401, 'Send the value of METRICS_TOKEN as a bearer token.\n', {
        'WWW-Authenticate': 'Bearer',
      })
    try {
      const text = await this.#page.text()
      send(response, 200, text, { 'Content-Type': this.#page.contentType })
    } catch (error) {
      this.#log.error({ error: loggable(error) }, 'could not answer a scrape')
      send(response, 500, 'The metrics could not be read.\n')
    }
  }

  /**
   * Without a token, a request must name this machine as its host. Otherwise a page in a browser here could use a host
   * name that resolves to this machine, and a proxy could forward requests of the public.
   */
  #isAskedDirectly(host: string | undefined): boolean {
    if (this.#token !== null || !this.#isOfThisMachine) return true
    const url = URL.parse(`http://${host ?? ''}`)
    return url !== null && isLoopback(url.hostname)
  }

  #mayRead(authorization: string | undefined): boolean {
    if (this.#token === null) return true
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
    return timingSafeEqual(digest(given), digest(this.#token))
  }
}

/** Digests have one length, so that a comparison takes the same time for each token. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function send(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      ...headers,
    })
    .end(text)
}

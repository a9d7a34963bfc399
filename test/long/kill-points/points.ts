import diagnostics from 'node:diagnostics_channel'
import { ServerResponse, type ClientRequest, type IncomingMessage } from 'node:http'
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import pg from 'pg'

// Names the places in this process where a kill can leave work half done: each commit, each call to the bank or to an
// acquirer, each delivery, each mail and each reply. The drivers of the database, HTTP and SMTP report them, so that
// production code needs no hooks, and a new commit becomes a point by itself.

export type Side = 'before' | 'after'

/** One side of the n-th time that a flow passes a place. */
export interface Point {
  readonly place: string
  readonly nth: number
  readonly side: Side
}

type Watch = (place: string, side: Side) => void

/** Reports each place that the process passes to `watch`. */
function reportPlaces(watch: Watch): void {
  reportStatements(watch)
  reportDeliveries(watch)
  reportCalls(watch)
  reportMails(watch)
  reportReplies(watch)
}

type Query = (this: pg.Client, ...words: unknown[]) => unknown

/** Reports statements that commit something, and every statement of the simulated bank, which stands for a call. */
function reportStatements(watch: Watch): void {
  const open = new WeakMap<pg.Client, Set<string>>()
  // The wrapper passes on every form of the driver's `query`.
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const original = prototype.query
  prototype.query = function (...words) {
    const place = placeOf(this, textOf(words[0]), open)
    if (place === null) return original.apply(this, words)
    watch(place, 'before')
    const callback = words.at(-1)
    if (typeof callback !== 'function') return resolved(original.apply(this, words), () => watch(place, 'after'))
    const called = (...results: unknown[]): unknown => {
      watch(place, 'after')
      return (callback as (...results: unknown[]) => unknown)(...results)
    }
    return original.apply(this, [...words.slice(0, -1), called])
  }
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

async function resolved(result: unknown, then: () => void): Promise<unknown> {
  const value = await result
  then()
  return value
}

/** Background work whose time does not depend on the flow: the last use of a key, and the record of requests. */
const unrelated = /last_used_at|api_request|recorded_requests/

const writes = /\b(insert into|update|delete from)\s+([\w."]+)/gi

/** The name of a statement that commits something or calls the bank, else null. */
function placeOf(client: pg.Client, text: string, open: WeakMap<pg.Client, Set<string>>): string | null {
  const { application_name: program } = (client as unknown as { connectionParameters: { application_name?: string } })
    .connectionParameters
  if (program === undefined) return null
  const isBank = program.startsWith('sandbox_bank')
  const owner = isBank ? 'bank' : program.includes('worker') ? 'job queue' : 'commit'
  const changed = unrelated.test(text)
    ? []
    : [...text.matchAll(writes)].map(([, verb = '', table = '']) => `${verb.split(' ')[0]?.toLowerCase()} ${table}`)
  const transaction = open.get(client)
  if (/^\s*(begin|start transaction)/i.test(text)) {
    open.set(client, new Set())
    return null
  }
  if (/^\s*(commit|rollback)\b/i.test(text)) {
    open.delete(client)
    const isCommit = /^\s*commit/i.test(text) && transaction !== undefined && transaction.size > 0
    return isCommit ? `${owner}: ${[...transaction].join(', ')}` : null
  }
  if (transaction) {
    for (const change of changed) transaction.add(change)
    return null
  }
  if (changed.length > 0) return `${owner}: ${[...new Set(changed)].join(', ')}`
  return isBank ? 'bank: select' : null
}

function reportDeliveries(watch: Watch): void {
  const nameOf = (request: ClientRequest): string => `POST of a delivery to ${request.path}`
  diagnostics.subscribe('http.client.request.created', (message) =>
    watch(nameOf((message as { request: ClientRequest }).request), 'before'),
  )
  diagnostics.subscribe('http.client.response.finish', (message) =>
    watch(nameOf((message as { request: ClientRequest }).request), 'after'),
  )
}

/** Reports calls by `fetch`, with which adapters reach their acquirer. */
function reportCalls(watch: Watch): void {
  const nameOf = (message: unknown): string => {
    const { method, path } = (message as { request: { method: string; path: string } }).request
    return `call: ${method} ${path.replace(/[A-Z0-9]{16}/, '…')}`
  }
  diagnostics.subscribe('undici:request:create', (message) => watch(nameOf(message), 'before'))
  diagnostics.subscribe('undici:request:trailers', (message) => watch(nameOf(message), 'after'))
}

type Send = (envelope: unknown, message: unknown, done: (...results: unknown[]) => void) => void

function reportMails(watch: Watch): void {
  const prototype = SMTPConnection.prototype as unknown as { send: Send }
  const original = prototype.send
  prototype.send = function (envelope, message, done) {
    watch('mail', 'before')
    original.call(this, envelope, message, (...results) => {
      watch('mail', 'after')
      done(...results)
    })
  }
}

/** Reports replies to requests that change something. */
function reportReplies(watch: Watch): void {
  const nameOf = ({ method = '', url = '' }: IncomingMessage): string => {
    const path = url.replace(/\?.*/, '').replace(/(payment_links|challenge|challenge_returns)\/[^/]+/, '$1/…')
    return `reply to ${method} ${path.replace(/\/(?=\w*\d)[\w-]{8,}/g, '/…')}`
  }
  const prototype = ServerResponse.prototype as unknown as { writeHead(...words: unknown[]): unknown }
  const original = prototype.writeHead
  prototype.writeHead = function (this: ServerResponse, ...words) {
    if (this.req.method === 'POST') watch(nameOf(this.req), 'before')
    return original.apply(this, words)
  }
  diagnostics.subscribe('http.server.response.finish', (message) => {
    const { request } = message as { request: IncomingMessage }
    if (request.method === 'POST') watch(nameOf(request), 'after')
  })
}

/** Records the points that this process passes, or ends the process with SIGKILL at one of them. */
export class Points {
  #recorded: Point[] | null = null
  #deadly: Point | null = null
  readonly #times = new Map<string, number>()

  constructor() {
    reportPlaces((place, side) => this.#passed(place, side))
  }

  record(): void {
    this.#times.clear()
    this.#recorded = []
  }

  recorded(): readonly Point[] {
    const points = this.#recorded ?? []
    this.#recorded = null
    return points
  }

  dieAt(point: Point): void {
    this.#times.clear()
    this.#deadly = point
  }

  #passed(place: string, side: Side): void {
    if (!this.#recorded && !this.#deadly) return
    const nth = (this.#times.get(side + place) ?? 0) + 1
    this.#times.set(side + place, nth)
    this.#recorded?.push({ place, nth, side })
    const deadly = this.#deadly
    if (deadly?.place === place && deadly.nth === nth && deadly.side === side) process.kill(process.pid, 'SIGKILL')
  }
}

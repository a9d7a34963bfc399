import http from 'node:http'
import https from 'node:https'
import type { Event, Webhooks } from '../index.ts'
import { usageError } from './command-errors.ts'

/** The time-out of a delivery: the same as for the service's own deliveries. */
const replyWindowMilliseconds = 15_000

export interface Target {
  readonly url: URL
  /** The address without user name and password. */
  readonly shown: string
}

/** The outcome of one delivery. */
export interface Outcome {
  readonly delivered: boolean
  /** Null when no reply came. */
  readonly status: number | null
  readonly error: string | null
  readonly milliseconds: number
}

/** Also accepts an address without a scheme, such as `localhost:4242/webhooks`. */
export function targetOf(text: string): Target {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw usageError(
      `\`${text}\` is not an http(s) address.`,
      'Pass, for example, --forward-to http://localhost:4242/webhooks.',
    )
  url.hash = ''
  const shown = new URL(url)
  shown.username = shown.password = ''
  return { url, shown: shown.href }
}

/** Delivers an event as the service does: the same body and headers, and a new signature. A failure does not throw. */
export async function forward(
  target: Target,
  event: Event,
  secret: string,
  { generateTestHeader }: Webhooks,
): Promise<Outcome> {
  // The service stores an event as the JSON text of this object, so the body has the same bytes as its own deliveries.
  const body = JSON.stringify(event)
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'User-Agent': 'ServicePay-CLI/1',
    'Service-Event-Id': event.id,
    'Service-Signature': await generateTestHeader(body, secret),
  }
  const startedAt = performance.now()
  const answer = await post(target.url, headers, body).catch((error: unknown) => ({
    status: null,
    error: reasonOf(error),
  }))
  return { ...answer, delivered: answer.error === null, milliseconds: Math.round(performance.now() - startedAt) }
}

function post(url: URL, headers: http.OutgoingHttpHeaders, body: string): Promise<Pick<Outcome, 'status' | 'error'>> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(replyWindowMilliseconds)
    const { request } = url.protocol === 'https:' ? https : http
    // Each delivery opens a new connection, because a receiver that restarts would break a kept one.
    const sent = request(url, { method: 'POST', headers, signal, agent: false }, (reply) => {
      const status = reply.statusCode ?? 0
      reply
        .on('error', reject)
        .on('end', () => resolve({ status, error: refusalOf(status) }))
        .resume()
    })
    sent.on('error', reject).end(body)
  })
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status <= 299) return null
  return status >= 300 && status <= 399 ? 'the receiver redirects' : 'the reply is not 2xx'
}

function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError') return `no reply within ${replyWindowMilliseconds / 1000} s`
  if (code === 'ECONNREFUSED') return 'nothing listens there'
  if (code === 'ENOTFOUND') return 'the host does not exist'
  return code ?? message
}

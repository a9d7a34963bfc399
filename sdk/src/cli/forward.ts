import http from 'node:http'
import https from 'node:https'
import type { Event, Webhooks } from '../index.ts'
import { usageError } from './command-errors.ts'

/** Milliseconds for a whole delivery: the same limit as for the service's own deliveries. */
const replyWindow = 15_000

export interface Target {
  readonly url: URL
  /** Without the password, if there is one. */
  readonly shown: string
}

/** What became of one delivery. */
export interface Outcome {
  readonly delivered: boolean
  /** Null when no answer came. */
  readonly status: number | null
  readonly error: string | null
  readonly milliseconds: number
}

/** `localhost:4242/webhooks` is understood too. */
export function targetOf(text: string): Target {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw usageError(
      `\`${text}\` is not an http(s) address.`,
      'For instance: --forward-to http://localhost:4242/webhooks',
    )
  url.hash = ''
  const shown = new URL(url)
  shown.username = shown.password = ''
  return { url, shown: shown.href }
}

/** Delivers an event as the service does: the same body and headers, signed at this moment. Whatever happens is an outcome. */
export async function forward(
  target: Target,
  event: Event,
  secret: string,
  { generateTestHeader }: Webhooks,
): Promise<Outcome> {
  // The service keeps an event as the JSON text of this very object, so this is byte for byte the body of its own deliveries.
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
  return new Promise((answered, failed) => {
    const signal = AbortSignal.timeout(replyWindow)
    const { request } = url.protocol === 'https:' ? https : http
    // A connection for each: a kept one may be closed by a receiver that restarts, which would look like a failure.
    const sent = request(url, { method: 'POST', headers, signal, agent: false }, (reply) => {
      const status = reply.statusCode ?? 0
      reply
        .on('error', failed)
        .on('end', () => answered({ status, error: refusalOf(status) }))
        .resume()
    })
    sent.on('error', failed).end(body)
  })
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status <= 299) return null
  return status >= 300 && status <= 399 ? 'redirects are not followed' : 'the answer is not 2xx'
}

function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${replyWindow / 1000} s`
  if (code === 'ECONNREFUSED') return 'nothing listens there'
  if (code === 'ENOTFOUND') return 'there is no such host'
  return code ?? message
}

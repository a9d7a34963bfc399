import http from 'node:http'
import https from 'node:https'
import type { Event, Webhooks } from '../../index.ts'
import { standardHeaders } from '../../webhooks/standard-webhooks.ts'
import { isLoopback, typedAddress } from '../addresses.ts'
import { usageError } from '../command-errors.ts'
import { withoutSecrets } from '../redact.ts'
import { reasonOf } from './forward-failures.ts'

/** The time-out of a delivery: the same as for the service's own deliveries. */
const replyWindowMilliseconds = 15_000

export interface Target {
  readonly url: URL
  /** The address without user name and password. */
  readonly shown: string
  /** Whether to accept any certificate. Only for this machine: signed events must not reach an unknown server. */
  readonly insecure: boolean
}

/** The outcome of one delivery. */
export interface Outcome {
  readonly delivered: boolean
  /** Null when no reply came. */
  readonly status: number | null
  readonly error: string | null
  /** The beginning of the receiver's answer, without secrets. Empty: it has none. */
  readonly body: string
  readonly milliseconds: number
}

export function targetOf(text: string, insecure: boolean): Target {
  const url = new URL(typedAddress('--forward-to', text))
  if (insecure && !isLoopback(url.hostname))
    throw usageError(
      '--insecure is only for an address of this machine.',
      'Leave it out. If you trust the authority of the certificate, set NODE_EXTRA_CA_CERTS to its file.',
    )
  url.hash = ''
  const shown = new URL(url)
  shown.username = shown.password = ''
  return { url, shown: shown.href, insecure }
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
    ...(await standardHeaders(secret, event.id, body)),
  }
  const startedAt = performance.now()
  const answer = await post(target, headers, body).catch((error: unknown) => ({
    status: null,
    error: reasonOf(error, replyWindowMilliseconds),
    body: '',
  }))
  return { ...answer, delivered: answer.error === null, milliseconds: Math.round(performance.now() - startedAt) }
}

function post(
  { url, insecure }: Target,
  headers: http.OutgoingHttpHeaders,
  body: string,
): Promise<Pick<Outcome, 'status' | 'error' | 'body'>> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(replyWindowMilliseconds)
    const { request } = url.protocol === 'https:' ? https : http
    // Each delivery opens a new connection, because a receiver that restarts would break a kept one.
    const tls = { rejectUnauthorized: !insecure, ALPNProtocols: ['http/1.1'] }
    const options = { method: 'POST', headers, signal, agent: false, ...tls }
    const sent = request(url, options, (reply) => {
      const status = reply.statusCode ?? 0
      // The status line decides. What happens to the rest of the reply changes nothing.
      void beginningOf(reply).then((body) => resolve({ status, error: refusalOf(status), body }))
    })
    sent.on('error', reject).end(body)
  })
}

/** For a person who looks at a line of a terminal. */
const shownCharacters = 200
/** How long the listener waits for that much. */
const bodyMilliseconds = 500

/** What has come of a body by the time that it ends, is long enough, or takes too long. */
function beginningOf(reply: http.IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const end = (): void => {
      clearTimeout(timer)
      const shown = withoutSecrets(text).trim()
      resolve(shown.length > shownCharacters ? `${shown.slice(0, shownCharacters)}…` : shown)
    }
    const timer = setTimeout(end, bodyMilliseconds)
    reply.setEncoding('utf8')
    reply.on('data', (chunk: string) => {
      // Later parts are read and dropped, so that the receiver can finish its reply.
      if (text.length > 4 * shownCharacters) return end()
      text += chunk.slice(0, 4 * shownCharacters)
    })
    reply.on('error', end).on('close', end)
  })
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status <= 299) return null
  return status >= 300 && status <= 399 ? 'the receiver redirects' : 'the reply is not 2xx'
}

import { ipVersion } from './address-classes.ts'
import { parseWebhookUrl, refusalOf, type WebhookAllow, type WebhookTarget } from './address-guard.ts'
import { postPinned, type PinnedPostOutcome } from './pinned-post.ts'
import type { ReplyRead } from './read-reply.ts'
import { resolveBefore, resolveWithSystem, type Resolve } from './resolve-host.ts'
import { signatureHeader, standardHeaders } from './signing.ts'

/** Time limit for the whole attempt: name resolution, connection, TLS handshake and reply. */
const replyWindowMs = 15_000

/**
 * How many addresses of a name to try until one accepts a connection. Each has this part of the time, and the last one
 * has what is left, so that a silent address leaves time for the next. `localhost` has two.
 */
const addressesTried = 4

/** Longest error text. Some errors contain the names in the receiver's certificate, which can be long. */
const maxErrorLength = 300

export interface DeliveryRequest {
  readonly url: string
  /** The exact text that is signed and sent. */
  readonly body: string
  readonly eventId: string
  /** The signing secret of the mode, `whsec_…`. */
  readonly secret: string
  /** The secret that will sign after the roll that is under way, if there is one. */
  readonly nextSecret?: string | null
  /** The moment of this attempt, for the signature. */
  readonly at: Date
  readonly allow: WebhookAllow
  /** Attempts of this delivery that have failed: each begins with another address of the receiver. */
  readonly failedAttempts?: number
  readonly timeoutMs?: number
  readonly resolve?: Resolve
  /** Certificate authorities (PEM) to trust instead of the usual ones. */
  readonly ca?: string
}

export interface DeliveryResult {
  readonly kind: 'delivered' | 'failed'
  /** Whether a reply came, with any status. */
  readonly answered: boolean
  /** Null when no reply came. */
  readonly status: number | null
  /** For the delivery log; null when delivered. */
  readonly error: string | null
  /** The first kilobyte of the reply as text; null when no reply came. */
  readonly responseExcerpt: string | null
  readonly durationMs: number
  /** The headers as sent (without `Host`), or as they would have been sent if no connection was made. */
  readonly requestHeaders: Readonly<Record<string, string>>
}

type Outcome = Pick<DeliveryResult, 'kind' | 'answered' | 'status' | 'error' | 'responseExcerpt'>

/** The deadline of an attempt, and the stage that the attempt has reached. */
interface Deadline {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  stage: string
}

/**
 * Makes one attempt to deliver an event. Any 2xx status within 15 s counts as received; a redirect does not. What comes
 * after the status line is only for the log.
 * A failure of the network or the receiver is a result, never an exception.
 */
export async function deliver(request: DeliveryRequest): Promise<DeliveryResult> {
  const startedAt = performance.now()
  const requestHeaders = headersOf(request)
  const timeoutMs = request.timeoutMs ?? replyWindowMs
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const deadline: Deadline = { signal: timeout.signal, timeoutMs, stage: 'resolving the host name' }
  const outcome = await attempt(request, requestHeaders, deadline)
  clearTimeout(timer)
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt), requestHeaders }
}

function headersOf(request: DeliveryRequest): Record<string, string> {
  const secrets = request.nextSecret ? [request.secret, request.nextSecret] : [request.secret]
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(request.body)),
    'User-Agent': 'ServicePay-Webhooks/1',
    'Service-Event-Id': request.eventId,
    'Service-Signature': signatureHeader(request.secret, request.at, request.body),
    ...standardHeaders(secrets, request.at, request.eventId, request.body),
  }
}

async function attempt(
  request: DeliveryRequest,
  headers: Readonly<Record<string, string>>,
  deadline: Deadline,
): Promise<Outcome> {
  const parsed = parseWebhookUrl(request.url, request.allow)
  if (parsed.kind === 'refused') return failed(parsed.reason)
  const { target } = parsed
  const resolution = await addressesOf(target, request.resolve ?? resolveWithSystem, deadline.signal)
  if (deadline.signal.aborted) return failed(timeOutText(deadline))
  if (resolution.kind === 'unresolved') return failed(`No address: ${resolution.reason}.`)
  // Every address must be public, not only the one used: a name that also resolves to a private address is suspicious.
  const refusal = refusalOf(target, resolution.addresses, request.allow)
  if (refusal !== null) return failed(refusal)

  const onStage = (stage: string): void => {
    deadline.stage = stage
  }
  const { body, ca, failedAttempts = 0 } = request
  const hostHeader = { Host: target.url.host.replace(/\.(?=:\d+$|$)/, ''), ...headers }
  const addresses = addressOrder(resolution.addresses, failedAttempts)
  const outcome = await postToFirstReachable(addresses, (address, isLast) => {
    const connectMs = isLast ? null : deadline.timeoutMs / addressesTried
    return postPinned({ target, address, headers: hostHeader, body, ca, signal: deadline.signal, connectMs, onStage })
  })
  return outcome.kind === 'reply' ? interpretReply(outcome) : failed(noReplyText(outcome.error, deadline))
}

async function addressesOf(target: WebhookTarget, resolve: Resolve, signal: AbortSignal) {
  if (ipVersion(target.host) !== 0) return { kind: 'resolved', addresses: [target.host] } as const
  return await resolveBefore(signal, target.host, resolve)
}

/**
 * The first attempt begins with IPv4, because IPv6 routes are more often broken. Each later one begins with the next
 * address, because an address may accept connections and then stay silent.
 */
function addressOrder(addresses: readonly string[], failedAttempts: number): readonly string[] {
  const sorted = [...new Set(addresses)].sort((a, b) => ipVersion(a) - ipVersion(b))
  const first = failedAttempts % sorted.length
  return [...sorted.slice(first), ...sorted.slice(0, first)].slice(0, addressesTried)
}

async function postToFirstReachable(
  addresses: readonly string[],
  post: (address: string, isLast: boolean) => Promise<PinnedPostOutcome>,
): Promise<PinnedPostOutcome> {
  let outcome: PinnedPostOutcome = { kind: 'no_reply', error: 'the name has no address', connected: false }
  for (const address of addresses) {
    outcome = await post(address, address === addresses.at(-1))
    if (outcome.kind === 'reply' || outcome.connected) return outcome
  }
  return outcome
}

function interpretReply(reply: ReplyRead): Outcome {
  const seen = { status: reply.status, responseExcerpt: reply.excerpt }
  if (reply.status >= 200 && reply.status <= 299) return { kind: 'delivered', answered: true, error: null, ...seen }
  const redirect = reply.status >= 300 && reply.status <= 399 ? ' Redirects are not followed.' : ''
  return { kind: 'failed', answered: true, error: `The receiver answered ${reply.status}.${redirect}`, ...seen }
}

function noReplyText(error: string, deadline: Deadline): string {
  return deadline.signal.aborted ? timeOutText(deadline) : `No reply while ${deadline.stage}: ${error}`
}

function timeOutText(deadline: Deadline): string {
  return `No reply within ${deadline.timeoutMs / 1000} s; time ran out while ${deadline.stage}.`
}

function failed(error: string): Outcome {
  return {
    kind: 'failed',
    answered: false,
    status: null,
    error: error.replaceAll('\0', ' ').slice(0, maxErrorLength),
    responseExcerpt: null,
  }
}

import { ipVersion } from './address-classes.ts'
import { parseWebhookUrl, refusalOf } from './address-guard.ts'
import type { WebhookAllow, WebhookTarget } from './address-guard.ts'
import { postPinned } from './pinned-post.ts'
import type { PinnedPostOutcome } from './pinned-post.ts'
import type { ReplyRead } from './read-reply.ts'
import { resolveBefore, resolveWithSystem } from './resolve-host.ts'
import type { Resolve } from './resolve-host.ts'
import { signatureHeader } from './signing.ts'

/** Milliseconds for everything: name, connection, encryption, reply (Specification, Events, delivery rule 1). */
const replyWindowMs = 15_000

/** Addresses of one name that are tried while none takes a connection (`localhost` has two, and a server often one). */
const addressesTried = 4

/** Characters of an error that are kept: a certificate's names, which a receiver chooses, appear in some. */
const errorLength = 300

export interface DeliveryRequest {
  readonly url: string
  /** The exact text that is signed and sent. */
  readonly body: string
  readonly eventId: string
  /** The signing secret of the mode, `whsec_…`. */
  readonly secret: string
  /** The moment of this attempt, for the signature. */
  readonly at: Date
  readonly allow: WebhookAllow
  readonly timeoutMs?: number
  readonly resolve?: Resolve
  /** Certificate authorities (PEM) to trust instead of the usual ones. */
  readonly ca?: string
}

export interface DeliveryResult {
  readonly kind: 'delivered' | 'failed'
  /** Null when no reply came. */
  readonly status: number | null
  /** For the delivery log; null when delivered. */
  readonly error: string | null
  /** The first kilobyte of the reply as text; null when no reply came. */
  readonly responseExcerpt: string | null
  readonly durationMs: number
  /** As sent (besides `Host`), or as they would have been when no connection was made. */
  readonly requestHeaders: Readonly<Record<string, string>>
}

type Outcome = Pick<DeliveryResult, 'kind' | 'status' | 'error' | 'responseExcerpt'>

/** The one deadline of an attempt, and what was going on when it passed. */
interface Deadline {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  stage: string
}

/**
 * One attempt to deliver an event (Specification, Events). Any 2xx reply that is complete within 15 s counts; a redirect does not.
 * Whatever the network or the receiver does is a result, never an exception.
 */
export async function deliver(request: DeliveryRequest): Promise<DeliveryResult> {
  const startedAt = performance.now()
  const body = Buffer.from(request.body)
  const requestHeaders = headersOf(request, body)
  const timeoutMs = request.timeoutMs ?? replyWindowMs
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), timeoutMs)
  const deadline: Deadline = { signal: patience.signal, timeoutMs, stage: 'resolving the host name' }
  const outcome = await attempt(request, requestHeaders, body, deadline)
  clearTimeout(timer)
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt), requestHeaders }
}

function headersOf(request: DeliveryRequest, body: Buffer): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    'User-Agent': 'ServicePay-Webhooks/1',
    'Service-Event-Id': request.eventId,
    'Service-Signature': signatureHeader(request.secret, request.at, request.body),
  }
}

async function attempt(
  request: DeliveryRequest,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  deadline: Deadline,
): Promise<Outcome> {
  const parsed = parseWebhookUrl(request.url, request.allow)
  if (parsed.kind === 'refused') return failed(parsed.reason)
  const { target } = parsed
  const resolution = await addressesOf(target, request.resolve ?? resolveWithSystem, deadline.signal)
  if (deadline.signal.aborted) return failed(timeOutText(deadline))
  if (resolution.kind === 'unresolved') return failed(`No address: ${resolution.reason}.`)
  // Every answer, not only the one used: a name that also points inside is not to be trusted at all.
  const refusal = refusalOf(target, resolution.addresses, request.allow)
  if (refusal !== null) return failed(refusal)

  const onStage = (stage: string): void => {
    deadline.stage = stage
  }
  const hostHeader = { Host: target.url.host.replace(/\.(?=:\d+$|$)/, ''), ...headers }
  const outcome = await postToFirstReachable(resolution.addresses, (address) =>
    postPinned({ target, address, headers: hostHeader, body, ca: request.ca, signal: deadline.signal, onStage }),
  )
  return outcome.kind === 'reply' ? judge(outcome, deadline) : failed(noReplyText(outcome.error, deadline))
}

async function addressesOf(target: WebhookTarget, resolve: Resolve, signal: AbortSignal) {
  if (ipVersion(target.host) !== 0) return { kind: 'resolved', addresses: [target.host] } as const
  return await resolveBefore(signal, target.host, resolve)
}

/** IPv4 first: a machine without IPv6 is told so at once, one with a broken IPv6 route waits. */
async function postToFirstReachable(
  addresses: readonly string[],
  post: (address: string) => Promise<PinnedPostOutcome>,
): Promise<PinnedPostOutcome> {
  const ordered = [...new Set(addresses)].sort((a, b) => ipVersion(a) - ipVersion(b)).slice(0, addressesTried)
  let outcome: PinnedPostOutcome = { kind: 'no_reply', error: 'the name has no address', connected: false }
  for (const address of ordered) {
    outcome = await post(address)
    if (outcome.kind === 'reply' || outcome.connected) return outcome
  }
  return outcome
}

function judge(reply: ReplyRead, deadline: Deadline): Outcome {
  const seen = { status: reply.status, responseExcerpt: reply.excerpt }
  if (reply.cut !== null) {
    const error = deadline.signal.aborted ? timeOutText(deadline) : `The reply broke off: ${reply.cut}.`
    return { kind: 'failed', error: error.slice(0, errorLength), ...seen }
  }
  if (reply.status >= 200 && reply.status <= 299) return { kind: 'delivered', error: null, ...seen }
  const redirect = reply.status >= 300 && reply.status <= 399 ? ' Redirects are not followed.' : ''
  return { kind: 'failed', error: `The receiver answered ${reply.status}.${redirect}`, ...seen }
}

function noReplyText(error: string, deadline: Deadline): string {
  return deadline.signal.aborted ? timeOutText(deadline) : `No reply while ${deadline.stage}: ${error}`
}

function timeOutText(deadline: Deadline): string {
  return `No complete reply within ${deadline.timeoutMs / 1000} s; time ran out while ${deadline.stage}.`
}

function failed(error: string): Outcome {
  return {
    kind: 'failed',
    status: null,
    error: error.replaceAll('\0', ' ').slice(0, errorLength),
    responseExcerpt: null,
  }
}

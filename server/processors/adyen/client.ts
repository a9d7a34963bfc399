import { setTimeout as pause } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { paths } from '../../../generated/adyen-checkout.ts'
import type { ProcessorLog } from '../acquirer.ts'
import type { AdyenAccount } from './account.ts'
import { objectOf, parseObject, textAt, type JsonObject } from './json.ts'

/** How a call of Adyen's API ended, after all its tries. */
export type Reply =
  | { readonly kind: 'answered'; readonly body: JsonObject }
  /** Adyen has refused to process the request. */
  | { readonly kind: 'refused'; readonly status: number; readonly errorCode: string | null }
  /** No try reached Adyen, or Adyen turned all of them away because there were too many. */
  | { readonly kind: 'not_processed' }
  /** Adyen may have processed the request. */
  | { readonly kind: 'unanswered' }

export interface CallLimits {
  /** For all tries together. */
  readonly callMs: number
  readonly tryMs: number
  /** The first pause between two tries. Each further one is twice as long. */
  readonly pauseMs: number
}

type Paths = keyof paths
type BodyOf<Path extends Paths> = NonNullable<paths[Path]['post']['requestBody']>['content']['application/json']

export interface AdyenCall<Path extends Paths> {
  readonly path: Path
  readonly body: BodyOf<Path>
  /** The reference of ours that the log names. */
  readonly reference: string
  readonly idempotencyKey?: string
  readonly paymentPspReference?: string
  readonly limits: CallLimits
  /** The payment continues without a reply, so a missing reply is not an error. */
  readonly isOptional?: boolean
}

export interface AdyenClient {
  call<Path extends Paths>(call: AdyenCall<Path>): Promise<Reply>
}

/** Longest reply. Adyen's replies have a few kilobytes. */
const maxReplyBytes = 1024 * 1024

/** Tries of a request that has not reached Adyen: more would only keep the customer waiting. */
const mostTriesWithoutEffect = 4

/** Adyen is still working on an earlier try with the same key. */
const inProgress = '704'

/** Errors of `fetch` before the request has left this machine. */
const notSentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  // The certificate is checked before the request is sent.
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** What measures and makes the pauses of a call. */
export interface CallTime {
  /** Milliseconds since some moment. */
  now(): number
  sleep(ms: number): Promise<unknown>
}

const realTime: CallTime = { now: () => performance.now(), sleep: (ms) => pause(ms) }

export interface ClientOptions {
  readonly account: Pick<AdyenAccount, 'apiKey'>
  /** The address of the Checkout API up to and including its version. */
  readonly checkoutUrl: string
  readonly fetch?: typeof globalThis.fetch
  readonly time?: CallTime
  readonly log: ProcessorLog
}

export function createAdyenClient({
  account,
  checkoutUrl,
  fetch = globalThis.fetch,
  time = realTime,
  log,
}: ClientOptions): AdyenClient {
  const client = createClient<paths>({
    baseUrl: checkoutUrl,
    fetch: async (request) => boundedReply(await fetch(request)),
    headers: { 'X-API-Key': account.apiKey },
  })

  async function tryOnce<Path extends Paths>(call: AdyenCall<Path>, limitMs: number): Promise<Reply> {
    const { path, reference } = call
    try {
      const { response, data, error } = await post(call, AbortSignal.timeout(limitMs))
      const body = typeof data === 'string' ? parseObject(data) : objectOf(error)
      const reply = readReply(response.status, body, response.headers.get('transient-error') === 'true')
      if (reply.kind !== 'answered') {
        const errorCode = errorCodeIn(body)
        log.warn({ path, reference, status: response.status, errorCode }, 'Adyen has not answered the request')
      }
      return reply
    } catch (error) {
      const reason = reasonOf(error)
      log.warn({ path, reference, reason }, 'Adyen cannot be reached')
      return { kind: notSentCodes.has(reason) ? 'not_processed' : 'unanswered' }
    }
  }

  function post<Path extends Paths>(call: AdyenCall<Path>, signal: AbortSignal): Promise<FetchResult> {
    const { path, body, idempotencyKey, paymentPspReference } = call
    const init = {
      body,
      params: {
        ...(idempotencyKey !== undefined && { header: { 'Idempotency-Key': idempotencyKey } }),
        ...(paymentPspReference !== undefined && { path: { paymentPspReference } }),
      },
      parseAs: 'text',
      redirect: 'manual',
      signal,
    }
    // The types of openapi-fetch need a literal path. `AdyenCall` has already checked path and body together.
    return (client.POST as (path: string, init: object) => Promise<FetchResult>)(path, init)
  }

  return {
    async call(call) {
      const { limits, reference, path, isOptional = false } = call
      const endsAt = time.now() + limits.callMs
      let mayHaveArrived = false
      for (let tries = 1; ; tries++) {
        // `AbortSignal.timeout` refuses fractions.
        const leftMs = Math.floor(endsAt - time.now())
        const reply = await tryOnce(call, Math.max(1, Math.min(limits.tryMs, leftMs)))
        if (reply.kind === 'answered') return reply
        if (reply.kind === 'refused') return mayHaveArrived && !isAboutAll(reply) ? { kind: 'unanswered' } : reply
        mayHaveArrived ||= reply.kind === 'unanswered'
        const pauseMs = limits.pauseMs * 2 ** (tries - 1)
        const isLast = time.now() + pauseMs >= endsAt || (!mayHaveArrived && tries >= mostTriesWithoutEffect)
        if (isLast) {
          log[isOptional ? 'warn' : 'error']({ path, reference, tries }, 'Adyen does not answer')
          return { kind: mayHaveArrived ? 'unanswered' : 'not_processed' }
        }
        await time.sleep(pauseMs)
      }
    },
  }
}

/**
 * Whether a refusal holds for earlier tries too. An API key that Adyen does not accept any more says nothing about
 * them, and neither does a refusal without Adyen's error code, which can come from a proxy on the way.
 */
function isAboutAll({ status, errorCode }: Extract<Reply, { kind: 'refused' }>): boolean {
  return status !== 401 && status !== 403 && errorCode !== null
}

interface FetchResult {
  readonly response: Response
  /** The text of a reply with a status below 300. */
  readonly data?: unknown
  /** The parsed JSON, or else the text, of any other reply. */
  readonly error?: unknown
}

function readReply(status: number, body: JsonObject | null, isTransient: boolean): Reply {
  if (status >= 200 && status < 300) return body ? { kind: 'answered', body } : { kind: 'unanswered' }
  if (status === 429) return { kind: 'not_processed' }
  const errorCode = errorCodeIn(body)
  if (isTransient || errorCode === inProgress || status === 408 || status === 409) return { kind: 'unanswered' }
  if (status >= 400 && status < 500) return { kind: 'refused', status, errorCode }
  return { kind: 'unanswered' }
}

/** Adyen's codes are short. Anything longer could be something that the request held. */
function errorCodeIn(body: JsonObject | null): string | null {
  const code = textAt(body, 'errorCode', 8)
  return code !== null && /^\w+$/.test(code) ? code : null
}

/** The reply with its body in memory, up to a bound, so that the time-out covers the body too. */
async function boundedReply(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxReplyBytes) throw new Error('The reply is too long')
    chunks.push(chunk)
  }
  const transient = response.headers.get('transient-error')
  const text = Buffer.concat(chunks).toString('utf8')
  return new Response(response.status === 204 || response.status === 304 ? null : text, {
    status: response.status,
    headers: transient === null ? {} : { 'transient-error': transient },
  })
}

/** A code, or the name of the error: its text can quote the request. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = textAt(objectOf(error.cause), 'code', 60)
  return code ?? error.name
}

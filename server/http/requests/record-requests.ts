import type { Request, Server } from '@hapi/hapi'
import type { operations } from '../../../generated/operations.ts'
import type { ApiRequestRecord } from '../../domain/accounts/account-records.ts'
import { redactedReplyBody, redactedRequestBody } from '../../domain/text/redacted-body.ts'
import { redactedText, redactedAddress } from '../../domain/text/redaction.ts'
import type { Scope } from '../../domain/scope.ts'
import { recordsAll } from '../../flows/accounts/read-api-requests.ts'
import { RequestRecorder } from '../../flows/accounts/request-recorder.ts'
import type { FlowContext } from '../../flows/context.ts'
import type { ApiCaller } from './contract.ts'
import { requestIdOf } from './request-id.ts'

/** Who sent a request: an account, and its key unless a browser sent it. */
interface Sender {
  readonly scope: Scope
  readonly keyId: string | null
}

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    /** The sender of a request that was refused although its key or client secret is valid. */
    refusedSender?: Sender
    /** The body as it came. */
    body?: Buffer
  }
}

/** Records the API requests of known accounts, after their replies. */
export function bindRequestRecorder(server: Server, context: FlowContext): RequestRecorder {
  const recorder = new RequestRecorder(context)
  server.events.on('response', (request) => {
    const sender = senderOf(request)
    const { response } = request
    if (!sender || 'isBoom' in response || typeof response.source !== 'string') return
    const error = response.statusCode < 400 ? null : errorIn(response.source)
    const { source: reply, statusCode: status } = response
    const code = error?.code ?? null
    const line = (): Line => lineOf(context, request, { status, error })
    // Redaction costs more than many a request, so only what the record takes is redacted.
    recorder.add(sender.scope, {
      failed: code === null ? null : () => ({ ...line(), code }),
      recorded: isRecorded(context, sender.scope, request, code)
        ? () => ({ ...line(), ...detailsOf(sender, request, reply) })
        : null,
    })
  })
  return recorder
}

function senderOf({ app, auth }: Request): Sender | null {
  const caller = (auth.credentials as { caller?: ApiCaller } | null)?.caller
  if (!caller) return app.refusedSender ?? null
  if (!('scope' in caller)) return null
  return { scope: caller.scope, keyId: 'author' in caller ? caller.author.actor : null }
}

/** Who reads the record would otherwise see little but these reads. */
const readsOfRecord: ReadonlySet<string> = new Set<keyof typeof operations>(['listApiRequests', 'retrieveApiRequest'])

function isRecorded(context: FlowContext, scope: Scope, { route }: Request, code: string | null): boolean {
  return recordsAll(context, scope) && (code !== null || !readsOfRecord.has(route.settings.id ?? ''))
}

/** The error in a JSON reply. It is read from the body, because a replayed reply exists only as text. */
function errorIn(source: unknown): { code: string; param: string | null } | null {
  if (typeof source !== 'string') return null
  const { error } = JSON.parse(source) as { error?: { code: string; param?: string } }
  return error ? { code: error.code, param: error.param ?? null } : null
}

/** The code of an error reply. An error on a page is itself a page, which has no code. */
export function errorCodeOf({ response }: Request): string | null {
  const isJson = !('isBoom' in response) && String(response.headers['content-type']).startsWith('application/json')
  return isJson ? (errorIn(response.source)?.code ?? null) : null
}

type Line = Omit<ApiRequestRecord, 'merchant_id' | 'livemode'>

function lineOf(
  { realClock }: FlowContext,
  request: Request,
  { status, error }: { status: number; error: ReturnType<typeof errorIn> },
): Line {
  return {
    // The id with which the request came. A repeated reply has that of the first request.
    id: (request.app.about.requestId ?? '').replace(/^req_/, 'log_'),
    at: realClock.now(),
    method: request.method.toUpperCase(),
    path: redactedAddress(request.path, request.url.search),
    status,
    code: error?.code ?? null,
    param: error?.param == null ? null : redactedText(error.param),
    request_id: requestIdOf(request),
    duration_ms: Math.max(0, request.info.responded - request.info.received),
    fault: request.app.fault ?? null,
  }
}

/** Live mode has no bodies. */
function detailsOf({ scope: { livemode }, keyId }: Sender, request: Request, reply: string) {
  const { response, app, headers } = request
  const key: unknown = headers['idempotency-key']
  return {
    secret_key_id: keyId,
    idempotency_key: typeof key === 'string' ? redactedKey(key) : null,
    idempotent_replayed: !('isBoom' in response) && response.headers['idempotent-replayed'] === 'true',
    session_id: app.about.sessionId ?? null,
    request_body: app.body && !livemode ? redactedRequestBody(app.body) : null,
    reply_body: livemode ? null : redactedReplyBody(reply),
  }
}

/** A key may be anything that the merchant chose, such as the customer's address. */
function redactedKey(key: string): string {
  return /^[\w.:-]*$/.test(key) ? redactedText(key) : '…'
}

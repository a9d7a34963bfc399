import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi'
import { codesKeptForIdempotencyKey, errorCatalogue } from '../../generated/errors.ts'
import type { OperationId } from '../../generated/operations.ts'
import type { Failure } from '../domain/failure.ts'
import type { Scope } from '../domain/scope.ts'
import type { FlowContext } from '../flows/context.ts'
import type { Replay } from '../idempotency/earlier-request.ts'
import { keepRefusal, keepSuccess } from '../idempotency/kept-replies.ts'
import type { RequestKey } from '../idempotency/request-key.ts'
import { retentionHours } from '../idempotency/retention.ts'
import { errorReply } from './error-reply.ts'
import type { OperationRequest, Success } from './requests/contract.ts'
import { requestIdOf } from './requests/request-id.ts'

/** Where a reply goes. */
export interface Exchange {
  readonly context: FlowContext
  readonly request: Request
  readonly toolkit: ResponseToolkit
}

/** Replies with what a handler returned, and keeps the reply for the request's Idempotency-Key. */
export async function sendResult(
  exchange: Exchange,
  operationRequest: OperationRequest<OperationId>,
  result: Success<unknown> | Failure | Replay,
): Promise<ResponseObject> {
  const key = keyOf(operationRequest)
  switch (result.kind) {
    case 'replay':
      return sendReplay(exchange, result)
    case 'success':
      return sendSuccess(exchange, key, result)
    case 'failure':
      return sendRefusal(exchange, key, result)
  }
}

/** Replies with a failure that no Idempotency-Key keeps. */
export function sendFailure({ context, request, toolkit }: Exchange, failure: Failure): ResponseObject {
  const { status, body, headers } = errorReply(failure, requestIdOf(request), context.settings.baseUrl)
  const response = json(toolkit, status, body)
  for (const [name, value] of Object.entries(headers)) response.header(name, value)
  return response
}

interface ScopedKey {
  readonly requestKey: RequestKey
  readonly scope: Scope
}

function keyOf({ caller, requestKey }: OperationRequest<OperationId>): ScopedKey | null {
  return requestKey && 'scope' in caller ? { requestKey, scope: caller.scope } : null
}

/** A replayed error has the id of the first request in its body, so its header must have it as well. */
function sendReplay({ request, toolkit }: Exchange, replay: Replay): ResponseObject {
  if (replay.status !== 200) request.app.requestId = replay.requestId
  return markReplayed(json(toolkit, replay.status, replay.body))
}

async function sendSuccess(
  { context, request, toolkit }: Exchange,
  key: ScopedKey | null,
  { body, text, replayed, keepReply }: Success<unknown>,
): Promise<ResponseObject> {
  const reply = { status: 200, body: text ?? JSON.stringify(body), requestId: requestIdOf(request) }
  if (key && keepReply && !replayed) await keepSuccess(context, key.scope, key.requestKey, reply)
  const response = json(toolkit, reply.status, reply.body)
  return replayed ? markReplayed(response) : response
}

async function sendRefusal(exchange: Exchange, key: ScopedKey | null, failure: Failure): Promise<ResponseObject> {
  const { context, request } = exchange
  if (!key || !codesKeptForIdempotencyKey.has(failure.code)) return sendFailure(exchange, failure)
  const kept = withNewKey(failure)
  const requestId = requestIdOf(request)
  const { status, body } = errorReply(kept, requestId, context.settings.baseUrl)
  const other = await keepRefusal(context, key.scope, key.requestKey, { status, body, requestId })
  return other?.kind === 'replay' ? sendReplay(exchange, other) : sendFailure(exchange, other ?? kept)
}

/** The key repeats this reply even when the state has changed, so the advice to call again needs another key. */
function withNewKey({ detail, ...failure }: Failure): Failure {
  const { fix = errorCatalogue[failure.code].fix } = detail
  const again = `This Idempotency-Key repeats this reply for ${retentionHours} hours, so call again with a new key.`
  return { ...failure, detail: { ...detail, fix: `${fix} ${again}` } }
}

function markReplayed(response: ResponseObject): ResponseObject {
  return response.header('Idempotent-Replayed', 'true')
}

function json(toolkit: ResponseToolkit, status: number, body: string): ResponseObject {
  return toolkit.response(body).code(status).type('application/json')
}

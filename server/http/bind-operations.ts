import type { Lifecycle, Request, ResponseObject, ResponseToolkit, Server } from '@hapi/hapi'
import { operations } from '../../generated/operations.ts'
import type { OperationId } from '../../generated/operations.ts'
import { looksLikePlainCard } from '../cards/plain-card.ts'
import { fail, FailureError, isFailure } from '../domain/failure.ts'
import type { Failure } from '../domain/failure.ts'
import type { Scope } from '../domain/scope.ts'
import type { FlowContext } from '../flows/context.ts'
import type { Replay } from '../idempotency/earlier-request.ts'
import { keepRefusal, keepSuccess } from '../idempotency/kept-replies.ts'
import { requestKeyOf } from '../idempotency/request-key.ts'
import type { RequestKey } from '../idempotency/request-key.ts'
import { Authenticator } from './authenticate.ts'
import type { Caller, Limits } from './authenticate.ts'
import { collectBody } from './collect-body.ts'
import type { Handlers, OperationRequest, Success } from './contract.ts'
import { errorReply } from './error-reply.ts'
import { readBody } from './read-body.ts'
import { requestIdOf } from './request-id.ts'
import { validate } from './validate.ts'

type AnyHandler = (request: OperationRequest<OperationId>) => Promise<Success<unknown> | Failure | Replay>

/** Makes one route of each operation of the contract: authentication, validation, the handler, and its reply. */
export function bindOperations(server: Server, context: FlowContext, handlers: Handlers, limits: Limits): void {
  const authenticator = new Authenticator(context, limits)
  server.auth.scheme('contract', () => ({ authenticate: authenticateWith(authenticator) }))
  server.auth.strategy('contract', 'contract')
  for (const id of operationIds()) {
    const { method, path, body } = operations[id]
    // The body is left to `collectBody`: hapi would close the connection on one that is too large, and the reply with it.
    const payload =
      method === 'GET'
        ? {}
        : {
            payload: {
              parse: false,
              output: 'stream' as const,
              maxBytes: Number.MAX_SAFE_INTEGER,
              timeout: false as const,
            },
          }
    server.route({
      method,
      path,
      options: { id, auth: 'contract', ...payload },
      handler: (request, toolkit) => answer(context, id, body, handlers[id] as AnyHandler, request, toolkit),
    })
  }
}

function operationIds(): OperationId[] {
  return Object.keys(operations).filter((id): id is OperationId => id in operations)
}

function authenticateWith(authenticator: Authenticator): Lifecycle.Method {
  return async (request: Request, toolkit: ResponseToolkit) => {
    const id = request.route.settings.id
    if (id === undefined || !(id in operations))
      throw new Error('Bug: every route of the contract has the id of its operation')
    const caller = await authenticator.authenticate(id as OperationId, request)
    if (isFailure(caller)) throw new FailureError(caller)
    return toolkit.authenticated({ credentials: { caller } })
  }
}

async function answer(
  context: FlowContext,
  id: OperationId,
  bodyRule: 'required' | 'optional' | 'none',
  handler: AnyHandler,
  request: Request,
  toolkit: ResponseToolkit,
): Promise<ResponseObject> {
  const caller = (request.auth.credentials as { caller: Caller }).caller
  const bytes = await collectBody(request)
  if ('kind' in bytes) return replyFailure(context, toolkit, request, bytes).header('Connection', 'close')
  const read = readBody({ raw: request.raw, payload: bytes }, bodyRule)
  if (read.kind === 'failure') return replyFailure(context, toolkit, request, read)
  // Before validation, whose answer would name the field and not the danger.
  if (id === 'submitCardAttempt' && looksLikePlainCard(read.value))
    return replyFailure(context, toolkit, request, fail('card_not_encrypted'))
  const valid = validate(id, {
    path: request.params,
    query: request.query,
    header: headersOf(id, request),
    body: read.value,
  })
  if ('kind' in valid)
    return replyFailure(
      context,
      toolkit,
      request,
      isNoEncryptedCard(id, valid) ? fail('card_not_encrypted', { param: 'encrypted_card' }) : valid,
    )
  const requestKey =
    valid.idempotencyKey === null
      ? null
      : requestKeyOf(valid.idempotencyKey, { method: request.method, path: request.path, body: read.value ?? {} })
  const input = {
    caller,
    path: valid.path,
    query: valid.query,
    body: valid.body,
    requestKey,
  } as OperationRequest<OperationId>
  const result = await handler(input)
  const scope = 'scope' in caller ? caller.scope : null
  return reply(context, toolkit, request, { result, requestKey, scope })
}

/** Whatever stands where the encrypted card belongs and is none, a number or an endless text as well (decisions, `POST /v1/form/attempts`). */
function isNoEncryptedCard(id: OperationId, { code, detail }: Failure): boolean {
  return id === 'submitCardAttempt' && code === 'parameter_invalid' && detail.param === 'encrypted_card'
}

function headersOf(id: OperationId, request: Request): Record<string, unknown> {
  const key = request.raw.req.headers['idempotency-key']
  return operations[id].keyed && key !== undefined ? { 'Idempotency-Key': key } : {}
}

interface Answered {
  readonly result: Success<unknown> | Failure | Replay
  readonly requestKey: RequestKey | null
  readonly scope: Scope | null
}

async function reply(
  context: FlowContext,
  toolkit: ResponseToolkit,
  request: Request,
  { result, requestKey, scope }: Answered,
): Promise<ResponseObject> {
  const requestId = requestIdOf(request)
  switch (result.kind) {
    case 'replay':
      request.app.requestId = result.status === 200 ? request.app.requestId : result.requestId
      return json(toolkit, result.status, result.body).header('Idempotent-Replayed', 'true')
    case 'success': {
      const body = JSON.stringify(result.body)
      if (result.store && !result.replayed && requestKey && scope)
        await keepSuccess(context, scope, requestKey, { status: 200, body, requestId })
      const response = json(toolkit, 200, body)
      return result.replayed ? response.header('Idempotent-Replayed', 'true') : response
    }
    case 'failure': {
      const { status, body } = errorReply(result, requestId, context.settings.baseUrl)
      const instead =
        requestKey && scope && (await keepRefusal(context, scope, requestKey, { ...result, status, body, requestId }))
      if (instead?.kind === 'replay') return reply(context, toolkit, request, { result: instead, requestKey, scope })
      return replyFailure(context, toolkit, request, instead ?? result)
    }
  }
}

function replyFailure(
  context: FlowContext,
  toolkit: ResponseToolkit,
  request: Request,
  failure: Failure,
): ResponseObject {
  const error = errorReply(failure, requestIdOf(request), context.settings.baseUrl)
  const response = json(toolkit, error.status, error.body)
  for (const [name, value] of Object.entries(error.headers)) response.header(name, value)
  return response
}

function json(toolkit: ResponseToolkit, status: number, body: string): ResponseObject {
  return toolkit.response(body).code(status).type('application/json')
}

import { createHash } from 'node:crypto'
import type { Lifecycle, Request, ResponseObject, ResponseToolkit, Server } from '@hapi/hapi'
import { codesKeptForIdempotencyKey } from '../../generated/errors.ts'
import { operations } from '../../generated/operations.ts'
import type { OperationId } from '../../generated/operations.ts'
import { looksLikePlainCard } from '../cards/plain-card.ts'
import { fail, FailureError, isFailure } from '../domain/failure.ts'
import type { Failure } from '../domain/failure.ts'
import type { RequestKey } from '../domain/request-key.ts'
import type { Scope } from '../domain/scope.ts'
import type { FlowContext } from '../flows/context.ts'
import { retainedSince } from '../flows/request-keys.ts'
import { finishKey, keepRefusal } from '../store/idempotency-keys.ts'
import { Authenticator } from './authenticate.ts'
import type { Caller, Limits } from './authenticate.ts'
import { collectBody } from './collect-body.ts'
import type { Handlers, OperationRequest, StoredReply, Success } from './contract.ts'
import { errorReply } from './error-reply.ts'
import { readBody } from './read-body.ts'
import { requestIdOf } from './request-id.ts'
import { validate } from './validate.ts'

type AnyHandler = (request: OperationRequest<OperationId>) => Promise<Success<unknown> | Failure | StoredReply>

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
      : { key: valid.idempotencyKey, fingerprint: fingerprintOf(request, read.value) }
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

/** The same request again has the same fingerprint: method, path and the parsed body in canonical order. */
function fingerprintOf(request: Request, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${request.method} ${request.path}\n${canonical(body ?? {})}`)
    .digest()
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, child]) => `${JSON.stringify(name)}:${canonical(child)}`).join(',')}}`
}

interface Answered {
  readonly result: Success<unknown> | Failure | StoredReply
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
        await finishKey(scope, context.db, requestKey, { status: 200, body, requestId })
      const response = json(toolkit, 200, body)
      return result.replayed ? response.header('Idempotent-Replayed', 'true') : response
    }
    case 'failure': {
      const { status, body } = errorReply(result, requestId, context.settings.baseUrl)
      const now = context.clock.now()
      const times = { now, retainedSince: retainedSince(now) }
      if (codesKeptForIdempotencyKey.has(result.code) && requestKey && scope)
        await keepRefusal(scope, context.db, requestKey, { status, body, requestId }, times)
      return replyFailure(context, toolkit, request, result)
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

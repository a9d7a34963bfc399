import type { Lifecycle, Request, ResponseObject, ResponseToolkit, Server } from '@hapi/hapi'
import { deprecations, operations, type OperationId } from '../../generated/operations.ts'
import { FailureError, isFailure, type Failure } from '../domain/failure.ts'
import { idBodyLength } from '../domain/ids.ts'
import { inSpan } from '../engines/trace/current-trace.ts'
import type { SandboxContext } from '../flows/context.ts'
import type { Replay } from '../idempotency/earlier-request.ts'
import type { Authenticator } from './callers/authenticate.ts'
import { callsWithoutCard } from './card-operations.ts'
import { markDeprecatedCalls } from './deprecated-calls.ts'
import { withFault } from './faulty-calls.ts'
import { sendFailure, sendResult, type Exchange } from './operation-reply.ts'
import { collectBody, leaveBodyUnread } from './requests/collect-body.ts'
import type { ApiCaller, BodyCheck, BodyChecks, Handlers, OperationRequest, Success } from './requests/contract.ts'
import { readOperationRequest } from './requests/operation-request.ts'

type Handle = (request: OperationRequest<OperationId>) => Promise<Success<unknown> | Failure | Replay>

/** One operation of the contract, without its types: the compiler has checked them in `Handlers` and `BodyChecks`. */
interface BoundOperation {
  readonly id: OperationId
  /** The handler in a context: that of the service, or that of an account in test mode that has moved its time. */
  readonly handleIn: (context: SandboxContext) => Handle
  readonly check: BodyCheck<OperationId> | undefined
}

/**
 * Makes a route for each operation of the contract: authentication, the body, validation, the handler and the reply.
 * The process refuses operations that are not `served`, because they belong to another process.
 */
export function bindOperations(
  server: Server,
  context: SandboxContext,
  { handlersIn, checks }: { handlersIn: (context: SandboxContext) => Handlers; checks: BodyChecks },
  authenticator: Authenticator,
  served: ReadonlySet<OperationId> = new Set(operationIds()),
): void {
  server.auth.scheme('contract', () => ({ authenticate: authenticateWith(authenticator) }))
  server.auth.strategy('contract', 'contract')
  markDeprecatedCalls(server, deprecations, context.settings.baseUrl)
  const made = new WeakMap<SandboxContext, Handlers>()
  const handlersOf = (inTime: SandboxContext): Handlers => {
    const handlers = made.get(inTime) ?? handlersIn(inTime)
    made.set(inTime, handlers)
    return handlers
  }
  for (const id of operationIds()) {
    const { method, path } = operations[id]
    const handleIn = (inTime: SandboxContext) => handlersOf(inTime)[id]
    const operation = { id, handleIn, check: checks[id] } as BoundOperation
    const isServed = served.has(id)
    server.route({
      method,
      path,
      options: {
        id,
        auth: isServed ? 'contract' : false,
        ...(method === 'GET' ? {} : { payload: leaveBodyUnread }),
      },
      handler: (request, toolkit) => {
        const exchange = { context, request, toolkit }
        return isServed ? answer(exchange, operation) : refuse(exchange)
      },
    })
  }
}

/** The body is still unread, so the connection cannot carry another request. */
function refuse(exchange: Exchange): ResponseObject {
  return sendFailure(exchange, callsWithoutCard).header('Connection', 'close')
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
    noteCaller(request, caller)
    return toolkit.authenticated({ credentials: { caller } })
  }
}

/** The log lines of the request name its account, and the session of the form or of the address. */
function noteCaller(request: Request, caller: ApiCaller): void {
  const { about } = request.app
  if ('scope' in caller) Object.assign(about, caller.scope)
  if ('sessionId' in caller) about.sessionId = caller.sessionId
  else noteSession(request, request.params['id'])
}

function noteSession({ app: { about } }: Request, id: unknown): void {
  if (id !== about.sessionId && isSessionId(id)) about.sessionId = id
}

/**
 * The caller may have sent a card number in place of an id, so a text with many consecutive digits does not count as an
 * id.
 */
const sessionId = new RegExp(`^cs_(?:test|live)_(?!.*\\d{9})[0-9a-z]{${idBodyLength}}$`)

function isSessionId(id: unknown): id is string {
  return typeof id === 'string' && sessionId.test(id)
}

async function answer(
  { context, ...from }: Exchange & { readonly context: SandboxContext },
  { id, handleIn, check }: BoundOperation,
): Promise<ResponseObject> {
  const exchange = { context, ...from }
  const bytes = await collectBody(exchange.request)
  // The rest of the body may still arrive, so the connection cannot carry another request.
  if (isFailure(bytes)) return sendFailure(exchange, bytes).header('Connection', 'close')
  exchange.request.app.body = bytes
  const operationRequest = readOperationRequest(id, exchange.request, bytes, check)
  if (isFailure(operationRequest)) return sendFailure(exchange, operationRequest)
  const { caller } = operationRequest
  return withFault(exchange, id, caller, () => carryOut(exchange, { id, handleIn }, operationRequest))
}

async function carryOut(
  { context, ...from }: Exchange & { readonly context: SandboxContext },
  { id, handleIn }: Pick<BoundOperation, 'id' | 'handleIn'>,
  operationRequest: OperationRequest<OperationId>,
): Promise<ResponseObject> {
  const exchange = { context, ...from }
  const { caller } = operationRequest
  const inTime = 'scope' in caller ? await context.testClocks.inTimeOf(context, caller.scope) : context
  const result = await inSpan({ name: id, kind: 'internal' }, () => handleIn(inTime)(operationRequest))
  if (result.kind === 'success' && hasId(result.body)) noteSession(exchange.request, result.body.id)
  return sendResult({ ...exchange, context: inTime }, operationRequest, result)
}

function hasId(body: unknown): body is { readonly id: unknown } {
  return typeof body === 'object' && body !== null && 'id' in body
}

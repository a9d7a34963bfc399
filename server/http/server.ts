import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import Hapi, { type Request, type ResponseToolkit, type Server } from '@hapi/hapi'
import { fail, FailureError, type Failure } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import { outageOf } from '../domain/outage.ts'
import { challengeReturnPath } from '../domain/sessions/attempt-token.ts'
import { loggable, type LoggableError } from '../domain/text/loggable-error.ts'
import { redactedText } from '../domain/text/redaction.ts'
import { limitDatabaseTime } from '../engines/postgres/request-time.ts'
import { aboutNow, beginTrace } from '../engines/trace/current-trace.ts'
import type { FlowContext } from '../flows/context.ts'
import { errorReply, type ErrorReply } from './error-reply.ts'
import { Connections, usualConnectionLimits } from './limits/connections.ts'
import { bodyTooLarge, maxBodyBytes } from './requests/collect-body.ts'
import { errorCodeOf } from './requests/record-requests.ts'
import { probePaths } from './probes.ts'
import { requestIdOf } from './requests/request-id.ts'
import { beginSpan, endSpan } from './requests/request-span.ts'
import { problemOfHeaders } from './requests/single-headers.ts'

/**
 * How long a client may take for its headers and for the whole request. A stalled client must not hold a connection.
 */
const headersTimeoutMs = 10_000
const requestTimeoutMs = 20_000
const timeoutCheckMs = 2_000

/** How long the address and the headers of a request may be together, in bytes. */
const maxHeadBytes = 16_384

/**
 * The same for a customer who comes back from the bank. A result of the bank has up to 20,000 characters in the
 * address, some of them percent-encoded.
 */
const maxReturnHeadBytes = 32_768

/** What a server answers in place of a usual error reply. */
export interface OtherReplies {
  /** To an unknown path. */
  readonly noRoute?: Failure | undefined
  /** To a person's browser. Null: the request gets the error. */
  readonly pageFor?: (request: Request, status: number) => ErrorReply | null
}

/**
 * Makes a hapi server without routes. Every reply has a request id, and every error has the contract's shape.
 * `keepAliveSeconds`: how long a connection stays open between two requests. `isDraining`: each reply closes its
 * connection.
 */
export function makeServer(
  context: FlowContext,
  { keepAliveSeconds, ...address }: { host: string; port: number; keepAliveSeconds: number },
  isDraining: () => boolean,
  { noRoute = fail('not_found'), pageFor = () => null }: OtherReplies = {},
): Server {
  const listener = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveSeconds * 1000,
    connectionsCheckingInterval: timeoutCheckMs,
    maxHeaderSize: maxReturnHeadBytes,
    // Node would refuse a request without Host with an empty reply. `problemOfHeaders` is a proper error instead.
    requireHostHeader: false,
  })
  const routes = {
    payload: { maxBytes: maxBodyBytes },
    // A range of a JSON reply is useless.
    response: { ranges: false },
    // The dashboard reads its own two cookies. Other programs on the same host may set many, which hapi would parse.
    state: { parse: false },
  }
  const server = Hapi.server({ ...address, listener, debug: false, routes })
  // Before the listener of hapi, which runs in the same pass of the event loop and so inherits the limit and the trace.
  listener.prependListener('request', (_request, response) => {
    limitDatabaseTime(response)
    beginTrace()
  })
  answerMalformedRequests(context, listener)
  new Connections(listener, usualConnectionLimits, (cut) =>
    context.log.warn({ cut }, 'closed connections of clients that were holding up the service'),
  )
  listener.on('checkExpectation', (request, response) => refuseExpectation(context, request, response))
  server.ext('onRequest', (request, toolkit) => {
    request.app.requestId = newId('req', context.clock.now())
    request.app.about = aboutNow()
    request.app.about.requestId = request.app.requestId
    request.app.span = beginSpan(context, request)
    const problem = problemOfHeaders(request.raw.req)
    if (problem) throw new FailureError(problem)
    refuseLongHead(request)
    return toolkit.continue
  })
  server.ext('onPreResponse', (request, toolkit) =>
    finishReply(context, request, toolkit, { noRoute, pageFor, isDraining }),
  )
  server.events.on('response', (request) => logRequest(context, request))
  return server
}

/**
 * Stops accepting connections. Open connections last until their next reply, which closes them. `http.Server.close`
 * would also close idle connections, and could cut off a request that is already on its way.
 */
export function takeNoConnections(server: Server): void {
  NetServer.prototype.close.call(server.listener)
}

function finishReply(
  context: FlowContext,
  request: Request,
  toolkit: ResponseToolkit,
  { noRoute, pageFor, isDraining }: Required<OtherReplies> & { noRoute: Failure; isDraining(): boolean },
) {
  const response = request.response
  if (!('isBoom' in response)) {
    if (isDraining()) response.header('Connection', 'close')
    response.header('Request-Id', requestIdOf(request))
    if (request.path.startsWith('/v1/') && !response.headers['cache-control'])
      response.header('Cache-Control', 'no-store')
    return toolkit.continue
  }
  const failure = failureOf(context, request, response, noRoute)
  const error = errorReply(failure, requestIdOf(request), context.settings.baseUrl)
  const { status, headers, body } = pageFor(request, error.status) ?? {
    ...error,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  }
  const reply = toolkit.response(body).code(status).header('Request-Id', requestIdOf(request))
  for (const [name, value] of Object.entries({ ...error.headers, ...headers })) reply.header(name, value)
  // Node would parse the unread rest of the refused body as the next request.
  if (response.output.statusCode === 413 || isDraining()) reply.header('Connection', 'close')
  return reply
}

/** Translates an error of hapi or of a handler. The reply contains nothing of the error itself. */
function failureOf(
  context: FlowContext,
  request: Request,
  error: Error & { output: { statusCode: number } },
  noRoute: Failure,
): Failure {
  if (error instanceof FailureError) return error.failure
  const status = error.output.statusCode
  if (status === 404) return noRoute
  if (status === 413) return bodyTooLarge
  if (status < 500)
    return fail('parameter_invalid', {
      message: 'The request could not be read.',
      fix: 'Send a complete HTTP request with a valid path, headers and body.',
    })
  const outage = outageOf(error)
  context.log.error(
    { requestId: requestIdOf(request), route: request.route.path, error: outage ? loggable(error) : describe(error) },
    'a request failed',
  )
  return fail('internal_error', outage ? { isOutage: true } : {})
}

/** The parts of an error that may be logged, with the stack. */
function describe(error: Error): LoggableError & { stack: string | undefined } {
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .join('\n')
  return { ...loggable(error), stack }
}

/** Answers malformed requests before hapi does, because hapi would send only a bare status line. */
function answerMalformedRequests(context: FlowContext, listener: HttpServer): void {
  const begun = new WeakSet<Socket>()
  const byHapi = listener.listeners('clientError')
  listener.removeAllListeners('clientError')
  listener.on('request', ({ socket }, response) => {
    begun.add(socket)
    response.once('close', () => begun.delete(socket))
  })
  listener.on('clientError', (error: Error, socket: Socket) => {
    if (!begun.has(socket)) return answerMalformedRequest(context, error, socket)
    for (const answer of byHapi) answer.call(listener, error, socket)
  })
}

/** Answers what Node refuses before hapi sees it: broken framing, oversized headers, or a request that timed out. */
function answerMalformedRequest(context: FlowContext, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const requestId = newId('req', context.clock.now())
  const message =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 'The request took too long to arrive.'
      : 'The request is not valid HTTP.'
  const { status, body } = errorReply(
    fail('parameter_invalid', { message, fix: 'Send a complete HTTP/1.1 request.' }),
    requestId,
    context.settings.baseUrl,
  )
  const head = [
    `HTTP/1.1 ${status} Bad Request`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function refuseLongHead({ raw: { req } }: Request): void {
  const { url = '', rawHeaders } = req
  if (url.startsWith(challengeReturnPath)) return
  // Each header also has a colon, a space and a line end.
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length + 2, url.length)
  if (bytes <= maxHeadBytes) return
  throw new FailureError(
    fail('parameter_invalid', {
      message: `The address and the headers of the request are longer than ${maxHeadBytes} bytes together.`,
      fix: 'Send a shorter address and fewer headers.',
    }),
  )
}

/** Refuses an `Expect` other than `100-continue`. Node would answer 417 without a body. */
function refuseExpectation(context: FlowContext, request: IncomingMessage, response: ServerResponse): void {
  const requestId = newId('req', context.clock.now())
  const failure = fail('parameter_invalid', {
    message: 'The service does not support this Expect header.',
    fix: 'Send no Expect header, or `100-continue`.',
  })
  const { status, body } = errorReply(failure, requestId, context.settings.baseUrl)
  request.resume()
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Request-Id': requestId,
    Connection: 'close',
  }
  response.writeHead(status, headers).end(body)
}

/** The version and runtime of the merchant's program. The service logs nothing about customers' browsers. */
function merchantProgram({ raw }: Request): { client?: string } {
  const { authorization = '', 'user-agent': client = '' } = raw.req.headers
  return /^Bearer sk_/i.test(authorization) && client !== ''
    ? { client: redactedText(client).slice(0, maxClientLength) }
    : {}
}

const maxClientLength = 100

/** Logs the route and never the address, because some addresses contain a client secret. */
function logRequest(context: FlowContext, request: Request): void {
  const response = request.response
  const status = 'isBoom' in response ? response.output.statusCode : response.statusCode
  // Health logs when a process stops being ready, and when it is ready again.
  if (probePaths.has(request.route.path) && status < 500) return
  const durationMs = request.info.responded === 0 ? null : request.info.responded - request.info.received
  const { about, fault } = request.app
  const errorCode = status < 400 ? null : errorCodeOf(request)
  endSpan(request, status, errorCode)
  const fields = { method: request.method, route: request.route.path, status, durationMs }
  const client = merchantProgram(request)
  context.log.info(
    {
      ...about,
      requestId: requestIdOf(request),
      ...fields,
      ...(fault && { fault }),
      ...(errorCode !== null && { errorCode }),
      ...client,
    },
    'request',
  )
}

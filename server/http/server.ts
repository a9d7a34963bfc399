import { createServer } from 'node:http'
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Socket } from 'node:net'
import Hapi from '@hapi/hapi'
import type { Request, ResponseToolkit, Server } from '@hapi/hapi'
import { fail, FailureError } from '../domain/failure.ts'
import type { Failure } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import { loggable } from '../domain/loggable-error.ts'
import type { LoggableError } from '../domain/loggable-error.ts'
import type { FlowContext } from '../flows/context.ts'
import { bodyTooLarge, maxBodyBytes } from './collect-body.ts'
import { errorReply } from './error-reply.ts'
import { requestIdOf } from './request-id.ts'

/** How long a client may take for its headers, and for the whole request: a stalled one must not hold a place. */
const headersTimeoutMs = 10_000
const requestTimeoutMs = 20_000
const timeoutCheckMs = 2_000

/** A hapi server without routes, on which every reply has a request id and every error the shape of the contract. */
export function makeServer(context: FlowContext, address: { host: string; port: number }): Server {
  const listener = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: timeoutCheckMs,
    // Node would refuse it without a body: `refuseWrongHost` does it in the shape of errors.
    requireHostHeader: false,
  })
  const routes = {
    payload: { maxBytes: maxBodyBytes },
    // A part of a JSON reply is no reply, and other programs on a merchant's host may set cookies of any form.
    response: { ranges: false },
    state: { failAction: 'ignore' as const },
  }
  const server = Hapi.server({ ...address, listener, debug: false, routes })
  answerBrokenRequests(context, listener)
  listener.on('checkExpectation', (request, response) => refuseExpectation(context, request, response))
  server.ext('onRequest', (request, toolkit) => {
    request.app.requestId = newId('req', context.clock.now())
    refuseWrongHost(request)
    return toolkit.continue
  })
  server.ext('onPreResponse', (request, toolkit) => finishReply(context, request, toolkit))
  server.events.on('response', (request) => logRequest(context, request))
  return server
}

/**
 * Nobody new comes in; whoever has a connection keeps it until their next reply, which ends it. http.Server's own `close` would cut
 * the idle ones, perhaps under a call that is on its way.
 */
export function takeNoConnections(server: Server): void {
  NetServer.prototype.close.call(server.listener)
}

function finishReply(context: FlowContext, request: Request, toolkit: ResponseToolkit) {
  const response = request.response
  if (!('isBoom' in response)) {
    if (context.isStopping()) response.header('Connection', 'close')
    response.header('Request-Id', requestIdOf(request))
    if (request.path.startsWith('/v1/') && !response.headers['cache-control'])
      response.header('Cache-Control', 'no-store')
    return toolkit.continue
  }
  const failure = failureOf(context, request, response)
  const error = errorReply(failure, requestIdOf(request), context.settings.baseUrl)
  const reply = toolkit
    .response(error.body)
    .code(error.status)
    .type('application/json')
    .header('Request-Id', requestIdOf(request))
    .header('Cache-Control', 'no-store')
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value)
  // The rest of a body that was refused unread would be taken for the next request.
  if (response.output.statusCode === 413 || context.isStopping()) reply.header('Connection', 'close')
  return reply
}

/** What an error inside hapi or a handler means for the caller. Nothing of the error itself goes out. */
function failureOf(context: FlowContext, request: Request, error: Error & { output: { statusCode: number } }): Failure {
  if (error instanceof FailureError) return error.failure
  const status = error.output.statusCode
  if (status === 404) return fail('not_found')
  if (status === 413) return bodyTooLarge
  if (status < 500)
    return fail('parameter_invalid', {
      message: 'The request could not be read.',
      fix: 'Send a complete HTTP request with a valid path, headers and body.',
    })
  context.log.error(
    { requestId: requestIdOf(request), route: request.route.path, error: describe(error) },
    'a request failed',
  )
  return fail('internal_error')
}

/** What may be logged, and where it happened. */
function describe(error: Error): LoggableError & { stack: string | undefined } {
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .join('\n')
  return { ...loggable(error), stack }
}

/** A connection whose request hapi has begun is hapi's to answer; before that hapi would write a bare status line. */
function answerBrokenRequests(context: FlowContext, listener: HttpServer): void {
  const begun = new WeakSet<Socket>()
  const byHapi = listener.listeners('clientError')
  listener.removeAllListeners('clientError')
  listener.on('request', ({ socket }, response) => {
    begun.add(socket)
    response.once('close', () => begun.delete(socket))
  })
  listener.on('clientError', (error: Error, socket: Socket) => {
    if (!begun.has(socket)) return answerBrokenRequest(context, error, socket)
    for (const answer of byHapi) answer.call(listener, error, socket)
  })
}

/** What Node refuses before hapi sees it: broken framing, oversized headers, a request that took too long. */
function answerBrokenRequest(context: FlowContext, error: Error & { code?: string }, socket: Socket): void {
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

/** HTTP/1.1 wants exactly one Host (RFC 9112, 3.2). */
function refuseWrongHost(request: Request): void {
  const { headers, rawHeaders, httpVersion } = request.raw.req
  // Injected requests have no raw headers.
  const isRepeated =
    (rawHeaders ?? []).filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1
  if (isRepeated || (headers.host === undefined && httpVersion === '1.1')) {
    throw new FailureError(
      fail('parameter_invalid', { message: 'The request must have one Host header.', fix: 'Send one Host header.' }),
    )
  }
}

/** An `Expect` other than `100-continue`; Node would answer 417 without a body. */
function refuseExpectation(context: FlowContext, request: IncomingMessage, response: ServerResponse): void {
  const requestId = newId('req', context.clock.now())
  const failure = fail('parameter_invalid', {
    message: 'The request expects what this service does not do.',
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

/** The route, never the address: a client secret stands in some. */
function logRequest(context: FlowContext, request: Request): void {
  const response = request.response
  const status = 'isBoom' in response ? response.output.statusCode : response.statusCode
  const durationMs = request.info.responded === 0 ? null : request.info.responded - request.info.received
  context.log.info(
    { requestId: requestIdOf(request), method: request.method, route: request.route.path, status, durationMs },
    'request',
  )
}

import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi'
import { fail, FailureError } from '../../domain/failure.ts'
import type { Markup } from '../../markup/html.ts'
import { visitorDocument } from './layout.ts'
import type { Problem, Shown } from './page.ts'
import { problemBody, problemCode, problemMessage, problemTitle } from './problems.ts'
import type { DashboardEdge } from './edge.ts'

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** Adds headers so that caches do not store a page, and other sites neither frame it nor learn its address. */
export function secured(response: ResponseObject): ResponseObject {
  for (const [name, value] of Object.entries(headers)) response.header(name, value)
  return response
}

/** Whether the client is a program rather than a browser. */
export function prefersJson(request: Request): boolean {
  const accept = request.raw.req.headers.accept ?? ''
  return /\bapplication\/json\b/i.test(accept) && !/\btext\/html\b/i.test(accept)
}

export function sendDocument(toolkit: ResponseToolkit, document: Markup, status: number): ResponseObject {
  return secured(toolkit.response(document.text).code(status).type('text/html; charset=utf-8'))
}

/** Sends a problem to a client that is not signed in, or whose login has ended. */
export function sendProblem(
  { assets }: Pick<DashboardEdge, 'assets'>,
  request: Request,
  toolkit: ResponseToolkit,
  problem: Problem,
): ResponseObject {
  if (prefersJson(request)) throw asFailure(problem)
  const body = problemBody(problem, request.app.requestId)
  const response = sendDocument(
    toolkit,
    visitorDocument({ assets, title: problemTitle(problem), notice: null, body }),
    problem.status,
  )
  return withRetryAfter(response, problem)
}

export function withRetryAfter(response: ResponseObject, { retryAfterSeconds }: Problem): ResponseObject {
  return retryAfterSeconds === undefined ? response : response.header('retry-after', String(retryAfterSeconds))
}

/** The problem as an error of the API. */
export function asFailure(problem: Problem): FailureError {
  const { message, retryAfterSeconds } = problem
  const own = message === undefined && problem.status === 401 ? {} : { message: problemMessage(problem) }
  return new FailureError(
    fail(problemCode(problem), {
      ...own,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(problem.status === 503 && { isOutage: true }),
    }),
  )
}

/** Sends an answer that is neither a page nor a problem. */
export function sendOther(
  toolkit: ResponseToolkit,
  shown: Extract<Shown, { kind: 'redirect' | 'download' }>,
): ResponseObject {
  if (shown.kind === 'redirect') return secured(toolkit.redirect(shown.to).code(303))
  const response = secured(toolkit.response(shown.body).type(shown.type))
  return response.header('content-disposition', `attachment; filename="${shown.fileName.replace(/[^\w.-]/g, '_')}"`)
}

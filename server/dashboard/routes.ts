import type { Request, ResponseObject, ResponseToolkit, Server } from '@hapi/hapi'
import { loggable } from '../domain/text/loggable-error.ts'
import { outageOf } from '../domain/outage.ts'
import { countedClient } from '../flows/card-testing/counted-client.ts'
import { readCookie } from './shell/cookies.ts'
import type { DashboardEdge } from './shell/edge.ts'
import { answerMember, answerMemberForm, answerMemberUpload } from './member-requests.ts'
import { dashboardPages, visitorPages } from './pages.ts'
import { problem, type Problem } from './shell/page.ts'
import { prefersJson, secured, sendProblem } from './shell/replies.ts'
import { answerVisitor, answerVisitorForm } from './visitor-requests.ts'

/** Larger than any of the dashboard's forms. */
const maxFormBytes = 64 * 1024

const assetPath = '/dashboard/assets/{name}'

type Answer = (request: Request, toolkit: ResponseToolkit) => Promise<ResponseObject> | ResponseObject

/**
 * Serves the addresses under `/dashboard`. Its routes are two thirds of all, and adding them takes a third of the
 * service's start. So they wait for the first request to one of them, which many processes never get.
 */
export function bindDashboard(server: Server, edge: DashboardEdge): void {
  // Short, because people type it. The page behind it says what it opens.
  server.route({
    method: 'GET',
    path: '/s/{name}',
    options: { auth: false },
    handler: (request, toolkit) =>
      secured(toolkit.redirect(`/dashboard/situation/${encodeURIComponent(String(request.params['name']))}`).code(303)),
  })
  let isBound = false
  // hapi looks for the route only afterwards.
  server.ext('onRequest', (request, toolkit) => {
    if (!isBound && request.path.startsWith('/dashboard')) {
      isBound = true
      addRoutes(server, edge)
    }
    return toolkit.continue
  })
}

function addRoutes(server: Server, edge: DashboardEdge): void {
  const on = (method: 'GET' | 'POST', path: string, answer: Answer): void => {
    const refuse = (request: Request, toolkit: ResponseToolkit): ResponseObject =>
      sendProblem(edge, request, toolkit, problem(400)).header('Connection', 'close').takeover()
    const payload =
      method === 'GET'
        ? {}
        : { payload: { parse: false, output: 'data' as const, maxBytes: maxFormBytes, failAction: refuse } }
    server.route({ method, path, options: { auth: false, ...payload }, handler: guarded(edge, answer) })
  }
  const context = { ...edge.context, db: edge.context.readingDb }
  /** Pages read on connections of their own, so that they leave the others to payments. */
  const reading: DashboardEdge = { ...edge, context }
  on('GET', '/dashboard', (request, toolkit) =>
    secured(toolkit.redirect(`/dashboard/test/${homePath()}${request.url.search}`).code(303)),
  )
  on('GET', assetPath, (request, toolkit) => serveAsset(edge, request, toolkit))
  for (const page of visitorPages) {
    on('GET', `/dashboard/${page.path}`, (request, toolkit) => answerVisitor(reading, page, request, toolkit))
    for (const form of page.forms) {
      on('POST', `/dashboard/${page.path}/${form.name}`, (request, toolkit) =>
        answerVisitorForm(edge, { page, form }, request, toolkit),
      )
      on('GET', `/dashboard/${page.path}/${form.name}`, backToPage)
    }
  }
  for (const page of dashboardPages) {
    on('GET', `/dashboard/{mode}/${page.path}`, (request, toolkit) => answerMember(reading, page, request, toolkit))
    for (const form of page.forms) {
      on('POST', `/dashboard/{mode}/${page.path}/${form.name}`, (request, toolkit) =>
        answerMemberForm(edge, { page, form }, request, toolkit),
      )
      on('GET', `/dashboard/{mode}/${page.path}/${form.name}`, backToPage)
    }
  }
  for (const page of dashboardPages) {
    const { upload } = page
    if (!upload) continue
    const path = `/dashboard/{mode}/${page.path}/${upload.name}`
    server.route({
      method: 'POST',
      path,
      // The handler reads the body, after it knows who sends it.
      options: {
        auth: false,
        payload: { parse: false, output: 'stream', maxBytes: 2 * upload.maxBytes, timeout: false },
      },
      handler: guarded(edge, (request, toolkit) => answerMemberUpload(edge, { page, upload }, request, toolkit)),
    })
    on('GET', path, backToPage)
  }
  for (const method of ['GET', 'POST'] as const)
    on(method, '/dashboard/{rest*}', (request, toolkit) => sendProblem(edge, request, toolkit, problem(404)))
}

/** The page behind the bare address `/dashboard`. */
function homePath(): string {
  return dashboardPages.find((page) => page.nav !== undefined)?.path ?? ''
}

/** The address of a form has no page, so a reload or a bookmark of it leads to the form's page. */
function backToPage(request: Request, toolkit: ResponseToolkit): ResponseObject {
  return secured(toolkit.redirect(request.path.replace(/\/[^/]*$/, '')).code(303))
}

function serveAsset({ assets, ...edge }: DashboardEdge, request: Request, toolkit: ResponseToolkit): ResponseObject {
  const found = [assets.style, assets.script, assets.passkeys].find(({ name }) => name === request.params.name)
  if (!found) return sendProblem({ assets, ...edge }, request, toolkit, problem(404))
  return secured(toolkit.response(found.body).type(found.type)).header(
    'cache-control',
    'public, max-age=31536000, immutable',
  )
}

/** Turns an unexpected error into a page. Clients that prefer JSON get the API's error instead. */
function guarded(edge: DashboardEdge, answer: Answer): Answer {
  return async (request, toolkit) => {
    const refusal = request.route.path === assetPath ? null : await refusalOf(edge, request)
    if (refusal) return sendProblem(edge, request, toolkit, refusal)
    try {
      return await answer(request, toolkit)
    } catch (error) {
      if (prefersJson(request)) throw error
      edge.context.log.error(
        { requestId: request.app.requestId, route: request.route.path, error: loggable(error) },
        'a request failed',
      )
      const failed = outageOf(error) ? { ...problem(503), retryAfterSeconds: 5 } : problem(500)
      return sendProblem(edge, request, toolkit, failed)
    }
  }
}

/** Whether the client asks too often. */
function refusalOf(edge: DashboardEdge, request: Request): Promise<Problem | null> {
  const cookie = readCookie(request, 'servicepay', edge.context.settings.baseUrl)
  return edge.limits.refusal(cookie, countedClient(edge.addressOf(request)).address)
}

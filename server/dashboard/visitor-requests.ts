import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi'
import { deviceDays } from '../domain/accounts/device-token.ts'
import { newSecretToken } from '../domain/crypto/secret-token.ts'
import { readNotice } from '../flows/accounts/form-results.ts'
import { setCookie } from './shell/cookies.ts'
import { visitorDocument } from './shell/layout.ts'
import { problem, type Form, type SentForm, type Visit, type VisitorPage } from './shell/page.ts'
import { sendDocument, sendOther, sendProblem, secured } from './shell/replies.ts'
import {
  addressUnder,
  holderOfVisitor,
  paramsOf,
  takeForm,
  visitOf,
  visitorHolder,
  type Holder,
} from './shell/requests.ts'
import type { DashboardEdge } from './shell/edge.ts'

/** Answers a `GET` of a page that needs no sign-in. */
export function answerVisitor(
  edge: DashboardEdge,
  page: VisitorPage,
  request: Request,
  toolkit: ResponseToolkit,
): Promise<ResponseObject> {
  return show(edge, page, { request, toolkit, sent: null })
}

interface Showing {
  readonly request: Request
  readonly toolkit: ResponseToolkit
  readonly sent: SentForm | null
}

async function show(
  edge: DashboardEdge,
  page: VisitorPage,
  { request, toolkit, sent }: Showing,
): Promise<ResponseObject> {
  const params = paramsOf(request)
  if (!params) return sendProblem(edge, request, toolkit, problem(404))
  const known = visitorHolder(edge, request)
  const cookie = known ? null : newSecretToken().token
  const holder = known ?? holderOfVisitor(cookie ?? '')
  const visit: Visit = { ...(await visitOf(edge, request, [holder])), to: addressUnder('/dashboard'), params, sent }
  const shown = await page.show(visit)
  if (shown.kind === 'problem') return sendProblem(edge, request, toolkit, shown)
  if (shown.kind !== 'page') return sendOther(toolkit, shown)
  const document = visitorDocument({ assets: edge.assets, title: shown.title, notice: visit.notice, body: shown.body })
  const response = sendDocument(toolkit, document, sent ? 422 : (shown.status ?? 200))
  if (cookie !== null) setCookie(response, 'servicepay-visitor', cookie, edge.context.settings.baseUrl)
  return response
}

/** Answers a `POST` of one of the page's forms. */
export async function answerVisitorForm(
  edge: DashboardEdge,
  { page, form }: { page: VisitorPage; form: Form<Visit> },
  request: Request,
  toolkit: ResponseToolkit,
): Promise<ResponseObject> {
  const params = paramsOf(request)
  if (!params) return sendProblem(edge, request, toolkit, problem(404))
  const pageAddress = request.path.replace(/\/[^/]*$/, '')
  const holder: Holder = visitorHolder(edge, request) ?? { merchantId: 'visitor', login: 'nobody' }
  const common = await visitOf(edge, request, [holder])
  const taken = await takeForm<Visit>(edge, request, { holder, form, pageAddress }, ({ formToken }) => ({
    ...common,
    formToken,
    to: addressUnder('/dashboard'),
    params,
    sent: null,
  }))
  if (taken.kind === 'problem') return sendProblem(edge, request, toolkit, taken.problem)
  if (taken.kind === 'again') return show(edge, page, { request, toolkit, sent: taken.sent })
  if (taken.kind === 'unconfirmed') {
    const parts = { assets: edge.assets, title: taken.title, notice: null, body: taken.confirmation }
    return sendDocument(toolkit, visitorDocument(parts), 200)
  }
  const response = secured(toolkit.redirect(taken.location).code(303))
  // The stored result has the token, so a second submit of the form signs in too.
  const { login, device, carried } = (await readNotice(edge.context, taken.key)) ?? {}
  const { baseUrl } = edge.context.settings
  if (login) {
    setCookie(response, 'servicepay', login, baseUrl)
    // A sign-in that waits for the second factor still needs to know where the person was.
    if (!carried) setCookie(response, 'servicepay-left', null, baseUrl)
  }
  if (device !== undefined) setCookie(response, 'servicepay-device', device, baseUrl, deviceDays * 86_400)
  return response
}

import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi'
import { isFailure } from '../domain/failure.ts'
import { idBodyLength } from '../domain/ids.ts'
import { mustAddSecondFactor } from '../domain/accounts/second-factor.ts'
import type { Scope } from '../domain/scope.ts'
import { mustReviewEarlierKeys } from '../flows/accounts/earlier-keys.ts'
import { readNotice } from '../flows/accounts/form-results.ts'
import { busyRetrySeconds, readInTurn } from '../flows/reads/read-in-turn.ts'
import { findAnyLogin, resumeLogin, type ResumedLogin } from '../flows/accounts/sign-in.ts'
import type { Markup } from '../markup/html.ts'
import { findUndelivered } from '../store/webhooks/endpoint-failures.ts'
import { findMerchant } from '../store/accounts/merchants.ts'
import { keepLeft, readCookie, setCookie } from './shell/cookies.ts'
import { sealDraft } from './shell/drafts.ts'
import { renderForm } from './shell/forms.ts'
import { memberDocument } from './shell/layout.ts'
import {
  may,
  notAllowed,
  page as asPage,
  problem,
  type DashboardPage,
  type MemberForm,
  type MemberVisit,
  type PageTop,
  type Problem,
  type Shown,
  type Upload,
} from './shell/page.ts'
import { pageGroups, peoplesPages } from './pages.ts'
import { problemBody, problemTitle } from './shell/problems.ts'
import {
  asFailure,
  prefersJson,
  secured,
  sendDocument,
  sendOther,
  sendProblem,
  withRetryAfter,
} from './shell/replies.ts'
import {
  addressUnder,
  paramsOf,
  takeForm,
  visitOf,
  visitorHolder,
  type FormAnswer,
  type Holder,
} from './shell/requests.ts'
import { tooBusy } from './shell/request-limits.ts'
import type { DashboardEdge } from './shell/edge.ts'
import { signInMethodsPath } from './accounts/sign-in-methods-page.ts'
import { settingsPath, signOut } from './accounts/settings-page.ts'
import { maxNext, signInAgainPage } from './accounts/sign-in-page.ts'
import { takeUpload } from './uploads.ts'
import { answerVisitor } from './visitor-requests.ts'

/** A member's visit, and the owner of the forms on its page. */
interface HeldVisit {
  readonly visit: MemberVisit
  readonly holder: Holder
}

/** Answers a `GET` of a member's page. */
export async function answerMember(
  edge: DashboardEdge,
  page: DashboardPage,
  request: Request,
  toolkit: ResponseToolkit,
): Promise<ResponseObject> {
  const resumed = await resume(edge, request)
  if (!resumed) return askToSignIn(edge, request, toolkit)
  const held = await visitOfMember(edge, page, request, resumed)
  if (!held) return sendProblem(edge, request, toolkit, problem(404))
  if (!may(held.visit, page.needs))
    return send(edge, page, held.visit, { request, toolkit, shown: notAllowed(page.needs) })
  const detour = await detourOf(page, held.visit)
  if (detour !== null) return toDetour(detour, request, toolkit)
  return send(edge, page, held.visit, { request, toolkit, shown: await showInTurn(page, held.visit) })
}

/** The page that asks about what somebody else may have made. */
const reviewAddress = '/dashboard/test/keys'

/** The pages on which people review and end them. */
const reviewPaths: ReadonlySet<string> = new Set(['keys', 'keys/{id}', 'webhooks', 'links/{id}', 'settings/checkout'])

/** The page to which the person must go before this one. Null: this page is open to the person. */
async function detourOf(page: DashboardPage, { context, member, merchant, to }: MemberVisit): Promise<string | null> {
  const isReview = reviewPaths.has(page.path)
  if (!isReview && (await mustReviewEarlierKeys(context, member))) return reviewAddress
  const mustAdd = mustAddSecondFactor(member, merchant.second_factor_from, context.clock.now())
  return mustAdd && !isReview && page.path !== signInMethodsPath ? to(signInMethodsPath) : null
}

/** The notice of the last form goes along: it may show the key of a new account, once. */
function toDetour(address: string, { query }: Request, toolkit: ResponseToolkit): ResponseObject {
  const done: unknown = (query as Record<string, unknown>)['done']
  const notice = typeof done === 'string' ? `?${new URLSearchParams({ done }).toString()}` : ''
  return secured(toolkit.redirect(address + notice).code(303))
}

/** Prepares the page in the account's turn, so that a flood of pages delays only the account that asks for them. */
async function showInTurn(page: DashboardPage, visit: MemberVisit): Promise<Shown> {
  if (isOfAnotherList(page, visit)) return cursorOfAnotherList(page, visit)
  const show = async (): Promise<Shown> => page.show(visit)
  const shown = await readInTurn(visit.context, visit.scope, show, page.reads)
  return isFailure(shown) ? tooBusy(busyRetrySeconds) : shown
}

/** Whether the address continues another list. Every row would be before or behind such a cursor. */
function isOfAnotherList({ lists }: DashboardPage, { query, scope }: MemberVisit): boolean {
  const after = query['after']
  if (!lists || after === undefined) return false
  const listed = lists(scope)
  const shape = listed instanceof RegExp ? listed : new RegExp(`^${listed && `${listed}_`}[0-9a-z]{${idBodyLength}}$`)
  return !shape.test(after)
}

function cursorOfAnotherList({ path }: DashboardPage, { query, to }: MemberVisit): Problem {
  const rest = Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'after'))
  return problem(400, {
    title: 'This place is not in this list',
    message: 'The address continues a list after an entry of another list. So there is nothing to show.',
    link: { href: to(path, rest), text: 'To the start of the list' },
  })
}

/** Answers a `POST` of one of the page's forms. */
export async function answerMemberForm(
  edge: DashboardEdge,
  { page, form }: { page: DashboardPage; form: MemberForm },
  request: Request,
  toolkit: ResponseToolkit,
): Promise<ResponseObject> {
  const pageAddress = request.path.replace(/\/[^/]*$/, '')
  const resumed = await resume(edge, request)
  if (!resumed) return askToSignInAgain(edge, { form, pageAddress }, request, toolkit)
  const held = await visitOfMember(edge, page, request, resumed)
  if (!held) return sendProblem(edge, request, toolkit, problem(404))
  const { visit, holder } = held
  const needed = form.needs ?? page.needs
  if (!may(visit, needed)) return send(edge, page, visit, { request, toolkit, shown: notAllowed(needed) })
  const detour = form === signOut ? null : await detourOf(page, visit)
  if (detour !== null) return toDetour(detour, request, toolkit)
  const taken = await takeForm<MemberVisit>(edge, request, { holder, form, pageAddress }, (sent) => ({
    ...visit,
    ...sent,
  }))
  return sendTaken(edge, page, visit, { request, toolkit, taken })
}

/** Answers a `POST` of the page's file. Only a member has the file read. */
export async function answerMemberUpload(
  edge: DashboardEdge,
  { page, upload }: { page: DashboardPage; upload: Upload },
  request: Request,
  toolkit: ResponseToolkit,
): Promise<ResponseObject> {
  const pageAddress = request.path.replace(/\/[^/]*$/, '')
  const resumed = await resume(edge, request)
  if (!resumed) return sendProblem(edge, request, toolkit, signedOut(pageAddress))
  const held = await visitOfMember(edge, page, request, resumed)
  if (!held) return sendProblem(edge, request, toolkit, problem(404))
  const { visit, holder } = held
  if (!may(visit, page.needs)) return send(edge, page, visit, { request, toolkit, shown: notAllowed(page.needs) })
  const detour = await detourOf(page, visit)
  if (detour !== null) return toDetour(detour, request, toolkit)
  const taken = await takeUpload(edge, request, { holder, upload, pageAddress }, (formId) => ({ ...visit, formId }))
  return sendTaken(edge, page, visit, { request, toolkit, taken })
}

async function sendTaken(
  edge: DashboardEdge,
  page: DashboardPage,
  visit: MemberVisit,
  { request, toolkit, taken }: Omit<Sending, 'shown'> & { readonly taken: FormAnswer },
): Promise<ResponseObject> {
  if (taken.kind === 'problem') return send(edge, page, visit, { request, toolkit, shown: taken.problem })
  if (taken.kind === 'unconfirmed')
    return send(edge, page, visit, { request, toolkit, shown: asPage(taken.title, taken.confirmation) })
  if (taken.kind === 'again') {
    const again = { ...visit, sent: taken.sent }
    return send(edge, page, again, { request, toolkit, shown: await page.show(again) })
  }
  const response = secured(toolkit.redirect(taken.location).code(303))
  const login = (await readNotice(edge.context, taken.key))?.login
  if (login !== undefined) setCookie(response, 'servicepay', login, edge.context.settings.baseUrl)
  return response
}

async function resume(edge: DashboardEdge, request: Request): Promise<ResumedLogin | null> {
  const token = readCookie(request, 'servicepay', edge.context.settings.baseUrl)
  const resumed = token === null ? null : await resumeLogin(edge.context, token)
  if (token !== null && resumed) edge.limits.remember(token, resumed.member.id, resumed.member.merchant_id)
  return resumed
}

/** Null: the address names neither mode, or its parameters cannot name anything. */
async function visitOfMember(
  edge: DashboardEdge,
  page: DashboardPage,
  request: Request,
  { login, member }: ResumedLogin,
): Promise<HeldVisit | null> {
  const params = paramsOf(request)
  const mode = params?.['mode']
  // Only people who develop can do anything about it.
  const [merchant, undelivered] = await Promise.all([
    findMerchant(edge.context.db, member.merchant_id),
    may({ member }, 'develop') ? findUndelivered(edge.context.db, member.merchant_id) : [],
  ])
  if (!params || !merchant || (mode !== 'test' && mode !== 'live')) return null
  const scope: Scope = { merchantId: member.merchant_id, livemode: mode === 'live' }
  const holder: Holder = { merchantId: member.merchant_id, login: login.id }
  const visitor = visitorHolder(edge, request)
  const common = await visitOf(edge, request, visitor ? [holder, visitor] : [holder])
  const caller = { personId: member.id, actor: member.email, address: common.visitor.address }
  const draft = common.notice?.draft
  const sent = draft ? { name: draft.form, values: draft.values, errors: {} } : null
  const own = { params, to: addressUnder(`/dashboard/${mode}`), sent, formId: null }
  const inTime = await edge.context.testClocks.inTimeOf(edge.context, scope)
  const context = peoplesPages.has(page) ? edge.context : inTime
  return { holder, visit: { ...common, ...own, context, scope, merchant, undelivered, member, login, caller } }
}

interface Sending {
  readonly request: Request
  readonly toolkit: ResponseToolkit
  readonly shown: Shown
}

function send(
  edge: DashboardEdge,
  page: DashboardPage,
  visit: MemberVisit,
  { request, toolkit, shown }: Sending,
): ResponseObject {
  const document = (title: string, body: Markup, top: PageTop = {}): Markup =>
    memberDocument({
      assets: edge.assets,
      title,
      notice: visit.notice,
      body,
      visit,
      groups: pageGroups,
      path: page.path,
      top,
      signOut: renderForm(visit, settingsPath, signOut),
    })
  switch (shown.kind) {
    case 'page':
      return sendDocument(
        toolkit,
        document(shown.title, shown.body, shown.top),
        isRefused(visit) ? 422 : (shown.status ?? 200),
      )
    case 'problem': {
      if (prefersJson(request)) throw asFailure(shown)
      return withRetryAfter(
        sendDocument(toolkit, document(problemTitle(shown), problemBody(shown, request.app.requestId)), shown.status),
        shown,
      )
    }
    default:
      return sendOther(toolkit, shown)
  }
}

/** A form that a person gets back after signing in again has no errors. */
function isRefused({ sent }: MemberVisit): boolean {
  return sent !== null && Object.keys(sent.errors).length > 0
}

function askToSignIn(edge: DashboardEdge, request: Request, toolkit: ResponseToolkit): ResponseObject {
  if (prefersJson(request)) return sendProblem(edge, request, toolkit, problem(401))
  const asked = request.path + request.url.search
  const next = asked.length > maxNext ? request.path : asked
  const response = secured(toolkit.redirect(signInAddress(next)).code(303))
  return keepLeft(response, next, edge.context.settings.baseUrl, request.path)
}

/** Keeps what the person typed, if this form came from us. */
async function askToSignInAgain(
  edge: DashboardEdge,
  { form, pageAddress }: { form: MemberForm; pageAddress: string },
  request: Request,
  toolkit: ResponseToolkit,
): Promise<ResponseObject> {
  const { keyring, clock } = edge.context
  const token = readCookie(request, 'servicepay', edge.context.settings.baseUrl)
  const login = token === null ? null : await findAnyLogin(edge.context, token)
  const body = Buffer.isBuffer(request.payload) ? request.payload : Buffer.alloc(0)
  const sent = { body, contentType: request.raw.req.headers['content-type'], form, pageAddress }
  const draft = login && sealDraft(keyring, login, sent, clock.now())
  if (prefersJson(request)) return sendProblem(edge, request, toolkit, signedOut(pageAddress))
  const response =
    draft === null
      ? sendProblem(edge, request, toolkit, signedOut(pageAddress))
      : await answerVisitor(edge, signInAgainPage(pageAddress, draft), request, toolkit)
  return keepLeft(response, draft ?? pageAddress, edge.context.settings.baseUrl, pageAddress)
}

function signedOut(pageAddress: string): Problem {
  return problem(401, { link: { href: signInAddress(pageAddress), text: 'Sign in' } })
}

function signInAddress(next: string): string {
  return addressUnder('/dashboard')('sign-in', { next })
}

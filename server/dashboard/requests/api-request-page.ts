import type { RecordedRequest } from '../../domain/accounts/account-records.ts'
import { indented } from '../../domain/stored-json.ts'
import { findApiRequest } from '../../flows/accounts/read-api-requests.ts'
import { copyButton, tag } from '../../markup/design/components.ts'
import { highlighted } from '../../markup/highlight.ts'
import { html, verbatim, type Markup } from '../../markup/html.ts'
import { findSecretKeyById } from '../../store/accounts/secret-keys.ts'
import { findSession } from '../../store/sessions/checkout-sessions.ts'
import { readHistory } from '../sessions/payment-history.ts'
import { timeline } from '../sessions/payment-timeline.ts'
import { facts, recentTime, section } from '../shell/format.ts'
import { page, problem, type DashboardPage, type MemberVisit, type Shown, type VisitorPage } from '../shell/page.ts'
import { callWords, errorWords, faultTag, requestsPath, statusTag, tookWords } from './request-words.ts'

/** One request with its reply, and what came of it. */
export const apiRequestPage: DashboardPage = { path: `${requestsPath}/{id}`, needs: 'develop', show, forms: [] }

/** The address of a request by the id in its reply, which does not tell the mode. */
export const requestByIdPage: VisitorPage = {
  path: 'requests/{id}',
  show: ({ params, to }) => ({
    kind: 'redirect',
    to: to(`test/${requestsPath}/${encodeURIComponent(params['id'] ?? '')}`),
  }),
  forms: [],
}

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, params } = visit
  const id = params['id'] ?? ''
  const found = await findApiRequest(scope, context.db, id)
  if (found)
    return page(
      'API request',
      html`${about(visit, found, await keyWords(visit, found))}${bodies(found)}${await followed(visit, found)}`,
    )
  const inOtherMode = { ...scope, livemode: !scope.livemode }
  if (await findApiRequest(inOtherMode, context.db, id))
    return { kind: 'redirect', to: `/dashboard/${scope.livemode ? 'test' : 'live'}/${requestsPath}/${id}` }
  return problem(404, {
    title: 'This request is not recorded',
    message:
      'Requests of test mode stay for 24 hours, and failed requests for seven days. A new one appears within seconds.',
    link: { href: visit.to(requestsPath), text: 'To the requests' },
  })
}

/** The name of the key that sent the request. Null: a browser sent it, or nothing more than the failure is left. */
async function keyWords(
  { context, scope, to }: MemberVisit,
  { secret_key_id: id }: RecordedRequest,
): Promise<Markup | null> {
  if (id === null) return null
  const key = await findSecretKeyById(scope, context.db, id)
  return key && html`<a href="${to(`keys/${id}`)}">${key.name ?? html`<code>…${key.last4}</code>`}</a>`
}

function about({ merchant, to }: MemberVisit, request: RecordedRequest, key: Markup | null): Markup {
  const { idempotency_key, idempotent_replayed, request_id, session_id } = request
  const rows = facts([
    ['Status', html`${statusTag(request)} ${errorWords(request)} ${faultTag(request)}`],
    ['Took', tookWords(request)],
    ['When', recentTime(request.at, merchant.time_zone)],
    ['Key', key],
    [
      'Idempotency-Key',
      idempotency_key === null
        ? null
        : html`<code>${idempotency_key}</code> ${idempotent_replayed && tag('Repeated an earlier reply', 'quiet')}`,
    ],
    ['Payment', session_id && html`<a href="${to(`payments/${session_id}`)}"><code>${session_id}</code></a>`],
    ['Request id', html`<code id="request-id">${request_id}</code> ${copyButton('request-id', 'request id')}`],
  ])
  return html`<section aria-label="The request"><p class="asked">${callWords(request)}</p>${rows}</section>`
}

function bodies({ request_body, reply_body }: RecordedRequest): Markup {
  if (request_body === null && reply_body === null)
    return html`<p class="nothing">The bodies are not kept: the request is older than a day, or of live mode.</p>`
  return html`
    <div class="exchange">
      ${section('asked', 'Request', bodyOf(request_body, 'The request had no body.'))}
      ${section('replied', 'Reply', bodyOf(reply_body, 'The reply had no body.'))}
    </div>
    <p class="hint">We do not record personal data, secrets and card data: you see “…” in their place.</p>
  `
}

function bodyOf(body: string | null, none: string): Markup {
  if (body === null) return html`<p class="nothing">${none}</p>`
  return html`<pre tabindex="0"><code>${verbatim(highlighted(indented(body), 'json'))}</code></pre>`
}

/** The history of the payment. Null: the request is about none. */
async function followed(visit: MemberVisit, { session_id: id, request_id }: RecordedRequest): Promise<Markup | null> {
  const { context, scope } = visit
  const session = id === null ? null : await findSession(scope, context.db, id)
  if (!session) return null
  const history = await readHistory(context, scope, session.id)
  return section('followed', 'What happened to the payment', timeline(visit, session, history, request_id))
}

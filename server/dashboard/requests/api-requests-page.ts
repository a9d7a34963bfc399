import { errorCatalogue, statusesOf, type ErrorCode } from '../../../generated/errors.ts'
import type { ApiRequestRecord } from '../../domain/accounts/account-records.ts'
import {
  findApiRequest,
  listApiRequests,
  recordsAll,
  type ApiRequestFilter,
} from '../../flows/accounts/read-api-requests.ts'
import { chips, emptyState, toolbar } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import { pager, recentTime, table } from '../shell/format.ts'
import { page, type DashboardPage, type MemberVisit, type Shown } from '../shell/page.ts'
import { callWords, errorWords, faultTag, requestsPath as path, statusTag, tookWords } from './request-words.ts'

const listed = 50

const codes = (Object.keys(errorCatalogue) as ErrorCode[]).sort()
const statuses = [...new Set(codes.flatMap(statusesOf))].sort((a, b) => a - b)

/** The API requests of the last day, and the failed ones of a week. */
export const apiRequestsPage: DashboardPage = {
  path,
  needs: 'develop',
  nav: 'Requests',
  lists: () => 'log',
  show,
  forms: [],
}

interface Asked {
  readonly filter: ApiRequestFilter
  /** What the address says, for links to other pages of the list. */
  readonly values: Readonly<Record<string, string | null>>
  readonly mistakes: readonly string[]
}

/** A status and a code are those of failed requests. */
function readFilter({ query, context, scope }: MemberVisit): Asked {
  const given = (name: string): string | null => query[name]?.trim() || null
  const [status, code] = [given('status'), given('code')]
  const known = {
    status: statuses.find((one) => String(one) === status) ?? null,
    code: codes.find((one) => one === code) ?? null,
  }
  const mistakes = [
    ...(status !== null && known.status === null ? ['There is no such status among errors, so all are shown.'] : []),
    ...(code !== null && known.code === null ? ['There is no such error code, so all are shown.'] : []),
  ]
  const isFailed = !recordsAll(context, scope) || given('outcome') === 'failed' || status !== null || code !== null
  const outcome = isFailed ? 'failed' : 'any'
  const values = {
    outcome: isFailed ? outcome : null,
    status: known.status === null ? null : String(known.status),
    code: known.code,
  }
  return { filter: { outcome, ...known }, values, mistakes }
}

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, query, to } = visit
  const wanted = query['request']?.trim()
  if (wanted && (await findApiRequest(scope, context.db, wanted)))
    return { kind: 'redirect', to: to(`${path}/${encodeURIComponent(wanted)}`) }
  const { filter, values, mistakes } = readFilter(visit)
  const after = query['after'] ?? null
  const found = await listApiRequests(context, scope, filter, { after, limit: listed + 1 })
  const shown = found.slice(0, listed)
  const last = found.length > listed ? shown.at(-1) : undefined
  const pages = pager(after === null ? null : to(path, values), last ? to(path, { ...values, after: last.id }) : null)
  const problems = [
    ...(wanted ? ['There is no such request here. It may be older, or of the other mode.'] : []),
    ...mistakes,
  ]
  // The first page of a list goes on while the person develops.
  const live = after === null && html` data-live`
  const alert = problems.length > 0 && html`<p class="alert" role="alert">${problems.join(' ')}</p>`
  return page(
    'API requests',
    html`
      ${alert}
      ${tools(visit, filter, wanted ?? '')}
      <section${live}>${shown.length === 0 ? nothing(visit, filter) : tableOf(visit, shown)}${pages}</section>
    `,
  )
}

function nothing({ to }: MemberVisit, filter: ApiRequestFilter): Markup {
  if (filter.status !== null || filter.code !== null)
    return html`<p class="nothing">No failed request of the last seven days matches.</p>`
  if (filter.outcome === 'failed') return html`<p class="nothing">No request has failed in the last seven days.</p>`
  const text = html`
    Call the API with a <a href="${to('keys')}">secret key</a>. Each request appears here within seconds, with its reply
    and what came of it.
  `
  return emptyState('code', 'No requests in the last 24 hours', text)
}

function tableOf(visit: MemberVisit, requests: readonly ApiRequestRecord[]): Markup {
  const rows = requests.map((one) => [
    html`<a href="${visit.to(`${path}/${one.id}`)}">${callWords(one)}</a>`,
    html`${statusTag(one)} ${faultTag(one)}`,
    errorWords(one),
    tookWords(one),
    recentTime(one.at, visit.merchant.time_zone),
  ])
  return table('API requests', ['Request', 'Status', 'Error', { figures: 'Took' }, 'When'], rows)
}

function tools(visit: MemberVisit, { outcome, status, code }: ApiRequestFilter, wanted: string): Markup {
  const { context, scope, to } = visit
  const kinds = [
    ['any', 'All, 24 hours'],
    ['failed', 'Failed, 7 days'],
  ] as const
  const addressOf = (value: string): string => to(path, { outcome: value === 'any' ? null : value })
  const choice = recordsAll(context, scope) && chips(kinds, outcome, addressOf)
  const find = html`
    <form method="get" action="${to(path)}" class="find" role="search">
      <input name="request" type="text" maxlength="200" value="${wanted}" aria-label="Request id" placeholder="req_…">
      <button class="plain">Find</button>
    </form>
  `
  const filters =
    outcome === 'failed' &&
    html`
      <form method="get" action="${to(path)}" class="filters">
        <div class="grid">
          ${select('status', 'Status', statuses.map(String), status === null ? null : String(status))}
          ${select('code', 'Error code', codes, code)}
          <p class="go">
            <button class="main">Show</button>
            ${(status !== null || code !== null) && html`<a href="${addressOf('failed')}">Clear</a>`}
          </p>
        </div>
      </form>
    `
  return html`${toolbar(html`${choice}${find}`)}${filters}`
}

function select(name: string, label: string, values: readonly string[], chosen: string | null): Markup {
  return html`
    <div class="field">
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}">
        <option value="">All</option>
        ${values.map((value) => html`<option${value === chosen && html` selected`}>${value}</option>`)}
      </select>
    </div>
  `
}

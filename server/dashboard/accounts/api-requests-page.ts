import { errorCatalogue, statusesOf, type ErrorCode } from '../../../generated/errors.ts'
import { html, type Markup } from '../../markup/html.ts'
import { listFailedRequests, type ApiRequestFilter } from '../../store/accounts/api-request-log.ts'
import type { ApiRequestRecord } from '../../domain/accounts/account-records.ts'
import { pager, table, time } from '../shell/format.ts'
import { page, type DashboardPage, type MemberVisit } from '../shell/page.ts'

const path = 'api-requests'
const listed = 50

const codes = (Object.keys(errorCatalogue) as ErrorCode[]).sort()
const statuses = [...new Set(codes.flatMap(statusesOf))].sort((a, b) => a - b)

/** The failed API requests of the last seven days. */
export const apiRequestsPage: DashboardPage = {
  path,
  needs: 'develop',
  nav: 'Failed requests',
  lists: () => 'log',
  show: async (visit) => page('Failed API requests', await body(visit)),
  forms: [],
}

interface ReadFilter {
  readonly filter: ApiRequestFilter
  readonly mistakes: readonly string[]
}

function readFilter(query: Readonly<Record<string, string>>): ReadFilter {
  const given = (name: string): string | null => query[name]?.trim() || null
  const [status, code, requestId] = [given('status'), given('code'), given('request')]
  const known = {
    status: statuses.find((one) => String(one) === status) ?? null,
    code: codes.find((one) => one === code) ?? null,
  }
  const mistakes = [
    ...(status !== null && known.status === null ? ['There is no such status among errors, so all are shown.'] : []),
    ...(code !== null && known.code === null ? ['There is no such error code, so all are shown.'] : []),
  ]
  return { filter: { ...known, requestId }, mistakes }
}

async function body(visit: MemberVisit): Promise<Markup> {
  const { context, scope, query } = visit
  const { filter, mistakes } = readFilter(query)
  const after = query['after'] ?? null
  const found = await listFailedRequests(scope, context.db, filter, { after, limit: listed + 1 })
  const shown = found.slice(0, listed)
  const last = found.length > listed ? shown.at(-1) : undefined
  const kept = {
    status: filter.status === null ? null : String(filter.status),
    code: filter.code,
    request: filter.requestId,
  }
  const isFiltered = Object.values(kept).some((value) => value !== null)
  const empty = isFiltered
    ? html`<p>No failed request of the last seven days matches.</p>`
    : html`<p>No request has failed in the last seven days.</p>`
  const head = ['When', 'Status', 'Request', 'Error', { figures: 'Took' }, 'Request id']
  const list =
    shown.length === 0
      ? empty
      : table(
          'Failed requests',
          head,
          shown.map((one) => row(visit, one)),
        )
  const pages = pager(
    after === null ? null : visit.to(path, kept),
    last ? visit.to(path, { ...kept, after: last.id }) : null,
  )
  const alert = mistakes.length > 0 && html`<p class="alert" role="alert">${mistakes.join(' ')}</p>`
  return html`
    <p>
      Requests with a key of this account that the API refused or could not answer. Each appears within seconds and is
      kept for seven days, without its body. Of more than 1,000 in an hour, some are left out.
    </p>
    ${alert}
    ${filterForm(visit, kept)}
    <section>${list}${pages}</section>
  `
}

function filterForm(visit: MemberVisit, kept: Readonly<Record<'status' | 'code' | 'request', string | null>>): Markup {
  const select = (name: 'status' | 'code', label: string, values: readonly string[]): Markup => html`
    <div class="field">
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}">
        <option value="">All</option>
        ${values.map((value) => html`<option${value === kept[name] && html` selected`}>${value}</option>`)}
      </select>
    </div>
  `
  const requestId = html`
    <input id="request" name="request" type="text" maxlength="200" value="${kept.request ?? ''}" placeholder="req_…">
  `
  const clear = Object.values(kept).some((value) => value !== null) && html`<a href="${visit.to(path)}">Clear</a>`
  return html`
    <form method="get" action="${visit.to(path)}" class="filters">
      <div class="grid">
        ${select('status', 'Status', statuses.map(String))}
        ${select('code', 'Error code', codes)}
        <div class="field"><label for="request">Request id</label>${requestId}</div>
        <p class="go"><button class="main">Show</button>${clear}</p>
      </div>
    </form>
  `
}

function row(
  { merchant }: MemberVisit,
  { at, status, method, path: address, code, param, duration_ms, request_id }: ApiRequestRecord,
): (Markup | string)[] {
  const where = param !== null && html`<br><span class="hint">param</span> <code>${param}</code>`
  const error = html`<a class="whole" href="/docs/errors#${code}"><code>${code}</code></a>${where}`
  return [
    time(at, merchant.time_zone),
    String(status),
    html`<code>${method} ${address}</code>`,
    error,
    html`<span class="whole">${duration_ms} ms</span>`,
    html`<code class="whole">${request_id}</code>`,
  ]
}

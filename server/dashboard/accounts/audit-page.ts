import type { AuditRecord } from '../../domain/accounts/account-records.ts'
import { popover, toolbar } from '../../markup/design/components.ts'
import { icon } from '../../markup/design/icons.ts'
import { html, type Markup } from '../../markup/html.ts'
import { listAudit } from '../../store/accounts/audit-log.ts'
import { fileLinks } from '../shell/file-kind.ts'
import { dateMenu, filterMenus, type FilterMenu } from '../shell/filter-menus.ts'
import { facts, pager, time } from '../shell/format.ts'
import { renderField } from '../shell/forms.ts'
import { page, type DashboardPage, type MemberVisit, type Shown } from '../shell/page.ts'
import {
  actionOptions,
  auditFilterFields,
  authorOptions,
  readAuditFilter,
  type AskedAudit,
  type AuditFilterName,
} from './audit-filter.ts'
import { actionText, detailTexts } from './audit-words.ts'

const path = 'audit'
const rowsOnAPage = 50

/** The audit log of this mode and of the account as a whole: who did what, when and from where. */
export const auditPage: DashboardPage = { path, needs: 'audit', nav: 'Audit log', lists: () => 'aud', show, forms: [] }

const title = 'Audit log'

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, query } = visit
  const asked = readAuditFilter(visit)
  const { values, filter } = asked
  const authors = await authorOptions(visit)
  if (!filter) {
    const body = html`
      ${lead(visit)}${tools(visit, asked, authors, false)}
      <p class="nothing">Correct the filters to see the list.</p>
    `
    return { kind: 'page', title, body, status: 400 }
  }
  const after = query['after'] ?? null
  const found = await listAudit(scope, context.db, filter, { olderThan: after, limit: rowsOnAPage + 1 })
  const lines = found.slice(0, rowsOnAPage)
  const next = found.length > rowsOnAPage ? visit.to(path, { ...values, after: lines.at(-1)?.id ?? null }) : null
  const links = pager(after === null ? null : visit.to(path, values), next)
  const isListed = lines.length > 0
  const content = isListed ? list(visit, lines) : nothing(isNarrowed(values), after !== null)
  return page(title, html`${lead(visit)}${tools(visit, asked, authors, isListed)}${content}${links}`)
}

function isNarrowed(values: AskedAudit['values']): boolean {
  return Object.values(values).some((value) => value !== '')
}

function nothing(narrowed: boolean, isOlder: boolean): Markup {
  if (isOlder) return html`<p class="nothing">There is nothing older.</p>`
  if (narrowed) return html`<p class="nothing">There is no such entry in this mode yet.</p>`
  return html`
    <p class="nothing">
      There is no entry yet. This page lists what members do here, what the operator does on the server, and when your
      programs change the webhook address or its secret, or reset test mode, through the API.
    </p>
  `
}

function lead(visit: MemberVisit): Markup {
  const mode = visit.scope.livemode ? 'live' : 'test'
  return html`
    <p class="lead">
      What members did here and the operator did on the server, in ${mode} mode and to the account as a whole: changes,
      sign-ins, wrong passwords and downloads. Of the calls of your programs, it has changes of the webhook address and
      its secret, and resets of test mode. Members cannot change or delete entries.
    </p>
  `
}

/** The filters, as a GET form, so that a member can share the address of a filtered list, and the list as a file. */
function tools(
  visit: MemberVisit,
  { values, errors }: AskedAudit,
  authors: readonly (readonly [string, string])[],
  isListed: boolean,
): Markup {
  const shape = { name: 'filter', fields: auditFilterFields(authors) }
  const sent = { sent: { name: shape.name, values, errors } }
  const chosenOf = (options: readonly (readonly [string, string])[], value: string): string | null =>
    value === '' ? null : (options.find(([known]) => known === value)?.[1].trim() ?? value)
  const menus: readonly FilterMenu<AuditFilterName>[] = [
    { label: 'Person', fields: ['person'], chosen: ({ person }) => chosenOf(authors, person) },
    { label: 'Action', fields: ['action'], chosen: ({ action }) => chosenOf(actionOptions, action) },
    dateMenu,
  ]
  const narrowed = isNarrowed(values)
  const files = fileLinks(visit, `Download ${narrowed ? 'all that match' : 'all'}`, { what: 'audit_log', ...values })
  const file =
    isListed && files.text !== '' && html`<div class="end">${popover(html`${icon('download')}Export`, files)}</div>`
  const buttons = filterMenus(visit, menus, { values, errors }, (name) => renderField<MemberVisit>(sent, shape, name))
  return html`
    <form method="get" action="${visit.to(path)}" class="list-tools" role="search">
      ${toolbar(html`${buttons}${file}`)}
    </form>
    ${narrowed && html`<p class="above"><a href="${visit.to(path)}">Show all entries</a></p>`}
  `
}

function list(visit: MemberVisit, lines: readonly AuditRecord[]): Markup {
  const items = lines.map(
    (line) => html`
      <li>
        <p class="did"><strong>${actionText(line.action)}</strong> ${time(line.at, visit.merchant.time_zone)}</p>
        <p class="by">${who(line)}</p>
        ${detail(visit, line)}
      </li>
    `,
  )
  return html`<ol class="audit" aria-label="Audit log, newest first">${items}</ol>`
}

function who({ actor, address, person_id }: AuditRecord): Markup {
  const name = person_id === null ? authorName(actor) : actor
  return html`${name}${address !== null && html` <span class="hint">from ${address}</span>`}`
}

function authorName(actor: string): Markup | string {
  if (actor === 'operator') return 'The operator, on the server'
  if (actor === 'somebody') return 'Somebody who was not signed in'
  return actor.startsWith('key_') ? html`The secret key <code>${actor}</code>` : actor
}

function detail(visit: MemberVisit, line: AuditRecord): Markup | null {
  const rows = detailTexts(line.detail).map(([name, text]) => [name, linked(visit, text)] as const)
  return rows.length === 0 ? null : facts(rows)
}

/** Shows times in the account's zone and ids as code. Ids of payments of this mode become links. */
function linked(visit: MemberVisit, text: string): Markup | string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return time(new Date(text), visit.merchant.time_zone)
  if (!/^[a-z]{2,4}_(test_|live_)?[0-9a-z]{30}$/.test(text)) return text
  const code = html`<code>${text}</code>`
  return text.startsWith(visit.scope.livemode ? 'cs_live_' : 'cs_test_')
    ? html`<a href="${visit.to(`payments/${text}`)}">${code}</a>`
    : code
}

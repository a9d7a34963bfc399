import { isAuditAction } from '../../domain/accounts/audit-actions.ts'
import type { AuditRecord } from '../../domain/accounts/account-records.ts'
import { html, type Markup } from '../../markup/html.ts'
import { listAudit } from '../../store/accounts/audit-log.ts'
import { facts, pager, time } from '../shell/format.ts'
import { renderField } from '../shell/forms.ts'
import { page, type DashboardPage, type Field, type MemberVisit, type Shown } from '../shell/page.ts'
import { actionText, actionWords, detailTexts } from './audit-words.ts'

const path = 'audit'
const rowsOnAPage = 50

/** The audit log of this mode and of the account as a whole: who did what, when and from where. */
export const auditPage: DashboardPage = { path, needs: 'audit', nav: 'Audit log', lists: () => 'aud', show, forms: [] }

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, query } = visit
  const [action = '', after] = [query['action']?.trim(), query['after']]
  const title = 'Audit log'
  if (action !== '' && !isAuditAction(action))
    return {
      kind: 'page',
      title,
      body: filter(visit, action, 'There is no such action. Choose one from the list.'),
      status: 400,
    }
  const found = await listAudit(scope, context.db, {
    action: action === '' ? null : action,
    after: after ?? null,
    limit: rowsOnAPage + 1,
  })
  const lines = found.slice(0, rowsOnAPage)
  const next = found.length > rowsOnAPage ? visit.to(path, { action, after: lines.at(-1)?.id ?? null }) : null
  const links = pager(after === undefined ? null : visit.to(path, { action }), next)
  const content = lines.length === 0 ? nothing(action, after !== undefined) : list(visit, lines)
  return page(title, html`${filter(visit, action, null)}${content}${links}`)
}

function nothing(action: string, isOlder: boolean): Markup {
  if (isOlder) return html`<p class="nothing">There is nothing older.</p>`
  if (action !== '') return html`<p class="nothing">There is no such entry in this mode yet.</p>`
  return html`
    <p class="nothing">
      There is no entry yet. This page lists what members do here, what the operator does on the server, and when your
      programs change the webhook address or its secret, or reset test mode, through the API.
    </p>
  `
}

function filter(visit: MemberVisit, action: string, error: string | null): Markup {
  const named = Object.entries(actionWords).sort(([, a], [, b]) => (a < b ? -1 : 1))
  const fields: Readonly<Record<string, Field>> = {
    action: { label: 'Action', type: 'select', options: [['', 'Any'], ...named] },
  }
  const shape = { name: 'filter', fields }
  const sent = { sent: { name: shape.name, values: { action }, errors: error === null ? {} : { action: error } } }
  const mode = visit.scope.livemode ? 'live' : 'test'
  return html`
    <p class="lead">
      What members did here and the operator did on the server, in ${mode} mode and to the account as a whole: changes,
      sign-ins, wrong passwords and downloads. Of the calls of your programs, it has changes of the webhook address and
      its secret, and resets of test mode. Members cannot change or delete entries.
    </p>
    <form method="get" action="${visit.to(path)}" class="filters">
      <div class="grid">
        ${renderField<MemberVisit>(sent, shape, 'action')}
        <p class="go"><button class="main">Show</button></p>
      </div>
    </form>
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

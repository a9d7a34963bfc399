import type { DisputeRecord } from '../domain/records.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { listDisputes } from '../store/disputes.ts'
import { pager, table, time } from './format.ts'
import { page } from './page.ts'
import type { DashboardPage, MemberVisit, Shown } from './page.ts'
import { choices } from './choices.ts'
import { disputeTag, disputeWords, money } from './payment-words.ts'

const path = 'disputes'
const rowsOnAPage = 50

/** All disputes of the mode, newest first. */
export const disputesPage: DashboardPage = { path, nav: 'Disputes', show, forms: [] }

async function show(visit: MemberVisit): Promise<Shown> {
  const asked = visit.query['status'] ?? ''
  const status = isStatus(asked) ? asked : null
  const wrong =
    asked !== '' &&
    status === null &&
    html`<p class="error" role="alert">There is no such status, so all disputes are listed.</p>`
  const after = visit.query['after'] ?? null
  const disputes = await listDisputes(visit.scope, visit.context.db, {
    status,
    sessionId: null,
    olderThan: after,
    limit: rowsOnAPage + 1,
  })
  const shown = disputes.slice(0, rowsOnAPage)
  const next = disputes.length > rowsOnAPage ? visit.to(path, { status, after: shown.at(-1)?.id ?? null }) : null
  const kinds = choices([['', 'All'], ...Object.entries(disputeWords)], status ?? '', (value) =>
    visit.to(path, { status: value }),
  )
  const content = shown.length === 0 ? nothing(visit, status) : tableOf(visit, shown)
  return page(
    'Disputes',
    html`${kinds}${wrong}${content}${pager(after === null ? null : visit.to(path, { status }), next)}`,
  )
}

function isStatus(text: string): text is DisputeRecord['status'] {
  return Object.hasOwn(disputeWords, text)
}

function nothing({ scope }: MemberVisit, status: DisputeRecord['status'] | null): Markup {
  const how = !scope.livemode && html` In test mode you can open one from the page of a paid payment.`
  const kind = status !== null && html` that are ${disputeWords[status].toLowerCase()}`
  return html`
    <p class="nothing">
      There are no disputes${kind}. When a cardholder’s bank takes a payment back, it appears here.${how}
    </p>
  `
}

function tableOf(visit: MemberVisit, disputes: readonly DisputeRecord[]): Markup {
  const at = (date: Date): Markup => time(date, visit.merchant.time_zone)
  const rows = disputes.map((dispute) => [
    html`<a href="${visit.to(`disputes/${dispute.id}`)}">${money(dispute)}</a>`,
    disputeTag(dispute),
    html`<a href="${visit.to(`payments/${dispute.session_id}`)}">Payment</a>`,
    at(dispute.opened_at),
    dispute.closed_at && at(dispute.closed_at),
  ])
  return table('Disputes, newest first', ['Amount', 'Status', 'Of', 'Opened', 'Closed'], rows)
}

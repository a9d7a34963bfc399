import { disputeStatuses } from '../../domain/disputes/dispute-state.ts'
import { chips } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import {
  disputeTotals,
  searchDisputes,
  type DisputeFilter,
  type DisputeTotal,
  type ListedDispute,
} from '../../store/disputes/dispute-lists.ts'
import { pager, table, time } from '../shell/format.ts'
import { fileLinks } from '../shell/file-kind.ts'
import { renderField } from '../shell/forms.ts'
import { page, type DashboardPage, type MemberVisit, type Shown } from '../shell/page.ts'
import { disputeReasons, disputeStages, disputeTag, disputeWords, money } from '../shell/words.ts'
import { disputeFilterFields, readDisputeFilter, type AskedDisputes } from './dispute-filter.ts'

const path = 'disputes'
const rowsOnAPage = 50

/** All disputes of the mode: their totals, and a list with the newest first. */
export const disputesPage: DashboardPage = { path, needs: 'see', nav: 'Disputes', lists: () => 'dp', show, forms: [] }

async function show(visit: MemberVisit): Promise<Shown> {
  const asked = readDisputeFilter(visit)
  const { values } = asked
  const kinds = chips([['', 'All'], ...Object.entries(disputeWords)], values.status, (status) =>
    visit.to(path, { ...values, status }),
  )
  const content = asked.filter
    ? await contentOf(visit, asked, asked.filter)
    : html`<p class="nothing">Correct the filters to see the list.</p>`
  return page('Disputes', html`${kinds}${filterForm(visit, asked)}${content}`)
}

async function contentOf(visit: MemberVisit, { values }: AskedDisputes, filter: DisputeFilter): Promise<Markup> {
  const { context, scope, to } = visit
  const after = visit.query['after'] ?? null
  const wanted = { olderThan: after, limit: rowsOnAPage + 1 }
  const disputes = await searchDisputes(scope, context.db, filter, wanted)
  const shown = disputes.slice(0, rowsOnAPage)
  const narrowed = Object.values(values).some((value) => value !== '')
  if (shown.length === 0) return nothing(visit, narrowed, after !== null)
  const totals = totalsTable(filter, await disputeTotals(scope, context.db, filter))
  const last = disputes.length > rowsOnAPage ? shown.at(-1) : undefined
  const links = pager(after === null ? null : to(path, values), last ? to(path, { ...values, after: last.id }) : null)
  const file = fileLinks(visit, `Download ${narrowed ? 'all that match' : 'all'}`, { what: 'disputes', ...values })
  return html`
    ${totals}
    <p class="above">${file}</p>
    ${listOf(visit, shown)}
    ${links}
  `
}

function nothing({ scope, to }: MemberVisit, narrowed: boolean, isOlder: boolean): Markup {
  if (isOlder) return html`<p class="nothing">There are no older disputes.</p>`
  if (narrowed) return html`<p class="nothing">No dispute matches. <a href="${to(path)}">Show all disputes</a></p>`
  const how = !scope.livemode && html` In test mode you can open one from the page of a paid payment.`
  return html`
    <p class="nothing">
      There are no disputes. When a cardholder’s bank asks about a payment or takes it back, the dispute appears
      here.${how}
    </p>
  `
}

/** The sums of all matching disputes, not only of those on this page. */
function totalsTable({ status: only }: DisputeFilter, totals: readonly DisputeTotal[]): Markup {
  const statuses = only === null ? disputeStatuses : [only]
  const head = ['Currency', ...statuses.map((status) => ({ figures: disputeWords[status] }))]
  const rows = [...Map.groupBy(totals, ({ currency }) => currency)].map(([currency, ofCurrency]) => [
    currency,
    ...statuses.map((status) => {
      const total = ofCurrency.find((one) => one.status === status)
      return total ? html`${money(total)} <span class="hint">${countOf(total.count)}</span>` : '—'
    }),
  ])
  return table('Totals of the disputes below and on further pages', head, rows)
}

function countOf(count: number): string {
  return count === 1 ? '1 dispute' : `${count.toLocaleString('en-GB')} disputes`
}

function listOf(visit: MemberVisit, disputes: readonly ListedDispute[]): Markup {
  const at = (date: Date): Markup => time(date, visit.merchant.time_zone)
  const rows = disputes.map((dispute) => [
    html`<a href="${visit.to(`${path}/${dispute.id}`)}">${money(dispute)}</a>`,
    html`${disputeTag(dispute)}${stageOf(dispute)}${closedAt(dispute, at)}`,
    dispute.reason && disputeReasons[dispute.reason],
    dispute.customer.email ?? dispute.customer.name ?? null,
    html`<a href="${visit.to(`payments/${dispute.session_id}`)}">${nameOfPayment(dispute)}</a>`,
    at(dispute.opened_at),
    dispute.status === 'open' && dispute.respond_by ? at(dispute.respond_by) : null,
  ])
  const head = ['Amount', 'Status', 'Reason', 'Customer', 'Payment', 'Opened', 'Answer by']
  return table('Disputes, newest first', head, rows)
}

/** A chargeback needs no mark. */
function stageOf({ stage }: ListedDispute): Markup | null {
  return stage === 'chargeback' ? null : html` <span class="hint">${disputeStages[stage]}</span>`
}

function closedAt({ closed_at }: ListedDispute, at: (date: Date) => Markup): Markup | null {
  return closed_at && html` <span class="hint">${at(closed_at)}</span>`
}

function nameOfPayment({ reference, description }: ListedDispute): string {
  return reference ?? description ?? 'Payment'
}

/** The filters, as a GET form, so that a member can share the address of a filtered list. */
function filterForm(visit: MemberVisit, { values, errors }: AskedDisputes): Markup {
  const form = { name: 'filter', fields: disputeFilterFields(visit, values.currency) }
  const sent = { sent: { name: form.name, values, errors } }
  const fields = (['status', 'currency', 'from', 'to'] as const).map((name) =>
    renderField<MemberVisit>(sent, form, name),
  )
  const isOpen = values.currency + values.from + values.to !== ''
  const wrong = errors.status !== undefined && html`<p class="error" role="alert">${errors.status}</p>`
  return html`
    ${wrong}
    <form method="get" action="${visit.to(path)}" class="filters">
      <details${isOpen && html` open`}>
        <summary>Filters</summary>
        <div class="grid">${fields}</div>
        <p class="hint">Days are whole days in ${visit.merchant.time_zone.replaceAll('_', ' ')}.</p>
        <p class="go"><button>Apply the filters</button></p>
      </details>
    </form>
  `
}

import { chips } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import {
  moneyBackStates,
  positionOf,
  searchMoneyBack,
  sumMoneyBack,
  type MoneyBack,
} from '../../store/refunds/refund-lists.ts'
import { pager, table, time } from '../shell/format.ts'
import { fileLinks } from '../shell/file-kind.ts'
import { page, type DashboardPage, type MemberVisit, type Shown } from '../shell/page.ts'
import { money, refundTag, returnOutlook, returnReasons, returnTag, sumsLine } from '../shell/words.ts'

const path = 'refunds'
const rowsOnAPage = 50

/** All refunds and automatic returns of the mode, newest first. */
export const refundsPage: DashboardPage = { path, needs: 'see', nav: 'Refunds', lists: () => '', show, forms: [] }

const kinds = ['refund', 'return'] as const
const kindChoices = [
  ['', 'All'],
  ['refund', 'Refunds'],
  ['return', 'Automatic returns'],
] as const
const stateChoices = [
  ['', 'Any state'],
  ['pending', 'Pending'],
  ['failed', 'Failed'],
] as const

function nouns(kind: MoneyBack['kind'] | null): readonly [one: string, many: string] {
  if (kind === null) return ['refund or return', 'refunds and returns']
  return kind === 'refund' ? ['refund', 'refunds'] : ['automatic return', 'automatic returns']
}

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, query, to } = visit
  const kind = kinds.find((known) => known === query['kind']) ?? null
  const state = moneyBackStates.find((known) => known === query['state']) ?? null
  const isWrong = (query['kind'] ?? '') !== (kind ?? '') || (query['state'] ?? '') !== (state ?? '')
  const wrong = isWrong && html`<p class="error" role="alert">There is no such filter. Choose one of these.</p>`
  const after = query['after'] ?? null
  const found = await searchMoneyBack(scope, context.db, { kind, state, olderThan: after, limit: rowsOnAPage + 1 })
  const listed = found.slice(0, rowsOnAPage)
  const last = listed.at(-1)
  const next = found.length > rowsOnAPage && last ? to(path, { kind, state, after: positionOf(last) }) : null
  const links = pager(after === null ? null : to(path, { kind, state }), next)
  const file =
    listed.some((one) => one.kind === 'refund') &&
    html`<p class="above">${fileLinks(visit, 'Download the refunds', { what: 'refunds', status: state })}</p>`
  const about = html`
    <p class="lead">
      You make refunds on a payment’s page or through the API. We return money automatically when you must not keep it:
      when a payment was paid twice, or when the bank approved it too late.
    </p>
  `
  const narrowing = html`
    ${chips(kindChoices, kind ?? '', (value) => to(path, { kind: value, state }), 'Kind')}
    ${chips(stateChoices, state ?? '', (value) => to(path, { kind, state: value }), 'State')}
  `
  const isNarrowed = kind !== null || state !== null
  const content = listed.length === 0 ? nothing(isNarrowed || after !== null) : listOf(visit, listed)
  // Without a filter, Numbers has the sums.
  const sums =
    isNarrowed && listed.length > 0
      ? sumsLine(await sumMoneyBack(scope, context.db, { kind, state }), nouns(kind))
      : null
  const summed = sums && html`<p class="above">${sums}</p>`
  return page('Refunds', html`${about}${narrowing}${wrong}${summed}${file}${content}${links}`)
}

function nothing(isNarrowed: boolean): Markup {
  return html`<p class="nothing">${isNarrowed ? 'No refund or return matches.' : 'No money has gone back yet.'}</p>`
}

function listOf(visit: MemberVisit, listed: readonly MoneyBack[]): Markup {
  const at = (date: Date): Markup => time(date, visit.merchant.time_zone)
  const rows = listed.map((one) => {
    const { record } = one
    return [
      html`<a href="${visit.to(`payments/${record.session_id}`)}">${money(record)}</a>`,
      one.kind === 'refund' ? refundTag(one.record) : returnTag(one.record),
      one.kind === 'refund' ? 'Refund' : 'Automatic return',
      one.kind === 'refund' ? whyRefunded(one.record) : whyReturned(one.record, at),
      record.customer.name ?? record.customer.email ?? null,
      record.reference ?? record.description,
      at(record.created_at),
      record.settled_at && at(record.settled_at),
    ]
  })
  const head = ['Amount', 'State', 'Kind', 'Why', 'Customer', 'Payment', 'Created', 'Settled']
  return table('Refunds and automatic returns, newest first', head, rows)
}

function whyRefunded({ reason, failure_message: failure }: Extract<MoneyBack, { kind: 'refund' }>['record']): Markup {
  return html`${reason}${failure !== null && html` <span class="hint">The bank refused it: ${failure}</span>`}`
}

function whyReturned(record: Extract<MoneyBack, { kind: 'return' }>['record'], at: (date: Date) => Markup): Markup {
  const outlook = returnOutlook(record)
  const retry = record.next_check_at && html` Next try ${at(record.next_check_at)}.`
  return html`${returnReasons[record.reason]}${outlook !== null && html` <span class="hint">${outlook}${retry}</span>`}`
}

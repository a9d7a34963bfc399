import type { ReturnRecord } from '../domain/records.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { listReturns } from '../store/automatic-returns.ts'
import { pager, table, time } from './format.ts'
import { page } from './page.ts'
import type { DashboardPage, MemberVisit, Shown } from './page.ts'
import { choices } from './choices.ts'
import { money, returnOutlook, returnReasons, returnTag } from './payment-words.ts'

const path = 'returned-money'
const rowsOnAPage = 50

/** Money that the service returned automatically, because the merchant must not keep it. Newest first. */
export const returnedMoneyPage: DashboardPage = { path, nav: 'Returned money', show, forms: [] }

async function show(visit: MemberVisit): Promise<Shown> {
  const asked = visit.query['state'] ?? ''
  const waiting = asked === 'waiting'
  const state = waiting ? 'waiting' : null
  const wrong =
    !['', 'waiting'].includes(asked) &&
    html`<p class="error" role="alert">There is no such state, so all are listed.</p>`
  const after = visit.query['after'] ?? null
  const returns = await listReturns(visit.scope, visit.context.db, {
    waiting,
    sessionId: null,
    olderThan: after,
    limit: rowsOnAPage + 1,
  })
  const shown = returns.slice(0, rowsOnAPage)
  const next = returns.length > rowsOnAPage ? visit.to(path, { state, after: shown.at(-1)?.id ?? null }) : null
  const kinds = choices(
    [
      ['', 'All'],
      ['waiting', 'Not back yet'],
    ],
    state ?? '',
    (value) => visit.to(path, { state: value }),
  )
  const about = html`
    <p class="lead">
      Sometimes a bank approves a payment that you must not keep. We return that money to the card automatically; you
      need not do anything.
    </p>
  `
  const content =
    shown.length === 0
      ? html`<p class="nothing">${waiting ? 'No return is pending.' : 'No money has been returned automatically.'}</p>`
      : tableOf(visit, shown)
  return page(
    'Returned money',
    html`${about}${kinds}${wrong}${content}${pager(after === null ? null : visit.to(path, { state }), next)}`,
  )
}

function tableOf(visit: MemberVisit, returns: readonly ReturnRecord[]): Markup {
  const at = (date: Date): Markup => time(date, visit.merchant.time_zone)
  const rows = returns.map((record) => [
    html`<a href="${visit.to(`payments/${record.session_id}`)}">${money(record)}</a>`,
    returnTag(record),
    html`${returnReasons[record.reason]}${notBackYet(record, at)}`,
    at(record.created_at),
    record.settled_at && at(record.settled_at),
  ])
  return table('Returned money, newest first', ['Amount', 'State', 'Why', 'Taken', 'Returned'], rows)
}

function notBackYet(record: ReturnRecord, at: (date: Date) => Markup): Markup | null {
  const outlook = returnOutlook(record)
  if (outlook === null) return null
  const retry = record.next_check_at && html` Next try ${at(record.next_check_at)}.`
  return html` <span class="hint">${outlook}${retry}</span>`
}

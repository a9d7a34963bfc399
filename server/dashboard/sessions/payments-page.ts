import { sessionIdPrefix, timeOfId } from '../../domain/ids.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import {
  countPayments,
  findPaymentByAnyId,
  readPayments,
  sumPayments,
  type ListedPayment,
} from '../../flows/sessions/read-payments.ts'
import { emptyState } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import { firstSteps } from '../shell/first-steps.ts'
import type { PaymentSums } from '../../store/sessions/payment-sums.ts'
import { cardMark, marksFor } from './card-mark.ts'
import { pager, time } from '../shell/format.ts'
import { page, type DashboardPage, type MemberVisit, type Shown } from '../shell/page.ts'
import { causeWords, money, paymentTag, sumsLine } from '../shell/words.ts'
import { readFilter, refusedSearch, type AskedFilter } from './payment-filter.ts'
import { paymentToolbar, statusTiles } from './payment-toolbar.ts'

const path = 'payments'
const rowsOnAPage = 50

/** All payments of the mode, newest first. */
export const paymentsPage: DashboardPage = {
  path,
  needs: 'see',
  nav: 'Payments',
  lists: ({ livemode }) => sessionIdPrefix(livemode),
  show,
  forms: [],
}

async function show(visit: MemberVisit): Promise<Shown> {
  const asked = await readFilter(visit)
  const { q } = asked.values
  if (asked.hasCard) return { kind: 'redirect', to: visit.to(path, { ...asked.values, ...refusedSearch }) }
  const named =
    q === '' || asked.errors.q !== undefined ? null : await findPaymentByAnyId(visit.context, visit.scope, q)
  if (named !== null) return { kind: 'redirect', to: visit.to(`${path}/${named}`) }
  return page('Payments', asked.filter ? await listOf(visit, asked, asked.filter) : corrected(visit, asked))
}

function corrected(visit: MemberVisit, asked: AskedFilter): Markup {
  const toolbar = paymentToolbar(visit, asked, { path, isListed: false, isNarrowed: true })
  return html`${toolbar}${allPayments(visit)}<p class="nothing">Correct the filters to see the list.</p>`
}

async function listOf(
  visit: MemberVisit,
  asked: AskedFilter,
  filter: NonNullable<AskedFilter['filter']>,
): Promise<Markup> {
  const { context, scope } = visit
  const { values } = asked
  const after = visit.query['after'] ?? null
  const asking = { ...filter, olderThan: after, limit: rowsOnAPage }
  const found = await readPayments(context, scope, asking)
  const { payments, next, similarEmail } = found
  const narrowed = isNarrowed(values)
  const isListed = payments.length > 0
  if (!isListed && next === null && !narrowed && after === null) return noneYet(visit)
  // Without a filter, the list is often too long to count.
  const sums = narrowed && isListed && (await sumPayments(context, scope, asking, found))
  // The tiles count without the other filters, which a tile leaves out.
  const isByStatus = !isNarrowed({ ...values, status: '' })
  const tiles = isByStatus && statusTiles(visit, await countPayments(context, scope), values.status, path)
  const links = pager(
    after === null ? null : visit.to(path, values),
    next === null ? null : visit.to(path, { ...values, after: next }),
  )
  const similar =
    similarEmail &&
    html`<p class="nothing">No payment has the email address ${values.q}. These have one that is nearly the same.</p>`
  const partly = next !== null && payments.length < rowsOnAPage && searchedTo(visit, next, payments.length)
  return html`
    ${tiles}
    ${paymentToolbar(visit, asked, { path, isListed, isNarrowed: narrowed })}
    ${similar}
    ${narrowed && allPayments(visit, sums || null)}
    ${isListed ? paymentTable(visit, payments, values.q) : next === null && nothing(after !== null)}
    ${partly}
    ${links}
  `
}

function isNarrowed(values: AskedFilter['values']): boolean {
  return Object.values(values).some((value) => value !== '')
}

/** What the filters match, and the way back to all payments. */
function allPayments(visit: MemberVisit, sums: PaymentSums | null = null): Markup {
  const said = sums && sumsLine(sums, ['payment', 'payments'], ', before refunds')
  return html`<p class="above">${said}<a href="${visit.to(path)}">Show all payments</a></p>`
}

/** A search that reads many payments stops before its page is full. */
function searchedTo({ merchant }: MemberVisit, next: string, found: number): Markup {
  const at = time(timeOfId(next), merchant.time_zone)
  const what = found === 0 ? 'There is no match' : 'These are all matches'
  return html`<p class="nothing">${what} back to ${at}. “Older” searches further.</p>`
}

function nothing(isOlder: boolean): Markup {
  return isOlder
    ? html`<p class="nothing">There are no older payments.</p>`
    : emptyState(
        'search',
        'No payment matches.',
        'A search finds the beginnings of words, and all filters apply together.',
      )
}

function noneYet(visit: MemberVisit): Markup {
  const text = 'A payment appears here as soon as its checkout is created.'
  return html`${firstSteps(visit)}${emptyState('payments', 'There are no payments yet.', text)}`
}

function paymentTable(visit: MemberVisit, payments: readonly ListedPayment[], text: string): Markup {
  const head = ['Status', 'Customer', 'For', 'Card', 'Created'].map((name) => html`<th scope="col">${name}</th>`)
  return html`
    ${marksFor(payments.map(cardOf))}
    <table class="payments">
      <caption>Payments, newest first</caption>
      <thead>
        <tr><th scope="col" class="sum">Amount</th>${head}</tr>
      </thead>
      <tbody>
        ${payments.map((payment) => rowOf(visit, payment, text))}
      </tbody>
    </table>
  `
}

function rowOf(visit: MemberVisit, payment: ListedPayment, text: string): Markup {
  const { customer, description, reference, tried } = payment
  const both = description !== null && reference !== null
  const name = description ?? reference
  const about =
    name !== null && html`<p><span>${name}</span>${both && html` <span class="hint">${reference}</span>`}</p>`
  const cause = tried && causeWords(tried)
  const failed = cause !== null && html` <span class="cause">${cause}</span>`
  const names = [customer.name, customer.email].filter((one) => one !== undefined && one !== '')
  // A search for an email address shows which addresses it found.
  const who = text.includes('@') ? names.at(-1) : names[0]
  return html`
    <tr>
      <td class="sum"><a href="${visit.to(`${path}/${payment.id}`)}">${money(payment)}</a></td>
      <td class="state">${paymentTag(payment, payment)}${refunded(payment)}</td>
      <td class="who-paid">${who}</td>
      <td class="what">${about}</td>
      <td class="by-card">${cardMark(cardOf(payment))}${failed}</td>
      <td class="when">${time(payment.created_at, visit.merchant.time_zone)}</td>
    </tr>
  `
}

/** The card that paid, or the last one that was tried. */
function cardOf(payment: ListedPayment): Pick<SessionRecord, 'card_brand' | 'card_last4'> {
  return payment.tried ?? payment
}

/** How much of a payment is refunded. Its status says so when it is all of it. */
function refunded({ status, amount_refunded: amount, currency }: SessionRecord): Markup | null {
  return status === 'refunded' || amount === 0
    ? null
    : html` <span class="hint">${money({ amount, currency })} refunded</span>`
}

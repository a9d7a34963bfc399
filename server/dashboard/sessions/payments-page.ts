import { sessionIdPrefix, timeOfId } from '../../domain/ids.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import {
  findPaymentByAnyId,
  readPayments,
  sumPayments,
  type ListedPayment,
} from '../../flows/sessions/read-payments.ts'
import { chips } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import { firstSteps } from '../shell/first-steps.ts'
import type { PaymentSums } from '../../store/sessions/payment-sums.ts'
import { fileLinks } from '../shell/file-kind.ts'
import { pager, time } from '../shell/format.ts'
import { renderField } from '../shell/forms.ts'
import { page, type DashboardPage, type MemberVisit, type Shown } from '../shell/page.ts'
import { cardWords, causeWords, money, paymentStates, paymentTag } from '../shell/words.ts'
import { filterFields, readFilter, refusedSearch, type AskedFilter } from './payment-filter.ts'

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
  const list = asked.filter
    ? await listOf(visit, asked, asked.filter)
    : html`${ways(visit, asked, false)}<p class="nothing">Correct the filters to see the list.</p>`
  return page('Payments', html`${filterForm(visit, asked)}${statusChips(visit, asked)}${list}`)
}

async function listOf(
  visit: MemberVisit,
  asked: AskedFilter,
  filter: NonNullable<AskedFilter['filter']>,
): Promise<Markup> {
  const { values } = asked
  const after = visit.query['after'] ?? null
  const asking = { ...filter, olderThan: after, limit: rowsOnAPage }
  const found = await readPayments(visit.context, visit.scope, asking)
  const { payments, next, similarEmail } = found
  // Without a filter, the list is often too long to count.
  const isCounted = isNarrowed(asked) && payments.length > 0
  const sums = isCounted && (await sumPayments(visit.context, visit.scope, asking, found))
  const links = pager(
    after === null ? null : visit.to(path, values),
    next === null ? null : visit.to(path, { ...values, after: next }),
  )
  const content =
    payments.length === 0 && next === null
      ? nothing(visit, isNarrowed(asked), after !== null)
      : payments.length > 0 && paymentTable(visit, payments, values.q)
  const similar =
    similarEmail &&
    html`<p class="nothing">No payment has the email address ${values.q}. These have one that is nearly the same.</p>`
  const partly = next !== null && payments.length < rowsOnAPage && searchedTo(visit, next)
  return html`${ways(visit, asked, payments.length > 0)}${similar}${sums && sumsLine(sums)}${content}${partly}${links}`
}

/** The statuses that people look for most. The filters have all of them. */
const shownStatuses: ReadonlySet<string> = new Set(['open', 'paid', 'failed', 'expired', 'refunded', 'disputed'])

function statusChips(visit: MemberVisit, { values }: AskedFilter): Markup {
  const all = [['', 'All'] as const, ...paymentStates.filter(([state]) => shownStatuses.has(state))]
  return chips(all, values.status, (status) => visit.to(path, { ...values, status }), 'Show only')
}

function isNarrowed({ values }: AskedFilter): boolean {
  return Object.values(values).some((value) => value !== '')
}

/** Links to the whole list, and to a file of the listed payments. */
function ways(visit: MemberVisit, asked: AskedFilter, isListed: boolean): Markup | null {
  const narrowed = isNarrowed(asked)
  const all = narrowed && html`<a href="${visit.to(path)}">Show all payments</a>`
  const query = { what: 'payments', ...asked.values }
  const file = isListed && fileLinks(visit, `Download ${narrowed ? 'all that match' : 'all'}`, query)
  return all || file ? html`<p class="above">${all}${file}</p>` : null
}

const inWords = new Intl.ListFormat('en-GB')

/** How many payments match, and the sums of their amounts. */
function sumsLine({ count, amounts }: PaymentSums): Markup {
  const number = count.toLocaleString('en-GB')
  if (amounts === null) return html`<p class="above">More than ${number} payments match.</p>`
  const sums = [...amounts].sort().map(([currency, amount]) => money({ amount, currency }))
  const matching = count === 1 ? '1 payment matches' : `${number} payments match`
  return html`<p class="above">${matching}: ${inWords.format(sums)} in all, before refunds.</p>`
}

/** A search that reads many payments stops before its page is full. */
function searchedTo({ merchant }: MemberVisit, next: string): Markup {
  const at = time(timeOfId(next), merchant.time_zone)
  return html`<p class="nothing">These are all matches back to ${at}. “Older” searches further.</p>`
}

function nothing(visit: MemberVisit, narrowed: boolean, isOlder: boolean): Markup {
  if (narrowed)
    return html`
      <p class="nothing">No payment matches. A search finds the beginnings of words, and all filters apply together.</p>
    `
  if (isOlder) return html`<p class="nothing">There are no older payments.</p>`
  return html`
    <section>
      <p>There are no payments yet. A payment appears here as soon as its checkout is created.</p>
      ${firstSteps(visit)}
    </section>
  `
}

function paymentTable(visit: MemberVisit, payments: readonly ListedPayment[], text: string): Markup {
  const head = ['Status', 'Customer', 'For', 'Card', 'Created'].map((name) => html`<th scope="col">${name}</th>`)
  return html`
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
  // The network has room on the page of the payment only.
  const card = cardWords({ ...(tried ?? payment), card_network: null })
  const cause = tried && causeWords(tried)
  const names = [customer.name, customer.email].filter((one) => one !== undefined && one !== '')
  // A search for an email address shows which addresses it found.
  const who = text.includes('@') ? names.at(-1) : names[0]
  return html`
    <tr>
      <td class="sum"><a href="${visit.to(`${path}/${payment.id}`)}">${money(payment)}</a></td>
      <td class="state">${paymentTag(payment, payment)}${refunded(payment)}</td>
      <td class="who-paid">${who}</td>
      <td class="what">${about}</td>
      <td class="card">${card}${cause !== null && html` <span class="hint">${cause}</span>`}</td>
      <td class="when">${time(payment.created_at, visit.merchant.time_zone)}</td>
    </tr>
  `
}

/** How much of a payment is refunded. Its status says so when it is all of it. */
function refunded({ status, amount_refunded: amount, currency }: SessionRecord): Markup | null {
  return status === 'refunded' || amount === 0
    ? null
    : html` <span class="hint">${money({ amount, currency })} refunded</span>`
}

/** The filters, as a GET form, so that a member can share the address of a filtered list. */
function filterForm(visit: MemberVisit, { values, errors }: AskedFilter): Markup {
  const form = { name: 'filter', fields: filterFields(visit, values.currency) }
  const sent = { sent: { name: form.name, values, errors } }
  const field = (name: keyof typeof values): Markup => renderField<MemberVisit>(sent, form, name)
  const more = ['status', 'currency', 'min', 'max', 'from', 'to', 'link'] as const
  // The chips show the status.
  const isOpen = more.some((name) => name !== 'status' && values[name] !== '')
  return html`
    <form method="get" action="${visit.to(path)}" class="filters" role="search">
      <div class="find">${field('q')}<button class="main">Search</button></div>
      <details${isOpen && html` open`}>
        <summary>Filters</summary>
        <div class="grid">${more.map(field)}</div>
        <p class="hint">
          Days are whole days in ${visit.merchant.time_zone.replaceAll('_', ' ')}. Amounts are those of the checkouts,
          like 25.00. Without a currency, they match in every currency.
        </p>
        <p class="go"><button>Apply the filters</button></p>
      </details>
    </form>
  `
}

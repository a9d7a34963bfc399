import { firstIdFrom } from '../../domain/ids.ts'
import { localTime, momentOf } from '../../domain/time/local-times.ts'
import { maxResent, resendFailedEvents } from '../../flows/webhooks/resend-events.ts'
import { html, type Markup } from '../../markup/html.ts'
import { summariesOf, type SessionSummary } from '../../store/sessions/session-summaries.ts'
import {
  deliveryFilters,
  deliveryStates,
  lastAttemptsOf,
  listDeliveries,
  type DeliveryFilter,
  type LastAttempt,
  type LoggedDelivery,
} from '../../store/webhooks/delivery-log.ts'
import { readDays } from '../shell/day-range.ts'
import { pager, section, table, time } from '../shell/format.ts'
import { renderField, renderForm } from '../shell/forms.ts'
import {
  page,
  tooMany,
  type DashboardPage,
  type Field,
  type MemberForm,
  type MemberVisit,
  type Shown,
} from '../shell/page.ts'
import { money } from '../shell/words.ts'
import { onlyListeners } from './event-page.ts'
import { attemptResult, deliveryTag, isEventType, nextTry, stateWords, typeOptions } from './delivery-words.ts'

const path = 'deliveries'
const rowsOnAPage = 50
const dayMs = 24 * 3600_000

const resendSince: MemberForm = {
  name: 'resend-since',
  button: 'Resend all that failed',
  confirm: 'Resend all events that were not delivered since then?',
  fields: { since: { label: 'Not delivered since', type: 'datetime-local', required: true, max: 20 } },
  submit: async ({ context, caller, scope, merchant }, { since = '' }) => {
    const at = momentOf(since, merchant.time_zone)
    if (!at) return wrongSince('Write a day and a time like 2026-11-21T10:15.')
    if (at > context.clock.now()) return wrongSince('This is in the future.')
    const resent = await resendFailedEvents(context, caller, scope, at)
    if (resent.kind === 'too_many') return tooMany(resent.retryAfterSeconds)
    const { events, hasMore, hasAddress } = resent
    const more = hasMore ? ' There may be more: send the form again for the rest.' : ''
    const reach = hasAddress ? '' : ` ${onlyListeners}`
    const none = hasMore
      ? 'There was nothing to resend among the first deliveries since then, and the rest is too much for one look. ' +
        'Choose a later time.'
      : 'Nothing to resend: every delivery since then has arrived or is on its way.'
    const message =
      events === 0
        ? none
        : `${events === 1 ? '1 event is' : `${events.toLocaleString('en-GB')} events are`} being resent.${more}${reach}`
    return { kind: 'done', notice: { message } }
  },
}

function wrongSince(since: string): { kind: 'invalid'; errors: Record<string, string> } {
  return { kind: 'invalid', errors: { since } }
}

/** The delivery log. */
export const deliveriesPage: DashboardPage = {
  path,
  needs: 'develop',
  nav: 'Deliveries',
  lists: () => 'del',
  show,
  forms: [resendSince],
}

const names = ['state', 'type', 'from', 'to'] as const
type Values = Readonly<Record<(typeof names)[number], string>>

const filterFields: Readonly<Record<(typeof names)[number], Field>> = {
  state: {
    label: 'State',
    type: 'select',
    options: [
      ['', 'Any'],
      ...deliveryStates.map((state) => [state, stateWords[state]] as const),
      ['undelivered', 'Not delivered: failing or given up'],
    ],
  },
  type: { label: 'Event', type: 'select', options: typeOptions },
  from: { label: 'From day', type: 'date', max: 10 },
  to: { label: 'To day', type: 'date', max: 10 },
}

interface Asked {
  readonly values: Values
  readonly errors: Readonly<Record<string, string>>
  /** Null: a value is wrong. */
  readonly filter: Omit<DeliveryFilter, 'after' | 'limit'> | null
}

function readFilter({ query, merchant }: MemberVisit): Asked {
  const values = Object.fromEntries(names.map((name) => [name, (query[name] ?? '').trim()])) as Values
  const state = deliveryFilters.find((known) => known === values.state) ?? null
  const { from, before, errors: dayErrors } = readDays(values, merchant.time_zone)
  const errors = {
    ...(values.state !== '' && !state && { state: 'There is no such state. Choose one from the list.' }),
    ...(values.type !== '' &&
      !isEventType(values.type) && { type: 'There is no such event. Choose one from the list.' }),
    ...dayErrors,
  }
  const filter = {
    state,
    type: values.type || null,
    from: from && firstIdFrom('del', from),
    before: before && firstIdFrom('del', before),
  }
  return { values, errors, filter: Object.keys(errors).length === 0 ? filter : null }
}

async function show(visit: MemberVisit): Promise<Shown> {
  const asked = readFilter(visit)
  const list = asked.filter
    ? await listOf(visit, asked.values, asked.filter)
    : html`<p class="nothing">Correct the filters to see the list.</p>`
  return page('Deliveries', html`${resendSection(visit)}${filterForm(visit, asked)}${list}`)
}

async function listOf(
  visit: MemberVisit,
  values: Values,
  filter: Omit<DeliveryFilter, 'after' | 'limit'>,
): Promise<Markup> {
  const { context, scope, query, to } = visit
  const after = query['after'] ?? null
  const found = await listDeliveries(scope, context.db, { ...filter, after, limit: rowsOnAPage + 1 })
  const deliveries = found.slice(0, rowsOnAPage)
  const last = deliveries.at(-1)
  const links = pager(
    after === null ? null : to(path, values),
    found.length > rowsOnAPage && last ? to(path, { ...values, after: last.id }) : null,
  )
  if (deliveries.length > 0) {
    const attempted = deliveries.filter(({ failed_attempts }) => failed_attempts > 0).map(({ id }) => id)
    const lastAttempts = attempted.length > 0 ? await lastAttemptsOf(scope, context.db, attempted) : []
    const ids = [...new Set(deliveries.flatMap(({ session_id }) => session_id ?? []))]
    const payments = ids.length > 0 ? await summariesOf(scope, context.db, ids) : []
    return html`${deliveryTable(visit, deliveries, { lastAttempts, payments })}${links}`
  }
  const isNarrowed = after !== null || Object.values(values).some((value) => value !== '')
  const nothing = isNarrowed
    ? 'No delivery matches.'
    : html`There are no deliveries yet. They begin once you set a <a href="${to('webhooks')}">webhook address</a>.`
  return html`<p class="nothing">${nothing}</p>${links}`
}

function deliveryTable(
  { to, merchant, ...visit }: MemberVisit,
  deliveries: readonly LoggedDelivery[],
  { lastAttempts, payments }: { lastAttempts: readonly LastAttempt[]; payments: readonly SessionSummary[] },
): Markup {
  const lastOf = new Map(lastAttempts.map((attempt) => [attempt.delivery_id, attempt]))
  const paymentOf = new Map(payments.map((payment) => [payment.id, payment]))
  const rows = deliveries.map((delivery) => {
    const last = delivery.status === 'delivered' ? undefined : lastOf.get(delivery.id)
    const payment = paymentOf.get(delivery.session_id ?? '') ?? null
    return [
      html`<a href="${to(`${path}/${delivery.id}`)}">${delivery.type}</a>`,
      payment && html`<a href="${to(`payments/${payment.id}`)}">${payment.reference ?? codeOf(payment)}</a>`,
      payment && money(payment),
      html`${deliveryTag(delivery)} ${last && attemptResult(last)}`,
      delivery.failed_attempts === 0 ? null : String(delivery.failed_attempts),
      nextTry(delivery, { ...visit, merchant }),
      time(delivery.created_at, merchant.time_zone),
    ]
  })
  const head = ['Event', 'Payment', { figures: 'Amount' }, 'State', { figures: 'Failed tries' }, 'Next try', 'Created']
  return table('Deliveries, newest first', head, rows)
}

function codeOf({ id }: SessionSummary): Markup {
  return html`<code>${id}</code>`
}

function filterForm(visit: MemberVisit, { values, errors }: Asked): Markup {
  const form = { name: 'filter', fields: filterFields }
  const fields = names.map((name) =>
    renderField<MemberVisit>({ sent: { name: form.name, values, errors } }, form, name),
  )
  const clear = Object.values(values).some((value) => value !== '') && html` <a href="${visit.to(path)}">Show all</a>`
  return html`
    <form method="get" action="${visit.to(path)}" class="filters">
      <div class="grid">
        ${fields}
        <p class="go"><button class="main">Filter</button>${clear}</p>
      </div>
    </form>
  `
}

/** The form begins with the oldest event that has not arrived. */
function resendSection(visit: MemberVisit): Markup {
  const { context, merchant, scope } = visit
  const oldest = visit.undelivered.find(({ livemode }) => livemode === scope.livemode)?.oldest
  const yesterday = new Date(context.clock.now().getTime() - dayMs)
  const intro = html`
    <p>
      Use this after your receiver has been unavailable. It resends every event since then whose deliveries have failed,
      oldest first, ${maxResent.toLocaleString('en-GB')} at a time. An event from a time without a webhook address has
      no delivery: send it from its own page. Times are in ${merchant.time_zone.replaceAll('_', ' ')}.
    </p>
  `
  const form = renderForm(visit, path, resendSince, { since: localTime(oldest ?? yesterday, merchant.time_zone) })
  return section('again', 'Resend what failed', html`${intro}${form}`)
}

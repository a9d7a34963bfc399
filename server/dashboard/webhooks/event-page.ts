import type { DeliveryRecord, EventRecord } from '../../domain/webhooks/webhook-records.ts'
import { indented } from '../../domain/stored-json.ts'
import { resendEventBy } from '../../flows/webhooks/resend-events.ts'
import { html, type Markup } from '../../markup/html.ts'
import { deliveriesOfEvent } from '../../store/webhooks/delivery-log.ts'
import { findEvent } from '../../store/webhooks/events.ts'
import { deliveryTag, nextTry } from './delivery-words.ts'
import { facts, section, table, time } from '../shell/format.ts'
import { renderForm } from '../shell/forms.ts'
import {
  page,
  problem,
  tooMany,
  type DashboardPage,
  type MemberForm,
  type MemberVisit,
  type Outcome,
  type Shown,
} from '../shell/page.ts'

/** How many deliveries of an event the page shows. */
const shownDeliveries = 50

const resend: MemberForm = {
  name: 'resend',
  button: 'Send it again',
  again: 'same',
  fields: {},
  submit: async ({ context, caller, scope, params, to }) =>
    resentOutcome(to, await resendEventBy(context, caller, scope, params['id'] ?? '')),
}

/** Leads to the new delivery. Null: there is no such event. */
export function resentOutcome(to: MemberVisit['to'], resent: Awaited<ReturnType<typeof resendEventBy>>): Outcome {
  if (resent === null) return problem(404)
  if (resent.kind === 'too_many') return tooMany(resent.retryAfterSeconds)
  if (resent.delivery === null) return { kind: 'done', notice: { message: onlyListeners } }
  return {
    kind: 'done',
    to: to(`deliveries/${resent.delivery}`),
    notice: { message: 'The event is being resent to the current address. This is its new delivery.' },
  }
}

export const onlyListeners =
  'There is no webhook address, so the service sends nothing. A running “servicepay listen” gets it within seconds.'

/** One event, its body and its deliveries. */
export const eventPage: DashboardPage = { path: 'events/{id}', needs: 'develop', show, forms: [resend] }

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, params } = visit
  const event = await findEvent(scope, context.db, params['id'] ?? '')
  if (!event) return problem(404)
  const deliveries = await deliveriesOfEvent(scope, context.db, event.id, shownDeliveries)
  const sent =
    deliveries.length === 0
      ? html`<p class="nothing">We did not send it, because there was no webhook address when it happened.</p>`
      : deliveryTable(visit, deliveries)
  return page(
    `Event ${event.type}`,
    html`
      ${about(visit, event)}
      <h2>Deliveries</h2>
      ${sent}
      ${section('body', 'Body', eventBody(event))}
    `,
  )
}

function about(visit: MemberVisit, event: EventRecord): Markup {
  const rows = facts([
    ['Happened', time(event.created_at, visit.merchant.time_zone)],
    ['Event', html`<code>${event.id}</code>`],
    [
      'Payment',
      event.session_id &&
        html`<a href="${visit.to(`payments/${event.session_id}`)}"><code>${event.session_id}</code></a>`,
    ],
  ])
  return html`<section aria-label="The event">${rows}${renderForm(visit, `events/${event.id}`, resend)}</section>`
}

function deliveryTable(visit: MemberVisit, deliveries: readonly DeliveryRecord[]): Markup {
  const rows = deliveries.map((delivery) => [
    html`<a href="${visit.to(`deliveries/${delivery.id}`)}">${time(delivery.created_at, visit.merchant.time_zone)}</a>`,
    deliveryTag(delivery),
    delivery.failed_attempts === 0 ? null : String(delivery.failed_attempts),
    nextTry(delivery, visit),
  ])
  return table('Deliveries of this event', ['Created', 'State', { figures: 'Failed tries' }, 'Next try'], rows)
}

/** The body with line breaks. The bytes that the service sends have none. */
export function eventBody({ body }: EventRecord): Markup {
  return html`<pre tabindex="0">${indented(body)}</pre>`
}

import { resendEventBy } from '../../flows/webhooks/resend-events.ts'
import { html, type Markup } from '../../markup/html.ts'
import {
  attemptsOfDelivery,
  findDelivery,
  type LoggedAttempt,
  type LoggedDelivery,
} from '../../store/webhooks/delivery-log.ts'
import { findEvent } from '../../store/webhooks/events.ts'
import { facts, section, time } from '../shell/format.ts'
import { renderForm } from '../shell/forms.ts'
import { page, problem, type DashboardPage, type MemberForm, type MemberVisit, type Shown } from '../shell/page.ts'
import { attemptResult, deliveryTag, faultWords, nextTry } from './delivery-words.ts'
import { eventBody, resentOutcome } from './event-page.ts'

const resend: MemberForm = {
  name: 'resend',
  button: 'Send the event again',
  again: 'same',
  fields: {},
  submit: async ({ context, caller, scope, params, to }) => {
    const delivery = await findDelivery(scope, context.db, params['id'] ?? '')
    return delivery ? resentOutcome(to, await resendEventBy(context, caller, scope, delivery.event_id)) : problem(404)
  },
}

/** One delivery: each try with its result, the next try, and the request body. */
export const deliveryPage: DashboardPage = { path: 'deliveries/{id}', needs: 'develop', show, forms: [resend] }

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, params } = visit
  const delivery = await findDelivery(scope, context.db, params['id'] ?? '')
  if (!delivery) return problem(404)
  const [attempts, event] = await Promise.all([
    attemptsOfDelivery(scope, context.db, delivery.id),
    findEvent(scope, context.db, delivery.event_id),
  ])
  const tried =
    attempts.length === 0
      ? html`<p class="nothing">${isTried(delivery) ? oldTriesNote : 'It has not been tried yet.'}</p>`
      : html`${attempts.map((attempt) => attemptSection(visit, attempt))}`
  const body = event && section('body', 'Request body', eventBody(event))
  return page(`Delivery of ${delivery.type}`, html`${about(visit, delivery)}<h2>Tries</h2>${tried}${body}`)
}

function about(visit: MemberVisit, delivery: LoggedDelivery): Markup {
  const { merchant, to } = visit
  const rows = facts([
    ['State', deliveryTag(delivery)],
    ['Next try', nextTry(delivery, visit)],
    ['Fault', delivery.fault && faultWords[delivery.fault]],
    ['Created', time(delivery.created_at, merchant.time_zone)],
    ['Event', html`<a href="${to(`events/${delivery.event_id}`)}"><code>${delivery.event_id}</code></a>`],
    [
      'Payment',
      delivery.session_id &&
        html`<a href="${to(`payments/${delivery.session_id}`)}"><code>${delivery.session_id}</code></a>`,
    ],
    ['Delivery', html`<code>${delivery.id}</code>`],
  ])
  const form = renderForm(visit, `deliveries/${delivery.id}`, resend)
  return html`<section aria-label="The delivery">${rows}${form}</section>`
}

/** Whether the service has sent it. A delivery without an address is abandoned without a try. */
function isTried({ status, failed_attempts }: LoggedDelivery): boolean {
  return status === 'delivered' || failed_attempts > 0
}

const oldTriesNote = 'We deleted the tries because this delivery is old.'

/** A try without headers is one whose headers were deleted, because every request has some. */
const deletedNote = 'We deleted the headers and the reply because this try is old.'

function attemptSection({ merchant }: MemberVisit, attempt: LoggedAttempt): Markup {
  const id = `try-${attempt.attempt}`
  const rows = facts([
    ['Result', attemptResult(attempt)],
    ['Sent', time(attempt.attempted_at, merchant.time_zone)],
    ['Duration', `${attempt.duration_ms.toLocaleString('en-GB')} ms`],
    ['Address', html`<code>${attempt.url}</code>`],
  ])
  const headers = Object.entries(attempt.request_headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return html`
    <section aria-labelledby="${id}">
      <h3 id="${id}">Try ${attempt.attempt}</h3>
      ${rows}
      ${headers === '' ? html`<p>${deletedNote}</p>` : folded('Request headers', headers)}
      ${attempt.response_excerpt !== null && folded('Start of the reply', attempt.response_excerpt || '(empty)')}
    </section>
  `
}

function folded(summary: string, text: string): Markup {
  return html`<details><summary>${summary}</summary><pre tabindex="0">${text}</pre></details>`
}

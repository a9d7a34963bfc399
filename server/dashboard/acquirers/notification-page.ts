import { applyNotificationAgain } from '../../flows/acquirers/apply-notifications.ts'
import type { NotificationRecord } from '../../domain/acquirers/notification-records.ts'
import { indented } from '../../domain/stored-json.ts'
import { html, type Markup } from '../../markup/html.ts'
import { findNotification, repeatableStates, sessionsOf } from '../../store/acquirers/processor-notifications.ts'
import { facts, section, time } from '../shell/format.ts'
import { renderForm } from '../shell/forms.ts'
import { nextTry } from '../webhooks/delivery-words.ts'
import { factWords, notificationAdvice, notificationTag, paymentOf, referenceOf } from './notification-words.ts'
import { page, problem, type DashboardPage, type MemberForm, type MemberVisit, type Shown } from '../shell/page.ts'

const applyAgain: MemberForm = {
  name: 'apply-again',
  button: 'Apply it again',
  fields: {},
  submit: async ({ context, caller, scope, params }) => {
    const applied = await applyNotificationAgain(context, caller, scope, params['id'] ?? '')
    if (!applied) return problem(404)
    if (applied.state === 'applied') return { kind: 'done', notice: { message: 'The service has applied it.' } }
    return { kind: 'done', notice: { message: notificationAdvice(applied) } }
  },
}

/** One notification: what the processor sent, what it means, and what followed from it. */
export const notificationPage: DashboardPage = {
  path: 'notifications/{id}',
  needs: 'develop',
  show,
  forms: [applyAgain],
}

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, params } = visit
  const notification = await findNotification(scope, context.db, params['id'] ?? '')
  if (!notification) return problem(404)
  const reference = referenceOf(notification)
  const sessions = await sessionsOf(scope, context.db, reference === null ? [] : [reference])
  return page(
    notification.type,
    html`${about(visit, notification, sessions)}${section('content', 'Content', contentOf(notification))}`,
  )
}

function about(visit: MemberVisit, notification: NotificationRecord, sessions: ReadonlyMap<string, string>): Markup {
  const { merchant } = visit
  const rows = facts([
    ['State', notificationTag(notification)],
    ['It says', factWords(notification)],
    ['Payment', paymentOf(notification, sessions, visit)],
    ['Happened', time(notification.occurred_at, merchant.time_zone)],
    ['Received', time(notification.received_at, merchant.time_zone)],
    ['Processor', notification.processor],
    ['Failed tries', notification.problem === null ? null : String(notification.attempts)],
    ['Next try', notification.attempts === 0 ? null : nextTry(notification, visit)],
    ['Notification', html`<code>${notification.id}</code>`],
  ])
  const form =
    repeatableStates.includes(notification.state) &&
    notification.fact !== null &&
    renderForm(visit, `notifications/${notification.id}`, applyAgain)
  return html`
    <section aria-label="The notification">
      <p>${notificationAdvice(notification)}</p>
      ${rows}
      ${form}
    </section>
  `
}

function contentOf({ content }: NotificationRecord): Markup {
  return content === null
    ? html`<p class="nothing">We deleted the content because the notification is old.</p>`
    : html`<pre tabindex="0">${indented(content)}</pre>`
}

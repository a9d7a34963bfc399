import type { NotificationState, RefusedNotificationRecord } from '../../domain/acquirers/notification-records.ts'
import { chips } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import {
  listNotifications,
  sessionsOf,
  type ListedNotification,
} from '../../store/acquirers/processor-notifications.ts'
import { listRefusedNotifications } from '../../store/acquirers/refused-notifications.ts'
import { pager, section, table, time } from '../shell/format.ts'
import { page, type DashboardPage, type MemberVisit, type Shown } from '../shell/page.ts'
import {
  factWords,
  isNotificationState,
  notificationStates,
  notificationTag,
  paymentOf,
  referenceOf,
} from './notification-words.ts'

const path = 'notifications'
const rowsOnAPage = 50
const refusedRows = 10

/** What the processor of live mode has reported, newest first, and the notifications that the service refused. */
export const notificationsPage: DashboardPage = {
  path,
  needs: 'develop',
  nav: 'Notifications',
  lists: () => 'ntf',
  show,
  forms: [],
}

async function show(visit: MemberVisit): Promise<Shown> {
  const { scope, query, to } = visit
  if (!scope.livemode) return page('Notifications', testNote)
  const asked = (query['state'] ?? '').trim()
  const state = isNotificationState(asked) ? asked : null
  const kinds = chips([['', 'All'], ...Object.entries(notificationStates)], state ?? '', (value) =>
    to(path, { state: value || null }),
  )
  const wrong =
    asked !== '' && !state && html`<p class="alert" role="alert">There is no such state, so all are shown.</p>`
  const isFirstPage = query['after'] === undefined && state === null
  const [list, refused] = [await listOf(visit, state), isFirstPage && (await refusedOf(visit))]
  return page('Notifications', html`${intro}${wrong}${kinds}${list}${refused}`)
}

const intro = html`
  <p>What the processor reports about payments, refunds and disputes, in addition to its replies to the service’s
  calls.</p>
`

const testNote = html`
  <p class="nothing">
    In live mode, acquirers report payments, refunds and disputes by notification. Test mode uses the simulated bank,
    which sends no notifications.
  </p>
`

async function listOf(visit: MemberVisit, state: NotificationState | null): Promise<Markup> {
  const { context, scope, query, to } = visit
  const after = query['after'] ?? null
  const found = await listNotifications(scope, context.db, { state, after, limit: rowsOnAPage + 1 })
  const shown = found.slice(0, rowsOnAPage)
  const last = found.length > rowsOnAPage ? shown.at(-1) : undefined
  const links = pager(after === null ? null : to(path, { state }), last ? to(path, { state, after: last.id }) : null)
  if (shown.length === 0) return html`<p class="nothing">${nothing(state, after)}</p>${links}`
  const references = shown.flatMap((notification) => referenceOf(notification) ?? [])
  const sessions = await sessionsOf(scope, context.db, references)
  return html`${listTable(visit, shown, sessions)}${links}`
}

function nothing(state: NotificationState | null, after: string | null): string {
  if (after !== null) return 'There are no older notifications.'
  return state === null ? 'The processor has sent no notification yet.' : 'No notification has this state.'
}

function listTable(
  visit: MemberVisit,
  notifications: readonly ListedNotification[],
  sessions: ReadonlyMap<string, string>,
): Markup {
  const rows = notifications.map((notification) => [
    html`<a href="${visit.to(`${path}/${notification.id}`)}">${notification.type}</a>`,
    factWords(notification),
    notificationTag(notification),
    paymentOf(notification, sessions, visit),
    time(notification.received_at, visit.merchant.time_zone),
  ])
  return table('Notifications, newest first', ['Type', 'It says', 'State', 'Payment', 'Received'], rows)
}

async function refusedOf(visit: MemberVisit): Promise<Markup | null> {
  const refused = await listRefusedNotifications(visit.scope, visit.context.db, refusedRows)
  if (refused.length === 0) return null
  const about = html`
    <p>
      The service could not verify or read all of these notifications, so it ignored them. Anyone can send such a
      notification. If the service refuses every notification, compare the keys and the password here with those at the
      processor.
    </p>
  `
  return section('refused', 'Refused', html`${about}${refusedTable(visit, refused)}`)
}

function refusedTable({ merchant }: MemberVisit, refused: readonly RefusedNotificationRecord[]): Markup {
  const rows = refused.map(({ reason, processor, bytes, refused_at }) => [
    reason,
    processor,
    `${bytes.toLocaleString('en-GB')} bytes`,
    time(refused_at, merchant.time_zone),
  ])
  return table('Refused notifications, newest first', ['Reason', 'Processor', { figures: 'Size' }, 'Received'], rows)
}

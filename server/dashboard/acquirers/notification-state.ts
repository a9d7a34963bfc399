import { readNotificationTroubles } from '../../flows/accounts/read-attention.ts'
import { html, type Markup } from '../../markup/html.ts'
import {
  countNotifications,
  listNotifications,
  maxCountedNotifications,
  repeatableStates,
} from '../../store/acquirers/processor-notifications.ts'
import { listRefusedNotifications } from '../../store/acquirers/refused-notifications.ts'
import { facts, time } from '../shell/format.ts'
import type { MemberVisit } from '../shell/page.ts'
import { troublesOf } from './notification-troubles.ts'

/** Whether the notifications of live mode arrive, and whether they can be applied. */
export async function notificationState(visit: MemberVisit): Promise<Markup> {
  const { context, merchant } = visit
  const scope = { merchantId: visit.scope.merchantId, livemode: true }
  const [[last], [refused], waiting, problems] = await Promise.all([
    listNotifications(scope, context.db, { state: null, after: null, limit: 1 }),
    listRefusedNotifications(scope, context.db, 1),
    countNotifications(scope, context.db, ['received']),
    countNotifications(scope, context.db, repeatableStates),
  ])
  const troubles = troublesOf(visit, await readNotificationTroubles(context, scope))
  const alerts = troubles.map(({ title, advice }) => html`<p class="alert">${title}. ${advice}</p>`)
  const at = (date: Date): Markup => time(date, merchant.time_zone)
  const rows = facts([
    ['Last received', last ? html`${at(last.received_at)}: ${last.type}` : 'None yet'],
    ['Last refused', refused ? html`${at(refused.refused_at)}: ${refused.reason}` : null],
    ['Waiting', waiting > 0 ? counted(waiting) : null],
    ['Could not be applied', problems > 0 ? counted(problems) : null],
  ])
  const link = visit.scope.livemode && html`<p><a href="${visit.to('notifications')}">All notifications</a></p>`
  return html`${alerts}${rows}${link}`
}

function counted(items: number): string {
  const text = items.toLocaleString('en-GB')
  return items < maxCountedNotifications ? text : `${text} or more`
}

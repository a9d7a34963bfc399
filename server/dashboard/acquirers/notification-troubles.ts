import type { NotificationTroubles } from '../../flows/accounts/read-attention.ts'
import { html, type Markup } from '../../markup/html.ts'
import { count } from '../numbers/words.ts'
import { time } from '../shell/format.ts'
import type { MemberVisit } from '../shell/page.ts'

/** Something wrong with the notifications of the acquirer, and what to do. */
export interface NotificationTrouble {
  readonly title: string
  readonly address: string
  readonly advice: string
  readonly named: readonly Markup[]
}

export function troublesOf(
  { to, merchant }: Pick<MemberVisit, 'to' | 'merchant'>,
  { waitingSince, failed, refusedAt }: NotificationTroubles,
): readonly NotificationTrouble[] {
  const at = (date: Date): Markup => time(date, merchant.time_zone)
  return [
    ...(waitingSince === null
      ? []
      : [
          {
            title: 'Notifications from the acquirer are waiting',
            address: to('notifications', { state: 'received' }),
            advice:
              'Payments, refunds and disputes may be out of date here. We keep trying for seven days. If this ' +
              'continues, ask the operator of this server to check its log.',
            named: [html`Since ${at(waitingSince)}`],
          },
        ]),
    ...(failed === 0
      ? []
      : [
          {
            title: `${count(failed)} ${failed === 1 ? 'notification' : 'notifications'} could not be applied`,
            address: to('notifications'),
            advice:
              'Compare the payment with what the acquirer shows. Then open the notification and apply it again, or ' +
              'correct the difference at the acquirer.',
            named: [],
          },
        ]),
    ...(refusedAt === null
      ? []
      : [
          {
            title: 'Notifications are refused',
            address: to('notifications'),
            advice:
              'We could not verify the latest one. Under Live access, compare the key that signs notifications, the ' +
              'user name and the password with those at the acquirer.',
            named: [html`Last at ${at(refusedAt)}`],
          },
        ]),
  ]
}

import { applyingNotifications } from './acquirers/apply-notifications.ts'
import { orderingCaptures } from './captures/order-capture.ts'
import { remindingOfDisputes } from './disputes/remind-of-dispute.ts'
import { expiringLinks } from './links/expire-payment-link.ts'
import { sendingMail } from './mail/send-mail.ts'
import { checkingRefunds } from './refunds/settle-refund.ts'
import { checkingAttempts } from './sessions/check-attempt.ts'
import { expiringSessions } from './sessions/expire-session.ts'
import { orderingReturns } from './sessions/return-money.ts'
import type { DueWork } from './work/due-queue.ts'

/** Each kind of work whose rows become due. What a kind makes due of a later one follows at once. */
export const works: readonly DueWork[] = [
  expiringLinks,
  expiringSessions,
  checkingAttempts,
  orderingCaptures,
  checkingRefunds,
  orderingReturns,
  remindingOfDisputes,
  applyingNotifications,
  sendingMail,
]

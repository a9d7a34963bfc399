import { loggable } from '../domain/loggable-error.ts'
import { forgetOldKeys } from '../idempotency/retention.ts'
import { checkDueAttempts } from './check-attempt.ts'
import type { FlowContext } from './context.ts'
import { expireDueSessions } from './expire-session.ts'
import { forgetOldDeclines } from './decline-limits.ts'
import { expireDueLinks } from './expire-payment-link.ts'
import { forgetOldRequests } from './failed-requests.ts'
import { forgetOldForms } from './form-results.ts'
import { forgetOldSignInAttempts } from './limit-sign-in.ts'
import { orderDueReturns } from './return-money.ts'
import { checkDueRefunds } from './settle-refund.ts'
import { forgetOldMail, sendDueMail } from './send-mail.ts'
import { forgetOldLogins } from './sign-in.ts'

/** How long a sweep waits for the one before: one that hangs must not end all sweeping. */
const patienceMs = 30_000

/** The last sweep of each service in this process. */
const lastSweep = new WeakMap<FlowContext, Promise<void>>()

/**
 * Everything that is due by the clock, for every account: what nobody else looked at, and what a crash left behind. Safe
 * to run at any time, from any number of processes; within one, a sweep waits for the one under way.
 */
export function sweep(context: FlowContext): Promise<void> {
  const before = lastSweep.get(context)
  const patience = before && new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref())
  const mine = Promise.race([before, patience]).then(() => sweepAll(context))
  lastSweep.set(context, mine)
  return mine
}

const due = [expireDueLinks, expireDueSessions, checkDueAttempts, checkDueRefunds, orderDueReturns, sendDueMail]
const old = [
  forgetOldKeys,
  forgetOldDeclines,
  forgetOldSignInAttempts,
  forgetOldLogins,
  forgetOldForms,
  forgetOldMail,
  forgetOldRequests,
]

/** Never rejects: a part that fails is told, and the others go on. */
async function sweepAll(context: FlowContext): Promise<void> {
  const results = await Promise.allSettled([...due, ...old].map((part) => part(context)))
  context.wakeDeliveries()
  for (const result of results) {
    if (result.status === 'rejected') {
      const error: unknown = result.reason
      context.log.error({ error: loggable(error) }, 'a part of the sweep failed')
    }
  }
}

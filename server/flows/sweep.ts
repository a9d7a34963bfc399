import { loggable } from '../domain/loggable-error.ts'
import { checkDueAttempts } from './check-attempt.ts'
import type { FlowContext } from './context.ts'
import { expireDueSessions } from './expire-session.ts'
import { expireDueLinks } from './expire-payment-link.ts'
import { housekeeping, runHousekeeping } from './housekeeping.ts'
import { orderDueReturns } from './return-money.ts'
import { checkDueRefunds } from './settle-refund.ts'
import { sendDueMail } from './send-mail.ts'

/** How long a sweep waits for the previous one. A sweep that hangs must not stop all sweeping. */
const waitForPreviousMs = 30_000

/** The latest sweep of each service in this process. */
const lastSweep = new WeakMap<FlowContext, Promise<void>>()

/**
 * Does everything that is due, for every account, including work that a crash interrupted. Safe to run at any time and
 * in any number of processes; within one process, a sweep waits for the previous one.
 */
export function sweep(context: FlowContext): Promise<void> {
  const previous = lastSweep.get(context)
  const timeout = previous && new Promise<void>((resolve) => setTimeout(resolve, waitForPreviousMs).unref())
  const current = Promise.race([previous, timeout]).then(() => sweepAll(context))
  lastSweep.set(context, current)
  return current
}

const due = [expireDueLinks, expireDueSessions, checkDueAttempts, checkDueRefunds, orderDueReturns, sendDueMail]

/** Never rejects. When one part fails, the others continue. */
async function sweepAll(context: FlowContext): Promise<void> {
  const results = await Promise.allSettled(due.map((part) => part(context)))
  context.wakeDeliveries()
  for (const result of results) {
    if (result.status === 'rejected') {
      const error: unknown = result.reason
      context.log.error({ error: loggable(error) }, 'part of the sweep failed')
    }
  }
}

/** Does what is due, and all housekeeping, at the time of the clock. For tests and commands. */
export async function runDueWork(context: FlowContext): Promise<void> {
  await sweep(context)
  await Promise.all(housekeeping.map((item) => runHousekeeping(context, item)))
}

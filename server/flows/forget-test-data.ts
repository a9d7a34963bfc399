import { firstIdFrom, sessionIdPrefix } from '../domain/ids.ts'
import { inTransaction } from '../store/database.ts'
import { clearDeliveryBodies } from '../store/delivery-log.ts'
import {
  deleteTestSessions,
  nameDeletedAccount,
  oldTestSessionsOf,
  oldUnpaidTestSessions,
  purchasesOfTestSessions,
} from '../store/test-data.ts'
import type { FlowContext } from './context.ts'
import { eachApart } from './each-apart.ts'
import { publicDemoMerchantId } from './create-account.ts'
import { isTestStorageCrowded } from './count-test-storage.ts'

/** Sessions deleted by one transaction. The limit keeps it, and the locks that it holds, short. */
const batch = 200

/** How long an unpaid session stays while test mode holds much of what it may. */
const crowdedDays = 1

const dayMs = 24 * 3600_000

/** How long the public demo account keeps a session, paid or not, because strangers fill it. */
const publicDemoDays = 3

/** Deletes a batch of unpaid test sessions that are past their retention. True: there may be more. */
export async function forgetOldTestSessions(context: FlowContext): Promise<boolean> {
  const days = context.settings.retention.testSessionDays
  const before = daysAgo(context, (await isTestStorageCrowded(context)) ? Math.min(days, crowdedDays) : days)
  const old = await oldUnpaidTestSessions(context.db, before, batch)
  const byAccount = Map.groupBy(old, ({ scope }) => scope.merchantId)
  const failed = await eachApart(context, 'forget_test_sessions', byAccount, {
    about: ([merchantId]) => ({ merchantId }),
    act: ([merchantId, sessions]) =>
      deleteSessions(
        context,
        merchantId,
        sessions.map(({ id }) => id),
      ),
  })
  return old.length === batch && failed < byAccount.size
}

/** Deletes a batch of old sessions of the public demo account, including paid ones. True: there may be more. */
export async function forgetPublicDemo(context: FlowContext): Promise<boolean> {
  const before = firstIdFrom(sessionIdPrefix(false), daysAgo(context, publicDemoDays))
  const old = await oldTestSessionsOf(context.db, publicDemoMerchantId, before, batch)
  await deleteSessions(context, publicDemoMerchantId, old)
  return old.length === batch
}

/**
 * Deletes test sessions with everything that belongs to them, first at the simulated bank and then here. After a crash
 * in between, the next run finds the sessions again and finishes.
 */
export async function deleteSessions(
  context: FlowContext,
  merchantId: string,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return
  const bank = await context.processorFor({ merchantId, livemode: false })
  await bank?.forget?.(await purchasesOfTestSessions(context.db, merchantId, sessionIds))
  await inTransaction(context.db, async (transaction) => {
    await nameDeletedAccount(transaction, merchantId)
    await deleteTestSessions(transaction, merchantId, sessionIds)
  })
}

/** Empties a batch of old delivery attempts. Their results stay. True: there may be more. */
export function forgetDeliveryBodies(context: FlowContext): Promise<boolean> {
  return clearDeliveryBodies(context.db, daysAgo(context, context.settings.retention.deliveryBodyDays))
}

export function daysAgo(context: FlowContext, days: number): Date {
  return new Date(context.clock.now().getTime() - days * dayMs)
}

import { firstIdFrom, sessionIdPrefix } from '../../domain/ids.ts'
import { hasCode, isFaultOfOne } from '../../engines/postgres/errors.ts'
import { inTransaction } from '../../store/sql/database.ts'
import { clearDeliveryBodies } from '../../store/webhooks/delivery-log.ts'
import {
  deleteTestSessions,
  nameDeletedAccount,
  oldTestSessionsOf,
  oldUnpaidTestSessions,
  purchasesOfTestSessions,
} from '../../store/sandbox/test-data.ts'
import type { FlowContext } from '../context.ts'
import { daysAgo } from '../work/days-ago.ts'
import { goOnBehind, positionOf } from '../behind-failures.ts'
import { eachApart } from '../work/each-apart.ts'
import { publicDemoMerchantId } from '../accounts/create-account.ts'
import { unpaidTestDays } from './count-test-storage.ts'

/** Sessions deleted by one transaction. The limit keeps it, and the locks that it holds, short. */
const batch = 200

const statementTooLong = '57014'

/** How long the public demo account keeps a session, paid or not, because strangers fill it. */
const publicDemoDays = 3

/** Deletes a batch of unpaid test sessions that are past their retention. True: there may be more. */
export async function forgetOldTestSessions(context: FlowContext): Promise<boolean> {
  const before = daysAgo(context, await unpaidTestDays(context))
  const task = 'forget_test_sessions'
  const after = positionOf(context, task)
  const old = await oldUnpaidTestSessions(context.db, { before, after }, batch)
  let failed = 0
  const byAccount = Map.groupBy(old, (session) => session.merchantId)
  const failedAccounts = await eachApart(context, task, byAccount, {
    about: ([merchantId]) => ({ merchantId }),
    act: async ([merchantId, sessions]) => {
      const ids = sessions.map(({ id }) => id)
      const left = await deleteApart(context, task, merchantId, ids)
      failed += left
    },
  })
  const last = old.at(-1)
  const hasMore = last !== undefined && old.length === batch
  if (!hasMore) goOnBehind(context, task, null)
  else if (failedAccounts + failed > 0) goOnBehind(context, task, [last.createdAt, last.id])
  return hasMore
}

/** Deletes sessions of an account, one by one when one of them prevents that. Returns how many cannot be deleted. */
async function deleteApart(
  context: FlowContext,
  task: 'forget_test_sessions' | 'forget_public_demo',
  merchantId: string,
  ids: readonly string[],
): Promise<number> {
  try {
    await deleteSessions(context, merchantId, ids)
    return 0
  } catch (error) {
    if (!isFaultOfOne(error) && !hasCode(error, statementTooLong)) throw error
    return eachApart(context, task, ids, {
      about: (id) => ({ merchantId, id }),
      act: (id) => deleteSessions(context, merchantId, [id]),
    })
  }
}

/** Deletes a batch of old sessions of the public demo account, including paid ones. True: there may be more. */
export async function forgetPublicDemo(context: FlowContext): Promise<boolean> {
  const task = 'forget_public_demo'
  const beforeId = firstIdFrom(sessionIdPrefix(false), daysAgo(context, publicDemoDays))
  const [at, afterId] = positionOf(context, task)
  const old = await oldTestSessionsOf(context.db, publicDemoMerchantId, { afterId, beforeId }, batch)
  const failed = await deleteApart(context, task, publicDemoMerchantId, old)
  const last = old.at(-1)
  const hasMore = last !== undefined && old.length === batch
  if (!hasMore) goOnBehind(context, task, null)
  else if (failed > 0) goOnBehind(context, task, [at, last])
  return hasMore
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

import { firstIdFrom, sessionIdPrefix } from '../../domain/ids.ts'
import { lockMerchant } from '../../store/accounts/merchants.ts'
import { nameDeletedAccount, testSessionsOf } from '../../store/sandbox/test-data.ts'
import {
  closeAccount,
  deleteMerchantRow,
  deleteTestRowsOf,
  sandboxAccounts,
  unusedAmong,
  type Since,
} from '../../store/sandbox/unused-accounts.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import type { FlowContext } from '../context.ts'
import { eachApart } from '../work/each-apart.ts'
import { daysAgo } from '../work/days-ago.ts'
import { deleteSessions } from './forget-test-data.ts'

/** Accounts that one run checks, and rows of each table that it deletes. */
const checkedAtOnce = 100
const rowsAtOnce = 200

/** A login lasts this long after its entry in the audit log, and the rows of ended logins are deleted sooner. */
const longestLoginDays = 30

/** The last account that each service has checked. The next run goes on behind it. */
const checkedUpTo = new WeakMap<FlowContext, string>()

/**
 * Deletes a batch of the rows of a sandbox account that was not used for a long time. True: there may be more. After
 * its last row the account itself goes.
 */
export async function forgetUnusedAccounts(context: FlowContext): Promise<boolean> {
  const { unusedAccountDays: days } = context.settings.retention
  const since = sinceDaysAgo(context, days)
  const checked = await sandboxAccounts(context.db, {
    after: checkedUpTo.get(context) ?? '',
    before: firstIdFrom('mer', since.time),
    limit: checkedAtOnce,
  })
  const [unused] = await unusedAmong(context.db, checked, since)
  if (unused !== undefined) {
    const failed = await eachApart(context, 'forget_unused_accounts', [unused], {
      about: () => ({ merchantId: unused }),
      act: () => forgetAccount(context, unused, since),
    })
    // The next run goes on behind an account that cannot be deleted.
    if (failed > 0) checkedUpTo.set(context, unused)
    return true
  }
  const last = checked.at(-1)
  const hasMore = last !== undefined && checked.length === checkedAtOnce
  if (hasMore) checkedUpTo.set(context, last)
  else checkedUpTo.delete(context)
  return hasMore
}

function sinceDaysAgo(context: FlowContext, days: number): Since {
  const time = daysAgo(context, days)
  return {
    time,
    sessionId: firstIdFrom(sessionIdPrefix(false), time),
    auditId: firstIdFrom('aud', daysAgo(context, days + longestLoginDays)),
  }
}

/** Deletes one batch: first every way into the account, then sessions, then everything else. */
async function forgetAccount(context: FlowContext, merchantId: string, since: Since): Promise<void> {
  if (!(await inTransaction(context.db, (transaction) => close(transaction, merchantId, since)))) return
  const sessions = await testSessionsOf(context.db, merchantId, rowsAtOnce)
  if (sessions.length > 0) return deleteSessions(context, merchantId, sessions)
  await inTransaction(context.db, async (transaction) => {
    await nameDeletedAccount(transaction, merchantId)
    if (await deleteTestRowsOf(transaction, merchantId, rowsAtOnce)) return
    await deleteMerchantRow(transaction, merchantId)
    context.log.info({ merchantId }, 'an unused sandbox account was deleted')
  })
}

/** Closes the account. False: it has been used or got live access in the meantime. */
async function close(transaction: Database, merchantId: string, since: Since): Promise<boolean> {
  const merchant = await lockMerchant(transaction, merchantId)
  if (!merchant || merchant.live_access || merchant.live_access_ended_at || merchant.public_demo) return false
  if ((await unusedAmong(transaction, [merchantId], since)).length === 0) return false
  await closeAccount(transaction, merchantId)
  return true
}

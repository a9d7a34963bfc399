import { isCrowded } from '../../domain/sandbox/test-storage.ts'
import {
  countTestStorageOf,
  noteTestStorageCounted,
  testStorageToCount,
  totalTestStorage,
} from '../../store/sandbox/test-storage.ts'
import type { FlowContext } from '../context.ts'
import { eachApart } from '../work/each-apart.ts'

/** Whether test mode holds so much that unpaid test sessions must go early. */
async function isTestStorageCrowded(context: FlowContext): Promise<boolean> {
  return isCrowded(context.settings.testStorageBytes, await totalTestStorage(context.db))
}

/** How long an unpaid session stays while test mode holds much of what it may. */
const crowdedDays = 1

/** The days after which an unpaid test session is deleted. */
export async function unpaidTestDays(context: FlowContext): Promise<number> {
  const { testSessionDays } = context.settings.retention
  return (await isTestStorageCrowded(context)) ? Math.min(testSessionDays, crowdedDays) : testSessionDays
}

const hourMs = 3600_000

/** Accounts that hold at least this much are counted every hour, and the others every day. */
const largeBytes = 50_000_000

/** Counts what one account holds in test mode, because the sums of requests are estimates. True: there may be more. */
export async function countTestStorage(context: FlowContext): Promise<boolean> {
  const now = context.clock.now()
  const ago = (hours: number): Date => new Date(now.getTime() - hours * hourMs)
  const before = { counted: ago(24), largeCounted: ago(1), largeBytes }
  const merchantId = await testStorageToCount(context.db, before)
  if (merchantId === null) return false
  // Also when counting fails, for example because it takes too long: the other accounts must have their turn.
  await noteTestStorageCounted(context.db, merchantId, now)
  await eachApart(context, 'count_test_storage', [merchantId], {
    about: () => ({ merchantId }),
    act: () => countTestStorageOf(context.db, merchantId),
  })
  return true
}

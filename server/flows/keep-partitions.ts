import { forgetFailedRequests } from '../store/api-request-log.ts'
import {
  attemptRanges,
  clearDefaultPartition,
  dropPartition,
  makePartition,
  partitionsOf,
  requestLogRanges,
} from '../store/partitions.ts'
import { beginOfRange, endOfRange } from '../store/time-ranges.ts'
import type { TimeRanges } from '../store/time-ranges.ts'
import { retryPausesMs } from '../webhooks/retry-schedule.ts'
import type { FlowContext } from './context.ts'
import { daysAgo } from './forget-test-data.ts'

/** How long the log of failed requests is kept. */
const requestLogDays = 7

/** Partitions exist so long before their time. Workers may all be away for as long. */
const aheadMs = 14 * 24 * 3600_000

/** How long a delivery may make attempts. */
const retryDays = Math.ceil(retryPausesMs.reduce((sum, ms) => sum + ms, 0) / (24 * 3600_000)) + 1

/** Makes the partitions of the coming time, and drops those with only old rows. True: there are more old rows. */
export async function keepPartitions(context: FlowContext): Promise<boolean> {
  const { deliveryBodyDays } = context.settings.retention
  const kept = [
    { ranges: requestLogRanges, days: requestLogDays },
    { ranges: attemptRanges, days: Math.max(deliveryBodyDays, retryDays) },
  ]
  for (const { ranges, days } of kept) {
    await makeAhead(context, ranges)
    await dropOld(context, ranges, daysAgo(context, days))
  }
  return forgetFailedRequests(context.db, daysAgo(context, requestLogDays))
}

async function makeAhead(context: FlowContext, ranges: TimeRanges): Promise<void> {
  const now = context.clock.now()
  const newest = (await partitionsOf(context.db, ranges)).at(-1)
  // Not partitioned: a migration has not run, which `/readyz` reports.
  if (!newest) return
  const current = beginOfRange(ranges, now)
  let begin = newest.end > current ? newest.end : current
  while (begin.getTime() < now.getTime() + aheadMs) {
    const end = endOfRange(ranges, begin)
    // Rows that came before their partition stay in the default partition, and the partitions after it follow.
    if ((await makePartition(context.db, ranges, begin, end)) === 'busy') return
    begin = end
  }
}

async function dropOld(context: FlowContext, ranges: TimeRanges, before: Date): Promise<void> {
  for (const partition of await partitionsOf(context.db, ranges)) {
    if (partition.end > before) break
    if ((await dropPartition(context.db, ranges, partition)) === 'busy') return
  }
  while (!context.isStopping() && (await clearDefaultPartition(context.db, ranges, before)));
}

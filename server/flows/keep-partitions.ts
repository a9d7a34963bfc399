import { forgetFailedRequests } from '../store/accounts/api-request-log.ts'
import {
  abandonDeliveriesBefore,
  attemptRanges,
  clearDefaultPartition,
  deliveryRanges,
  dropPartition,
  eventRanges,
  hasPendingDeliveries,
  makePartition,
  partitionsOf,
  requestLogRanges,
} from '../store/schema/partitions.ts'
import { beginOfRange, boundAt, endOfRange, type TimeRanges } from '../store/sql/time-ranges.ts'
import { retryPausesMs } from '../webhooks/retry-schedule.ts'
import type { FlowContext } from './context.ts'
import { daysAgo } from './work/days-ago.ts'
import { eachApart } from './work/each-apart.ts'

/** How long the log of failed requests is kept. */
const requestLogDays = 7

/** Partitions exist so long before their time. Workers may all be away for as long. */
const aheadMs = 14 * 24 * 3600_000

/** How long a delivery may make attempts. */
const retryDays = Math.ceil(retryPausesMs.reduce((sum, ms) => sum + ms, 0) / (24 * 3600_000)) + 1

/** How long a delivery that is still to be attempted may keep old events. */
const pendingDays = 30

/** Makes the partitions of the coming time, and drops those with only old rows. True: there are more old rows. */
export async function keepPartitions(context: FlowContext): Promise<boolean> {
  const { deliveryBodyDays, eventDays } = context.settings.retention
  // A table whose partition cannot be made must not keep the others from theirs.
  await eachApart(context, 'keep_partitions', [requestLogRanges, attemptRanges, deliveryRanges, eventRanges], {
    about: ({ table }) => ({ id: table }),
    act: (ranges) => makeAhead(context, ranges),
  })
  let hasMore = false
  const drops: readonly (readonly [table: string, drop: () => Promise<unknown>])[] = [
    [requestLogRanges.table, () => dropOld(context, requestLogRanges, daysAgo(context, requestLogDays))],
    [
      attemptRanges.table,
      () => dropOld(context, attemptRanges, daysAgo(context, Math.max(deliveryBodyDays, retryDays))),
    ],
    [eventRanges.table, () => dropOldEvents(context, eventDays)],
    [
      requestLogRanges.table,
      async () => (hasMore = await forgetFailedRequests(context.db, daysAgo(context, requestLogDays))),
    ],
  ]
  await eachApart(context, 'keep_partitions', drops, { about: ([table]) => ({ id: table }), act: ([, drop]) => drop() })
  return hasMore
}

/**
 * Drops deliveries and then their events. Both stay for a while when a delivery among them is still to be attempted.
 * One that is still pending after that, such as one of an account whose claim is never reviewed, is abandoned, because
 * it would keep the events of all accounts.
 */
async function dropOldEvents(context: FlowContext, eventDays: number): Promise<void> {
  const { db } = context
  const before = daysAgo(context, eventDays)
  const ofDeliveries = await partitionsOf(db, deliveryRanges)
  if ([...ofDeliveries, ...(await partitionsOf(db, eventRanges))].every(({ end }) => end > before)) return
  const keptTooLong = ofDeliveries.findLast(({ end }) => end <= daysAgo(context, eventDays + pendingDays))
  while (keptTooLong && !context.isStopping()) {
    const overdue = boundAt(deliveryRanges, keptTooLong.end)
    const abandoned = await abandonDeliveriesBefore(db, overdue)
    if (abandoned === 0) break
    context.log.error({ deliveries: abandoned }, 'abandoned deliveries that are older than the oldest events kept')
  }
  if (await hasPendingDeliveries(db, boundAt(deliveryRanges, before))) return
  await dropOld(context, deliveryRanges, before)
  await dropOld(context, eventRanges, before)
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

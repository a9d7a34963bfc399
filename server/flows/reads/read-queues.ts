import { FairQueue, type QueueLimits } from '../../domain/queues/fair-queue.ts'
import { lengthened } from '../../domain/time/time-outs.ts'

/**
 * `quick`: lists, searches and pages of the dashboard. `slow`: statistics and exports, which would otherwise keep quick
 * reads waiting. The slots of both are fewer than the connections of `readingDb`, and leave a processor to payments.
 */
export type ReadKind = 'quick' | 'slow'

/** How long a quick read waits for its turn. */
export const quickReadWaitMs = 4_000

const limits: Readonly<Record<ReadKind, QueueLimits>> = {
  quick: { slots: 3, ownSlots: 2, waiting: 1_000, ownWaiting: 50, waitMs: quickReadWaitMs },
  slow: { slots: 2, ownSlots: 1, waiting: 500, ownWaiting: 50, waitMs: 30_000 },
}

export type ReadQueues = Readonly<Record<ReadKind, FairQueue>>

export function newReadQueues(): ReadQueues {
  const newQueue = (kind: ReadKind): FairQueue =>
    new FairQueue({ ...limits[kind], waitMs: lengthened(limits[kind].waitMs) })
  return { quick: newQueue('quick'), slow: newQueue('slow') }
}

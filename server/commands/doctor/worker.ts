import type { Database } from '../../store/sql/database.ts'
import { readBacklog } from '../../store/work/backlog.ts'
import { counted, failed, ok, type Finding } from './finding.ts'

/** If work has been due for this long, no worker is running. */
const overdueMs = 60_000

/** Whether a worker is doing the due work. */
export async function examineWorker(db: Database, now: Date, bankCheckDeadlineSeconds: number): Promise<Finding> {
  const overdueBefore = new Date(now.getTime() - overdueMs)
  const unfinishedBefore = new Date(now.getTime() - bankCheckDeadlineSeconds * 1_000 - overdueMs)
  const found = await readBacklog(db, { now, overdueBefore, unfinishedBefore })
  const { deliveries_overdue: deliveries, payments_unfinished: payments } = found
  const fix = 'Start a process with ROLE=worker or ROLE=all, and look for errors in its log.'
  if (payments > 0) return failed(`${counted(payments, 'payment')} should have been decided long ago.`, fix)
  if (deliveries > 0)
    return failed(`${counted(deliveries, 'webhook')} should have been sent more than a minute ago.`, fix)
  return found.deliveries_due > 0
    ? ok(`The worker has ${counted(found.deliveries_due, 'webhook')} to send, due for less than a minute.`)
    : ok('No work is overdue.')
}

import { setTimeout as pause } from 'node:timers/promises'
import { forgetOldKeys } from '../idempotency/retention.ts'
import type { FlowContext } from './context.ts'
import { forgetOldDeclines } from './card-testing/admit-card.ts'
import { forgetUnusedAccounts } from './sandbox/forget-accounts.ts'
import { forgetDeliveryBodies, forgetOldTestSessions, forgetPublicDemo } from './sandbox/forget-test-data.ts'
import { forgetOldForms } from './accounts/form-results.ts'
import { forgetOldSignInAttempts } from './accounts/limit-sign-in.ts'
import { forgetRecordedRequests } from './accounts/request-recorder.ts'
import { keepPartitions } from './keep-partitions.ts'
import { continueMoves } from './move-time.ts'
import { numberNewEvents } from './webhooks/number-new-events.ts'
import type { HousekeepingTask } from './observation.ts'
import { forgetNotifications } from './acquirers/receive-notification.ts'
import { reportFailure } from './work/report-failure.ts'
import { forgetSettlements } from './settlement/forget-settlements.ts'
import { forgetOldMail } from './mail/send-mail.ts'
import { forgetOldLogins } from './accounts/sign-in.ts'
import { countTestStorage } from './sandbox/count-test-storage.ts'

/** Work that the worker repeats on a schedule: it numbers events, deletes what is old, and continues what stopped. */
export interface Housekeeping {
  /** The name of its task in the job queue, and its label in the metrics. */
  readonly task: HousekeepingTask
  /** When it runs, in the format of crontab and in UTC. */
  readonly schedule: string
  /** Numbers, deletes or counts a batch of rows in short statements. True: there may be more. */
  readonly forget: (context: FlowContext) => Promise<boolean>
}

export const housekeeping: readonly Housekeeping[] = [
  { task: 'number_events', schedule: '* * * * *', forget: numberNewEvents },
  { task: 'forget_idempotency_keys', schedule: '* * * * *', forget: forgetOldKeys },
  { task: 'forget_forms', schedule: '*/2 * * * *', forget: forgetOldForms },
  { task: 'forget_sign_in_attempts', schedule: '*/15 * * * *', forget: forgetOldSignInAttempts },
  { task: 'forget_declines', schedule: '2 * * * *', forget: forgetOldDeclines },
  { task: 'forget_logins', schedule: '12 * * * *', forget: forgetOldLogins },
  { task: 'forget_mail', schedule: '22 * * * *', forget: forgetOldMail },
  { task: 'keep_partitions', schedule: '*/10 * * * *', forget: keepPartitions },
  { task: 'forget_test_sessions', schedule: '*/10 * * * *', forget: forgetOldTestSessions },
  { task: 'forget_public_demo', schedule: '6 * * * *', forget: forgetPublicDemo },
  { task: 'forget_delivery_bodies', schedule: '42 * * * *', forget: forgetDeliveryBodies },
  { task: 'forget_notifications', schedule: '47 * * * *', forget: forgetNotifications },
  { task: 'forget_settlements', schedule: '57 * * * *', forget: forgetSettlements },
  { task: 'forget_unused_accounts', schedule: '52 * * * *', forget: forgetUnusedAccounts },
  { task: 'count_test_storage', schedule: '*/5 * * * *', forget: countTestStorage },
  { task: 'forget_requests', schedule: '*/5 * * * *', forget: forgetRecordedRequests },
  { task: 'move_clocks', schedule: '* * * * *', forget: continueMoves },
]

/** How many batches one run deletes at most. The next run continues. */
const batchesOfRun = 500

/** The tasks under way in this process. */
const running = new WeakMap<FlowContext, Map<HousekeepingTask, Promise<void>>>()

/** Whether a task is running in this process. */
export function isHousekeeping(context: FlowContext, { task }: Housekeeping): boolean {
  return running.get(context)?.has(task) ?? false
}

/** Runs a task, or waits for it when it is already running in this process. Never rejects. */
export function runHousekeeping(context: FlowContext, item: Housekeeping): Promise<void> {
  const tasks = running.get(context) ?? new Map<HousekeepingTask, Promise<void>>()
  running.set(context, tasks)
  const known = tasks.get(item.task)
  if (known) return known
  const run = forgetAll(context, item)
    .catch((error: unknown) => reportFailure(context, item.task, error))
    .finally(() => tasks.delete(item.task))
  tasks.set(item.task, run)
  return run
}

/** Deletes batches until no old row is left. Pauses as long as each batch took, so that others get the database too. */
async function forgetAll(context: FlowContext, { forget }: Housekeeping): Promise<void> {
  for (let batch = 0; batch < batchesOfRun && !context.isStopping(); batch += 1) {
    const startedAt = performance.now()
    if (!(await forget(context))) return
    await pause(performance.now() - startedAt)
  }
}

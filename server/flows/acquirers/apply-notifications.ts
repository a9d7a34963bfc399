import type { Caller } from '../../domain/accounts/caller.ts'
import type { NotificationRecord } from '../../domain/acquirers/notification-records.ts'
import { noOrigin } from '../../domain/origin.ts'
import type { Scope } from '../../domain/scope.ts'
import type { ProcessorFact } from '../../processors/processor.ts'
import { inTransaction } from '../../store/sql/database.ts'
import {
  claimNotification,
  findNotification,
  reopenNotification,
  saveNotification,
  type NotificationResult,
} from '../../store/acquirers/processor-notifications.ts'
import { continueTrace } from '../../engines/trace/current-trace.ts'
import { applyProcessorFact } from './apply-processor-fact.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import type { DueWork } from '../work/due-queue.ts'
import { reportFailure } from '../work/report-failure.ts'

/** How long a claim keeps other workers away: longer than an attempt, which may order a return at the processor. */
const claimMs = 120_000

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/**
 * Pauses after the first, second, … attempt that did not apply an item. The first ones are short, because a
 * notification may overtake our own commit. The last one repeats.
 */
const pausesMs: readonly number[] = [2 * second, 10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour]

/** How long the service tries to apply an item. An earlier stage of a dispute may arrive days after a later one. */
const retryForMs = 7 * 24 * hour

/** Applies the items of notifications that are due: after a crash, and those that could not be applied yet. */
export const applyingNotifications: DueWork = {
  task: 'apply_notifications',
  slots: 10,
  slotsPerAccount: 3,
  itemsPerCall: 1,
  slotMs: 90_000,
  perform: applyNotifications,
}

/** Applies stored items that are due, in the given order. Safe to run at any time in any number of processes. */
export async function applyNotifications(context: FlowContext, scope: Scope, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const now = context.clock.now()
    const leasedUntil = new Date(now.getTime() + claimMs)
    const item = await claimNotification(scope, context.db, id, { now, leasedUntil })
    if (!item) continue
    const trace = { name: 'apply notification', about: scope, tracer: context.tracer }
    const result = await continueTrace(noOrigin, trace, () => apply(context, scope, item))
    await saveNotification(scope, context.db, id, result)
    const { state } = result
    context.observe({ kind: 'notification_applied', result: state === 'received' ? 'waiting' : state })
  }
}

async function apply(context: FlowContext, scope: Scope, item: NotificationRecord): Promise<NotificationResult> {
  try {
    const fact = factOf(item)
    if (!fact) return finalResult('no_effect')
    const result = await applyProcessorFact(context, scope, item.processor, fact)
    if (result === 'unknown_reference') return retry(context, item, 'unknown_reference')
    if (result === 'mismatch')
      context.log.warn(
        { merchantId: scope.merchantId, notification: item.id },
        'a notification contradicts the payment that it names; it changes nothing',
      )
    return finalResult(result)
  } catch (error) {
    reportFailure(context, 'apply_notifications', error, { merchantId: scope.merchantId, id: item.id })
    return retry(context, item, 'error')
  }
}

function finalResult(state: NotificationResult['state']): NotificationResult {
  return { state, next_attempt_at: null, problem: null }
}

/** Plans the next attempt, or ends the retries. */
function retry(
  context: FlowContext,
  item: NotificationRecord,
  problem: NonNullable<NotificationRecord['problem']>,
): NotificationResult {
  const pauseMs = pausesMs[item.attempts - 1] ?? pausesMs.at(-1) ?? hour
  const next = new Date(context.clock.now().getTime() + pauseMs)
  if (next.getTime() <= item.received_at.getTime() + retryForMs)
    return { state: 'received', next_attempt_at: next, problem }
  return { state: problem === 'error' ? 'failed' : problem, next_attempt_at: null, problem }
}

/** The stored fact. Of its times, JSON has only the text. */
function factOf({ fact }: NotificationRecord): ProcessorFact | null {
  if (fact === null) return null
  const revive = (name: string, value: unknown): unknown =>
    name === 'respondBy' && typeof value === 'string' ? new Date(value) : value
  return JSON.parse(fact, revive) as ProcessorFact
}

/** Applies an item again whose retries have ended. Null: there is no such item. Otherwise its state afterwards. */
export async function applyNotificationAgain(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  id: string,
): Promise<NotificationRecord | null> {
  await inTransaction(context.db, async (transaction) => {
    const reopened = await reopenNotification(scope, transaction, id, context.clock.now())
    if (!reopened) return
    const detail = { notification: id, type: reopened.type }
    await audit(context, transaction, caller, { ...scope, action: 'notification.applied_again', detail })
  })
  await applyNotifications(context, scope, [id])
  return findNotification(scope, context.db, id)
}

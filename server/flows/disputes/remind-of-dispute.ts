import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { disputeReminderMail } from '../../engines/mail/payment-mails.ts'
import { findDispute, saveDispute } from '../../store/disputes/disputes.ts'
import { lockSession } from '../../store/sessions/checkout-sessions.ts'
import { inTransaction } from '../../store/sql/database.ts'
import type { FlowContext } from '../context.ts'
import { mailAccount } from '../mail/queue-mail.ts'
import { claimingEach } from '../work/claim-due-item.ts'
import type { DueWork } from '../work/due-queue.ts'
import { closeSessionDispute } from './dispute-session.ts'
import { disputeNotice } from './follow-dispute.ts'

/** How long a claim keeps other workers away from a reminder. */
const claimMs = 60_000

/** Reminds the account of a deadline that comes soon, or lets the simulated bank decide when it has passed. */
async function followDeadline(context: FlowContext, scope: Scope, id: string): Promise<void> {
  const found = await findDispute(scope, context.db, id)
  if (!found) return
  const processor = await context.processorFor(scope, found.processor)
  const decide = processor?.decideUnanswered ?? null
  if (decide && isUnanswered(found, context.clock.now())) {
    const decision = await decide(found.processor_reference)
    if (decision !== 'unknown') await closeSessionDispute(context, scope, found.session_id, decision)
  }
  await remindOfDispute(context, scope, found, decide !== null)
}

function isUnanswered({ status, respond_by: deadline }: DisputeRecord, now: Date): boolean {
  return status === 'open' && deadline !== null && deadline <= now
}

/**
 * Queues the reminder of a dispute whose time to answer ends soon. The mail and the end of the reminder are committed
 * together, under the lock of the session that every report takes too. `isDecidedHere`: the deadline comes next.
 */
async function remindOfDispute(
  context: FlowContext,
  scope: Scope,
  { id, session_id: sessionId }: DisputeRecord,
  isDecidedHere: boolean,
): Promise<void> {
  await inTransaction(context.db, async (transaction) => {
    const session = await lockSession(scope, transaction, sessionId)
    const dispute = await findDispute(scope, transaction, id)
    const now = context.clock.now()
    if (!session || !dispute?.remind_at) return
    // A report after the claim has planned the reminder anew.
    if (dispute.remind_at.getTime() > now.getTime() + claimMs) return
    // A process of the release before ends a dispute without ending its reminder.
    const isOpen = dispute.status === 'open' && dispute.respond_by !== null && dispute.respond_by > now
    const remind_at = isOpen && isDecidedHere ? dispute.respond_by : null
    await saveDispute(scope, transaction, { ...dispute, remind_at })
    if (!isOpen) return
    const notice = await disputeNotice({ context, scope, transaction }, session, dispute)
    await mailAccount(context, scope, transaction, disputeReminderMail(notice))
  })
}

export const remindingOfDisputes: DueWork = {
  task: 'remind_of_disputes',
  slots: 5,
  slotsPerAccount: 2,
  itemsPerCall: 1,
  slotMs: 30_000,
  perform: claimingEach('remind_of_disputes', claimMs, followDeadline),
}

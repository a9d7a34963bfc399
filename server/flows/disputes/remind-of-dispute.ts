import type { Scope } from '../../domain/scope.ts'
import { disputeReminderMail } from '../../engines/mail/payment-mails.ts'
import { findDispute, saveDispute } from '../../store/disputes/disputes.ts'
import { lockSession } from '../../store/sessions/checkout-sessions.ts'
import { inTransaction } from '../../store/sql/database.ts'
import type { FlowContext } from '../context.ts'
import { mailAccount } from '../mail/queue-mail.ts'
import { claimingEach } from '../work/claim-due-item.ts'
import type { DueWork } from '../work/due-queue.ts'
import { disputeNotice } from './follow-dispute.ts'

/** How long a claim keeps other workers away from a reminder. */
const claimMs = 60_000

/**
 * Queues the reminder of a dispute whose time to answer ends soon. The mail and the end of the reminder are committed
 * together, under the lock of the session that every report takes too.
 */
async function remindOfDispute(context: FlowContext, scope: Scope, id: string): Promise<void> {
  const found = await findDispute(scope, context.db, id)
  if (!found) return
  await inTransaction(context.db, async (transaction) => {
    const session = await lockSession(scope, transaction, found.session_id)
    const dispute = await findDispute(scope, transaction, id)
    const now = context.clock.now()
    if (!session || !dispute?.remind_at) return
    // A report after the claim has planned the reminder anew.
    if (dispute.remind_at.getTime() > now.getTime() + claimMs) return
    await saveDispute(scope, transaction, { ...dispute, remind_at: null })
    // A process of the release before ends a dispute without ending its reminder.
    if (dispute.status !== 'open' || dispute.respond_by === null || dispute.respond_by <= now) return
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
  perform: claimingEach('remind_of_disputes', claimMs, remindOfDispute),
}

import type { Caller } from '../../domain/accounts/caller.ts'
import { paymentLinkTransition, type PaymentLinkTrigger } from '../../domain/links/payment-link-state.ts'
import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { endOpenSessionsOf } from '../../store/sessions/checkout-sessions.ts'
import { inTransaction } from '../../store/sql/database.ts'
import { claimingEach } from '../work/claim-due-item.ts'
import { lockPaymentLink, savingPaymentLink } from '../../store/links/payment-links.ts'
import { execute } from '../../store/sql/writes.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import type { DueWork } from '../work/due-queue.ts'
import { expireSession } from '../sessions/expire-session.ts'
import { isLinkOverdue } from '../sessions/payment-link-of-session.ts'

/** How many open sessions expire together with their link. The worker expires the others of a busy link. */
const endedAtOnce = 20

/**
 * Closes a link and expires its open sessions. A session whose card is with the bank finishes. A link that has already
 * ended stays unchanged. Returns the current link, or null when the account has no such link. `by`: the dashboard user
 * for the audit log; null for an API call or the worker.
 */
export async function closePaymentLink(
  context: FlowContext,
  scope: Scope,
  linkId: string,
  trigger: Extract<PaymentLinkTrigger, 'time_passed' | 'deactivated'>,
  by: Caller | null = null,
): Promise<PaymentLinkRecord | null> {
  const now = context.clock.now()
  const closed = await inTransaction(context.db, async (transaction) => {
    const link = await lockPaymentLink(scope, transaction, linkId)
    // A link whose time is over becomes `expired` even when the request is to deactivate it.
    const transition = link && paymentLinkTransition(link.status, isLinkOverdue(link, now) ? 'time_passed' : trigger)
    if (!link || !transition) return { link, sessionIds: null }
    const changed = { ...link, status: transition.to }
    await execute(transaction, savingPaymentLink(scope, changed))
    if (by)
      await audit(context, transaction, by, {
        ...scope,
        action: changed.status === 'expired' ? 'payment_link.expired' : 'payment_link.deactivated',
        detail: { link: linkId },
      })
    return { link: changed, sessionIds: await endOpenSessionsOf(scope, transaction, linkId, now, 'unlocked') }
  })
  if (!closed.sessionIds) return closed.link
  const held = await endOpenSessionsOf(scope, context.db, linkId, now, 'all')
  for (const id of [...closed.sessionIds, ...held].slice(0, endedAtOnce)) await expireSession(context, scope, id)
  return closed.link
}

/** How long a claim keeps other workers away from a link. A crash delays its expiry by this time at most. */
const claimMs = 30_000

/** Expires the links whose time is over, with their open sessions. */
export const expiringLinks: DueWork = {
  task: 'expire_payment_links',
  slots: 4,
  slotsPerAccount: 2,
  itemsPerCall: 1,
  slotMs: 20_000,
  perform: claimingEach('expire_payment_links', claimMs, (context, scope, id) =>
    closePaymentLink(context, scope, id, 'time_passed'),
  ),
}

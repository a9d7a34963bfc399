import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { lockPaymentLink } from '../../store/links/payment-links.ts'
import type { Database } from '../../store/sql/database.ts'

/** Locks the payment link of a session that this transaction has already locked. Null when the session has no link. */
export async function lockLinkOf(
  scope: Scope,
  transaction: Database,
  session: SessionRecord,
): Promise<PaymentLinkRecord | null> {
  return session.payment_link_id === null ? null : lockPaymentLink(scope, transaction, session.payment_link_id)
}

/** Whether a link no longer accepts payments. */
export function isLinkClosed(link: PaymentLinkRecord | null, now: Date): boolean {
  return link !== null && (link.status !== 'active' || isLinkOverdue(link, now))
}

/** Whether an active link has passed its `expires_at`. */
export function isLinkOverdue(link: PaymentLinkRecord, now: Date): boolean {
  return link.status === 'active' && link.expires_at !== null && link.expires_at <= now
}

import type { PaymentLinkRecord, SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from '../store/database.ts'
import { lockPaymentLink } from '../store/payment-links.ts'

/** The link of a session that this transaction has locked, locked as well; null when it came from none. */
export async function lockLinkOf(
  scope: Scope,
  transaction: Database,
  session: SessionRecord,
): Promise<PaymentLinkRecord | null> {
  return session.payment_link_id === null ? null : lockPaymentLink(scope, transaction, session.payment_link_id)
}

/** Whether a link takes no more payment. */
export function isLinkClosed(link: PaymentLinkRecord | null, now: Date): boolean {
  return link !== null && (link.status !== 'active' || isLinkOverdue(link, now))
}

/** Whether an active link's time is over. */
export function isLinkOverdue(link: PaymentLinkRecord, now: Date): boolean {
  return link.status === 'active' && link.expires_at !== null && link.expires_at <= now
}

import { end, refresh, type Model, type ModelLink, type ModelSession } from './session-model.ts'

// The rules of disputes, second approvals and payment links as a small model. Each function returns the code of the
// refusal, or null when the change was made.

export function isPaid(session: ModelSession): boolean {
  return session.status === 'paid' || session.status === 'refunded' || session.status === 'disputed'
}

/**
 * The cardholder's bank takes back what no refund has reserved; when pending refunds have reserved everything, it takes
 * back that amount instead.
 */
export function dispute(model: Model, session: ModelSession): string | null {
  refresh(model, session)
  // The pending refund of a `refund_unavailable` payment has not reached the bank.
  const onItsWay = session.card === 'refund_pending' ? session.pending.reduce((sum, amount) => sum + amount, 0) : 0
  if (session.status !== 'paid') return 'session_not_refundable'
  const left = session.amount - session.refunded
  session.status = 'disputed'
  session.dispute = 'open'
  session.chargedBack = onItsWay < left ? left - onItsWay : left
  session.events.push('session.disputed')
  return null
}

export function closeDispute(model: Model, session: ModelSession, outcome: 'won' | 'lost'): string | null {
  if (session.dispute !== 'open') {
    refresh(model, session)
    return 'session_not_refundable'
  }
  if (outcome === 'lost') {
    session.dispute = 'lost'
    return null
  }
  session.dispute = null
  session.chargedBack = 0
  session.status = session.refunded === session.amount ? 'refunded' : 'paid'
  session.events.push('session.dispute_closed')
  return null
}

export function approveTwice(model: Model, session: ModelSession): string | null {
  refresh(model, session)
  if (!isPaid(session)) return 'session_not_refundable'
  session.events.push('session.duplicate_refunded')
  return null
}

/** The merchant closes an open checkout. */
export function close(model: Model, session: ModelSession): string | null {
  if (session.status === 'processing') return 'payment_in_progress'
  if (session.status !== 'open') return 'session_not_payable'
  const isOverdue = session.expiresAt <= model.now
  end(session, 'expired')
  return isOverdue ? 'session_not_payable' : null
}

/** The result of opening a link: a refusal, the shared checkout, or `new`. */
export function openLink(model: Model, link: ModelLink): { refusal: string } | { shared: ModelSession } | 'new' {
  if (link.status !== 'active') return { refusal: 'session_not_payable' }
  if (link.kind === 'reusable') return 'new'
  for (const session of link.sessions) if (session.status === 'open') refresh(model, session)
  const shared = link.sessions.find(({ status }) => status === 'open' || status === 'processing')
  return shared ? { shared } : 'new'
}

/** Ends a link and its open checkouts. False when the link had already ended. */
export function closeLink(link: ModelLink, status: 'expired' | 'deactivated'): boolean {
  if (link.status !== 'active') return false
  link.status = status
  for (const session of link.sessions) if (session.status === 'open') end(session, 'expired')
  return true
}

/** The totals of a link that the merchant reads. */
export function totalsOf(link: ModelLink): {
  status: string
  payments_count: number
  amount_collected: number
  paid_session: string | null
} {
  const paid = link.sessions.filter(isPaid)
  return {
    status: link.status,
    payments_count: paid.length,
    amount_collected: paid.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0),
    paid_session: link.kind === 'single' ? (paid[0]?.id ?? null) : null,
  }
}

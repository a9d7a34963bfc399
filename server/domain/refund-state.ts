/** Specification, "States and transitions", Refund; moves decided in decisions.md. */
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** Only a pending refund moves, and only once: a settled one is final. */
export function canSettleRefund(from: RefundStatus): boolean {
  return from === 'pending'
}

export interface RefundableAmounts {
  readonly amount: number
  readonly amount_refunded: number
  /** Reserved by refunds that the bank has not settled. */
  readonly amount_refund_pending: number
}

/** What a new refund may take, in the smallest unit. */
export function amountLeft(session: RefundableAmounts): number {
  return session.amount - session.amount_refunded - session.amount_refund_pending
}

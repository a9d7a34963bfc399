export const refundStatuses = ['pending', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** Only a pending refund can settle; a settled one is final. */
export function canSettleRefund(from: RefundStatus): boolean {
  return from === 'pending'
}

export interface RefundableAmounts {
  readonly amount: number
  readonly amount_refunded: number
  /** The total of refunds that the bank has not settled yet. */
  readonly amount_refund_pending: number
}

/** The largest amount of a new refund, in the smallest unit. */
export function amountLeft(session: RefundableAmounts): number {
  return session.amount - session.amount_refunded - session.amount_refund_pending
}

export const refundStatuses = ['pending', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** Only a pending refund can settle; a settled one is final. */
export function canSettleRefund(from: RefundStatus): boolean {
  return from === 'pending'
}

/** What the bank moved for a refund, as the ledger has it. */
export function movedBy(refund: {
  readonly amount: number
  readonly currency: string
  readonly booked_amount: number | null
  readonly booked_currency: string | null
}): { readonly amount: number; readonly currency: string } {
  return { amount: refund.booked_amount ?? refund.amount, currency: refund.booked_currency ?? refund.currency }
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

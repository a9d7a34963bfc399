export const disputeStatuses = ['open', 'won', 'lost'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** Why a cardholder disputes a payment. The adapter of a processor translates its acquirer's codes. */
export type DisputeReason =
  'fraudulent' | 'product_not_received' | 'product_unacceptable' | 'duplicate' | 'credit_not_processed' | 'general'

/** Where a settlement report and our side disagree, in the order in which people should look at them. */
export const differenceCodes = [
  'payout_differs',
  'payout_missing',
  'unknown_payment',
  'payment_not_paid',
  'settled_after_failure',
  'settled_twice',
  'amount_differs',
  'currency_differs',
  'settlement_missing',
  'unknown_refund',
  'refund_failed',
  'unknown_chargeback',
  'chargeback_not_booked',
  'reversal_not_booked',
] as const

export type DifferenceCode = (typeof differenceCodes)[number]

export function isDifferenceCode(text: string): text is DifferenceCode {
  return differenceCodes.some((code) => code === text)
}

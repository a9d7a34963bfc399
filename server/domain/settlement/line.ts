/** An amount in the smallest unit of its currency. */
interface SettledMoney {
  readonly amount: number
  readonly currency: string
}

/**
 * What a line of a settlement report is about. `capture_reversed`: the money of a payment did not arrive after all.
 * `other`: it moves money of the balance, but of no payment, such as a deposit.
 */
export type SettlementKind =
  | 'payment'
  | 'refund'
  | 'chargeback'
  | 'chargeback_reversed'
  | 'second_chargeback'
  | 'refund_reversed'
  | 'capture_reversed'
  | 'fee'
  | 'payout'
  | 'other'

/** A line of a settlement report, in the terms of the service. Negative amounts: the merchant pays. */
export interface SettlementLine {
  /** Where the line is in the file, counted from 1. */
  readonly line: number
  readonly kind: SettlementKind
  /** The processor's own word for it. */
  readonly type: string
  /** The account at the processor. */
  readonly account: string
  /** The processor's ids of the movement itself, and of the payment that it belongs to. */
  readonly processorId: string | null
  readonly purchaseId: string | null
  /** Our references of both. For fees and payouts, `reference` is the processor's text. */
  readonly reference: string | null
  readonly purchaseReference: string | null
  /** In the currency of the payment. Null: the line is not about a payment. */
  readonly gross: SettledMoney | null
  /** In the currency of the payout. */
  readonly net: SettledMoney
  /** What the processor kept, in the currency of `net`. Null: the report does not say. */
  readonly fees: number | null
  /** Empty: the line is in no batch. */
  readonly batch: string
  readonly bookedAt: Date
  /**
   * Equal in every copy of the report, whatever columns the copy has and in whatever time zone its times are. Lines
   * that happen twice in a report may have equal identities.
   */
  readonly identity: string
}

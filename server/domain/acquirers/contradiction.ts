/**
 * What a processor said about a payment or an order although it must mean another one. It changes nothing, and the
 * dashboard shows it.
 */
export interface Contradiction {
  /** What differs from the payment or the order. `account` is the merchant account. */
  readonly about: 'reference' | 'amount' | 'processor_id' | 'account'
  /** What the processor said instead, at most 100 characters without card data. */
  readonly found: string
  /** The id that the processor named, as far as it may still turn out to be one of this payment. */
  readonly processorId?: string
}

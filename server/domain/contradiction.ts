/** What a processor said about a payment although it cannot be about it. It changes nothing, and people read it. */
export interface Contradiction {
  /** What differs from the payment. */
  readonly about: 'reference' | 'amount' | 'processor_id'
  /** What the processor said instead, at most 100 characters without card data. */
  readonly found: string
  /** The id that the processor named, as far as it may still turn out to be one of this payment. */
  readonly processorId?: string
}

/** A challenge of a processor's contract (server/processors/processor.ts), as the attempt keeps it. */
export interface PendingChallenge {
  readonly kind: 'page' | 'form' | 'fingerprint'
  readonly url: string
  readonly fields?: Readonly<Record<string, string>>
  readonly state: string | null
  /** Counts the challenges of the attempt from 1. */
  readonly step: number
  /** When the processor asked for it, in ISO 8601. */
  readonly asked_at: string
  /** What came back lately, oldest first. The service sends each result until the processor has answered it. */
  readonly results?: readonly ChallengeResult[]
  /** The positions in `results` of those that the processor has answered without a decision. */
  readonly answered?: readonly number[]
  /** How many different returns came in all. Absent: as many as `results` has. */
  readonly returns?: number
}

/** What came back from the customer's browser. Everything in it is hostile until the processor has confirmed it. */
export type ChallengeResult =
  /** The fields of the query or form with which the bank's page sent the customer back. */
  | { readonly kind: 'returned'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'fingerprint'; readonly isComplete: boolean }
  /** The customer closed the bank's page. */
  | { readonly kind: 'abandoned' }

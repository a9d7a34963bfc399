import type { components } from '../../../generated/types.ts'
import type { Contradiction } from '../acquirers/contradiction.ts'
import type { Origin } from '../origin.ts'
import type { ScopedRecord } from '../scope.ts'
import type { PendingChallenge } from './challenge-records.ts'
import type { FailureCode } from './failure-codes.ts'
import type { SessionStatus } from './session-state.ts'

/** Amounts of all records are in the smallest unit of their currency. */
export interface SessionRecord extends ScopedRecord {
  id: string
  status: SessionStatus
  amount: number
  amount_refunded: number
  amount_refund_pending: number
  currency: string
  reference: string | null
  description: string | null
  customer: components['schemas']['Customer']
  billing_address: components['schemas']['Address'] | null
  shipping_address: components['schemas']['Address'] | null
  success_url: string | null
  cancel_url: string | null
  expires_at: Date
  attempts: number
  declined_cards: number
  failure_code: FailureCode | null
  failure_message: string | null
  card_brand: string | null
  card_last4: string | null
  /** The network that the customer of a co-badged card chose. */
  card_network: string | null
  three_d_secure: 'frictionless' | 'challenge' | null
  authorization_code: string | null
  paid_at: Date | null
  created_at: Date
  metadata: Record<string, string>
  payment_link_id: string | null
  /** True for the checkout that all visitors of a one-off link share. */
  shared: boolean
}

/**
 * `processing` and `challenge` are live; a session has at most one live attempt. `returned` means that the bank
 * approved the attempt when the payment could no longer be kept, so the money goes back.
 */
export type AttemptStatus = 'processing' | 'challenge' | 'approved' | 'failed' | 'returned'

export interface AttemptRecord extends ScopedRecord, Origin {
  id: string
  session_id: string
  status: AttemptStatus
  processor: string
  processor_reference: string
  /** The processor's own id of the payment. Null: it has not given one. */
  processor_id: string | null
  amount: number
  currency: string
  nonce: string
  /** Hash of the visitor's token. Null: the attempt belongs to no visitor. */
  visitor: string | null
  /** What the customer typed for this attempt, while it is not settled. */
  typed_email: string | null
  typed_address: components['schemas']['Address'] | null
  /** Keyed hashes of the client's IP address and its network: equal for equal addresses, and not reversible. */
  client_address: string | null
  client_network: string | null
  /** The language of the form, as a language tag. Null: the caller named none. */
  locale: string | null
  card_brand: string | null
  card_last4: string
  /** The network that the customer of a co-badged card chose. */
  card_network: string | null
  failure_code: FailureCode | null
  /** The customer cancelled the bank's confirmation, and nothing was charged. */
  abandoned: boolean
  /** The customer cancelled the bank's confirmation, and the bank may still have taken money, which goes back. */
  left_at_bank: boolean
  challenge_url: string | null
  /** What the customer must do before the bank decides, with what the adapter needs to continue. */
  challenge: PendingChallenge | null
  /** The acquirer's own reason and checks, for the dashboard only. */
  refusal_code: string | null
  refusal_text: string | null
  address_check: string | null
  security_code_check: string | null
  liability_shifted: boolean | null
  /** For people: the processor said something that cannot be about this payment, and nothing explains it so far. */
  contradiction: Contradiction | null
  /** The acquirer has cancelled the payment: an approval of it brings no money. */
  is_cancelled: boolean
  captures_separately: boolean
  /** When the processor received the request to take no money any more. */
  given_up_at: Date | null
  three_d_secure: 'frictionless' | 'challenge' | null
  authorization_code: string | null
  created_at: Date
  settled_at: Date | null
  /** When to ask the bank next. Until then, the first call may still be running. Null: there is nothing to ask. */
  next_check_at: Date | null
  checks: number
}

/** Why the service returns money without a refund request. */
export type ReturnReason = 'second_approval' | 'duplicate_link_payment' | 'late_approval'

export interface ReturnRecord extends ScopedRecord {
  id: string
  session_id: string
  attempt_id: string
  reason: ReturnReason
  amount: number
  currency: string
  status: 'pending' | 'succeeded'
  processor: string
  processor_reference: string
  purchase_reference: string
  /** The processor's own ids of the current order and of the purchase. Null: it has not given them. */
  processor_id: string | null
  purchase_processor_id: string | null
  /** When the current order was first sent. */
  ordered_at: Date
  /** Number of orders sent to the bank. After a refusal the service sends a new order under a new reference. */
  orders: number
  last_failure: string | null
  /** The event of the return was sent before the bank reversed the return. */
  is_reported: boolean
  created_at: Date
  settled_at: Date | null
  next_check_at: Date | null
  checks: number
  contradiction: Contradiction | null
}

import type { components } from '../../generated/types.ts'
import type { EventType } from '../../generated/operations.ts'
import type { AuditAction } from './accounts/audit-actions.ts'
import type { PendingChallenge } from './sessions/challenge-records.ts'
import type { Contradiction } from './acquirers/contradiction.ts'
import type { DisputeReason, DisputeStage, DisputeStatus, DisputeStep } from './disputes/dispute-state.ts'
import type { FailureCode } from './sessions/failure-codes.ts'
import type { Origin } from './origin.ts'
import type { PaymentLinkStatus } from './links/payment-link-state.ts'
import type { RefundStatus } from './refunds/refund-state.ts'
import type { SessionStatus } from './sessions/session-state.ts'

// The rows of the database, one interface for each table. Amounts are in the smallest unit of the currency.

export interface ScopedRecord {
  merchant_id: string
  livemode: boolean
}

export interface MerchantRecord {
  merchant_id: string
  business_name: string | null
  email: string
  live_access: boolean
  /** The account of the public demo key, which has a cap on amounts and neither webhooks nor lists. */
  public_demo: boolean
  currencies: string[]
  thank_you_url_test: string | null
  thank_you_url_live: string | null
  created_at: Date
  /** IANA name of the time zone in which the dashboard shows times and counts days. */
  time_zone: string
  /** Whether customers get a receipt by mail. */
  receipts: boolean
  /** Address for customers' questions, or null when the account gave none. */
  contact_email: string | null
  /** Pages that payment pages link to, or null. */
  terms_url: string | null
  privacy_url: string | null
  /** When the operator withdrew live access; null while it is not withdrawn. */
  live_access_ended_at: Date | null
  /** Since when deliveries and live access wait for the review of a claim; null when nothing waits. */
  held_since: Date | null
}

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

export interface RefundRecord extends ScopedRecord, Origin {
  id: string
  session_id: string
  attempt_id: string
  amount: number
  currency: string
  status: RefundStatus
  reason: string | null
  failure_message: string | null
  processor: string
  processor_reference: string
  purchase_reference: string
  /** The processor's own ids of the refund and of the purchase. Null: it has not given them. */
  processor_id: string | null
  purchase_processor_id: string | null
  created_at: Date
  settled_at: Date | null
  next_check_at: Date | null
  checks: number
  /** What the bank moved, as it reported it and the ledger has it. Null: `amount`. */
  booked_amount: number | null
  booked_currency: string | null
  /** Of a failed refund: the part that the customer has nevertheless, because less came back. Null: nothing. */
  kept_amount: number | null
  /** For people: the processor's receipt cannot be about this order, and no other has come so far. */
  contradiction: Contradiction | null
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

export interface DisputeRecord extends ScopedRecord {
  id: string
  session_id: string
  attempt_id: string
  /** As the bank reported it: it may be more than the payment, and in another currency. */
  amount: number
  currency: string
  status: DisputeStatus
  /** Null: the bank gave no reason. */
  reason: DisputeReason | null
  processor: string
  processor_reference: string
  opened_at: Date
  /** Until when the merchant can answer the dispute at the bank. */
  respond_by: Date | null
  closed_at: Date | null
  stage: DisputeStage
  /** What the processor has reported so far. Everything else follows from it. */
  steps: readonly DisputeStep[]
}

export type PaymentLinkKind = 'single' | 'reusable'

export interface PaymentLinkRecord extends ScopedRecord {
  id: string
  code: string
  kind: PaymentLinkKind
  status: PaymentLinkStatus
  amount: number
  currency: string
  description: string
  reference: string | null
  customer: { email?: string; name?: string }
  success_url: string | null
  expires_at: Date | null
  paid_session_id: string | null
  metadata: Record<string, string>
  payments_count: number
  amount_collected: number
  created_at: Date
}

export interface EventRecord extends ScopedRecord {
  id: string
  type: EventType
  session_id: string | null
  /** The exact body of every delivery. */
  body: string
  created_at: Date
}

export interface WebhookEndpointRecord extends ScopedRecord {
  id: string
  url: string
  /** Sealed with the keyring. */
  sealed_secret: string
  created_at: Date
  /** The merchant has seen this secret, but deliveries are not yet signed with it. */
  sealed_next_secret: string | null
  next_secret_at: Date | null
  failing_since: Date | null
  failing_mailed_at: Date | null
}

export interface DeliveryRecord extends ScopedRecord {
  id: string
  event_id: string
  status: 'pending' | 'delivered' | 'abandoned'
  failed_attempts: number
  /** The worker moves it ahead during an attempt, so that a killed worker's deliveries become due again. */
  next_attempt_at: Date | null
  created_at: Date
}

export type MovementKind =
  | 'capture'
  | 'refund'
  | 'reversal'
  | 'chargeback'
  | 'chargeback_reversal'
  | 'refund_reversal'
  | 'return_reversal'
  | 'capture_reversal'

/** One entry of the append-only ledger. `amount` is positive; `kind` gives the direction. */
export interface MovementRecord extends ScopedRecord {
  id: string
  kind: MovementKind
  amount: number
  currency: string
  session_id: string
  attempt_id: string
  refund_id: string | null
  processor: string
  processor_reference: string
  created_at: Date
}

export interface PersonRecord {
  id: string
  email: string
  password_hash: string | null
  created_at: Date
  /** When the person first proved to read mail at the address, or null. */
  email_confirmed_at: Date | null
  /** When the person decided about the keys that are older than this proof, or null. */
  earlier_keys_reviewed_at: Date | null
}

/** A sign-in to the dashboard. */
export interface LoginRecord {
  id: string
  person_id: string
  merchant_id: string
  created_at: Date
  last_seen_at: Date
  address: string | null
  user_agent: string | null
  revoked_at: Date | null
}

export interface AuditRecord {
  merchant_id: string
  id: string
  /** Null when the entry concerns the whole account. */
  livemode: boolean | null
  person_id: string | null
  actor: string
  action: AuditAction
  detail: Record<string, unknown>
  address: string | null
  at: Date
}

export interface MailRecord extends ScopedRecord {
  id: string
  kind: string
  recipient: string
  /** Address for replies; null means the sender. */
  reply_to: string | null
  subject: string
  sealed_text: string
  created_at: Date
  next_attempt_at: Date | null
  attempts: number
  sent_at: Date | null
  last_error: string | null
}

/** `received`: the service will apply it, or try again. The others are final. */
export type NotificationState = 'received' | FinalNotificationState

/**
 * `known`: another report has brought the same. `no_effect`: nothing follows from it. `unknown_reference`: it names no
 * payment of the account. `mismatch`: it contradicts its payment. `failed`: the service failed at every attempt.
 */
export type FinalNotificationState = 'applied' | 'known' | 'no_effect' | 'unknown_reference' | 'mismatch' | 'failed'

/** One statement of a processor. */
export interface NotificationRecord extends ScopedRecord {
  id: string
  processor: string
  item_id: string
  type: string
  occurred_at: Date
  received_at: Date
  /** JSON. Null: deleted, because it is old. */
  content: string | null
  /** A `ProcessorFact` as JSON. Null: nothing follows from the statement. */
  fact: string | null
  state: NotificationState
  attempts: number
  next_attempt_at: Date | null
  problem: 'unknown_reference' | 'error' | null
}

/** A notification of which the service could use nothing. */
export interface RefusedNotificationRecord extends ScopedRecord {
  id: string
  processor: string
  refused_at: Date
  reason: string
  bytes: number
}

export interface EventResendRecord extends ScopedRecord {
  id: string
  event_id: string
  created_at: Date
}

/** A failed API request: without its body, and without numbers in its path that could belong to a card. */
export interface ApiRequestRecord extends ScopedRecord {
  id: string
  at: Date
  method: string
  path: string
  status: number
  code: string
  param: string | null
  request_id: string
  duration_ms: number
}

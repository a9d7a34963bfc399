import type {
  ApiRequestRecord,
  AuditRecord,
  MerchantRecord,
  PersonRecord,
  RecordedRequest,
} from '../../domain/accounts/account-records.ts'
import type { AttemptRecord, ReturnRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { DeliveryRecord, EventResendRecord, WebhookEndpointRecord } from '../../domain/webhooks/webhook-records.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { MailRecord } from '../../domain/mail/mail-records.ts'
import type { MovementRecord } from '../../domain/money/movement-records.ts'
import type { NoteRecord } from '../../domain/notes/note-records.ts'
import type { NotificationRecord, RefusedNotificationRecord } from '../../domain/acquirers/notification-records.ts'
import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { CaptureRecord } from '../../domain/sessions/captures.ts'
import { listOf } from './columns.ts'
import { given, givenAndSaved, saved, setApart, tableOf } from './tables.ts'

// The columns that each statement reads. A statement with `*` would fail in a running process when a later release adds
// a column to its table: PostgreSQL refuses a prepared statement whose result has changed.

export const sessionTable = tableOf<SessionRecord>('checkout_sessions')({
  id: given('text'),
  status: saved('text', 'open'),
  amount: given('integer'),
  amount_refunded: saved('integer', 0),
  amount_refund_pending: saved('integer', 0),
  currency: given('text'),
  reference: given('text'),
  description: given('text'),
  customer: givenAndSaved('jsonb'),
  billing_address: givenAndSaved('jsonb'),
  shipping_address: given('jsonb'),
  success_url: given('text'),
  cancel_url: given('text'),
  expires_at: given('timestamptz'),
  attempts: saved('integer', 0),
  declined_cards: saved('integer', 0),
  failure_code: saved('text', null),
  failure_message: saved('text', null),
  card_brand: saved('text', null),
  card_last4: saved('text', null),
  card_network: saved('text', null),
  three_d_secure: saved('text', null),
  authorization_code: saved('text', null),
  paid_at: saved('timestamptz', null),
  created_at: given('timestamptz'),
  metadata: given('jsonb'),
  payment_link_id: given('text'),
  shared: given('boolean'),
})

export const sessionColumns = sessionTable.columns

export const attemptTable = tableOf<AttemptRecord>('card_attempts')({
  id: given('text'),
  session_id: given('text'),
  status: saved('text', 'processing'),
  processor: given('text'),
  processor_reference: given('text'),
  processor_id: saved('text', null),
  amount: given('integer'),
  currency: given('text'),
  nonce: given('text'),
  visitor: given('text'),
  typed_email: givenAndSaved('text'),
  typed_address: givenAndSaved('jsonb'),
  client_address: given('text'),
  client_network: given('text'),
  locale: given('text'),
  card_brand: given('text'),
  card_last4: given('text'),
  card_network: given('text'),
  failure_code: saved('text', null),
  abandoned: saved('boolean', false),
  left_at_bank: saved('boolean', false),
  challenge_url: saved('text', null),
  challenge: saved('jsonb', null),
  refusal_code: saved('text', null),
  refusal_text: saved('text', null),
  address_check: saved('text', null),
  security_code_check: saved('text', null),
  liability_shifted: saved('boolean', null),
  contradiction: saved('jsonb', null),
  is_cancelled: saved('boolean', false),
  captures_separately: given('boolean'),
  given_up_at: setApart('timestamptz', null),
  three_d_secure: saved('text', null),
  authorization_code: saved('text', null),
  created_at: given('timestamptz'),
  settled_at: saved('timestamptz', null),
  next_check_at: givenAndSaved('timestamptz'),
  checks: saved('integer', 0),
  request_id: given('text'),
  traceparent: given('text'),
})

export const attemptColumns = attemptTable.columns

export const noteTable = tableOf<NoteRecord>('payment_notes')({
  id: given('text'),
  session_id: given('text'),
  author_id: given('text'),
  author: given('text'),
  text: given('text'),
  created_at: given('timestamptz'),
})

export const captureTable = tableOf<CaptureRecord>('captures')({
  id: given('text'),
  session_id: given('text'),
  status: saved('text', 'due'),
  amount: given('integer'),
  currency: given('text'),
  processor: given('text'),
  processor_id: saved('text', null),
  refusal: saved('text', null),
  created_at: given('timestamptz'),
  requested_at: saved('timestamptz', null),
  settled_at: saved('timestamptz', null),
  next_check_at: givenAndSaved('timestamptz'),
  checks: saved('integer', 0),
  captured_amount: saved('integer', null),
  captured_currency: saved('text', null),
  contradiction: saved('jsonb', null),
})

export const captureColumns = captureTable.columns

export const refundTable = tableOf<RefundRecord>('refunds')({
  id: given('text'),
  session_id: given('text'),
  attempt_id: given('text'),
  amount: givenAndSaved('integer'),
  currency: given('text'),
  status: saved('text', 'pending'),
  reason: given('text'),
  failure_message: saved('text', null),
  processor: given('text'),
  processor_reference: given('text'),
  purchase_reference: given('text'),
  processor_id: saved('text', null),
  purchase_processor_id: given('text'),
  created_at: given('timestamptz'),
  settled_at: saved('timestamptz', null),
  next_check_at: givenAndSaved('timestamptz'),
  checks: saved('integer', 0),
  request_id: given('text'),
  traceparent: given('text'),
  booked_amount: saved('integer', null),
  booked_currency: saved('text', null),
  kept_amount: saved('integer', null),
  contradiction: saved('jsonb', null),
})

export const refundColumns = refundTable.columns

export const returnTable = tableOf<ReturnRecord>('automatic_returns')({
  id: given('text'),
  session_id: given('text'),
  attempt_id: given('text'),
  reason: given('text'),
  amount: given('integer'),
  currency: given('text'),
  status: saved('text', 'pending'),
  processor: given('text'),
  processor_reference: givenAndSaved('text'),
  purchase_reference: given('text'),
  processor_id: saved('text', null),
  purchase_processor_id: given('text'),
  ordered_at: givenAndSaved('timestamptz'),
  orders: saved('integer', 1),
  last_failure: saved('text', null),
  is_reported: saved('boolean', false),
  created_at: given('timestamptz'),
  settled_at: saved('timestamptz', null),
  next_check_at: givenAndSaved('timestamptz'),
  checks: saved('integer', 0),
  contradiction: saved('jsonb', null),
})

export const returnColumns = returnTable.columns

export const disputeTable = tableOf<DisputeRecord>('disputes')({
  id: given('text'),
  session_id: given('text'),
  attempt_id: given('text'),
  amount: givenAndSaved('integer'),
  currency: givenAndSaved('text'),
  status: givenAndSaved('text'),
  reason: givenAndSaved('text'),
  processor: given('text'),
  processor_reference: givenAndSaved('text'),
  opened_at: given('timestamptz'),
  respond_by: givenAndSaved('timestamptz'),
  closed_at: givenAndSaved('timestamptz'),
  stage: givenAndSaved('text'),
  steps: givenAndSaved('jsonb'),
  remind_at: givenAndSaved('timestamptz'),
})

export const disputeColumns = disputeTable.columns

export const movementTable = tableOf<MovementRecord>('money_movements')({
  id: given('text'),
  kind: given('text'),
  amount: given('integer'),
  currency: given('text'),
  session_id: given('text'),
  attempt_id: given('text'),
  refund_id: given('text'),
  processor: given('text'),
  processor_reference: given('text'),
  created_at: given('timestamptz'),
})

export const movementColumns = movementTable.columns

export const paymentLinkTable = tableOf<PaymentLinkRecord>('payment_links')({
  id: given('text'),
  code: given('text'),
  kind: given('text'),
  status: saved('text', 'active'),
  amount: given('integer'),
  currency: given('text'),
  description: given('text'),
  reference: given('text'),
  customer: given('jsonb'),
  success_url: given('text'),
  expires_at: given('timestamptz'),
  paid_session_id: saved('text', null),
  metadata: given('jsonb'),
  payments_count: saved('integer', 0),
  amount_collected: saved('bigint', 0),
  created_at: given('timestamptz'),
})

export const paymentLinkColumns = paymentLinkTable.columns

export const resendColumns = listOf<EventResendRecord>({
  merchant_id: true,
  livemode: true,
  id: true,
  event_id: true,
  created_at: true,
})

export const deliveryColumns = listOf<DeliveryRecord>({
  merchant_id: true,
  livemode: true,
  id: true,
  event_id: true,
  status: true,
  failed_attempts: true,
  next_attempt_at: true,
  created_at: true,
})

export const endpointColumns = listOf<WebhookEndpointRecord>({
  merchant_id: true,
  livemode: true,
  id: true,
  url: true,
  sealed_secret: true,
  created_at: true,
  sealed_next_secret: true,
  next_secret_at: true,
  failing_since: true,
  failing_mailed_at: true,
})

export const notificationColumns = listOf<NotificationRecord>({
  merchant_id: true,
  livemode: true,
  id: true,
  processor: true,
  item_id: true,
  type: true,
  occurred_at: true,
  received_at: true,
  content: true,
  fact: true,
  state: true,
  attempts: true,
  next_attempt_at: true,
  problem: true,
})

export const refusedNotificationColumns = listOf<RefusedNotificationRecord>({
  merchant_id: true,
  livemode: true,
  id: true,
  processor: true,
  refused_at: true,
  reason: true,
  bytes: true,
})

export const apiRequestColumns = listOf<ApiRequestRecord>({
  merchant_id: true,
  livemode: true,
  id: true,
  at: true,
  method: true,
  path: true,
  status: true,
  code: true,
  param: true,
  request_id: true,
  duration_ms: true,
  fault: true,
})

export const recordedRequestTable = tableOf<RecordedRequest>('recorded_requests')({
  id: given('text'),
  at: given('timestamptz'),
  method: given('text'),
  path: given('text'),
  status: given('integer'),
  code: given('text'),
  param: given('text'),
  request_id: given('text'),
  duration_ms: given('integer'),
  fault: given('text'),
  secret_key_id: given('text'),
  idempotency_key: given('text'),
  idempotent_replayed: given('boolean'),
  session_id: given('text'),
  request_body: given('text'),
  reply_body: given('text'),
})

export const merchantColumns = listOf<MerchantRecord>({
  merchant_id: true,
  business_name: true,
  email: true,
  live_access: true,
  public_demo: true,
  currencies: true,
  thank_you_url_test: true,
  thank_you_url_live: true,
  cancel_url_test: true,
  created_at: true,
  time_zone: true,
  receipts: true,
  contact_email: true,
  terms_url: true,
  privacy_url: true,
  live_access_ended_at: true,
  held_since: true,
  test_faults: true,
  second_factor_from: true,
})

export const auditColumns = listOf<AuditRecord>({
  merchant_id: true,
  livemode: true,
  id: true,
  person_id: true,
  actor: true,
  action: true,
  detail: true,
  address: true,
  at: true,
})

export const mailTable = tableOf<MailRecord>('outgoing_mail')({
  id: given('text'),
  kind: given('text'),
  recipient: given('text'),
  reply_to: given('text'),
  subject: given('text'),
  sealed_text: given('text'),
  sealed_body: given('text'),
  created_at: given('timestamptz'),
  next_attempt_at: given('timestamptz'),
  attempts: setApart('integer', 0),
  sent_at: setApart('timestamptz', null),
  last_error: setApart('text', null),
})

export const mailColumns = mailTable.columns

export const personColumns = listOf<PersonRecord>({
  id: true,
  email: true,
  password_hash: true,
  created_at: true,
  email_confirmed_at: true,
  earlier_keys_reviewed_at: true,
})

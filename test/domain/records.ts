import type { AttemptRecord, SessionRecord } from '../../server/domain/sessions/session-records.ts'
import type { MerchantRecord } from '../../server/domain/accounts/account-records.ts'
import type { RefundRecord } from '../../server/domain/refunds/refund-records.ts'

export const createdAt = new Date('2026-11-21T10:00:00.123Z')

export function merchantWith(changes: Partial<MerchantRecord> = {}): MerchantRecord {
  return {
    merchant_id: 'mer_1',
    business_name: 'Test shop',
    email: 'merchant@example.com',
    live_access: false,
    public_demo: false,
    currencies: ['GBP'],
    thank_you_url_test: null,
    thank_you_url_live: null,
    cancel_url_test: null,
    created_at: createdAt,
    time_zone: 'UTC',
    receipts: false,
    contact_email: null,
    terms_url: null,
    privacy_url: null,
    live_access_ended_at: null,
    held_since: null,
    test_faults: null,
    second_factor_from: null,
    ...changes,
  }
}

/** An open session of 2,500 pence without optional fields. */
export function sessionWith(changes: Partial<SessionRecord> = {}): SessionRecord {
  return {
    merchant_id: 'mer_1',
    livemode: false,
    id: 'cs_test_1',
    status: 'open',
    amount: 2500,
    amount_refunded: 0,
    amount_refund_pending: 0,
    currency: 'GBP',
    reference: null,
    description: null,
    customer: {},
    billing_address: null,
    shipping_address: null,
    success_url: null,
    cancel_url: null,
    expires_at: new Date(createdAt.getTime() + 1_800_000),
    attempts: 0,
    declined_cards: 0,
    failure_code: null,
    failure_message: null,
    card_brand: null,
    card_last4: null,
    card_network: null,
    three_d_secure: null,
    authorization_code: null,
    paid_at: null,
    created_at: createdAt,
    metadata: {},
    payment_link_id: null,
    shared: false,
    ...changes,
  }
}

export function paidWith(changes: Partial<SessionRecord> = {}): SessionRecord {
  const paid_at = new Date('2026-11-21T10:01:00.000Z')
  return sessionWith({
    status: 'paid',
    attempts: 1,
    card_brand: 'visa',
    card_last4: '0085',
    card_network: null,
    authorization_code: '123456',
    paid_at,
    ...changes,
  })
}

export function attemptWith(changes: Partial<AttemptRecord> = {}): AttemptRecord {
  return {
    merchant_id: 'mer_1',
    livemode: false,
    id: 'att_1',
    session_id: 'cs_test_1',
    status: 'processing',
    processor: 'sandbox',
    processor_reference: 'att_1',
    processor_id: null,
    amount: 2500,
    currency: 'GBP',
    nonce: 'AAECAwQFBgcICQoLDA0ODw',
    visitor: null,
    typed_email: null,
    typed_address: null,
    client_address: null,
    client_network: null,
    locale: null,
    card_brand: 'visa',
    card_last4: '0085',
    card_network: null,
    failure_code: null,
    abandoned: false,
    left_at_bank: false,
    challenge_url: null,
    challenge: null,
    refusal_code: null,
    refusal_text: null,
    address_check: null,
    security_code_check: null,
    liability_shifted: null,
    contradiction: null,
    is_cancelled: false,
    captures_separately: false,
    given_up_at: null,
    three_d_secure: null,
    authorization_code: null,
    created_at: createdAt,
    settled_at: null,
    next_check_at: createdAt,
    checks: 0,
    request_id: null,
    traceparent: null,
    ...changes,
  }
}

export function refundWith(changes: Partial<RefundRecord> = {}): RefundRecord {
  return {
    merchant_id: 'mer_1',
    livemode: false,
    id: 're_1',
    session_id: 'cs_test_1',
    attempt_id: 'att_1',
    amount: 500,
    currency: 'GBP',
    status: 'succeeded',
    reason: null,
    failure_message: null,
    processor: 'sandbox',
    processor_reference: 're_1',
    purchase_reference: 'att_1',
    processor_id: null,
    purchase_processor_id: null,
    created_at: createdAt,
    settled_at: createdAt,
    next_check_at: null,
    checks: 0,
    booked_amount: null,
    booked_currency: null,
    kept_amount: null,
    contradiction: null,
    request_id: null,
    traceparent: null,
    ...changes,
  }
}

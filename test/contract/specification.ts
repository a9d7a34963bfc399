// The specification is the document that this contract was written from; it is not part of the repository. This file
// repeats its names and numbers by hand, independently of the contract, so that a mistake in the contract shows.

/**
 * Error codes and their HTTP status. The specification leaves two of them open: see
 * spec/decisions/requests.md#unauthorized and spec/decisions/requests.md#internal-error.
 */
export const specifiedCodes: Readonly<Record<string, number>> = {
  invalid_api_key: 401,
  live_mode_not_enabled: 403,
  parameter_missing: 400,
  parameter_invalid: 400,
  amount_too_large: 400,
  currency_not_enabled: 400,
  session_not_found: 404,
  idempotency_conflict: 409,
  request_in_progress: 409,
  session_not_refundable: 409,
  refund_exceeds_amount: 400,
  webhooks_not_available: 403,
  rate_limited: 429,
  processor_unavailable: 502,
  account_configuration: 500,
  invalid_client_secret: 401,
  session_not_payable: 409,
  payment_in_progress: 409,
  card_not_encrypted: 400,
  not_found: 404,
  unauthorized: 401,
  internal_error: 500,
}

/** The codes that the specification gives to all calls, outside the lists of its endpoints. */
export const codesOfAllCalls: readonly string[] = [
  // Its table of codes: a field or parameter of the request is missing or has a wrong format.
  'parameter_missing',
  'parameter_invalid',
  // "All requests" in its table of limits, and its rule about live keys.
  'rate_limited',
  'live_mode_not_enabled',
  'internal_error',
]

/** Every call can refuse a restricted key, of which it says nothing (spec/decisions/accounts.md#restricted-keys). */
export const codesOfRestrictedKeys: readonly string[] = ['webhooks_not_available']

/** Its section about idempotency gives these to every call that takes a key. */
export const codesOfKeyedCalls: readonly string[] = ['idempotency_conflict', 'request_in_progress']

/** Codes of single operations that their lists leave out, with the sentence of the specification that gives them. */
export const furtherCodes: Readonly<Record<string, readonly string[]>> = {
  // "The merchant account needs setup by support."
  createCheckoutSession: ['account_configuration'],
  createPaymentLink: ['account_configuration'],
  // "The public demo key cannot use webhooks." The error of an unknown event is not shown.
  resendEvent: ['webhooks_not_available', 'not_found'],
}

/** Types of event. */
export const specifiedEvents: readonly string[] = [
  'session.completed',
  'session.failed',
  'session.expired',
  'session.refunded',
  'session.disputed',
  'session.dispute_closed',
  'session.duplicate_refunded',
  'payment_link.paid',
  'payment_link.duplicate_payment',
  'test.ping',
]

/** Types of event beyond the specification (spec/decisions/webhooks.md#additional-events). */
export const additionalEvents: readonly string[] = ['session.refund_failed', 'session.dispute_lost']

/** The codes that the specification lists for each endpoint. An operation may declare more. */
export const specifiedOperations: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/checkout/sessions': [
    'parameter_missing',
    'parameter_invalid',
    'amount_too_large',
    'currency_not_enabled',
    'invalid_api_key',
    'live_mode_not_enabled',
    'idempotency_conflict',
    'request_in_progress',
    'rate_limited',
  ],
  'GET /v1/checkout/sessions': ['invalid_api_key', 'webhooks_not_available', 'rate_limited'],
  'GET /v1/checkout/sessions/{id}': ['invalid_api_key', 'session_not_found', 'rate_limited'],
  'POST /v1/checkout/sessions/{id}/refunds': [
    'refund_exceeds_amount',
    'parameter_invalid',
    'invalid_api_key',
    'session_not_found',
    'session_not_refundable',
    'idempotency_conflict',
    'processor_unavailable',
  ],
  'POST /v1/payment_links': [
    'parameter_missing',
    'parameter_invalid',
    'amount_too_large',
    'invalid_api_key',
    'webhooks_not_available',
    'idempotency_conflict',
  ],
  'GET /v1/payment_links': ['invalid_api_key'],
  'GET /v1/payment_links/{id}': ['invalid_api_key', 'not_found'],
  'POST /v1/payment_links/{id}/deactivate': ['invalid_api_key', 'not_found'],
  'POST /v1/webhook_endpoints': ['parameter_invalid', 'invalid_api_key', 'webhooks_not_available'],
  'POST /v1/events/{id}/resend': ['invalid_api_key'],
  'POST /v1/sandbox/signup': ['parameter_invalid', 'rate_limited'],
}

/** The endpoints above that take an `Idempotency-Key`. */
export const keyedOperations: readonly string[] = [
  'POST /v1/checkout/sessions',
  'POST /v1/checkout/sessions/{id}/refunds',
  'POST /v1/payment_links',
]

const sessionData = [
  'id',
  'object',
  'status',
  'livemode',
  'amount',
  'amount_refunded',
  'currency',
  'reference',
  'description',
  'customer',
  'billing_address',
  'shipping_address',
  'success_url',
  'cancel_url',
  'expires_at',
  'attempts',
  'failure_code',
  'failure_message',
  'payment',
  'paid_at',
  'created_at',
  'metadata',
  'payment_link',
]

/** Fields of each resource. All are always present, except in `resourcesOfOptionalFields`. */
export const specifiedResources: Readonly<Record<string, readonly string[]>> = {
  CheckoutSession: [...sessionData, 'client_secret', 'url'],
  CheckoutSessionData: sessionData,
  RefundedSessionData: [...sessionData, 'refund'],
  Payment: ['card_brand', 'card_last4', 'three_d_secure', 'authorization_code', 'paid_at'],
  Refund: ['id', 'object', 'session', 'amount', 'status', 'reason', 'failure_message', 'created_at'],
  WebhookEndpoint: ['id', 'object', 'url', 'secret', 'livemode'],
  SandboxSignup: ['merchant_id', 'secret_key', 'livemode', 'note'],
  PaymentLinkPaymentData: ['id', 'code', 'session', 'amount', 'currency', 'reference'],
  PaymentLink: [
    'id',
    'object',
    'url',
    'code',
    'kind',
    'status',
    'livemode',
    'amount',
    'currency',
    'description',
    'reference',
    'customer',
    'success_url',
    'expires_at',
    'paid_session',
    'metadata',
    'created_at',
    'payments_count',
    'amount_collected',
  ],
  Address: ['line1', 'line2', 'city', 'postal_code', 'state', 'country'],
  Customer: ['email', 'name', 'phone'],
}

/** Resources that have only the fields that were supplied. */
export const resourcesOfOptionalFields: readonly string[] = ['Address', 'Customer']

const text = (maxLength: number): object => ({ maxLength })

/** Limits of the fields of requests. */
export const specifiedLimits: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  CheckoutSessionCreateParams: {
    amount: { type: 'integer', minimum: 1, maximum: 99_999_999 },
    currency: { minLength: 3, maxLength: 3, format: 'iso-4217' },
    reference: text(255),
    description: text(255),
    success_url: { format: 'uri', pattern: '^[hH][tT][tT][pP][sS]://' },
    cancel_url: { format: 'uri', pattern: '^[hH][tT][tT][pP][sS]://' },
    expires_in: { type: 'integer', minimum: 300, maximum: 86_400, default: 1_800 },
    customer: { properties: { email: {}, name: text(90), phone: text(32) } },
  },
  PaymentLinkCreateParams: {
    amount: { type: 'integer', minimum: 1, maximum: 99_999_999 },
    currency: { minLength: 3, maxLength: 3, format: 'iso-4217' },
    description: text(255),
    kind: { enum: ['single', 'reusable'], default: 'single' },
    reference: text(255),
    customer: { properties: { email: {}, name: text(90) } },
    success_url: { format: 'uri', pattern: '^[hH][tT][tT][pP][sS]://' },
    expires_at: { format: 'date-time' },
    metadata: { maxProperties: 19, propertyNames: { maxLength: 40 } },
  },
  RefundCreateParams: { amount: { type: 'integer', minimum: 1 }, reason: text(255) },
  Address: {
    line1: text(255),
    line2: text(255),
    city: text(255),
    postal_code: text(32),
    state: text(3),
    country: { minLength: 2, maxLength: 2, format: 'iso-3166' },
  },
  WebhookEndpointSetParams: { url: { format: 'uri' } },
  SandboxSignupParams: { email: { format: 'email' }, business_name: text(90) },
}

// Generated from spec/ by `npm run generate`. Do not edit.

/** A postal address. Every part is optional. */
export interface Address {
  /** Limits: at most 255 characters. */
  line1?: string | undefined
  /** Limits: at most 255 characters. */
  line2?: string | undefined
  /** Limits: at most 255 characters. */
  city?: string | undefined
  /** Limits: at most 32 characters. */
  postal_code?: string | undefined
  /**
   * Code of the state or province.
   * Limits: at most 3 characters.
   */
  state?: string | undefined
  /**
   * Two letters, ISO 3166-1; either case is accepted.
   * Limits: exactly 2 characters.
   */
  country?: string | undefined
}

/** What the sandbox bank does with a card. Each has a test card of its own. */
export type CardScenario = 'approved' | 'background_check' | 'challenge' | 'declined' | 'invalid_card' | 'expired_card' | 'risk_declined' | 'authentication_failed' | 'processing_error' | 'processor_unavailable' | 'account_configuration' | 'no_answer' | 'late_approval' | 'refund_pending' | 'refund_failed' | 'refund_unavailable'

/** What the customer does in the confirmation window. */
export type ChallengeOutcome = 'approved' | 'declined' | 'abandoned'

/** A checkout session as the merchant's server sees it. */
export interface CheckoutSession {
  /** Prefix `cs_test_` in test mode, `cs_live_` in live mode. */
  id: string
  object: 'checkout.session'
  status: CheckoutSessionStatus | (string & {})
  /** False for test keys. */
  livemode: boolean
  /**
   * Amount in the smallest unit of the currency (pence, cents, yen).
   * Limits: 0 to 99,999,999.
   */
  amount: number
  /**
   * Refunded so far, in the smallest unit.
   * Limits: 0 to 99,999,999.
   */
  amount_refunded: number
  /** Three letters, ISO 4217, upper case. */
  currency: string
  /**
   * Your own order id.
   * Limits: at most 255 characters.
   */
  reference: string | null
  /**
   * Shown to the customer.
   * Limits: at most 255 characters.
   */
  description: string | null
  customer: Customer
  billing_address: Address | null
  shipping_address: Address | null
  /**
   * An https address without user name and password.
   * Limits: at most 2,048 characters.
   */
  success_url: string | null
  /**
   * An https address without user name and password.
   * Limits: at most 2,048 characters.
   */
  cancel_url: string | null
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string
  /**
   * Card attempts so far.
   * Limits: at least 0.
   */
  attempts: number
  /** Describes the last attempt on an open or failed session. */
  failure_code: FailureCode | (string & {}) | null
  /** Text written for the customer. */
  failure_message: string | null
  /** Null until a payment exists. */
  payment: Payment | null
  /** RFC 3339, UTC, with milliseconds. */
  paid_at: string | null
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string
  /** Limits: at most 20 entries. */
  metadata: Metadata
  /** The payment link this checkout came from, if any. */
  payment_link: string | null
  /** For the browser: the only value that goes there. Form: `<session_id>_secret_<suffix>`. Never in webhooks. */
  client_secret: string
  /** Hosted checkout page of the session. Never in webhooks. */
  url: string
}

/** What a new checkout session is made of. */
export interface CheckoutSessionCreateParams {
  /**
   * 1 to 99,999,999 in the smallest unit of the currency.
   * Limits: 1 to 99,999,999.
   */
  amount: number
  /**
   * ISO 4217; must be enabled on the account.
   * Limits: exactly 3 characters.
   */
  currency: string
  /**
   * Your own order id: returned in reads and webhooks, and a filter of the list.
   * Limits: at most 255 characters.
   */
  reference?: string | null | undefined
  /**
   * Shown on the form.
   * Limits: at most 255 characters.
   */
  description?: string | null | undefined
  customer?: Customer | undefined
  /** When absent the form asks the customer. */
  billing_address?: Address | null | undefined
  shipping_address?: Address | null | undefined
  /**
   * Where the customer goes after paying, with `session_id` and `reference` added. Falls back to the dashboard's setting.
   * Limits: at most 2,048 characters.
   */
  success_url?: string | null | undefined
  /**
   * Target of the cancel link on the hosted page.
   * Limits: at most 2,048 characters.
   */
  cancel_url?: string | null | undefined
  /**
   * Seconds until an unpaid session expires; 1,800 (30 minutes) when you leave it out.
   * Limits: 300 to 86,400; default 1800.
   */
  expires_in?: number | undefined
  /** Limits: at most 20 entries. */
  metadata?: Metadata | undefined
}

/** A checkout session as events carry it: without `client_secret` and `url`. */
export interface CheckoutSessionData {
  /** Prefix `cs_test_` in test mode, `cs_live_` in live mode. */
  id: string
  object: 'checkout.session'
  status: CheckoutSessionStatus | (string & {})
  /** False for test keys. */
  livemode: boolean
  /**
   * Amount in the smallest unit of the currency (pence, cents, yen).
   * Limits: 0 to 99,999,999.
   */
  amount: number
  /**
   * Refunded so far, in the smallest unit.
   * Limits: 0 to 99,999,999.
   */
  amount_refunded: number
  /** Three letters, ISO 4217, upper case. */
  currency: string
  /**
   * Your own order id.
   * Limits: at most 255 characters.
   */
  reference: string | null
  /**
   * Shown to the customer.
   * Limits: at most 255 characters.
   */
  description: string | null
  customer: Customer
  billing_address: Address | null
  shipping_address: Address | null
  /**
   * An https address without user name and password.
   * Limits: at most 2,048 characters.
   */
  success_url: string | null
  /**
   * An https address without user name and password.
   * Limits: at most 2,048 characters.
   */
  cancel_url: string | null
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string
  /**
   * Card attempts so far.
   * Limits: at least 0.
   */
  attempts: number
  /** Describes the last attempt on an open or failed session. */
  failure_code: FailureCode | (string & {}) | null
  /** Text written for the customer. */
  failure_message: string | null
  /** Null until a payment exists. */
  payment: Payment | null
  /** RFC 3339, UTC, with milliseconds. */
  paid_at: string | null
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string
  /** Limits: at most 20 entries. */
  metadata: Metadata
  /** The payment link this checkout came from, if any. */
  payment_link: string | null
}

/** Checkout sessions, newest first. */
export interface CheckoutSessionList {
  object: 'list'
  data: CheckoutSession[]
}

/** Checkout sessions that match, newest first. */
export interface CheckoutSessionSearchResult {
  object: 'list'
  /** Whether there are more after the last one: ask with `starting_after`. */
  has_more: boolean
  data: CheckoutSession[]
}

/**
 * `open`: waits for the customer. `processing`: a card attempt is with the bank. `paid`: the money is taken.
 * `failed`: the last allowed attempt failed. `expired`: not paid in time. `refunded`: wholly refunded.
 * `disputed`: the cardholder's bank opened a chargeback.
 */
export type CheckoutSessionStatus = 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'refunded' | 'disputed'

/** The customer; only the keys that were supplied appear. */
export interface Customer {
  /**
   * With an email the form does not ask for one again.
   * Limits: at most 254 characters.
   */
  email?: string | undefined
  /** Limits: at most 90 characters. */
  name?: string | undefined
  /** Limits: at most 32 characters. */
  phone?: string | undefined
}

/** `won`: closed in the merchant's favour. */
export type DisputeOutcome = 'won' | 'lost'

/** Events, newest first (with `ending_before`: oldest first). */
export interface EventList {
  object: 'list'
  /** Whether there are more in the direction of this page. */
  has_more: boolean
  data: Event[]
}

/** How many deliveries were queued: 1, or 0 when the mode has no webhook address. */
export interface EventResend {
  /** Limits: at least 0. */
  resent: number
}

/** Why the last card attempt of an open or failed session failed. */
export type FailureCode = 'card_declined' | 'invalid_card' | 'expired_card' | 'risk_declined' | 'authentication_failed' | 'processing_error' | 'processor_unavailable' | 'account_configuration'

/**
 * Your own notes: up to 20 entries, keys up to 40 characters, values up to 500.
 * Limits: at most 20 entries.
 */
export type Metadata = Record<string, string>

/** The payment of a paid session. */
export interface Payment {
  /** One of `visa`, `mastercard`, `amex`, `discover`, `diners`, `jcb`, `unionpay`, `maestro`, or a brand added later. Null when unknown. */
  card_brand: string | null
  card_last4: string | null
  three_d_secure: ThreeDSecure | (string & {}) | null
  authorization_code: string | null
  /** RFC 3339, UTC, with milliseconds. */
  paid_at: string
}

/** A short address that opens a checkout. */
export interface PaymentLink {
  /** Prefix `pl_`. */
  id: string
  object: 'payment_link'
  /** Address to send to the customer. A QR image of it is at `<url>/qr.svg`. */
  url: string
  code: string
  kind: PaymentLinkKind | (string & {})
  status: PaymentLinkStatus | (string & {})
  livemode: boolean
  /**
   * Amount in the smallest unit of the currency (pence, cents, yen).
   * Limits: 0 to 99,999,999.
   */
  amount: number
  /** Three letters, ISO 4217, upper case. */
  currency: string
  /** Limits: at most 255 characters. */
  description: string
  /** Limits: at most 255 characters. */
  reference: string | null
  customer: PaymentLinkCustomer
  /**
   * An https address without user name and password.
   * Limits: at most 2,048 characters.
   */
  success_url: string | null
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string | null
  /** One-off links: the checkout that paid it. */
  paid_session: string | null
  /** Limits: at most 19 entries. */
  metadata: PaymentLinkMetadata
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string
  /** Limits: at least 0. */
  payments_count: number
  /**
   * Paid minus refunded, in the smallest unit.
   * Limits: at least 0.
   */
  amount_collected: number
}

/** What a new payment link is made of. */
export interface PaymentLinkCreateParams {
  /**
   * 1 to 99,999,999 in the smallest unit of the currency.
   * Limits: 1 to 99,999,999.
   */
  amount: number
  /**
   * Three letters, ISO 4217; either case is accepted.
   * Limits: exactly 3 characters.
   */
  currency: string
  /** Limits: at most 255 characters. */
  description: string
  /** Limits: default "single". */
  kind?: PaymentLinkKind | undefined
  /**
   * Copied onto every checkout of the link.
   * Limits: at most 255 characters.
   */
  reference?: string | null | undefined
  /** One-off links only. */
  customer?: PaymentLinkCustomer | undefined
  /**
   * Falls back to the dashboard's setting.
   * Limits: at most 2,048 characters.
   */
  success_url?: string | null | undefined
  /** Between 10 minutes and 1 year ahead. */
  expires_at?: string | null | undefined
  /** Limits: at most 19 entries. */
  metadata?: PaymentLinkMetadata | undefined
}

/** The customer of a one-off link. */
export interface PaymentLinkCustomer {
  /** Limits: at most 254 characters; format email. */
  email?: string | undefined
  /** Limits: at most 90 characters. */
  name?: string | undefined
}

/** A second payment reached an already paid one-off link, and was refunded automatically. */
export interface PaymentLinkDuplicatePaymentEvent {
  /** Prefix `evt_`. */
  id: string
  type: 'payment_link.duplicate_payment'
  /** When it happened. */
  created: string
  livemode: boolean
  data: PaymentLinkPaymentData
}

/** `single`: one checkout, paid once. `reusable`: each visitor gets a checkout of their own. */
export type PaymentLinkKind = 'single' | 'reusable'

/** Payment links, newest first. */
export interface PaymentLinkList {
  object: 'list'
  /** Whether there are more than `limit`. */
  has_more: boolean
  data: PaymentLink[]
}

/**
 * Up to 19 entries; copied onto each checkout together with `payment_link`.
 * Limits: at most 19 entries.
 */
export type PaymentLinkMetadata = Record<string, string>

/** A one-off payment link was paid. */
export interface PaymentLinkPaidEvent {
  /** Prefix `evt_`. */
  id: string
  type: 'payment_link.paid'
  /** When it happened. */
  created: string
  livemode: boolean
  data: PaymentLinkPaymentData
}

/** The payment of a link. */
export interface PaymentLinkPaymentData {
  /** Prefix `pl_`. */
  id: string
  code: string
  /** Id of the checkout session. */
  session: string
  /**
   * Amount in the smallest unit of the currency (pence, cents, yen).
   * Limits: 0 to 99,999,999.
   */
  amount: number
  /** Three letters, ISO 4217, upper case. */
  currency: string
  reference: string | null
}

export type PaymentLinkStatus = 'active' | 'paid' | 'expired' | 'deactivated'

/** The endpoint that was pinged. */
export interface PingData {
  object: 'webhook_endpoint'
  id: string
  message: string
}

/** Money returned to the card that paid a session. */
export interface Refund {
  /** Prefix `re_`. */
  id: string
  object: 'refund'
  /** The refunded session. */
  session: string
  /**
   * Amount in the smallest unit of the currency (pence, cents, yen).
   * Limits: 0 to 99,999,999.
   */
  amount: number
  status: RefundStatus | (string & {})
  /** Limits: at most 255 characters. */
  reason: string | null
  /** Explains a failed refund. */
  failure_message: string | null
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string
}

/** How much to return, and why. */
export interface RefundCreateParams {
  /**
   * In the smallest unit; when left out, everything not yet refunded.
   * Limits: at least 1.
   */
  amount?: number | undefined
  /**
   * Shown in the dashboard.
   * Limits: at most 255 characters.
   */
  reason?: string | null | undefined
}

/** Refunds, newest first. */
export interface RefundList {
  object: 'list'
  /** Whether there are more after the last one: ask with `starting_after`. */
  has_more: boolean
  data: Refund[]
}

/** `succeeded`: the money is on its way back. `pending`: the bank has not confirmed; a `session.refunded` event follows. `failed`: nothing was taken. */
export type RefundStatus = 'succeeded' | 'pending' | 'failed'

/** A session and the refund that succeeded. */
export interface RefundedSessionData {
  /** Prefix `cs_test_` in test mode, `cs_live_` in live mode. */
  id: string
  object: 'checkout.session'
  status: CheckoutSessionStatus | (string & {})
  /** False for test keys. */
  livemode: boolean
  /**
   * Amount in the smallest unit of the currency (pence, cents, yen).
   * Limits: 0 to 99,999,999.
   */
  amount: number
  /**
   * Refunded so far, in the smallest unit.
   * Limits: 0 to 99,999,999.
   */
  amount_refunded: number
  /** Three letters, ISO 4217, upper case. */
  currency: string
  /**
   * Your own order id.
   * Limits: at most 255 characters.
   */
  reference: string | null
  /**
   * Shown to the customer.
   * Limits: at most 255 characters.
   */
  description: string | null
  customer: Customer
  billing_address: Address | null
  shipping_address: Address | null
  /**
   * An https address without user name and password.
   * Limits: at most 2,048 characters.
   */
  success_url: string | null
  /**
   * An https address without user name and password.
   * Limits: at most 2,048 characters.
   */
  cancel_url: string | null
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string
  /**
   * Card attempts so far.
   * Limits: at least 0.
   */
  attempts: number
  /** Describes the last attempt on an open or failed session. */
  failure_code: FailureCode | (string & {}) | null
  /** Text written for the customer. */
  failure_message: string | null
  /** Null until a payment exists. */
  payment: Payment | null
  /** RFC 3339, UTC, with milliseconds. */
  paid_at: string | null
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string
  /** Limits: at most 20 entries. */
  metadata: Metadata
  /** The payment link this checkout came from, if any. */
  payment_link: string | null
  refund: Refund
}

/** A new test account. */
export interface SandboxSignup {
  /** Prefix `mer_`. */
  merchant_id: string
  /** Shown once. */
  secret_key: string
  livemode: false
  note: string
}

export interface SandboxSignupParams {
  /** Limits: at most 254 characters; format email. */
  email: string
  /** Limits: at most 90 characters. */
  business_name?: string | undefined
}

/** A session is paid; once per session. */
export interface SessionCompletedEvent {
  /** Prefix `evt_`. */
  id: string
  type: 'session.completed'
  /** When it happened. */
  created: string
  livemode: boolean
  data: CheckoutSessionData
}

/** A chargeback closed in the merchant's favour. */
export interface SessionDisputeClosedEvent {
  /** Prefix `evt_`. */
  id: string
  type: 'session.dispute_closed'
  /** When it happened. */
  created: string
  livemode: boolean
  data: CheckoutSessionData
}

/** A chargeback was opened. */
export interface SessionDisputedEvent {
  /** Prefix `evt_`. */
  id: string
  type: 'session.disputed'
  /** When it happened. */
  created: string
  livemode: boolean
  data: CheckoutSessionData
}

/** A second approval reached an already paid session, and was refunded automatically. */
export interface SessionDuplicateRefundedEvent {
  /** Prefix `evt_`. */
  id: string
  type: 'session.duplicate_refunded'
  /** When it happened. */
  created: string
  livemode: boolean
  data: CheckoutSessionData
}

/** A session was not paid in time. */
export interface SessionExpiredEvent {
  /** Prefix `evt_`. */
  id: string
  type: 'session.expired'
  /** When it happened. */
  created: string
  livemode: boolean
  data: CheckoutSessionData
}

/** The last allowed card attempt failed. */
export interface SessionFailedEvent {
  /** Prefix `evt_`. */
  id: string
  type: 'session.failed'
  /** When it happened. */
  created: string
  livemode: boolean
  data: CheckoutSessionData
}

/** A refund succeeded. After a partial refund `status` stays `paid`; after a full one it is `refunded`. */
export interface SessionRefundedEvent {
  /** Prefix `evt_`. */
  id: string
  type: 'session.refunded'
  /** When it happened. */
  created: string
  livemode: boolean
  data: RefundedSessionData
}

export type SettledRefundStatus = 'succeeded' | 'failed'

export interface TestChallengeParams {
  outcome: ChallengeOutcome
}

export interface TestDisputeParams {
  outcome: DisputeOutcome
}

export interface TestPayParams {
  /**
   * The card to pay with.
   * Limits: default "approved".
   */
  card?: CardScenario | undefined
}

/** Sent by the dashboard's test button. */
export interface TestPingEvent {
  /** Prefix `evt_`. */
  id: string
  type: 'test.ping'
  /** When it happened. */
  created: string
  livemode: boolean
  data: PingData
}

export interface TestSettleParams {
  status: SettledRefundStatus
}

/** How the cardholder was authenticated: without a question, or by confirming. */
export type ThreeDSecure = 'frictionless' | 'challenge'

/** Where the events of one mode are delivered. Each mode has exactly one address. */
export interface WebhookEndpoint {
  /** Prefix `we_`. */
  id: string
  object: 'webhook_endpoint'
  /** Limits: format uri. */
  url: string
  /** Signs every delivery. Shown only in this reply: keep it. */
  secret: string
  livemode: boolean
}

export interface WebhookEndpointSetParams {
  /**
   * https and publicly reachable.
   * Limits: at most 2,048 characters.
   */
  url: string
}

/** Query of "List checkout sessions". */
export interface CheckoutSessionListParams {
  /**
   * Only sessions with this reference.
   * Limits: at most 255 characters.
   */
  reference?: string | undefined
  /**
   * How many at the most: 1 to 100.
   * Limits: 1 to 100; default 20.
   */
  limit?: number | undefined
}

/** Query of "List refunds". */
export interface RefundListParams {
  /**
   * Only refunds of this checkout session.
   * Limits: at most 64 characters.
   */
  session?: string | undefined
  /**
   * How many at the most: 1 to 100.
   * Limits: 1 to 100; default 20.
   */
  limit?: number | undefined
  /**
   * Id of the last object of the page before.
   * Limits: at most 64 characters.
   */
  starting_after?: string | undefined
}

/** Query of "Search checkout sessions". */
export interface CheckoutSessionSearchParams {
  /** Sessions in this state now. */
  status?: CheckoutSessionStatus | undefined
  /**
   * Sessions with this reference, exactly.
   * Limits: at most 255 characters.
   */
  reference?: string | undefined
  /**
   * Sessions that came from this payment link.
   * Limits: at most 64 characters.
   */
  payment_link?: string | undefined
  /** Created at this moment or later. */
  created_from?: string | undefined
  /** Created before this moment. */
  created_before?: string | undefined
  /**
   * How many at the most: 1 to 100.
   * Limits: 1 to 100; default 20.
   */
  limit?: number | undefined
  /**
   * Id of the last object of the page before.
   * Limits: at most 64 characters.
   */
  starting_after?: string | undefined
}

/** Query of "List events". */
export interface EventListParams {
  /**
   * Only events of this type.
   * Limits: at most 64 characters.
   */
  type?: string | undefined
  /**
   * How many at the most: 1 to 100.
   * Limits: 1 to 100; default 20.
   */
  limit?: number | undefined
  /**
   * Id of the last object of the page before.
   * Limits: at most 64 characters.
   */
  starting_after?: string | undefined
  /**
   * Only events newer than this one, oldest first.
   * Limits: at most 64 characters.
   */
  ending_before?: string | undefined
  /**
   * Seconds to wait for an event when there is none yet: 0 to 25.
   * Limits: 0 to 25; default 0.
   */
  wait?: number | undefined
}

/** Query of "List payment links". */
export interface PaymentLinkListParams {
  /** Only links in this state. */
  status?: PaymentLinkStatus | undefined
  /**
   * How many at the most: 1 to 100.
   * Limits: 1 to 100; default 20.
   */
  limit?: number | undefined
}

/** What is delivered to your webhook endpoint. `switch (event.type)` narrows `data`; keep a `default` for types added later. */
export type Event =
  | SessionCompletedEvent
  | SessionFailedEvent
  | SessionExpiredEvent
  | SessionRefundedEvent
  | SessionDisputedEvent
  | SessionDisputeClosedEvent
  | SessionDuplicateRefundedEvent
  | PaymentLinkPaidEvent
  | PaymentLinkDuplicatePaymentEvent
  | TestPingEvent

export type EventType = Event['type']

/** Every code that the service answers; `{baseUrl}/docs/errors` explains each. What to do about it stands in `fix` of the error. */
export type ErrorCode = 'parameter_invalid' | 'parameter_missing' | 'amount_too_large' | 'currency_not_enabled' | 'rate_limited' | 'internal_error' | 'account_configuration' | 'invalid_api_key' | 'live_mode_not_enabled' | 'idempotency_conflict' | 'request_in_progress' | 'webhooks_not_available' | 'session_not_found' | 'refund_exceeds_amount' | 'session_not_refundable' | 'processor_unavailable' | 'session_not_payable' | 'payment_in_progress' | 'not_found' | 'invalid_client_secret' | 'card_not_encrypted' | 'unauthorized'

/**
 * The resources of the service, as the contract names them.
 * @typeParam Options what each call takes last: time-outs, a key of its own, …
 * @typeParam Extra what each answer carries besides its own fields
 */
export interface Resources<Options, Extra> {
  readonly checkout: {
    readonly sessions: {
      /**
       * Create a checkout session: `POST /v1/checkout/sessions`
       *
       * Makes a checkout session. Send its `client_secret` to the browser, or the customer to its `url`.
       *
       * An `Idempotency-Key` is sent by itself: this call is safe to retry.
       *
       * @throws {ServicePayError} with one of these codes, or one of the package itself:
       * - `parameter_invalid` (400): A field has a wrong format or value.
       * - `parameter_missing` (400): A required field is missing.
       * - `amount_too_large` (400): The amount is above the limit for this key.
       * - `currency_not_enabled` (400): This account does not process the currency.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): This account has no live access.
       * - `idempotency_conflict` (409): This Idempotency-Key was used before with a different request.
       * - `request_in_progress` (409): A request with the same Idempotency-Key is still running.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `account_configuration` (500): The merchant account needs setup by support.
       */
      create(params: CheckoutSessionCreateParams, options?: Options): Promise<CheckoutSession & Extra>
      /**
       * List checkout sessions: `GET /v1/checkout/sessions`
       *
       * The newest sessions of the key's mode, up to `limit`.
       *
       * @throws {ServicePayError} with one of these codes, or one of the package itself:
       * - `parameter_invalid` (400): A field has a wrong format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): This account has no live access.
       * - `webhooks_not_available` (403): The public demo key cannot use this.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       */
      list(params?: CheckoutSessionListParams, options?: Options): Promise<CheckoutSessionList & Extra>
      /**
       * Retrieve a checkout session: `GET /v1/checkout/sessions/{id}`
       *
       * One session. While it is `processing`, the bank is asked first, so the answer is the current state.
       *
       * @throws {ServicePayError} with one of these codes, or one of the package itself:
       * - `parameter_invalid` (400): A field has a wrong format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): This account has no live access.
       * - `session_not_found` (404): There is no such checkout session for this key.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       */
      retrieve(id: string, options?: Options): Promise<CheckoutSession & Extra>
      /**
       * Refund a paid session: `POST /v1/checkout/sessions/{id}/refunds`
       *
       * Returns money to the paying card: `amount`, or all that is not yet refunded.
       *
       * An `Idempotency-Key` is sent by itself: this call is safe to retry.
       *
       * @throws {ServicePayError} with one of these codes, or one of the package itself:
       * - `parameter_invalid` (400): A field has a wrong format or value.
       * - `refund_exceeds_amount` (400): The refund is larger than what is left of the payment.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): This account has no live access.
       * - `session_not_found` (404): There is no such checkout session for this key.
       * - `idempotency_conflict` (409): This Idempotency-Key was used before with a different request.
       * - `request_in_progress` (409): A request with the same Idempotency-Key is still running.
       * - `session_not_refundable` (409): This session is not paid, or has nothing left to refund.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `processor_unavailable` (502): The card processor did not answer.
       */
      refund(id: string, params?: RefundCreateParams, options?: Options): Promise<Refund & Extra>
      /**
       * Expire a checkout session: `POST /v1/checkout/sessions/{id}/expire`
       *
       * Closes an open checkout: it becomes `expired`, with its event.
       *
       * @throws {ServicePayError} with one of these codes, or one of the package itself:
       * - `parameter_invalid` (400): A field has a wrong format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): This account has no live access.
       * - `webhooks_not_available` (403): The public demo key cannot use this.
       * - `session_not_found` (404): There is no such checkout session for this key.
       * - `session_not_payable` (409): This checkout can no longer take payment.
       * - `payment_in_progress` (409): A payment for this checkout is already in progress.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       */
      expire(id: string, options?: Options): Promise<CheckoutSession & Extra>
      /**
       * Search checkout sessions: `GET /v1/search/checkout/sessions`
       *
       * Sessions of the key's mode that match every filter given, newest first, page by page.
       *
       * @throws {ServicePayError} with one of these codes, or one of the package itself:
       * - `parameter_invalid` (400): A field has a wrong format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): This account has no live access.
       * - `webhooks_not_available` (403): The public demo key cannot use this.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       */
      search(params?: CheckoutSessionSearchParams, options?: Options): Promise<CheckoutSessionSearchResult & Extra> & AsyncIterable<CheckoutSession>
    }
  }
  readonly refunds: {
    /**
     * List refunds: `GET /v1/refunds`
     *
     * Refunds of the key's mode, newest first, page by page.
     *
     * @throws {ServicePayError} with one of these codes, or one of the package itself:
     * - `parameter_invalid` (400): A field has a wrong format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): This account has no live access.
     * - `webhooks_not_available` (403): The public demo key cannot use this.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     */
    list(params?: RefundListParams, options?: Options): Promise<RefundList & Extra> & AsyncIterable<Refund>
    /**
     * Retrieve a refund: `GET /v1/refunds/{id}`
     *
     * One refund, as it is now.
     *
     * @throws {ServicePayError} with one of these codes, or one of the package itself:
     * - `parameter_invalid` (400): A field has a wrong format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): This account has no live access.
     * - `not_found` (404): There is nothing at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     */
    retrieve(id: string, options?: Options): Promise<Refund & Extra>
  }
  readonly webhookEndpoints: {
    /**
     * Set the webhook address: `POST /v1/webhook_endpoints`
     *
     * Sets the address of the key's mode. A new address replaces the old one and makes a new secret.
     *
     * @throws {ServicePayError} with one of these codes, or one of the package itself:
     * - `parameter_invalid` (400): A field has a wrong format or value.
     * - `parameter_missing` (400): A required field is missing.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): This account has no live access.
     * - `webhooks_not_available` (403): The public demo key cannot use this.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     */
    set(params: WebhookEndpointSetParams, options?: Options): Promise<WebhookEndpoint & Extra>
  }
  readonly events: {
    /**
     * List events: `GET /v1/events`
     *
     * Events of the key's mode, newest first, page by page. A follower asks with `ending_before` and `wait`, and loses nothing.
     *
     * @throws {ServicePayError} with one of these codes, or one of the package itself:
     * - `parameter_invalid` (400): A field has a wrong format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): This account has no live access.
     * - `webhooks_not_available` (403): The public demo key cannot use this.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     */
    list(params?: EventListParams, options?: Options): Promise<EventList & Extra> & AsyncIterable<Event>
    /**
     * Retrieve an event: `GET /v1/events/{id}`
     *
     * One event, as it was delivered.
     *
     * @throws {ServicePayError} with one of these codes, or one of the package itself:
     * - `parameter_invalid` (400): A field has a wrong format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): This account has no live access.
     * - `webhooks_not_available` (403): The public demo key cannot use this.
     * - `not_found` (404): There is nothing at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     */
    retrieve(id: string, options?: Options): Promise<Event & Extra>
    /**
     * Resend an event: `POST /v1/events/{id}/resend`
     *
     * Sends an event again to the current webhook address of the mode.
     *
     * @throws {ServicePayError} with one of these codes, or one of the package itself:
     * - `parameter_invalid` (400): A field has a wrong format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): This account has no live access.
     * - `webhooks_not_available` (403): The public demo key cannot use this.
     * - `not_found` (404): There is nothing at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     */
    resend(id: string, options?: Options): Promise<EventResend & Extra>
  }
  readonly sandbox: {
    /**
     * Sign up for the sandbox: `POST /v1/sandbox/signup`
     *
     * Gives a test account and its secret key at once, without a password.
     *
     * @throws {ServicePayError} with one of these codes, or one of the package itself:
     * - `parameter_invalid` (400): A field has a wrong format or value.
     * - `parameter_missing` (400): A required field is missing.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     */
    signup(params: SandboxSignupParams, options?: Options): Promise<SandboxSignup & Extra>
  }
  readonly paymentLinks: {
    /**
     * Create a payment link: `POST /v1/payment_links`
     *
     * Makes a short address that opens a checkout.
     *
     * An `Idempotency-Key` is sent by itself: this call is safe to retry.
     *
     * @throws {ServicePayError} with one of these codes, or one of the package itself:
     * - `parameter_invalid` (400): A field has a wrong format or value.
     * - `parameter_missing` (400): A required field is missing.
     * - `amount_too_large` (400): The amount is above the limit for this key.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): This account has no live access.
     * - `webhooks_not_available` (403): The public demo key cannot use this.
     * - `idempotency_conflict` (409): This Idempotency-Key was used before with a different request.
     * - `request_in_progress` (409): A request with the same Idempotency-Key is still running.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `account_configuration` (500): The merchant account needs setup by support.
     */
    create(params: PaymentLinkCreateParams, options?: Options): Promise<PaymentLink & Extra>
    /**
     * List payment links: `GET /v1/payment_links`
     *
     * The newest links of the key's mode, up to `limit`.
     *
     * @throws {ServicePayError} with one of these codes, or one of the package itself:
     * - `parameter_invalid` (400): A field has a wrong format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): This account has no live access.
     * - `webhooks_not_available` (403): The public demo key cannot use this.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     */
    list(params?: PaymentLinkListParams, options?: Options): Promise<PaymentLinkList & Extra>
    /**
     * Retrieve a payment link: `GET /v1/payment_links/{id}`
     *
     * One link with its totals.
     *
     * @throws {ServicePayError} with one of these codes, or one of the package itself:
     * - `parameter_invalid` (400): A field has a wrong format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): This account has no live access.
     * - `webhooks_not_available` (403): The public demo key cannot use this.
     * - `not_found` (404): There is nothing at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     */
    retrieve(id: string, options?: Options): Promise<PaymentLink & Extra>
    /**
     * Deactivate a payment link: `POST /v1/payment_links/{id}/deactivate`
     *
     * Closes a link. A checkout still waiting on it closes too; one already with the bank finishes.
     *
     * @throws {ServicePayError} with one of these codes, or one of the package itself:
     * - `parameter_invalid` (400): A field has a wrong format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): This account has no live access.
     * - `webhooks_not_available` (403): The public demo key cannot use this.
     * - `not_found` (404): There is nothing at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     */
    deactivate(id: string, options?: Options): Promise<PaymentLink & Extra>
  }
  readonly testHelpers: {
    readonly checkout: {
      readonly sessions: {
        /**
         * Pay a session in test mode: `POST /v1/test_helpers/checkout/sessions/{id}/pay`
         *
         * Pays a session without a browser, on the real payment path. Answers when the payment is settled, after 5 s at most.
         *
         * @throws {ServicePayError} with one of these codes, or one of the package itself:
         * - `parameter_invalid` (400): A field has a wrong format or value.
         * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
         * - `live_mode_not_enabled` (403): This account has no live access.
         * - `session_not_found` (404): There is no such checkout session for this key.
         * - `not_found` (404): There is nothing at this address.
         * - `session_not_payable` (409): This checkout can no longer take payment.
         * - `payment_in_progress` (409): A payment for this checkout is already in progress.
         * - `rate_limited` (429): Too many requests.
         * - `internal_error` (500): Something went wrong on our side.
         */
        pay(id: string, params?: TestPayParams, options?: Options): Promise<CheckoutSession & Extra>
        /**
         * Complete a challenge in test mode: `POST /v1/test_helpers/checkout/sessions/{id}/complete_challenge`
         *
         * Ends the confirmation window of a session that waits on a `challenge`.
         *
         * @throws {ServicePayError} with one of these codes, or one of the package itself:
         * - `parameter_invalid` (400): A field has a wrong format or value.
         * - `parameter_missing` (400): A required field is missing.
         * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
         * - `live_mode_not_enabled` (403): This account has no live access.
         * - `session_not_found` (404): There is no such checkout session for this key.
         * - `not_found` (404): There is nothing at this address.
         * - `session_not_payable` (409): This checkout can no longer take payment.
         * - `rate_limited` (429): Too many requests.
         * - `internal_error` (500): Something went wrong on our side.
         */
        completeChallenge(id: string, params: TestChallengeParams, options?: Options): Promise<CheckoutSession & Extra>
        /**
         * Expire a session in test mode: `POST /v1/test_helpers/checkout/sessions/{id}/expire`
         *
         * Lets a session's time pass.
         *
         * @throws {ServicePayError} with one of these codes, or one of the package itself:
         * - `parameter_invalid` (400): A field has a wrong format or value.
         * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
         * - `live_mode_not_enabled` (403): This account has no live access.
         * - `session_not_found` (404): There is no such checkout session for this key.
         * - `not_found` (404): There is nothing at this address.
         * - `session_not_payable` (409): This checkout can no longer take payment.
         * - `payment_in_progress` (409): A payment for this checkout is already in progress.
         * - `rate_limited` (429): Too many requests.
         * - `internal_error` (500): Something went wrong on our side.
         */
        expire(id: string, options?: Options): Promise<CheckoutSession & Extra>
        /**
         * Open a dispute in test mode: `POST /v1/test_helpers/checkout/sessions/{id}/dispute`
         *
         * The cardholder's bank opens a chargeback of a paid session.
         *
         * @throws {ServicePayError} with one of these codes, or one of the package itself:
         * - `parameter_invalid` (400): A field has a wrong format or value.
         * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
         * - `live_mode_not_enabled` (403): This account has no live access.
         * - `session_not_found` (404): There is no such checkout session for this key.
         * - `not_found` (404): There is nothing at this address.
         * - `session_not_refundable` (409): This session is not paid, or has nothing left to refund.
         * - `rate_limited` (429): Too many requests.
         * - `internal_error` (500): Something went wrong on our side.
         */
        dispute(id: string, options?: Options): Promise<CheckoutSession & Extra>
        /**
         * Close a dispute in test mode: `POST /v1/test_helpers/checkout/sessions/{id}/close_dispute`
         *
         * Closes the dispute of a session.
         *
         * @throws {ServicePayError} with one of these codes, or one of the package itself:
         * - `parameter_invalid` (400): A field has a wrong format or value.
         * - `parameter_missing` (400): A required field is missing.
         * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
         * - `live_mode_not_enabled` (403): This account has no live access.
         * - `session_not_found` (404): There is no such checkout session for this key.
         * - `not_found` (404): There is nothing at this address.
         * - `session_not_refundable` (409): This session is not paid, or has nothing left to refund.
         * - `rate_limited` (429): Too many requests.
         * - `internal_error` (500): Something went wrong on our side.
         */
        closeDispute(id: string, params: TestDisputeParams, options?: Options): Promise<CheckoutSession & Extra>
        /**
         * Approve a paid session twice in test mode: `POST /v1/test_helpers/checkout/sessions/{id}/second_approval`
         *
         * A second approval reaches a session that is paid already: it is refunded automatically.
         *
         * @throws {ServicePayError} with one of these codes, or one of the package itself:
         * - `parameter_invalid` (400): A field has a wrong format or value.
         * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
         * - `live_mode_not_enabled` (403): This account has no live access.
         * - `session_not_found` (404): There is no such checkout session for this key.
         * - `not_found` (404): There is nothing at this address.
         * - `session_not_refundable` (409): This session is not paid, or has nothing left to refund.
         * - `rate_limited` (429): Too many requests.
         * - `internal_error` (500): Something went wrong on our side.
         */
        secondApproval(id: string, options?: Options): Promise<CheckoutSession & Extra>
      }
    }
    readonly paymentLinks: {
      /**
       * Expire a payment link in test mode: `POST /v1/test_helpers/payment_links/{id}/expire`
       *
       * Lets an active link's time pass.
       *
       * @throws {ServicePayError} with one of these codes, or one of the package itself:
       * - `parameter_invalid` (400): A field has a wrong format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): This account has no live access.
       * - `not_found` (404): There is nothing at this address.
       * - `session_not_payable` (409): This checkout can no longer take payment.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       */
      expire(id: string, options?: Options): Promise<PaymentLink & Extra>
      /**
       * Pay a one-off link twice in test mode: `POST /v1/test_helpers/payment_links/{id}/duplicate_payment`
       *
       * A second customer's approval reaches a paid one-off link: it is refunded automatically.
       *
       * @throws {ServicePayError} with one of these codes, or one of the package itself:
       * - `parameter_invalid` (400): A field has a wrong format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): This account has no live access.
       * - `not_found` (404): There is nothing at this address.
       * - `session_not_payable` (409): This checkout can no longer take payment.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       */
      duplicatePayment(id: string, options?: Options): Promise<PaymentLink & Extra>
    }
    readonly refunds: {
      /**
       * Settle a refund in test mode: `POST /v1/test_helpers/refunds/{id}/settle`
       *
       * The bank settles a pending refund.
       *
       * @throws {ServicePayError} with one of these codes, or one of the package itself:
       * - `parameter_invalid` (400): A field has a wrong format or value.
       * - `parameter_missing` (400): A required field is missing.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): This account has no live access.
       * - `not_found` (404): There is nothing at this address.
       * - `session_not_refundable` (409): This session is not paid, or has nothing left to refund.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       */
      settle(id: string, params: TestSettleParams, options?: Options): Promise<Refund & Extra>
    }
  }
}

/** What the runtime has to know about one operation. What is not so is left out: each byte is shipped. */
export interface SdkOperation {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Where parameters go, if it takes any. */
  readonly params?: 'body' | 'query'
  /** Whether it takes an `Idempotency-Key`. */
  readonly keyed?: boolean
  /** Whether it answers a list with more pages. */
  readonly pages?: boolean
  /** Whether it needs no secret key. */
  readonly open?: boolean
}

export const sdkOperations: Readonly<Record<string, SdkOperation>> = {
  'checkout.sessions.create': {"method":"POST","path":"/v1/checkout/sessions","params":"body","keyed":true},
  'checkout.sessions.list': {"method":"GET","path":"/v1/checkout/sessions","params":"query"},
  'checkout.sessions.retrieve': {"method":"GET","path":"/v1/checkout/sessions/{id}"},
  'checkout.sessions.refund': {"method":"POST","path":"/v1/checkout/sessions/{id}/refunds","params":"body","keyed":true},
  'checkout.sessions.expire': {"method":"POST","path":"/v1/checkout/sessions/{id}/expire"},
  'refunds.list': {"method":"GET","path":"/v1/refunds","params":"query","pages":true},
  'refunds.retrieve': {"method":"GET","path":"/v1/refunds/{id}"},
  'checkout.sessions.search': {"method":"GET","path":"/v1/search/checkout/sessions","params":"query","pages":true},
  'webhookEndpoints.set': {"method":"POST","path":"/v1/webhook_endpoints","params":"body"},
  'events.list': {"method":"GET","path":"/v1/events","params":"query","pages":true},
  'events.retrieve': {"method":"GET","path":"/v1/events/{id}"},
  'events.resend': {"method":"POST","path":"/v1/events/{id}/resend"},
  'sandbox.signup': {"method":"POST","path":"/v1/sandbox/signup","params":"body","open":true},
  'paymentLinks.create': {"method":"POST","path":"/v1/payment_links","params":"body","keyed":true},
  'paymentLinks.list': {"method":"GET","path":"/v1/payment_links","params":"query"},
  'paymentLinks.retrieve': {"method":"GET","path":"/v1/payment_links/{id}"},
  'paymentLinks.deactivate': {"method":"POST","path":"/v1/payment_links/{id}/deactivate"},
  'testHelpers.checkout.sessions.pay': {"method":"POST","path":"/v1/test_helpers/checkout/sessions/{id}/pay","params":"body"},
  'testHelpers.checkout.sessions.completeChallenge': {"method":"POST","path":"/v1/test_helpers/checkout/sessions/{id}/complete_challenge","params":"body"},
  'testHelpers.checkout.sessions.expire': {"method":"POST","path":"/v1/test_helpers/checkout/sessions/{id}/expire"},
  'testHelpers.checkout.sessions.dispute': {"method":"POST","path":"/v1/test_helpers/checkout/sessions/{id}/dispute"},
  'testHelpers.checkout.sessions.closeDispute': {"method":"POST","path":"/v1/test_helpers/checkout/sessions/{id}/close_dispute","params":"body"},
  'testHelpers.checkout.sessions.secondApproval': {"method":"POST","path":"/v1/test_helpers/checkout/sessions/{id}/second_approval"},
  'testHelpers.paymentLinks.expire': {"method":"POST","path":"/v1/test_helpers/payment_links/{id}/expire"},
  'testHelpers.paymentLinks.duplicatePayment': {"method":"POST","path":"/v1/test_helpers/payment_links/{id}/duplicate_payment"},
  'testHelpers.refunds.settle': {"method":"POST","path":"/v1/test_helpers/refunds/{id}/settle","params":"body"},
}

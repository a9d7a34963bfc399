// Generated from spec/ by `npm run generate`. Do not edit.

/** A postal address. Every part is optional. */
export interface Address {
    /**
     * House number and street, or PO box.
     * Limits: at most 255 characters.
     */
    line1?: string;
    /**
     * Flat, suite, building or company.
     * Limits: at most 255 characters.
     */
    line2?: string;
    /**
     * City or town.
     * Limits: at most 255 characters.
     */
    city?: string;
    /**
     * Postal code or ZIP code.
     * Limits: at most 32 characters.
     */
    postal_code?: string;
    /**
     * Code of the state or province, such as `CA`.
     * Limits: at most 3 characters.
     */
    state?: string;
    /**
     * Country code: two letters, ISO 3166-1, in either case.
     * Limits: exactly 2 characters.
     */
    country?: string;
}
/** A request that the service answered, without its body. */
export interface ApiRequest {
    /** Id of the entry: `log_…`. */
    id: string;
    /** Type of the object: always `api_request`. */
    object: "api_request";
    /** When the service answered the request, in real time. */
    created: string;
    /** Method of the request. */
    method: string;
    /** Path and query of the request, without personal data. */
    path: string;
    /** HTTP status of the reply. */
    status: number;
    /** Error code of the reply. Null: the request succeeded. */
    code: string | null;
    /** Parameter that the error is about. Null when it is about no parameter. */
    param: string | null;
    /** Id of the request, as in the reply: `req_…`. */
    request_id: string;
    /**
     * Milliseconds from the request to the reply.
     * Limits: at least 0.
     */
    duration_ms: number;
    /** What went wrong with the request because the account wanted it in test mode. Null: nothing. */
    fault: CallFault | (string & {}) | null;
}
/** Recorded requests, newest first. */
export interface ApiRequestList {
    /** Type of the object: always `list`. */
    object: "list";
    /** True when there are more requests after the last one here. Get them with `starting_after`. */
    has_more: boolean;
    /** The requests, newest first. */
    data: ApiRequest[];
}
/** Which requests a list contains. */
export type ApiRequestOutcome = "any" | "failed";
/** What can happen to a call. `latency`: it waits before it is carried out. `rate_limited`, `internal_error`: it gets this error, and nothing is carried out. `dropped_reply`: it is carried out, and the connection closes without a reply. */
export type CallFault = "latency" | "rate_limited" | "internal_error" | "dropped_reply";
/** What the sandbox bank does with a card. Each value has its own test card, and the page on test cards explains it. */
export type CardScenario = "approved" | "background_check" | "challenge" | "declined" | "invalid_card" | "expired_card" | "risk_declined" | "authentication_failed" | "processing_error" | "processor_unavailable" | "account_configuration" | "no_answer" | "late_approval" | "refund_pending" | "refund_failed" | "refund_unavailable";
/** What the customer does in the confirmation window. `abandoned`: the customer cancels it, which does not count as a refused card. */
export type ChallengeOutcome = "approved" | "declined" | "abandoned";
/** A checkout session as your server sees it. */
export interface CheckoutSession {
    /** Id of the session: `cs_test_…` in test mode, `cs_live_…` in live mode. */
    id: string;
    /** Type of the object: always `checkout.session`. */
    object: "checkout.session";
    /** State of the session. Fulfil the order only when your server sees `paid`. */
    status: CheckoutSessionStatus | (string & {});
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /**
     * Amount to pay, in the smallest unit of the currency.
     * Limits: 0 to 99,999,999.
     */
    amount: number;
    /**
     * Amount refunded so far, in the smallest unit of the currency.
     * Limits: 0 to 99,999,999.
     */
    amount_refunded: number;
    /** Currency code: three letters, ISO 4217, upper case. */
    currency: string;
    /**
     * Your own order id. Null when you gave none.
     * Limits: at most 255 characters.
     */
    reference: string | null;
    /**
     * Text that the form shows to the customer. Null when you gave none.
     * Limits: at most 255 characters.
     */
    description: string | null;
    /** The customer. An empty object when nothing is known. */
    customer: Customer;
    /** Billing address. Null until you or the customer supply one. */
    billing_address: Address | null;
    /** Shipping address. Null when you gave none. */
    shipping_address: Address | null;
    /**
     * Where the customer goes after paying. Null when you gave none; the dashboard's setting then applies.
     * Limits: at most 2,048 characters.
     */
    success_url: string | null;
    /**
     * Target of the cancel link on the hosted page. Null when you gave none.
     * Limits: at most 2,048 characters.
     */
    cancel_url: string | null;
    /** When the session expires if it is not paid. */
    expires_at: string;
    /**
     * Number of card attempts so far.
     * Limits: at least 0.
     */
    attempts: number;
    /** Why the last card attempt on an open or failed session failed. Null otherwise. */
    failure_code: FailureCode | (string & {}) | null;
    /** A text about the failure that you can show to the customer. Null when `failure_code` is null. */
    failure_message: string | null;
    /** The payment. Null until a payment exists. */
    payment: Payment | null;
    /** When the session was paid. Null until then. */
    paid_at: string | null;
    /** When the session was created. */
    created_at: string;
    /**
     * Your own data. An empty object when you gave none.
     * Limits: at most 20 entries.
     */
    metadata: Metadata;
    /** Id of the payment link that this session came from. Null when it came from none. */
    payment_link: string | null;
    /** Opens this session in the browser, and is the only value to send there. Form: `<session_id>_secret_<suffix>`. Never in webhooks. */
    client_secret: string;
    /** URL of the hosted checkout page. Send the customer there if you do not embed the form. Never in webhooks. */
    url: string;
}
/** The fields of a new checkout session. */
export interface CheckoutSessionCreateParams {
    /**
     * Amount to pay: 1 to 99,999,999, in the smallest unit of the currency.
     * Limits: 1 to 99,999,999.
     */
    amount: number;
    /**
     * Currency code: three letters, ISO 4217, in either case. It must be enabled on your account.
     * Limits: exactly 3 characters.
     */
    currency: string;
    /**
     * Your own order id. Reads and webhooks return it, and you can filter lists by it.
     * Limits: at most 255 characters.
     */
    reference?: string | null | undefined;
    /**
     * Text that the form shows to the customer.
     * Limits: at most 255 characters.
     */
    description?: string | null | undefined;
    /** What you know about the customer. The form does not ask again for an email that you supply. */
    customer?: CustomerInput | null | undefined;
    /** Billing address. When absent, the form asks the customer for it. */
    billing_address?: AddressInput | null | undefined;
    /** Shipping address. Reads and webhooks return it. */
    shipping_address?: AddressInput | null | undefined;
    /**
     * Where the customer goes after paying; the service adds `session_id` and `reference` to its query. When absent, the dashboard's setting applies; without that, the customer stays on the payment page.
     * Limits: at most 2,048 characters.
     */
    success_url?: string | null | undefined;
    /**
     * Target of the cancel link on the hosted page.
     * Limits: at most 2,048 characters.
     */
    cancel_url?: string | null | undefined;
    /**
     * Seconds until an unpaid session expires; 1,800 (30 minutes) when you leave it out.
     * Limits: 300 to 86,400; default `1800`.
     */
    expires_in?: number | null | undefined;
    /**
     * Your own data: up to 20 entries with string values.
     * Limits: at most 20 entries.
     */
    metadata?: Metadata | null | undefined;
}
/** A checkout session as events carry it, without `client_secret` and `url`. */
export interface CheckoutSessionData {
    /** Id of the session: `cs_test_…` in test mode, `cs_live_…` in live mode. */
    id: string;
    /** Type of the object: always `checkout.session`. */
    object: "checkout.session";
    /** State of the session. Fulfil the order only when your server sees `paid`. */
    status: CheckoutSessionStatus | (string & {});
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /**
     * Amount to pay, in the smallest unit of the currency.
     * Limits: 0 to 99,999,999.
     */
    amount: number;
    /**
     * Amount refunded so far, in the smallest unit of the currency.
     * Limits: 0 to 99,999,999.
     */
    amount_refunded: number;
    /** Currency code: three letters, ISO 4217, upper case. */
    currency: string;
    /**
     * Your own order id. Null when you gave none.
     * Limits: at most 255 characters.
     */
    reference: string | null;
    /**
     * Text that the form shows to the customer. Null when you gave none.
     * Limits: at most 255 characters.
     */
    description: string | null;
    /** The customer. An empty object when nothing is known. */
    customer: Customer;
    /** Billing address. Null until you or the customer supply one. */
    billing_address: Address | null;
    /** Shipping address. Null when you gave none. */
    shipping_address: Address | null;
    /**
     * Where the customer goes after paying. Null when you gave none; the dashboard's setting then applies.
     * Limits: at most 2,048 characters.
     */
    success_url: string | null;
    /**
     * Target of the cancel link on the hosted page. Null when you gave none.
     * Limits: at most 2,048 characters.
     */
    cancel_url: string | null;
    /** When the session expires if it is not paid. */
    expires_at: string;
    /**
     * Number of card attempts so far.
     * Limits: at least 0.
     */
    attempts: number;
    /** Why the last card attempt on an open or failed session failed. Null otherwise. */
    failure_code: FailureCode | (string & {}) | null;
    /** A text about the failure that you can show to the customer. Null when `failure_code` is null. */
    failure_message: string | null;
    /** The payment. Null until a payment exists. */
    payment: Payment | null;
    /** When the session was paid. Null until then. */
    paid_at: string | null;
    /** When the session was created. */
    created_at: string;
    /**
     * Your own data. An empty object when you gave none.
     * Limits: at most 20 entries.
     */
    metadata: Metadata;
    /** Id of the payment link that this session came from. Null when it came from none. */
    payment_link: string | null;
}
/** Checkout sessions, newest first. */
export interface CheckoutSessionList {
    /** Type of the object: always `list`. */
    object: "list";
    /** The sessions, newest first. */
    data: CheckoutSession[];
}
/** The checkout sessions that match, newest first. */
export interface CheckoutSessionSearchResult {
    /** Type of the object: always `list`. */
    object: "list";
    /** True when there are more sessions after the last one here. Get them with `starting_after`. */
    has_more: boolean;
    /** The sessions, newest first. */
    data: CheckoutSession[];
}
/**
 * `open`: waiting for the customer. `processing`: a card attempt is with the bank. `paid`: the money was taken.
 * `failed`: the last allowed attempt failed. `expired`: not paid in time. `refunded`: fully refunded.
 * `disputed`: the cardholder's bank opened a chargeback.
 */
export type CheckoutSessionStatus = "open" | "processing" | "paid" | "failed" | "expired" | "refunded" | "disputed";
/** The webhook address of a mode, without its secret. */
export interface CurrentWebhookEndpoint {
    /** Id of the webhook endpoint: `we_…`. */
    id: string;
    /** Type of the object: always `webhook_endpoint`. */
    object: "webhook_endpoint";
    /** The address that receives the events. */
    url: string;
    /** True when the address receives live events, false for test events. */
    livemode: boolean;
    /** When the address was set. */
    created_at: string;
    /** When the next secret was created. Null while there is none. */
    next_secret_created_at: string | null;
}
/** The customer. Only the keys that you supplied, or that the customer filled in, appear. */
export interface Customer {
    /**
     * Email address of the customer. When present, the form does not ask for it.
     * Limits: at most 254 characters.
     */
    email?: string;
    /**
     * Full name of the customer.
     * Limits: at most 90 characters.
     */
    name?: string;
    /**
     * Phone number of the customer, in any format.
     * Limits: at most 32 characters.
     */
    phone?: string;
}
/** A webhook address that was removed. */
export interface DeletedWebhookEndpoint {
    /** Id of the removed webhook endpoint: `we_…`. */
    id: string;
    /** Type of the object: always `webhook_endpoint`. */
    object: "webhook_endpoint";
    /** The address that was removed. */
    url: string;
    /** True when the address received live events, false for test events. */
    livemode: boolean;
    /** Always true. */
    deleted: true;
}
/** A dispute: the cardholder's bank asks about a payment, or takes its money back. */
export interface Dispute {
    /** Id of the dispute: `dp_…`. */
    id: string;
    /** Type of the object: always `dispute`. */
    object: "dispute";
    /** Id of the disputed session. */
    session: string;
    /**
     * Amount that the bank took back, or asks about, in the smallest unit of `currency`. Fees and exchange rates can make it higher or lower than the payment.
     * Limits: at least 1.
     */
    amount: number;
    /** Currency in which the bank reported the amount: three letters, ISO 4217, upper case. It can differ from the currency of the payment. */
    currency: string;
    /** State of the dispute. */
    status: DisputeStatus | (string & {});
    /** How far the dispute has come. */
    stage: DisputeStage | (string & {});
    /** Why the cardholder disputes the payment. Null when the bank gave no reason. */
    reason: DisputeReason | (string & {}) | null;
    /** When the bank opened the dispute. */
    opened_at: string;
    /** Until when you can answer the dispute at your bank. Null when the bank set no time. */
    respond_by: string | null;
    /** When the bank decided. Null while the dispute is open. */
    closed_at: string | null;
    /** Id of the dispute at the acquirer, which you name when you answer it. */
    processor_reference: string;
}
/** Disputes, newest first. */
export interface DisputeList {
    /** Type of the object: always `list`. */
    object: "list";
    /** True when there are more disputes after the last one here. Get them with `starting_after`. */
    has_more: boolean;
    /** The disputes, newest first. */
    data: Dispute[];
}
/** How a dispute ends. `won`: in your favour. `lost`: in the cardholder's favour. */
export type DisputeOutcome = "won" | "lost";
/** Why the cardholder disputes the payment. `fraudulent`: the cardholder did not make it. `product_not_received`: nothing arrived. `product_unacceptable`: what arrived was not as described. `duplicate`: the cardholder paid twice. `credit_not_processed`: a promised refund did not arrive. `capture_failed`: no cardholder disputed the payment, but the bank never paid its money out. `general`: another reason. */
export type DisputeReason = "fraudulent" | "product_not_received" | "product_unacceptable" | "duplicate" | "credit_not_processed" | "capture_failed" | "general";
/** How far the dispute has come. `notice`: the bank asks about the payment, and has taken no money so far. `chargeback`: the bank has taken the money back. `second_chargeback`: the bank has taken the money back again, after you had won. */
export type DisputeStage = "notice" | "chargeback" | "second_chargeback";
/** `open`: the cardholder's bank has not decided. `won`: it decided for you, and you have the money. This may not be final: a second chargeback or a lost pre-arbitration can follow. `lost`: it decided for the cardholder, who keeps the money, or gets it again. */
export type DisputeStatus = "open" | "won" | "lost";
/** A session and the dispute that the event is about. */
export interface DisputedSessionData {
    /** Id of the session: `cs_test_…` in test mode, `cs_live_…` in live mode. */
    id: string;
    /** Type of the object: always `checkout.session`. */
    object: "checkout.session";
    /** State of the session. Fulfil the order only when your server sees `paid`. */
    status: CheckoutSessionStatus | (string & {});
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /**
     * Amount to pay, in the smallest unit of the currency.
     * Limits: 0 to 99,999,999.
     */
    amount: number;
    /**
     * Amount refunded so far, in the smallest unit of the currency.
     * Limits: 0 to 99,999,999.
     */
    amount_refunded: number;
    /** Currency code: three letters, ISO 4217, upper case. */
    currency: string;
    /**
     * Your own order id. Null when you gave none.
     * Limits: at most 255 characters.
     */
    reference: string | null;
    /**
     * Text that the form shows to the customer. Null when you gave none.
     * Limits: at most 255 characters.
     */
    description: string | null;
    /** The customer. An empty object when nothing is known. */
    customer: Customer;
    /** Billing address. Null until you or the customer supply one. */
    billing_address: Address | null;
    /** Shipping address. Null when you gave none. */
    shipping_address: Address | null;
    /**
     * Where the customer goes after paying. Null when you gave none; the dashboard's setting then applies.
     * Limits: at most 2,048 characters.
     */
    success_url: string | null;
    /**
     * Target of the cancel link on the hosted page. Null when you gave none.
     * Limits: at most 2,048 characters.
     */
    cancel_url: string | null;
    /** When the session expires if it is not paid. */
    expires_at: string;
    /**
     * Number of card attempts so far.
     * Limits: at least 0.
     */
    attempts: number;
    /** Why the last card attempt on an open or failed session failed. Null otherwise. */
    failure_code: FailureCode | (string & {}) | null;
    /** A text about the failure that you can show to the customer. Null when `failure_code` is null. */
    failure_message: string | null;
    /** The payment. Null until a payment exists. */
    payment: Payment | null;
    /** When the session was paid. Null until then. */
    paid_at: string | null;
    /** When the session was created. */
    created_at: string;
    /**
     * Your own data. An empty object when you gave none.
     * Limits: at most 20 entries.
     */
    metadata: Metadata;
    /** Id of the payment link that this session came from. Null when it came from none. */
    payment_link: string | null;
    /** The dispute. Its amount and currency are those that the bank reported. */
    dispute: Dispute;
}
/**
 * An event as delivered to your webhook endpoint. `switch (event.type)` narrows `data`.
 * Keep a `default` branch for types added later.
 */
export type Event = SessionCompletedEvent | SessionFailedEvent | SessionExpiredEvent | SessionRefundedEvent | SessionRefundFailedEvent | SessionDisputedEvent | SessionDisputeClosedEvent | SessionDisputeLostEvent | SessionDuplicateRefundedEvent | PaymentLinkPaidEvent | PaymentLinkDuplicatePaymentEvent | TestPingEvent;
/** Events, newest first (with `ending_before`: oldest first). */
export interface EventList {
    /** Type of the object: always `list`. */
    object: "list";
    /** True when there are more events: older ones, or newer ones with `ending_before`. */
    has_more: boolean;
    /** The events. */
    data: Event[];
}
/** The result of a resend. */
export interface EventResend {
    /**
     * Number of deliveries queued: 1, or 0 when the mode has no webhook address.
     * Limits: at least 0.
     */
    resent: number;
}
/** Resends of events, newest first. */
export interface EventResendList {
    /** Type of the object: always `list`. */
    object: "list";
    /** True when there are more resends after the last one here. Get them with `starting_after`. */
    has_more: boolean;
    /** The resends, newest first. */
    data: RequestedResend[];
}
/** Every type of event. The service may add types. */
export type EventType = "session.completed" | "session.failed" | "session.expired" | "session.refunded" | "session.refund_failed" | "session.disputed" | "session.dispute_closed" | "session.dispute_lost" | "session.duplicate_refunded" | "payment_link.paid" | "payment_link.duplicate_payment" | "test.ping";
/**
 * Why a card attempt failed. `card_declined`: the bank refused. `invalid_card`: the number was not accepted.
 * `expired_card`: the card has expired. `risk_declined`: refused as too risky. `authentication_failed`: 3D Secure failed
 * or was abandoned. `processing_error`: the customer can try again. `processor_unavailable`: the bank was unreachable.
 * `account_configuration`: your account needs attention from support.
 */
export type FailureCode = "card_declined" | "invalid_card" | "expired_card" | "risk_declined" | "authentication_failed" | "processing_error" | "processor_unavailable" | "account_configuration";
/**
 * Your own data as string values: up to 20 entries, keys up to 40 characters, values up to 500 characters.
 * Limits: at most 20 entries.
 */
export type Metadata = {
    [key: string]: string;
};
/** The next signing secret of a webhook address. */
export interface NextSigningSecret {
    /** Type of the object: always `next_signing_secret`. */
    object: "next_signing_secret";
    /** Id of the webhook endpoint that the secret belongs to. */
    webhook_endpoint: string;
    /** The secret that will sign every delivery, with the prefix `whsec_`. Shown only in this reply: store it. */
    secret: string;
    /** True for live events, false for test events. */
    livemode: boolean;
    /** When the secret was created. */
    created_at: string;
}
/** The next secret, which proves that you have it. */
export interface NextSigningSecretUseParams {
    /**
     * The next secret, as its creation returned it.
     * Limits: at most 255 characters.
     */
    secret: string;
}
/** The payment of a paid session. */
export interface Payment {
    /** Card brand: `visa`, `mastercard`, `amex`, `discover`, `diners`, `jcb`, `unionpay`, `maestro`, or a brand added later. Null when unknown. */
    card_brand: string | null;
    /** Last four digits of the card number. Null when unknown. */
    card_last4: string | null;
    /** How 3D Secure authenticated the cardholder. Null when it was not used. */
    three_d_secure: ThreeDSecure | (string & {}) | null;
    /** The bank's code for the approval. Null when the bank gave none. */
    authorization_code: string | null;
    /** When the bank approved the payment. */
    paid_at: string;
}
/** A short address that opens a checkout. */
export interface PaymentLink {
    /** Id of the payment link: `pl_…`. */
    id: string;
    /** Type of the object: always `payment_link`. */
    object: "payment_link";
    /** Address to send to the customer. A QR image of it is at `<url>/qr.svg`. */
    url: string;
    /** Short code of the link, the last part of `url`. */
    code: string;
    /** Whether the link can be paid once or many times. */
    kind: PaymentLinkKind | (string & {});
    /** State of the link. */
    status: PaymentLinkStatus | (string & {});
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /**
     * Amount of each payment, in the smallest unit of the currency.
     * Limits: 0 to 99,999,999.
     */
    amount: number;
    /** Currency code: three letters, ISO 4217, upper case. */
    currency: string;
    /**
     * Text that the form shows to the customer.
     * Limits: at most 255 characters.
     */
    description: string;
    /**
     * Your own order id, copied onto every checkout of the link. Null when you gave none.
     * Limits: at most 255 characters.
     */
    reference: string | null;
    /** The customer of a one-off link. An empty object when you gave none. */
    customer: PaymentLinkCustomer;
    /**
     * Where the customer goes after paying. Null when you gave none; the dashboard's setting then applies.
     * Limits: at most 2,048 characters.
     */
    success_url: string | null;
    /** When the link stops taking payments. Null when it never expires. */
    expires_at: string | null;
    /** Id of the session that paid a one-off link. Null until then, and always null for a reusable link. */
    paid_session: string | null;
    /**
     * Your own data. An empty object when you gave none.
     * Limits: at most 19 entries.
     */
    metadata: PaymentLinkMetadata;
    /** When the link was created. */
    created_at: string;
    /**
     * Number of payments made through the link.
     * Limits: at least 0.
     */
    payments_count: number;
    /**
     * Amount paid through the link minus the amount refunded, in the smallest unit of the currency.
     * Limits: at least 0.
     */
    amount_collected: number;
}
/** The fields of a new payment link. */
export interface PaymentLinkCreateParams {
    /**
     * Amount of each payment: 1 to 99,999,999, in the smallest unit of the currency.
     * Limits: 1 to 99,999,999.
     */
    amount: number;
    /**
     * Currency code: three letters, ISO 4217, in either case. It must be enabled on your account.
     * Limits: exactly 3 characters.
     */
    currency: string;
    /**
     * Text that the form shows to the customer. It must not be empty.
     * Limits: 1 to 255 characters.
     */
    description: string;
    /**
     * Whether the link can be paid once (`single`, when you leave it out) or many times (`reusable`).
     * Limits: default `single`.
     */
    kind?: PaymentLinkKind | null | undefined;
    /**
     * Your own order id, copied onto every checkout of the link.
     * Limits: at most 255 characters.
     */
    reference?: string | null | undefined;
    /** What you know about the customer. One-off links only. */
    customer?: PaymentLinkCustomerInput | null | undefined;
    /**
     * Where the customer goes after paying. When absent, the dashboard's setting applies.
     * Limits: at most 2,048 characters.
     */
    success_url?: string | null | undefined;
    /** When the link stops taking payments: between 10 minutes and 1 year from now. It never expires if you leave this out. */
    expires_at?: string | null | undefined;
    /**
     * Your own data, copied onto each checkout: up to 19 entries with string values.
     * Limits: at most 19 entries.
     */
    metadata?: PaymentLinkMetadata | null | undefined;
}
/** The customer of a one-off link. */
export interface PaymentLinkCustomer {
    /**
     * Email address of the customer. When present, the form does not ask for it.
     * Limits: at most 254 characters.
     */
    email?: string;
    /**
     * Full name of the customer.
     * Limits: at most 90 characters.
     */
    name?: string;
}
/** A second payment reached an already paid one-off link and was refunded automatically. */
export interface PaymentLinkDuplicatePaymentEvent {
    /** Id of the event: `evt_…`. */
    id: string;
    /** Type of the event. */
    type: "payment_link.duplicate_payment";
    /** When the event happened. */
    created: string;
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /** What the event is about, as it was when the event happened. */
    data: PaymentLinkPaymentData;
}
/** `single`: one shared checkout that can be paid once. `reusable`: each visitor gets a separate checkout. */
export type PaymentLinkKind = "single" | "reusable";
/** Payment links, newest first. */
export interface PaymentLinkList {
    /** Type of the object: always `list`. */
    object: "list";
    /** True when there are more links after the last one here. Get them with `starting_after`. */
    has_more: boolean;
    /** The payment links, newest first. */
    data: PaymentLink[];
}
/**
 * Your own data as string values: up to 19 entries, copied onto each checkout together with `payment_link`.
 * Limits: at most 19 entries.
 */
export type PaymentLinkMetadata = {
    [key: string]: string;
};
/** A one-off payment link was paid. */
export interface PaymentLinkPaidEvent {
    /** Id of the event: `evt_…`. */
    id: string;
    /** Type of the event. */
    type: "payment_link.paid";
    /** When the event happened. */
    created: string;
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /** What the event is about, as it was when the event happened. */
    data: PaymentLinkPaymentData;
}
/** A payment through a payment link. */
export interface PaymentLinkPaymentData {
    /** Id of the payment link: `pl_…`. */
    id: string;
    /** Short code of the link. */
    code: string;
    /** Id of the checkout session that took the payment. */
    session: string;
    /**
     * Amount of the payment, in the smallest unit of the currency.
     * Limits: 0 to 99,999,999.
     */
    amount: number;
    /** Currency code: three letters, ISO 4217, upper case. */
    currency: string;
    /** Your own order id, from the link. Null when you gave none. */
    reference: string | null;
}
/** `active`: takes payments. `paid`: a one-off link was paid. `expired`: its `expires_at` has passed. `deactivated`: you closed it. */
export type PaymentLinkStatus = "active" | "paid" | "expired" | "deactivated";
/** The webhook endpoint that the test event was sent to. */
export interface PingData {
    /** Type of the object: always `webhook_endpoint`. */
    object: "webhook_endpoint";
    /** Id of the webhook endpoint: `we_…`. */
    id: string;
    /** A text that says that the endpoint works. */
    message: string;
}
/** A recorded request with what the service kept of its bodies. */
export interface RecordedApiRequest {
    /** Id of the entry: `log_…`. */
    id: string;
    /** Type of the object: always `api_request`. */
    object: "api_request";
    /** When the service answered the request, in real time. */
    created: string;
    /** Method of the request. */
    method: string;
    /** Path and query of the request, without personal data. */
    path: string;
    /** HTTP status of the reply. */
    status: number;
    /** Error code of the reply. Null: the request succeeded. */
    code: string | null;
    /** Parameter that the error is about. Null when it is about no parameter. */
    param: string | null;
    /** Id of the request, as in the reply: `req_…`. */
    request_id: string;
    /**
     * Milliseconds from the request to the reply.
     * Limits: at least 0.
     */
    duration_ms: number;
    /** What went wrong with the request because the account wanted it in test mode. Null: nothing. */
    fault: CallFault | (string & {}) | null;
    /** Id of the secret key that sent the request. Null: the customer's browser sent it, or only the failure was kept. */
    secret_key_id: string | null;
    /** `Idempotency-Key` of the request. Null when it had none, or when only the failure was kept. */
    idempotency_key: string | null;
    /** Whether the reply repeats that of an earlier request with the same `Idempotency-Key`. */
    idempotent_replayed: boolean;
    /** Checkout session that the request is about. Null when it is about none. */
    session: string | null;
    /** Body of the request as JSON, with `…` in place of personal data, secrets and card data. Null when it was not kept. */
    request_body: string | null;
    /** Body of the reply as JSON, with `…` in place of personal data, secrets and card data. Null when it was not kept. */
    reply_body: string | null;
}
/** Money returned to the card that paid a session. */
export interface Refund {
    /** Id of the refund: `re_…`. */
    id: string;
    /** Type of the object: always `refund`. */
    object: "refund";
    /** Id of the refunded session. */
    session: string;
    /**
     * Amount of this refund, in the smallest unit of the currency. If the bank returned another amount, it becomes that amount, up to what was left to refund.
     * Limits: 0 to 99,999,999.
     */
    amount: number;
    /** State of the refund. */
    status: RefundStatus | (string & {});
    /**
     * Your reason for the refund, or `Made at the acquirer` if somebody made it there and not here. Null when you gave none.
     * Limits: at most 255 characters.
     */
    reason: string | null;
    /** Why the refund failed. Null unless `status` is `failed`. */
    failure_message: string | null;
    /** When the refund was created. */
    created_at: string;
}
/** How much to refund, and why. */
export interface RefundCreateParams {
    /**
     * Amount to refund, in the smallest unit of the currency. Leave it out to refund everything that is not yet refunded. Null is refused here, because JavaScript writes a wrong calculation (`NaN`) as null.
     * Limits: at least 1.
     */
    amount?: number | undefined;
    /**
     * Your reason for the refund. The dashboard shows it.
     * Limits: at most 255 characters.
     */
    reason?: string | null | undefined;
}
/** A session and the refund that failed. */
export interface RefundFailedSessionData {
    /** Id of the session: `cs_test_…` in test mode, `cs_live_…` in live mode. */
    id: string;
    /** Type of the object: always `checkout.session`. */
    object: "checkout.session";
    /** State of the session. Fulfil the order only when your server sees `paid`. */
    status: CheckoutSessionStatus | (string & {});
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /**
     * Amount to pay, in the smallest unit of the currency.
     * Limits: 0 to 99,999,999.
     */
    amount: number;
    /**
     * Amount refunded so far, in the smallest unit of the currency.
     * Limits: 0 to 99,999,999.
     */
    amount_refunded: number;
    /** Currency code: three letters, ISO 4217, upper case. */
    currency: string;
    /**
     * Your own order id. Null when you gave none.
     * Limits: at most 255 characters.
     */
    reference: string | null;
    /**
     * Text that the form shows to the customer. Null when you gave none.
     * Limits: at most 255 characters.
     */
    description: string | null;
    /** The customer. An empty object when nothing is known. */
    customer: Customer;
    /** Billing address. Null until you or the customer supply one. */
    billing_address: Address | null;
    /** Shipping address. Null when you gave none. */
    shipping_address: Address | null;
    /**
     * Where the customer goes after paying. Null when you gave none; the dashboard's setting then applies.
     * Limits: at most 2,048 characters.
     */
    success_url: string | null;
    /**
     * Target of the cancel link on the hosted page. Null when you gave none.
     * Limits: at most 2,048 characters.
     */
    cancel_url: string | null;
    /** When the session expires if it is not paid. */
    expires_at: string;
    /**
     * Number of card attempts so far.
     * Limits: at least 0.
     */
    attempts: number;
    /** Why the last card attempt on an open or failed session failed. Null otherwise. */
    failure_code: FailureCode | (string & {}) | null;
    /** A text about the failure that you can show to the customer. Null when `failure_code` is null. */
    failure_message: string | null;
    /** The payment. Null until a payment exists. */
    payment: Payment | null;
    /** When the session was paid. Null until then. */
    paid_at: string | null;
    /** When the session was created. */
    created_at: string;
    /**
     * Your own data. An empty object when you gave none.
     * Limits: at most 20 entries.
     */
    metadata: Metadata;
    /** Id of the payment link that this session came from. Null when it came from none. */
    payment_link: string | null;
    /** The refund that failed. Its `failure_message` says why. */
    refund: Refund;
}
/** Refunds, newest first. */
export interface RefundList {
    /** Type of the object: always `list`. */
    object: "list";
    /** True when there are more refunds after the last one here. Get them with `starting_after`. */
    has_more: boolean;
    /** The refunds, newest first. */
    data: Refund[];
}
/** `succeeded`: the money is on its way back. `pending`: the bank has not confirmed yet; the event `session.refunded` or `session.refund_failed` follows. `failed`: no money was returned. */
export type RefundStatus = "succeeded" | "pending" | "failed";
/** A session and the refund that succeeded. */
export interface RefundedSessionData {
    /** Id of the session: `cs_test_…` in test mode, `cs_live_…` in live mode. */
    id: string;
    /** Type of the object: always `checkout.session`. */
    object: "checkout.session";
    /** State of the session. Fulfil the order only when your server sees `paid`. */
    status: CheckoutSessionStatus | (string & {});
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /**
     * Amount to pay, in the smallest unit of the currency.
     * Limits: 0 to 99,999,999.
     */
    amount: number;
    /**
     * Amount refunded so far, in the smallest unit of the currency.
     * Limits: 0 to 99,999,999.
     */
    amount_refunded: number;
    /** Currency code: three letters, ISO 4217, upper case. */
    currency: string;
    /**
     * Your own order id. Null when you gave none.
     * Limits: at most 255 characters.
     */
    reference: string | null;
    /**
     * Text that the form shows to the customer. Null when you gave none.
     * Limits: at most 255 characters.
     */
    description: string | null;
    /** The customer. An empty object when nothing is known. */
    customer: Customer;
    /** Billing address. Null until you or the customer supply one. */
    billing_address: Address | null;
    /** Shipping address. Null when you gave none. */
    shipping_address: Address | null;
    /**
     * Where the customer goes after paying. Null when you gave none; the dashboard's setting then applies.
     * Limits: at most 2,048 characters.
     */
    success_url: string | null;
    /**
     * Target of the cancel link on the hosted page. Null when you gave none.
     * Limits: at most 2,048 characters.
     */
    cancel_url: string | null;
    /** When the session expires if it is not paid. */
    expires_at: string;
    /**
     * Number of card attempts so far.
     * Limits: at least 0.
     */
    attempts: number;
    /** Why the last card attempt on an open or failed session failed. Null otherwise. */
    failure_code: FailureCode | (string & {}) | null;
    /** A text about the failure that you can show to the customer. Null when `failure_code` is null. */
    failure_message: string | null;
    /** The payment. Null until a payment exists. */
    payment: Payment | null;
    /** When the session was paid. Null until then. */
    paid_at: string | null;
    /** When the session was created. */
    created_at: string;
    /**
     * Your own data. An empty object when you gave none.
     * Limits: at most 20 entries.
     */
    metadata: Metadata;
    /** Id of the payment link that this session came from. Null when it came from none. */
    payment_link: string | null;
    /** The refund that succeeded. */
    refund: Refund;
}
/** A request to resend an event, by API or in the dashboard. */
export interface RequestedResend {
    /** Id of the resend: `rsn_…`. */
    id: string;
    /** Type of the object: always `event_resend`. */
    object: "event_resend";
    /** Id of the event. */
    event: string;
    /** When the event was resent. */
    created: string;
}
/** A new test account. */
export interface SandboxSignup {
    /** Id of the new account: `mer_…`. */
    merchant_id: string;
    /** The secret key of the new account, in test mode. Shown only in this reply: store it. */
    secret_key: string;
    /** Always false: the account starts in test mode. */
    livemode: false;
    /** How to use the key and how to claim the account in the dashboard, in words. */
    note: string;
}
/** Who signs up. */
export interface SandboxSignupParams {
    /**
     * Your email address.
     * Limits: at most 254 characters.
     */
    email: string;
    /**
     * Name of your business, shown to your customers.
     * Limits: at most 90 characters.
     */
    business_name?: string | null | undefined;
}
/** A session was paid. Sent once per session. */
export interface SessionCompletedEvent {
    /** Id of the event: `evt_…`. */
    id: string;
    /** Type of the event. */
    type: "session.completed";
    /** When the event happened. */
    created: string;
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /** What the event is about, as it was when the event happened. */
    data: CheckoutSessionData;
}
/** A chargeback closed in your favour. This may not be final: a second chargeback can follow, which sends `session.disputed` again. */
export interface SessionDisputeClosedEvent {
    /** Id of the event: `evt_…`. */
    id: string;
    /** Type of the event. */
    type: "session.dispute_closed";
    /** When the event happened. */
    created: string;
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /** What the event is about, as it was when the event happened. */
    data: DisputedSessionData;
}
/** A chargeback closed in the cardholder's favour. The session keeps its status, and the money does not come back. */
export interface SessionDisputeLostEvent {
    /** Id of the event: `evt_…`. */
    id: string;
    /** Type of the event. */
    type: "session.dispute_lost";
    /** When the event happened. */
    created: string;
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /** What the event is about, as it was when the event happened. */
    data: DisputedSessionData;
}
/** The cardholder's bank opened a chargeback. The session is `disputed`, unless it has no money of yours: a refunded, expired or failed session keeps its status. */
export interface SessionDisputedEvent {
    /** Id of the event: `evt_…`. */
    id: string;
    /** Type of the event. */
    type: "session.disputed";
    /** When the event happened. */
    created: string;
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /** What the event is about, as it was when the event happened. */
    data: DisputedSessionData;
}
/** A second approval reached an already paid session and was refunded automatically. */
export interface SessionDuplicateRefundedEvent {
    /** Id of the event: `evt_…`. */
    id: string;
    /** Type of the event. */
    type: "session.duplicate_refunded";
    /** When the event happened. */
    created: string;
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /** What the event is about, as it was when the event happened. */
    data: CheckoutSessionData;
}
/** A session was not paid in time. For a session of a payment link (`payment_link` is not null) it says that a visitor who had started did not pay: the link itself may still be paid, so read its `status` before you cancel an order. A link that somebody only opened sends none. */
export interface SessionExpiredEvent {
    /** Id of the event: `evt_…`. */
    id: string;
    /** Type of the event. */
    type: "session.expired";
    /** When the event happened. */
    created: string;
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /** What the event is about, as it was when the event happened. */
    data: CheckoutSessionData;
}
/** The last allowed card attempt failed. */
export interface SessionFailedEvent {
    /** Id of the event: `evt_…`. */
    id: string;
    /** Type of the event. */
    type: "session.failed";
    /** When the event happened. */
    created: string;
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /** What the event is about, as it was when the event happened. */
    data: CheckoutSessionData;
}
/** A refund failed: no money was returned, and you can refund the amount again. `amount_refunded` is unchanged if the refund was `pending`. If it had succeeded, as the bank reports rarely and days later, `amount_refunded` goes down by its amount, and a `refunded` session is `paid` again. */
export interface SessionRefundFailedEvent {
    /** Id of the event: `evt_…`. */
    id: string;
    /** Type of the event. */
    type: "session.refund_failed";
    /** When the event happened. */
    created: string;
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /** What the event is about, as it was when the event happened. */
    data: RefundFailedSessionData;
}
/** A refund succeeded. After a partial refund `status` stays `paid`; after a full one it is `refunded`. */
export interface SessionRefundedEvent {
    /** Id of the event: `evt_…`. */
    id: string;
    /** Type of the event. */
    type: "session.refunded";
    /** When the event happened. */
    created: string;
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /** What the event is about, as it was when the event happened. */
    data: RefundedSessionData;
}
/** How a pending refund ends. `succeeded`: the bank returned the money. `failed`: the bank refused. */
export type SettledRefundStatus = "succeeded" | "failed";
/** How the customer ends the confirmation window. */
export interface TestChallengeParams {
    /** What the customer does. */
    outcome: ChallengeOutcome;
}
/** The time of your account in test mode. */
export interface TestClock {
    /** Type of the object: always `test_clock`. */
    object: "test_clock";
    /** The time of the account. New objects, events and signatures have it. */
    now: string;
    /** How many seconds it is ahead of real time. 0 for an account that has never moved it, or that has returned. */
    offset_seconds: number;
    /** Whether the time runs. */
    status: TestClockStatus | (string & {});
    /** Where the time is going, while `status` is `advancing`. Null otherwise. */
    advancing_to: string | null;
}
/** How far to move the time: one of the two fields. */
export interface TestClockAdvanceParams {
    /**
     * By how many seconds to move the time forward.
     * Limits: 1 to 31,622,400.
     */
    advance?: number | null | undefined;
    /** The time to move to. Must be later than the time of the account. */
    advance_to?: string | null | undefined;
}
/** Whether the time of an account runs. `ready`: it does. `advancing`: it still does what is due on its way to `advancing_to`. */
export type TestClockStatus = "ready" | "advancing";
/** How to close the dispute. */
export interface TestDisputeParams {
    /** In whose favour the dispute ends. */
    outcome: DisputeOutcome;
}
/** The faults that your account causes in test mode. */
export interface TestFaults {
    /** Type of the object: always `test_faults`. */
    object: "test_faults";
    /** What happens to calls; empty when the account causes no faults. */
    calls: (CallFault | (string & {}))[];
    /** What happens to events; empty when the account causes no faults. */
    webhooks: (WebhookFault | (string & {}))[];
    /** The share of calls and events with a fault, in percent. Null with `every`, and without faults. */
    percent: number | null;
    /** Every how many calls and events one has a fault. Null with `percent`, and without faults. */
    every: number | null;
    /** The seed that decides which calls and events have a fault. Null without faults. */
    seed: number | null;
    /** How many milliseconds a call with the fault `latency` waits. Null without faults. */
    latency_ms: number | null;
    /** When the faults end by themselves, in real time. Null without faults. */
    ends_at: string | null;
}
/** Which faults to cause, and how often: `percent` or `every`. */
export interface TestFaultsParams {
    /** What happens to your calls. Each fault that the account causes is one of these. */
    calls?: CallFault[] | null | undefined;
    /** What happens to your events. Each fault that the account causes is one of these. */
    webhooks?: WebhookFault[] | null | undefined;
    /**
     * The share of calls and events with a fault, in percent. `seed` decides which ones.
     * Limits: 1 to 100.
     */
    percent?: number | null | undefined;
    /**
     * Every how many calls and events one has a fault, in place of a share: with 3 it is the third, the sixth and so on. The faults take turns in the order in which you name them.
     * Limits: 1 to 1,000.
     */
    every?: number | null | undefined;
    /**
     * Repeats the faults of an earlier run with `percent`. The reply has the seed of a run that gave none.
     * Limits: 0 to 4,294,967,295.
     */
    seed?: number | null | undefined;
    /**
     * How many milliseconds a call with the fault `latency` waits; 1000 when you leave it out.
     * Limits: 1 to 5,000.
     */
    latency_ms?: number | null | undefined;
    /**
     * After how many seconds of real time the faults end by themselves; 600 when you leave it out.
     * Limits: 1 to 3,600.
     */
    ends_after?: number | null | undefined;
}
/** How to pay the session. */
export interface TestPayParams {
    /**
     * What the sandbox bank does with the card; `approved` when you leave it out.
     * Limits: default `approved`.
     */
    card?: CardScenario | null | undefined;
}
/** A test event, sent by the dashboard's test button. */
export interface TestPingEvent {
    /** Id of the event: `evt_…`. */
    id: string;
    /** Type of the event. */
    type: "test.ping";
    /** When the event happened. */
    created: string;
    /** True in live mode, false in test mode. */
    livemode: boolean;
    /** What the event is about, as it was when the event happened. */
    data: PingData;
}
/** What a reset has deleted. */
export interface TestReset {
    /** Type of the object: always `test_reset`. */
    object: "test_reset";
    /** Always false: live mode is never emptied. */
    livemode: false;
    /**
     * How many sessions this call deleted, with their refunds, disputes, events and deliveries.
     * Limits: at least 0.
     */
    deleted_sessions: number;
    /** Whether the call ended before everything was deleted, because there was too much for one call: call it again. */
    has_more: boolean;
}
/** What stays when test mode is emptied. The key of the call always stays, as do the people and what live mode has. */
export interface TestResetKeep {
    /** The other test keys of the account. Without `true` they stop working within a second. */
    keys?: boolean | null | undefined;
    /** The webhook address of test mode, with its signing secret. */
    webhook_endpoint?: boolean | null | undefined;
    /** The settings that only test mode has: its thank-you page. All other settings belong to both modes and always stay. */
    settings?: boolean | null | undefined;
}
/** How to empty test mode. */
export interface TestResetParams {
    /** What stays; nothing but the data of both modes when you leave it out. */
    keep?: TestResetKeep | null | undefined;
}
/** How to settle the refund. */
export interface TestSettleParams {
    /** The new status of the refund. */
    status: SettledRefundStatus;
}
/** A situation that the service can set up. */
export interface TestSituation {
    /** Type of the object: always `test_situation`. */
    object: "test_situation";
    /** Its name, for the call that sets it up. */
    name: string;
    /** Its title, for people. */
    title: string;
    /** What the account has afterwards, in a sentence or two. */
    description: string;
    /**
     * How many days its story takes at most: the time of the account moves forward by them. 0: it all happens now.
     * Limits: at least 0.
     */
    days: number;
}
/** Every situation, by name. */
export interface TestSituationList {
    /** Type of the object: always `list`. */
    object: "list";
    /** Always false: one reply has all of them. */
    has_more: false;
    /** The situations, by name. */
    data: TestSituation[];
}
/** Why a situation is incomplete. */
export interface TestSituationProblem {
    /** The step that failed: the name of its operation in this contract. */
    step: string;
    /** The error code of the step. */
    code: string;
    /** What happened, in a sentence. */
    message: string;
}
/** What a situation has made in your account. */
export interface TestSituationResult {
    /** Type of the object: always `test_situation_result`. */
    object: "test_situation_result";
    /** The name of the situation. */
    situation: string;
    /** Always false: live mode has no situations. */
    livemode: false;
    /** Whether every step succeeded. */
    status: TestSituationStatus | (string & {});
    /** The ids of the objects to look at, by the names that the page of the situation explains. */
    ids: {
        [key: string]: string;
    };
    /** The time of the account after the last step. */
    now: string;
    /** The step that failed. Null when every step succeeded. */
    problem: TestSituationProblem | null;
}
/** Whether a situation was set up. `complete`: wholly. `incomplete`: a step failed, and the account has what the steps before it made. */
export type TestSituationStatus = "complete" | "incomplete";
/** How 3D Secure authenticated the cardholder. `frictionless`: without asking. `challenge`: the cardholder confirmed. */
export type ThreeDSecure = "frictionless" | "challenge";
/** The address that receives the events of one mode. Each mode has exactly one address. */
export interface WebhookEndpoint {
    /** Id of the webhook endpoint: `we_…`. */
    id: string;
    /** Type of the object: always `webhook_endpoint`. */
    object: "webhook_endpoint";
    /** The address that receives the events. */
    url: string;
    /** The secret that signs every delivery, with the prefix `whsec_`. Shown only in this reply: store it. */
    secret: string;
    /** True when the address receives live events, false for test events. */
    livemode: boolean;
}
/** The new webhook address. */
export interface WebhookEndpointSetParams {
    /**
     * The address to deliver events to. It must use https and be publicly reachable.
     * Limits: at most 2,048 characters.
     */
    url: string;
}
/** What can happen to an event on its way to the webhook address. `duplicated`: it arrives a second time. `reordered`: it arrives 5 seconds late, behind later events. */
export type WebhookFault = "duplicated" | "reordered";
/** The customer. Only the keys that you supplied, or that the customer filled in, appear. */
export interface CustomerInput {
    /**
     * Email address of the customer. When present, the form does not ask for it.
     * Limits: at most 254 characters.
     */
    email?: string | null | undefined;
    /**
     * Full name of the customer.
     * Limits: at most 90 characters.
     */
    name?: string | null | undefined;
    /**
     * Phone number of the customer, in any format.
     * Limits: at most 32 characters.
     */
    phone?: string | null | undefined;
}
/** A postal address. Every part is optional. */
export interface AddressInput {
    /**
     * House number and street, or PO box.
     * Limits: at most 255 characters.
     */
    line1?: string | null | undefined;
    /**
     * Flat, suite, building or company.
     * Limits: at most 255 characters.
     */
    line2?: string | null | undefined;
    /**
     * City or town.
     * Limits: at most 255 characters.
     */
    city?: string | null | undefined;
    /**
     * Postal code or ZIP code.
     * Limits: at most 32 characters.
     */
    postal_code?: string | null | undefined;
    /**
     * Code of the state or province, such as `CA`.
     * Limits: at most 3 characters.
     */
    state?: string | null | undefined;
    /**
     * Country code: two letters, ISO 3166-1, in either case.
     * Limits: exactly 2 characters.
     */
    country?: string | null | undefined;
}
/** The customer of a one-off link. */
export interface PaymentLinkCustomerInput {
    /**
     * Email address of the customer. When present, the form does not ask for it.
     * Limits: at most 254 characters.
     */
    email?: string | null | undefined;
    /**
     * Full name of the customer.
     * Limits: at most 90 characters.
     */
    name?: string | null | undefined;
}
/** Query of "List checkout sessions". */
export interface CheckoutSessionListParams {
    /**
     * Return only sessions with this reference.
     * Limits: at most 255 characters.
     */
    reference?: string | undefined;
    /**
     * The most objects to return: 1 to 100, 20 when you leave it out.
     * Limits: 1 to 100; default `20`.
     */
    limit?: number | undefined;
    /**
     * Id of the last object on the previous page. The reply starts with the next object.
     * Limits: at most 64 characters.
     */
    starting_after?: string | undefined;
}
/** Query of "List refunds". */
export interface RefundListParams {
    /**
     * Return only the refunds of this checkout session.
     * Limits: at most 64 characters.
     */
    session?: string | undefined;
    /**
     * The most objects to return: 1 to 100, 20 when you leave it out.
     * Limits: 1 to 100; default `20`.
     */
    limit?: number | undefined;
    /**
     * Id of the last object on the previous page. The reply starts with the next object.
     * Limits: at most 64 characters.
     */
    starting_after?: string | undefined;
}
/** Query of "Search checkout sessions". */
export interface CheckoutSessionSearchParams {
    /** Return only sessions in this state. */
    status?: CheckoutSessionStatus | undefined;
    /**
     * Return only sessions with exactly this reference.
     * Limits: at most 255 characters.
     */
    reference?: string | undefined;
    /**
     * Return only sessions that came from this payment link.
     * Limits: at most 64 characters.
     */
    payment_link?: string | undefined;
    /** Return only sessions created at this time or later. */
    created_from?: string | undefined;
    /** Return only sessions created before this time. */
    created_before?: string | undefined;
    /**
     * The most objects to return: 1 to 100, 20 when you leave it out.
     * Limits: 1 to 100; default `20`.
     */
    limit?: number | undefined;
    /**
     * Id of the last object on the previous page. The reply starts with the next object.
     * Limits: at most 64 characters.
     */
    starting_after?: string | undefined;
}
/** Query of "List disputes". */
export interface DisputeListParams {
    /**
     * Return only the disputes of this checkout session.
     * Limits: at most 64 characters.
     */
    session?: string | undefined;
    /** Return only disputes in this state. */
    status?: DisputeStatus | undefined;
    /**
     * The most objects to return: 1 to 100, 20 when you leave it out.
     * Limits: 1 to 100; default `20`.
     */
    limit?: number | undefined;
    /**
     * Id of the last object on the previous page. The reply starts with the next object.
     * Limits: at most 64 characters.
     */
    starting_after?: string | undefined;
}
/** Query of "List events". */
export interface EventListParams {
    /** Return only events of this type. */
    type?: EventType | undefined;
    /**
     * The most objects to return: 1 to 100, 20 when you leave it out.
     * Limits: 1 to 100; default `20`.
     */
    limit?: number | undefined;
    /**
     * Id of the last object on the previous page. The reply starts with the next object.
     * Limits: at most 64 characters.
     */
    starting_after?: string | undefined;
    /**
     * Return only events newer than the event with this id, oldest first.
     * Limits: at most 64 characters.
     */
    ending_before?: string | undefined;
    /**
     * Seconds to wait for an event when there is none yet: 0 to 25, and 0 when you leave it out. The reply may come earlier and be empty: then call again. Five calls of each mode of an account may wait at a time.
     * Limits: 0 to 25; default `0`.
     */
    wait?: number | undefined;
}
/** Query of "List resends". */
export interface EventResendListParams {
    /**
     * The most objects to return: 1 to 100, 20 when you leave it out.
     * Limits: 1 to 100; default `20`.
     */
    limit?: number | undefined;
    /**
     * Id of the last object on the previous page. The reply starts with the next object.
     * Limits: at most 64 characters.
     */
    starting_after?: string | undefined;
}
/** Query of "List API requests". */
export interface ApiRequestListParams {
    /**
     * `failed` returns the failed requests of seven days. `any` returns all requests that are recorded.
     * Limits: default `any`.
     */
    outcome?: ApiRequestOutcome | undefined;
    /**
     * The most objects to return: 1 to 100, 20 when you leave it out.
     * Limits: 1 to 100; default `20`.
     */
    limit?: number | undefined;
    /**
     * Id of the last object on the previous page. The reply starts with the next object.
     * Limits: at most 64 characters.
     */
    starting_after?: string | undefined;
}
/** Query of "List payment links". */
export interface PaymentLinkListParams {
    /** Return only links in this state. */
    status?: PaymentLinkStatus | undefined;
    /**
     * The most objects to return: 1 to 100, 20 when you leave it out.
     * Limits: 1 to 100; default `20`.
     */
    limit?: number | undefined;
    /**
     * Id of the last object on the previous page. The reply starts with the next object.
     * Limits: at most 64 characters.
     */
    starting_after?: string | undefined;
}

/** Every error code of the service. `{baseUrl}/docs/errors` explains each; `fix` of the error says what to do. */
export type ErrorCode = "parameter_invalid" | "parameter_missing" | "amount_too_large" | "currency_not_enabled" | "rate_limited" | "internal_error" | "account_configuration" | "internal_error" | "invalid_api_key" | "live_mode_not_enabled" | "webhooks_not_available" | "idempotency_conflict" | "request_in_progress" | "session_not_found" | "refund_exceeds_amount" | "session_not_refundable" | "processor_unavailable" | "session_not_payable" | "payment_in_progress" | "not_found" | "invalid_client_secret" | "card_not_encrypted" | "unauthorized"

/** All objects of a list, from a page on. */
export interface Objects<Item> extends AsyncIterable<Item> {
  /** At most `limit` of them, from as many pages as that takes. */
  toArray(options: { limit: number }): Promise<Item[]>
}
/** A page, from which one can go on. */
export interface LaterPages<Page, Item> extends Objects<Item> {
  /** The page after this one, or null when this is the last. */
  nextPage(): Promise<(Page & LaterPages<Page, Item>) | null>
}

/**
 * The resources of the service, as the contract names them.
 * @typeParam Options the last argument of each call: time-outs, an idempotency key, …
 * @typeParam Extra what each reply carries besides its own fields
 */
export interface Resources<Options, Extra> {
  readonly checkout: {
    readonly sessions: {
      /**
       * Create a checkout session: `POST /v1/checkout/sessions`
       *
       * Creates a checkout session. Then send its `client_secret` to the browser, or send the customer to its `url`.
       *
       * The SDK sends an `Idempotency-Key`, so this call is safe to retry.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `parameter_missing` (400): A required field is missing.
       * - `amount_too_large` (400): The amount is above the limit for this key.
       * - `currency_not_enabled` (400): This currency is not enabled on the account.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `idempotency_conflict` (409): This Idempotency-Key was used before with a different request.
       * - `request_in_progress` (409): A request with the same Idempotency-Key is still running.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `account_configuration` (500): The merchant account needs to be set up by support.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      create(params: CheckoutSessionCreateParams, options?: Options): Promise<CheckoutSession & Extra>
      /**
       * List checkout sessions: `GET /v1/checkout/sessions`
       *
       * Returns the sessions of the key's mode, newest first, in pages. A page with fewer sessions than `limit` is the last one.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      list(params?: CheckoutSessionListParams, options?: Options): Promise<CheckoutSessionList & Extra & LaterPages<CheckoutSessionList & Extra, CheckoutSession>> & Objects<CheckoutSession>
      /**
       * Retrieve a checkout session: `GET /v1/checkout/sessions/{id}`
       *
       * Returns one session. If it is `processing`, the service asks the bank first, so the reply shows the current state.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `session_not_found` (404): This key has no checkout session with this id.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      retrieve(id: string, options?: Options): Promise<CheckoutSession & Extra>
      /**
       * Refund a paid session: `POST /v1/checkout/sessions/{id}/refunds`
       *
       * Returns money to the card that paid: `amount`, or everything that is not yet refunded.
       *
       * The SDK sends an `Idempotency-Key`, so this call is safe to retry.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `refund_exceeds_amount` (400): The refund is larger than the amount left to refund.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `session_not_found` (404): This key has no checkout session with this id.
       * - `idempotency_conflict` (409): This Idempotency-Key was used before with a different request.
       * - `request_in_progress` (409): A request with the same Idempotency-Key is still running.
       * - `session_not_refundable` (409): This session is not paid, or has nothing left to refund.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `processor_unavailable` (502): The card processor did not answer.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      refund(id: string, params?: RefundCreateParams, options?: Options): Promise<Refund & Extra>
      /**
       * Expire a checkout session: `POST /v1/checkout/sessions/{id}/expire`
       *
       * Closes an open session: it becomes `expired`, and the `session.expired` event is sent.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `session_not_found` (404): This key has no checkout session with this id.
       * - `session_not_payable` (409): This checkout can no longer take payment.
       * - `payment_in_progress` (409): A payment for this checkout is already in progress.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      expire(id: string, options?: Options): Promise<CheckoutSession & Extra>
      /**
       * Search checkout sessions: `GET /v1/search/checkout/sessions`
       *
       * Returns the sessions of the key's mode that match every filter you give, newest first, in pages.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      search(params?: CheckoutSessionSearchParams, options?: Options): Promise<CheckoutSessionSearchResult & Extra & LaterPages<CheckoutSessionSearchResult & Extra, CheckoutSession>> & Objects<CheckoutSession>
    }
  }
  readonly refunds: {
    /**
     * List refunds: `GET /v1/refunds`
     *
     * Returns the refunds of the key's mode, newest first, in pages.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    list(params?: RefundListParams, options?: Options): Promise<RefundList & Extra & LaterPages<RefundList & Extra, Refund>> & Objects<Refund>
    /**
     * Retrieve a refund: `GET /v1/refunds/{id}`
     *
     * Returns one refund in its current state.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `not_found` (404): Nothing was found at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    retrieve(id: string, options?: Options): Promise<Refund & Extra>
  }
  readonly disputes: {
    /**
     * List disputes: `GET /v1/disputes`
     *
     * Returns the disputes of the key's mode, newest first, in pages.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    list(params?: DisputeListParams, options?: Options): Promise<DisputeList & Extra & LaterPages<DisputeList & Extra, Dispute>> & Objects<Dispute>
    /**
     * Retrieve a dispute: `GET /v1/disputes/{id}`
     *
     * Returns one dispute in its current state.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `not_found` (404): Nothing was found at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    retrieve(id: string, options?: Options): Promise<Dispute & Extra>
  }
  readonly webhookEndpoints: {
    /**
     * Set the webhook address: `POST /v1/webhook_endpoints`
     *
     * Sets the webhook address of the key's mode. It replaces the old address and creates a new secret.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `parameter_missing` (400): A required field is missing.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    set(params: WebhookEndpointSetParams, options?: Options): Promise<WebhookEndpoint & Extra>
    /**
     * Retrieve the webhook address: `GET /v1/webhook_endpoint`
     *
     * Returns the webhook address of the key's mode, without its secret.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `not_found` (404): Nothing was found at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    retrieve(options?: Options): Promise<CurrentWebhookEndpoint & Extra>
    /**
     * Remove the webhook address: `DELETE /v1/webhook_endpoint`
     *
     * Removes the webhook address of the key's mode, and its secrets. The service keeps later events and does not deliver them; it abandons waiting deliveries.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `not_found` (404): Nothing was found at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    delete(options?: Options): Promise<DeletedWebhookEndpoint & Extra>
    /**
     * Create the next signing secret: `POST /v1/webhook_endpoint/next_secret`
     *
     * Creates the next signing secret, and replaces an earlier one that is not in use yet. Deliveries are still signed with the current secret, so add this one to your receiver first.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `not_found` (404): Nothing was found at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    createNextSecret(options?: Options): Promise<NextSigningSecret & Extra>
    /**
     * Delete the next signing secret: `DELETE /v1/webhook_endpoint/next_secret`
     *
     * Deletes the next secret, if there is one. The current secret stays in use.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `not_found` (404): Nothing was found at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    deleteNextSecret(options?: Options): Promise<CurrentWebhookEndpoint & Extra>
    /**
     * Sign with the next secret: `POST /v1/webhook_endpoint/next_secret/use`
     *
     * Signs every delivery with the next secret from now on, and deletes the old one. A repeated call changes nothing.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `parameter_missing` (400): A required field is missing.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `not_found` (404): Nothing was found at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    useNextSecret(params: NextSigningSecretUseParams, options?: Options): Promise<CurrentWebhookEndpoint & Extra>
  }
  readonly events: {
    /**
     * List events: `GET /v1/events`
     *
     * Returns the events of the key's mode, newest first, in pages. To follow new events without missing any, use `ending_before` with `wait`.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    list(params?: EventListParams, options?: Options): Promise<EventList & Extra & LaterPages<EventList & Extra, Event>> & Objects<Event>
    /**
     * Retrieve an event: `GET /v1/events/{id}`
     *
     * Returns one event as it was delivered.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `not_found` (404): Nothing was found at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    retrieve(id: string, options?: Options): Promise<Event & Extra>
    /**
     * Resend an event: `POST /v1/events/{id}/resend`
     *
     * Sends an event again to the current webhook address of the mode.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `not_found` (404): Nothing was found at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    resend(id: string, options?: Options): Promise<EventResend & Extra>
  }
  readonly eventResends: {
    /**
     * List resends: `GET /v1/event_resends`
     *
     * Returns the resends of the key's mode in the last hour, newest first, in pages. The list contains resends without a webhook address too. `servicepay listen` uses it.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    list(params?: EventResendListParams, options?: Options): Promise<EventResendList & Extra & LaterPages<EventResendList & Extra, RequestedResend>> & Objects<RequestedResend>
  }
  readonly apiRequests: {
    /**
     * List API requests: `GET /v1/api_requests`
     *
     * Returns the recorded requests of the key's mode, newest first, in pages. Test mode keeps each request for 24 hours, and at most the newest 1,000. Failed requests of both modes stay for seven days, at most 1,000 of each hour. A request appears about a second after its reply. Successful reads of this record are not in it.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    list(params?: ApiRequestListParams, options?: Options): Promise<ApiRequestList & Extra & LaterPages<ApiRequestList & Extra, ApiRequest>> & Objects<ApiRequest>
    /**
     * Retrieve an API request: `GET /v1/api_requests/{id}`
     *
     * Returns one recorded request, in test mode with both bodies.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `not_found` (404): Nothing was found at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    retrieve(id: string, options?: Options): Promise<RecordedApiRequest & Extra>
  }
  readonly sandbox: {
    /**
     * Sign up for the sandbox: `POST /v1/sandbox/signup`
     *
     * Creates a test account and returns its secret key at once. It needs no password.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `parameter_missing` (400): A required field is missing.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    signup(params: SandboxSignupParams, options?: Options): Promise<SandboxSignup & Extra>
  }
  readonly paymentLinks: {
    /**
     * Create a payment link: `POST /v1/payment_links`
     *
     * Creates a short address that opens a checkout.
     *
     * The SDK sends an `Idempotency-Key`, so this call is safe to retry.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `parameter_missing` (400): A required field is missing.
     * - `amount_too_large` (400): The amount is above the limit for this key.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `idempotency_conflict` (409): This Idempotency-Key was used before with a different request.
     * - `request_in_progress` (409): A request with the same Idempotency-Key is still running.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `account_configuration` (500): The merchant account needs to be set up by support.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    create(params: PaymentLinkCreateParams, options?: Options): Promise<PaymentLink & Extra>
    /**
     * List payment links: `GET /v1/payment_links`
     *
     * Returns the links of the key's mode, newest first, in pages.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    list(params?: PaymentLinkListParams, options?: Options): Promise<PaymentLinkList & Extra & LaterPages<PaymentLinkList & Extra, PaymentLink>> & Objects<PaymentLink>
    /**
     * Retrieve a payment link: `GET /v1/payment_links/{id}`
     *
     * Returns one link with its totals.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `not_found` (404): Nothing was found at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    retrieve(id: string, options?: Options): Promise<PaymentLink & Extra>
    /**
     * Deactivate a payment link: `POST /v1/payment_links/{id}/deactivate`
     *
     * Closes a link. A checkout that is still waiting for the customer closes too; one that is already with the bank finishes.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `not_found` (404): Nothing was found at this address.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    deactivate(id: string, options?: Options): Promise<PaymentLink & Extra>
  }
  readonly testHelpers: {
    readonly checkout: {
      readonly sessions: {
        /**
         * Pay a session in test mode: `POST /v1/test_helpers/checkout/sessions/{id}/pay`
         *
         * Pays a session without a browser, on the same path as a real payment. The reply shows the session after the bank's first answer. With `background_check`, `challenge`, `no_answer` and `late_approval` that is `processing`, and the bank decides later: read the session again, or wait for its event.
         *
         * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
         * - `parameter_invalid` (400): A field has an invalid format or value.
         * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
         * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
         * - `webhooks_not_available` (403): This key cannot make this call.
         * - `session_not_found` (404): This key has no checkout session with this id.
         * - `not_found` (404): Nothing was found at this address.
         * - `session_not_payable` (409): This checkout can no longer take payment.
         * - `payment_in_progress` (409): A payment for this checkout is already in progress.
         * - `rate_limited` (429): Too many requests.
         * - `internal_error` (500): Something went wrong on our side.
         * - `internal_error` (503): The service is temporarily unavailable.
         */
        pay(id: string, params?: TestPayParams, options?: Options): Promise<CheckoutSession & Extra>
        /**
         * Complete a challenge in test mode: `POST /v1/test_helpers/checkout/sessions/{id}/complete_challenge`
         *
         * Ends the confirmation window of a session that waits for a `challenge`.
         *
         * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
         * - `parameter_invalid` (400): A field has an invalid format or value.
         * - `parameter_missing` (400): A required field is missing.
         * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
         * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
         * - `webhooks_not_available` (403): This key cannot make this call.
         * - `session_not_found` (404): This key has no checkout session with this id.
         * - `not_found` (404): Nothing was found at this address.
         * - `session_not_payable` (409): This checkout can no longer take payment.
         * - `rate_limited` (429): Too many requests.
         * - `internal_error` (500): Something went wrong on our side.
         * - `internal_error` (503): The service is temporarily unavailable.
         */
        completeChallenge(id: string, params: TestChallengeParams, options?: Options): Promise<CheckoutSession & Extra>
        /**
         * Expire a session in test mode: `POST /v1/test_helpers/checkout/sessions/{id}/expire`
         *
         * Expires an open session as if its `expires_at` had passed.
         *
         * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
         * - `parameter_invalid` (400): A field has an invalid format or value.
         * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
         * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
         * - `webhooks_not_available` (403): This key cannot make this call.
         * - `session_not_found` (404): This key has no checkout session with this id.
         * - `not_found` (404): Nothing was found at this address.
         * - `session_not_payable` (409): This checkout can no longer take payment.
         * - `payment_in_progress` (409): A payment for this checkout is already in progress.
         * - `rate_limited` (429): Too many requests.
         * - `internal_error` (500): Something went wrong on our side.
         * - `internal_error` (503): The service is temporarily unavailable.
         */
        expire(id: string, options?: Options): Promise<CheckoutSession & Extra>
        /**
         * Open a dispute in test mode: `POST /v1/test_helpers/checkout/sessions/{id}/dispute`
         *
         * Opens a chargeback on a paid session, as the cardholder's bank would. The simulated bank takes no answers: at `respond_by`, after 30 days, it decides for the cardholder, unless `close_dispute` has decided before.
         *
         * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
         * - `parameter_invalid` (400): A field has an invalid format or value.
         * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
         * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
         * - `webhooks_not_available` (403): This key cannot make this call.
         * - `session_not_found` (404): This key has no checkout session with this id.
         * - `not_found` (404): Nothing was found at this address.
         * - `session_not_refundable` (409): This session is not paid, or has nothing left to refund.
         * - `rate_limited` (429): Too many requests.
         * - `internal_error` (500): Something went wrong on our side.
         * - `internal_error` (503): The service is temporarily unavailable.
         */
        dispute(id: string, options?: Options): Promise<CheckoutSession & Extra>
        /**
         * Close a dispute in test mode: `POST /v1/test_helpers/checkout/sessions/{id}/close_dispute`
         *
         * Closes the dispute of a session.
         *
         * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
         * - `parameter_invalid` (400): A field has an invalid format or value.
         * - `parameter_missing` (400): A required field is missing.
         * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
         * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
         * - `webhooks_not_available` (403): This key cannot make this call.
         * - `session_not_found` (404): This key has no checkout session with this id.
         * - `not_found` (404): Nothing was found at this address.
         * - `session_not_refundable` (409): This session is not paid, or has nothing left to refund.
         * - `rate_limited` (429): Too many requests.
         * - `internal_error` (500): Something went wrong on our side.
         * - `internal_error` (503): The service is temporarily unavailable.
         */
        closeDispute(id: string, params: TestDisputeParams, options?: Options): Promise<CheckoutSession & Extra>
        /**
         * Approve a paid session twice in test mode: `POST /v1/test_helpers/checkout/sessions/{id}/second_approval`
         *
         * Simulates a second approval of a session that is already paid. The service refunds it automatically.
         *
         * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
         * - `parameter_invalid` (400): A field has an invalid format or value.
         * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
         * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
         * - `webhooks_not_available` (403): This key cannot make this call.
         * - `session_not_found` (404): This key has no checkout session with this id.
         * - `not_found` (404): Nothing was found at this address.
         * - `session_not_refundable` (409): This session is not paid, or has nothing left to refund.
         * - `rate_limited` (429): Too many requests.
         * - `internal_error` (500): Something went wrong on our side.
         * - `internal_error` (503): The service is temporarily unavailable.
         */
        secondApproval(id: string, options?: Options): Promise<CheckoutSession & Extra>
      }
    }
    readonly paymentLinks: {
      /**
       * Pay a link in test mode: `POST /v1/test_helpers/payment_links/{id}/pay`
       *
       * Pays a link without a browser, as a customer who opens it would. The reply is the session that takes the payment: the shared one of a one-off link, or a new one of a reusable link.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `not_found` (404): Nothing was found at this address.
       * - `session_not_payable` (409): This checkout can no longer take payment.
       * - `payment_in_progress` (409): A payment for this checkout is already in progress.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      pay(id: string, params?: TestPayParams, options?: Options): Promise<CheckoutSession & Extra>
      /**
       * Expire a payment link in test mode: `POST /v1/test_helpers/payment_links/{id}/expire`
       *
       * Expires an active link as if its `expires_at` had passed.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `not_found` (404): Nothing was found at this address.
       * - `session_not_payable` (409): This checkout can no longer take payment.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      expire(id: string, options?: Options): Promise<PaymentLink & Extra>
      /**
       * Pay a one-off link twice in test mode: `POST /v1/test_helpers/payment_links/{id}/duplicate_payment`
       *
       * Simulates a second customer's payment on a one-off link that is already paid. The service refunds it automatically.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `not_found` (404): Nothing was found at this address.
       * - `session_not_payable` (409): This checkout can no longer take payment.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      duplicatePayment(id: string, options?: Options): Promise<PaymentLink & Extra>
    }
    readonly refunds: {
      /**
       * Settle a refund in test mode: `POST /v1/test_helpers/refunds/{id}/settle`
       *
       * Settles a pending refund, as the bank would.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `parameter_missing` (400): A required field is missing.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `not_found` (404): Nothing was found at this address.
       * - `session_not_refundable` (409): This session is not paid, or has nothing left to refund.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      settle(id: string, params: TestSettleParams, options?: Options): Promise<Refund & Extra>
      /**
       * Reverse a refund in test mode: `POST /v1/test_helpers/refunds/{id}/reverse`
       *
       * Fails a refund that had succeeded, as when the card's account is closed and the money comes back days later. `amount_refunded` of the session goes down again, a `refunded` session is `paid` again, and `session.refund_failed` follows.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `not_found` (404): Nothing was found at this address.
       * - `session_not_refundable` (409): This session is not paid, or has nothing left to refund.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      reverse(id: string, options?: Options): Promise<Refund & Extra>
    }
    readonly clock: {
      /**
       * Retrieve the clock in test mode: `GET /v1/test_helpers/clock`
       *
       * Returns the time of your account in test mode.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `not_found` (404): Nothing was found at this address.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      retrieve(options?: Options): Promise<TestClock & Extra>
      /**
       * Move time in test mode: `POST /v1/test_helpers/clock`
       *
       * Moves the time of your account forward. Everything that becomes due on the way happens at its time and in its order: sessions and links expire, deliveries are retried, the bank finishes its checks, pending refunds settle, and unanswered disputes are lost. Other accounts and live mode stay in real time. An account can be a year ahead of real time in all. A long way may outlast the call: `status` is then `advancing`, and the time is on its way.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `parameter_missing` (400): A required field is missing.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `not_found` (404): Nothing was found at this address.
       * - `payment_in_progress` (409): A payment for this checkout is already in progress.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      advance(params?: TestClockAdvanceParams, options?: Options): Promise<TestClock & Extra>
      /**
       * Return to real time in test mode: `DELETE /v1/test_helpers/clock`
       *
       * Returns your account to real time. Objects keep their times, even those that lie in the future now. What is due later waits until real time reaches it.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `not_found` (404): Nothing was found at this address.
       * - `payment_in_progress` (409): A payment for this checkout is already in progress.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      reset(options?: Options): Promise<TestClock & Extra>
    }
    readonly faults: {
      /**
       * Retrieve the faults in test mode: `GET /v1/test_helpers/faults`
       *
       * Returns the faults that your account causes in test mode.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `not_found` (404): Nothing was found at this address.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      retrieve(options?: Options): Promise<TestFaults & Extra>
      /**
       * Begin faults in test mode: `POST /v1/test_helpers/faults`
       *
       * Lets a share of your account's own calls and events in test mode go wrong, so that you see what your integration does on a bad day. A reply with a fault has the header `Servicepay-Fault`. Calls of this helper and of customers never have one. Replaces the faults before, and ends by itself.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `parameter_missing` (400): A required field is missing.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `not_found` (404): Nothing was found at this address.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      begin(params?: TestFaultsParams, options?: Options): Promise<TestFaults & Extra>
      /**
       * End faults in test mode: `DELETE /v1/test_helpers/faults`
       *
       * Ends the faults of your account.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `not_found` (404): Nothing was found at this address.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      end(options?: Options): Promise<TestFaults & Extra>
    }
    /**
     * Empty test mode: `POST /v1/test_helpers/reset`
     *
     * Empties the test mode of your account: sessions, refunds, disputes, payment links, events, deliveries, recorded requests and Idempotency-Keys. It deletes what was there when the call came. While a payment or a refund is with the bank, it refuses and deletes nothing.
     *
     * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
     * - `parameter_invalid` (400): A field has an invalid format or value.
     * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
     * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
     * - `webhooks_not_available` (403): This key cannot make this call.
     * - `not_found` (404): Nothing was found at this address.
     * - `payment_in_progress` (409): A payment for this checkout is already in progress.
     * - `rate_limited` (429): Too many requests.
     * - `internal_error` (500): Something went wrong on our side.
     * - `internal_error` (503): The service is temporarily unavailable.
     */
    reset(params?: TestResetParams, options?: Options): Promise<TestReset & Extra>
    readonly situations: {
      /**
       * List situations: `GET /v1/test_helpers/situations`
       *
       * Returns the situations that the service can set up in your account.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `not_found` (404): Nothing was found at this address.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      list(options?: Options): Promise<TestSituationList & Extra>
      /**
       * Set up a situation: `POST /v1/test_helpers/situations/{name}`
       *
       * Sets up a situation in your account, beside what it has: it makes payments, refunds, disputes or links with the calls of this contract, and moves the time of the account forward where its story takes time. One situation at a time. A step that fails ends it: `status` is then `incomplete`, and `ids` names what the account has. Each call makes everything again.
       *
       * @throws {ServicePayError} with one of these codes, or one of the SDK itself:
       * - `parameter_invalid` (400): A field has an invalid format or value.
       * - `invalid_api_key` (401): The secret key is missing, wrong or revoked.
       * - `live_mode_not_enabled` (403): Live mode is not enabled for this account.
       * - `webhooks_not_available` (403): This key cannot make this call.
       * - `not_found` (404): Nothing was found at this address.
       * - `rate_limited` (429): Too many requests.
       * - `internal_error` (500): Something went wrong on our side.
       * - `internal_error` (503): The service is temporarily unavailable.
       */
      setUp(name: string, options?: Options): Promise<TestSituationResult & Extra>
    }
  }
}

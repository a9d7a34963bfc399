// Generated from spec/ by `npm run generate`. Do not edit.
import { boolean, integer, integerInText, list, map, object, oneOf, text } from '../spec/lib/rules.ts'

const country = text({ minLength: 2, maxLength: 2, format: "iso-3166" })

const addressInput = object({ "line1": text({ maxLength: 255 }).empty(null), "line2": text({ maxLength: 255 }).empty(null), "city": text({ maxLength: 255 }).empty(null), "postal_code": text({ maxLength: 32 }).empty(null), "state": text({ maxLength: 3 }).empty(null), "country": country.empty(null) })

const apiRequestOutcome = oneOf(["any","failed"])

const browserParams = object({ "color_depth": integer({ minimum: 1, maximum: 64 }).required(), "screen_width": integer({ minimum: 0, maximum: 999999 }).required(), "screen_height": integer({ minimum: 0, maximum: 999999 }).required(), "time_zone_offset": integer({ minimum: -1440, maximum: 1440 }).required(), "language": text({ maxLength: 35, pattern: "^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$" }).required(), "page_origin": text({ maxLength: 255, pattern: "^https?://[A-Za-z0-9.:\\[\\]-]+$" }).empty(null) })

const callFault = oneOf(["latency","rate_limited","internal_error","dropped_reply"])

const email = text({ maxLength: 254, format: "email" })

const cardNetwork = text({ maxLength: 32, pattern: "^[a-z0-9_]+$" })

const cardAttemptCreateParams = object({ "encrypted_card": text({ maxLength: 8192 }).required(), "email": email.empty(null), "billing_address": addressInput.empty(null), "card_network": cardNetwork.empty(null), "browser": browserParams.empty(null) })

const cardNetworksParams = object({ "first_digits": text({ pattern: "^[0-9]{8}$" }).required() })

const cardScenario = oneOf(["approved","background_check","challenge","declined","invalid_card","expired_card","risk_declined","authentication_failed","processing_error","processor_unavailable","account_configuration","no_answer","late_approval","refund_pending","refund_failed","refund_unavailable"]).default("approved")

const challengeOutcome = oneOf(["approved","declined","abandoned"])

const currencyInput = text({ minLength: 3, maxLength: 3, format: "iso-4217" })

const customerInput = object({ "email": email.empty(null), "name": text({ maxLength: 90 }).empty(null), "phone": text({ maxLength: 32 }).empty(null) })

const httpsUrl = text({ maxLength: 2048, pattern: "^[hH][tT][tT][pP][sS]://", format: "uri" })

const sessionLifetime = integer({ minimum: 300, maximum: 86400 }).default(1800)

const metadataValue = text({ maxLength: 500 })

const metadata = map({ value: metadataValue, keys: { minLength: 1, maxLength: 40 }, maxProperties: 20 })

const checkoutSessionCreateParams = object({ "amount": integer({ minimum: 1, maximum: 99999999 }).required(), "currency": currencyInput.required(), "reference": text({ maxLength: 255 }).empty(null), "description": text({ maxLength: 255 }).empty(null), "customer": customerInput.empty(null), "billing_address": addressInput.empty(null), "shipping_address": addressInput.empty(null), "success_url": httpsUrl.empty(null), "cancel_url": httpsUrl.empty(null), "expires_in": sessionLifetime.empty(null), "metadata": metadata.empty(null) })

const checkoutSessionStatus = oneOf(["open","processing","paid","failed","expired","refunded","disputed"])

const disputeOutcome = oneOf(["won","lost"])

const disputeStatus = oneOf(["open","won","lost"])

const eventType = oneOf(["session.completed","session.failed","session.expired","session.refunded","session.refund_failed","session.disputed","session.dispute_closed","session.dispute_lost","session.duplicate_refunded","payment_link.paid","payment_link.duplicate_payment","test.ping"])

const nextSigningSecretUseParams = object({ "secret": text({ maxLength: 255 }).required() })

const paymentLinkKind = oneOf(["single","reusable"]).default("single")

const paymentLinkCustomerInput = object({ "email": email.empty(null), "name": text({ maxLength: 90 }).empty(null) })

const timestamp = text({ format: "date-time" })

const paymentLinkMetadata = map({ value: metadataValue, keys: { minLength: 1, maxLength: 40 }, maxProperties: 19 })

const paymentLinkCreateParams = object({ "amount": integer({ minimum: 1, maximum: 99999999 }).required(), "currency": currencyInput.required(), "description": text({ minLength: 1, maxLength: 255 }).required(), "kind": paymentLinkKind.empty(null), "reference": text({ maxLength: 255 }).empty(null), "customer": paymentLinkCustomerInput.empty(null), "success_url": httpsUrl.empty(null), "expires_at": timestamp.empty(null), "metadata": paymentLinkMetadata.empty(null) })

const paymentLinkStatus = oneOf(["active","paid","expired","deactivated"])

const refundCreateParams = object({ "amount": integer({ minimum: 1 }), "reason": text({ maxLength: 255 }).empty(null) })

const sandboxSignupParams = object({ "email": email.required(), "business_name": text({ maxLength: 90 }).empty(null) })

const settledRefundStatus = oneOf(["succeeded","failed"])

const testChallengeParams = object({ "outcome": challengeOutcome.required() })

const testClockAdvanceParams = object({ "advance": integer({ minimum: 1, maximum: 31622400 }).empty(null), "advance_to": timestamp.empty(null) })

const testDisputeParams = object({ "outcome": disputeOutcome.required() })

const webhookFault = oneOf(["duplicated","reordered"])

const testFaultsParams = object({ "calls": list(callFault, { maxItems: 4 }).empty(null), "webhooks": list(webhookFault, { maxItems: 2 }).empty(null), "percent": integer({ minimum: 1, maximum: 100 }).empty(null), "every": integer({ minimum: 1, maximum: 1000 }).empty(null), "seed": integer({ minimum: 0, maximum: 4294967295 }).empty(null), "latency_ms": integer({ minimum: 1, maximum: 5000 }).empty(null), "ends_after": integer({ minimum: 1, maximum: 3600 }).empty(null) })

const testPayParams = object({ "card": cardScenario.empty(null) })

const testResetKeep = object({ "keys": boolean().empty(null), "webhook_endpoint": boolean().empty(null), "settings": boolean().empty(null) })

const testResetParams = object({ "keep": testResetKeep.empty(null) })

const testSettleParams = object({ "status": settledRefundStatus.required() })

const visitorToken = text({ pattern: "^[A-Za-z0-9_-]{22,64}$" })

const webhookEndpointSetParams = object({ "url": text({ maxLength: 2048, format: "uri" }).required() })

/** What each request may contain: path, query, headers and body. */
export const requestRules = {
  createCheckoutSession: { path: object({}), query: object({}), header: object({ "Idempotency-Key": text({ minLength: 1, maxLength: 255 }) }), body: checkoutSessionCreateParams },
  listCheckoutSessions: { path: object({}), query: object({ "reference": text({ maxLength: 255 }), "limit": integerInText({ minimum: 1, maximum: 100 }).default(20), "starting_after": text({ maxLength: 64 }) }), header: object({}), body: object({}) },
  retrieveCheckoutSession: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  refundCheckoutSession: { path: object({ "id": text().required() }), query: object({}), header: object({ "Idempotency-Key": text({ minLength: 1, maxLength: 255 }) }), body: refundCreateParams },
  expireCheckoutSession: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  listRefunds: { path: object({}), query: object({ "session": text({ maxLength: 64 }), "limit": integerInText({ minimum: 1, maximum: 100 }).default(20), "starting_after": text({ maxLength: 64 }) }), header: object({}), body: object({}) },
  retrieveRefund: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  searchCheckoutSessions: { path: object({}), query: object({ "status": checkoutSessionStatus, "reference": text({ maxLength: 255 }), "payment_link": text({ maxLength: 64 }), "created_from": timestamp, "created_before": timestamp, "limit": integerInText({ minimum: 1, maximum: 100 }).default(20), "starting_after": text({ maxLength: 64 }) }), header: object({}), body: object({}) },
  listDisputes: { path: object({}), query: object({ "session": text({ maxLength: 64 }), "status": disputeStatus, "limit": integerInText({ minimum: 1, maximum: 100 }).default(20), "starting_after": text({ maxLength: 64 }) }), header: object({}), body: object({}) },
  retrieveDispute: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  setWebhookEndpoint: { path: object({}), query: object({}), header: object({}), body: webhookEndpointSetParams },
  retrieveWebhookEndpoint: { path: object({}), query: object({}), header: object({}), body: object({}) },
  deleteWebhookEndpoint: { path: object({}), query: object({}), header: object({}), body: object({}) },
  createNextSigningSecret: { path: object({}), query: object({}), header: object({}), body: object({}) },
  deleteNextSigningSecret: { path: object({}), query: object({}), header: object({}), body: object({}) },
  useNextSigningSecret: { path: object({}), query: object({}), header: object({}), body: nextSigningSecretUseParams },
  listEvents: { path: object({}), query: object({ "type": eventType, "limit": integerInText({ minimum: 1, maximum: 100 }).default(20), "starting_after": text({ maxLength: 64 }), "ending_before": text({ maxLength: 64 }), "wait": integerInText({ minimum: 0, maximum: 25 }).default(0) }), header: object({}), body: object({}) },
  retrieveEvent: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  resendEvent: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  listEventResends: { path: object({}), query: object({ "limit": integerInText({ minimum: 1, maximum: 100 }).default(20), "starting_after": text({ maxLength: 64 }) }), header: object({}), body: object({}) },
  listApiRequests: { path: object({}), query: object({ "outcome": apiRequestOutcome.default("any"), "limit": integerInText({ minimum: 1, maximum: 100 }).default(20), "starting_after": text({ maxLength: 64 }) }), header: object({}), body: object({}) },
  retrieveApiRequest: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  signUpForSandbox: { path: object({}), query: object({}), header: object({}), body: sandboxSignupParams },
  retrieveEncryptionKey: { path: object({}), query: object({}), header: object({}), body: object({}) },
  retrieveFormSession: { path: object({}), query: object({}), header: object({ "Visitor-Token": visitorToken }), body: object({}) },
  submitCardAttempt: { path: object({}), query: object({}), header: object({ "Visitor-Token": visitorToken }), body: cardAttemptCreateParams },
  retrieveCardNetworks: { path: object({}), query: object({}), header: object({}), body: cardNetworksParams },
  retrieveCardAttempt: { path: object({ "id": text().required() }), query: object({}), header: object({ "Visitor-Token": visitorToken }), body: object({}) },
  abandonCardAttempt: { path: object({ "id": text().required() }), query: object({}), header: object({ "Visitor-Token": visitorToken }), body: object({}) },
  openLinkCheckout: { path: object({ "code": text().required() }), query: object({}), header: object({}), body: object({}) },
  createPaymentLink: { path: object({}), query: object({}), header: object({ "Idempotency-Key": text({ minLength: 1, maxLength: 255 }) }), body: paymentLinkCreateParams },
  listPaymentLinks: { path: object({}), query: object({ "status": paymentLinkStatus, "limit": integerInText({ minimum: 1, maximum: 100 }).default(20), "starting_after": text({ maxLength: 64 }) }), header: object({}), body: object({}) },
  retrievePaymentLink: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  deactivatePaymentLink: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  testPaySession: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: testPayParams },
  testCompleteChallenge: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: testChallengeParams },
  testExpireSession: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  testDisputeSession: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  testCloseDispute: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: testDisputeParams },
  testSecondApproval: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  testPayLink: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: testPayParams },
  testExpirePaymentLink: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  testDuplicateLinkPayment: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  testSettleRefund: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: testSettleParams },
  testReverseRefund: { path: object({ "id": text().required() }), query: object({}), header: object({}), body: object({}) },
  testRetrieveClock: { path: object({}), query: object({}), header: object({}), body: object({}) },
  testAdvanceClock: { path: object({}), query: object({}), header: object({}), body: testClockAdvanceParams },
  testResetClock: { path: object({}), query: object({}), header: object({}), body: object({}) },
  testRetrieveFaults: { path: object({}), query: object({}), header: object({}), body: object({}) },
  testBeginFaults: { path: object({}), query: object({}), header: object({}), body: testFaultsParams },
  testEndFaults: { path: object({}), query: object({}), header: object({}), body: object({}) },
  testReset: { path: object({}), query: object({}), header: object({}), body: testResetParams },
  testListSituations: { path: object({}), query: object({}), header: object({}), body: object({}) },
  testSetUpSituation: { path: object({ "name": text({ maxLength: 64 }).required() }), query: object({}), header: object({}), body: object({}) },
}

/** Error codes that replace `parameter_invalid` for a number above its maximum, by operation and field. */
export const codesAboveMaximum: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createCheckoutSession: {"amount":"amount_too_large"},
  createPaymentLink: {"amount":"amount_too_large"},
}

// Generated from spec/ by `npm run generate`. Do not edit.
/** The catalogue of error codes. A reply carries `message` and `fix` unless it has more precise texts. */
export const errorCatalogue = {
  parameter_invalid: {"status":400,"message":"A field has an invalid format or value.","fix":"Correct the field named in `param` and send the request again.","cause":"A field has the wrong type, format, length or value, the field does not exist, or the body is not valid JSON."},
  parameter_missing: {"status":400,"message":"A required field is missing.","fix":"Add the field named in `param`.","cause":"The request body does not have a field that this call requires."},
  amount_too_large: {"status":400,"message":"The amount is above the limit for this key.","fix":"Send at most 99,999,999 in the smallest unit of the currency, which is 999,999.99 in pounds.","cause":"The amount is above 99,999,999 in the smallest unit, or above 50 pounds, euros and so on with the public demo key. A key of your own has no such limit."},
  currency_not_enabled: {"status":400,"message":"This currency is not enabled on the account.","fix":"Use an enabled currency, or enable this one in the dashboard.","cause":"The currency is a valid ISO 4217 code, but it is not enabled on the account."},
  rate_limited: {"status":429,"message":"Too many requests.","fix":"Wait for the number of seconds in the `Retry-After` header, then retry.","cause":"More requests arrived than the limit allows."},
  internal_error: {"status":500,"message":"Something went wrong on our side.","fix":"Send the request again, with the same Idempotency-Key if it had one. If the error persists, contact the operator of this service and quote `request_id`.","cause":"A fault in this service."},
  account_configuration: {"status":500,"message":"The merchant account needs to be set up by support.","fix":"Open Live access in the dashboard to see what to repair. Otherwise, contact the operator of this service.","cause":"The account, or this service's live processor, is not set up to take this payment."},
  invalid_api_key: {"status":401,"message":"The secret key is missing, wrong or revoked.","fix":"Send `Authorization: Bearer <secret key>` with a key from this service. To get a test key of your own, call `POST /v1/sandbox/signup`.","cause":"The `Authorization` header is missing or does not use the Bearer scheme, or the key is mistyped or revoked."},
  live_mode_not_enabled: {"status":403,"message":"Live mode is not enabled for this account.","fix":"Add the live account details in the dashboard, or use a test key.","cause":"The request used a live key, but the account may only use test mode."},
  webhooks_not_available: {"status":403,"message":"This key cannot make this call.","fix":"Use a key that may make this call. The dashboard shows what each key may do. `POST /v1/sandbox/signup` gives you a test key of your own.","cause":"The key is restricted to other calls or other networks, or it is the public demo key. Everyone shares that key, so it cannot use webhooks and events, create payment links, or read lists of sessions, refunds and disputes. The code is the same for all of these."},
  idempotency_conflict: {"status":409,"message":"This Idempotency-Key was used before with a different request.","fix":"Use a new random key for each new request. Reuse a key only to retry the same request.","cause":"The key was used in the last 24 hours with a different body or on a different path."},
  request_in_progress: {"status":409,"message":"A request with the same Idempotency-Key is still running.","fix":"Wait a moment, then retry with the same key.","cause":"The first request with this key has not finished yet."},
  session_not_found: {"status":404,"message":"This key has no checkout session with this id.","fix":"Check the id, and check that the key belongs to the same account and mode as the session.","cause":"The id is wrong, or the session belongs to another account or to the other mode."},
  refund_exceeds_amount: {"status":400,"message":"The refund is larger than the amount left to refund.","fix":"Send at most what is left, or leave `amount` out to refund everything that is left.","cause":"The amount is above what is left: `amount` minus `amount_refunded`, minus the amounts of pending refunds."},
  session_not_refundable: {"status":409,"message":"This session is not paid, or has nothing left to refund.","fix":"Retrieve the session to see its `status`. Only a `paid` session with an amount left can be refunded.","cause":"The session is not `paid`, or its whole amount is refunded or reserved by pending refunds."},
  processor_unavailable: {"status":502,"message":"The card processor did not answer.","fix":"Retry with the same Idempotency-Key, so that nothing happens twice. If a refund had no key, do not send it again: read its result with `GET /v1/refunds`.","cause":"The processor is unreachable or too slow, so the result is not known yet."},
  session_not_payable: {"status":409,"message":"This checkout can no longer take payment.","fix":"Retrieve the session to see its `status`. Create a new one only if the customer has not paid.","cause":"The session is paid, failed, expired, refunded or disputed, or its payment link is closed. The `message` and `fix` in the reply say which."},
  payment_in_progress: {"status":409,"message":"A payment for this checkout is already in progress.","fix":"Wait for its result before you try another card.","cause":"A card attempt of this session is still with the bank."},
  not_found: {"status":404,"message":"Nothing was found at this address.","fix":"Check the path, the method and the id.","cause":"The path does not exist, or this key cannot see an object with this id."},
  invalid_client_secret: {"status":401,"message":"The client secret is missing or wrong.","fix":"Use the `client_secret` of the session exactly as your server received it.","cause":"The value is truncated, mistyped or not a client secret."},
  card_not_encrypted: {"status":400,"message":"The card details were not encrypted by the service's form.","fix":"Collect card details with this service's card form, which encrypts them in the browser. Never send a card number to the API.","cause":"The request held a plain card number, or card details that were not encrypted with the service's current key for this session."},
  unauthorized: {"status":401,"message":"You are not signed in.","fix":"Sign in to the dashboard and try again.","cause":"The dashboard was called without a valid sign-in."},
} as const

/** The second status of a code that has two, with its texts. */
export const secondStatuses = {
  internal_error: {"status":503,"message":"The service is temporarily unavailable.","fix":"Wait for the number of seconds in the `Retry-After` header, then send the request again, with the same Idempotency-Key if it had one.","cause":"The service's database is unavailable, full or overloaded. The operator sees the reason in the log and at `GET /readyz`."},
} as const

export type ErrorCode = keyof typeof errorCatalogue

/** The statuses of a code: one, or two for a code that has a second. */
export function statusesOf(code: ErrorCode): readonly number[] {
  const second: Partial<Record<ErrorCode, { readonly status: number }>> = secondStatuses
  return [errorCatalogue[code].status, ...(second[code] ? [second[code].status] : [])]
}

/** The refusals that an Idempotency-Key keeps for a retry: `x-kept-for-idempotency-key` in the contract. */
export const codesKeptForIdempotencyKey: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'session_not_found',
  'session_not_refundable',
])

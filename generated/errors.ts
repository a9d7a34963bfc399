// Generated from spec/ by `npm run generate`. Do not edit.
/** The catalogue of error codes (Specification, Errors). `message` and `fix` are what a reply says unless it knows better. */
export const errorCatalogue = {
  parameter_invalid: {"status":400,"message":"A field has a wrong format or value.","fix":"Correct the field that `param` names and send the request again.","cause":"A wrong type, format, length or value, an unknown field, or a body that is not valid JSON."},
  parameter_missing: {"status":400,"message":"A required field is missing.","fix":"Send the field that `param` names.","cause":"The body lacks a field that this call requires."},
  amount_too_large: {"status":400,"message":"The amount is above the limit for this key.","fix":"Send a smaller amount. The public demo key is capped at 50 major units; a key of your own is not.","cause":"More than 99,999,999 minor units, or more than the cap of the public demo key."},
  currency_not_enabled: {"status":400,"message":"This account does not process the currency.","fix":"Use an enabled currency, or enable this one in the dashboard.","cause":"A valid ISO 4217 code that is not enabled on the account."},
  rate_limited: {"status":429,"message":"Too many requests.","fix":"Wait for the number of seconds in the `Retry-After` header, then retry.","cause":"More requests than the limit allows."},
  internal_error: {"status":500,"message":"Something went wrong on our side.","fix":"Retry with the same Idempotency-Key. If it happens again, contact support and quote `request_id`.","cause":"A fault of this service."},
  account_configuration: {"status":500,"message":"The merchant account needs setup by support.","fix":"Contact the operator of this service.","cause":"The account, or this service's live processor, is not set up to take this payment."},
  invalid_api_key: {"status":401,"message":"The secret key is missing, wrong or revoked.","fix":"Send `Authorization: Bearer <secret key>` with a key of this service. A personal test key comes from `POST /v1/sandbox/signup`.","cause":"No `Authorization` header, another scheme than Bearer, a key with a typing mistake, or one that was revoked."},
  live_mode_not_enabled: {"status":403,"message":"This account has no live access.","fix":"Add the live account details in the dashboard, or use a test key.","cause":"A live key of an account that may only use test mode."},
  idempotency_conflict: {"status":409,"message":"This Idempotency-Key was used before with a different request.","fix":"Use a fresh random key for each new request, and the same key only to retry the very same one.","cause":"The key was used within 24 hours with another body, or on another path."},
  request_in_progress: {"status":409,"message":"A request with the same Idempotency-Key is still running.","fix":"Wait a moment, then retry with the same key.","cause":"The first request with this key has not been answered yet."},
  webhooks_not_available: {"status":403,"message":"The public demo key cannot use this.","fix":"Get a key of your own from `POST /v1/sandbox/signup`: it is free and takes a second.","cause":"The public demo key is shared by everybody, so it has no webhooks, lists or payment links."},
  session_not_found: {"status":404,"message":"There is no such checkout session for this key.","fix":"Check the id, and that the key is of the same account and mode as the session.","cause":"A wrong id, or a session of another account or of the other mode."},
  refund_exceeds_amount: {"status":400,"message":"The refund is larger than what is left of the payment.","fix":"Send at most `amount` minus `amount_refunded`, or leave `amount` out to refund all that is left.","cause":"The amount is above what is not yet refunded."},
  session_not_refundable: {"status":409,"message":"This session is not paid, or has nothing left to refund.","fix":"Retrieve the session: only a paid one with an amount left can be refunded.","cause":"The session is in another state, or everything is refunded or reserved by pending refunds."},
  processor_unavailable: {"status":502,"message":"The card processor did not answer.","fix":"Retry with the same Idempotency-Key: nothing is done twice.","cause":"The processor is away or too slow, so the outcome is not known yet."},
  session_not_payable: {"status":409,"message":"This checkout can no longer take payment.","fix":"Create a new checkout session.","cause":"The session is paid, failed, expired, refunded or disputed."},
  payment_in_progress: {"status":409,"message":"A payment for this checkout is already in progress.","fix":"Wait for its result before another card is tried.","cause":"A card attempt of this session is still with the bank."},
  not_found: {"status":404,"message":"There is nothing at this address.","fix":"Check the path, the method and the id.","cause":"An unknown path, or an id that this key cannot see."},
  invalid_client_secret: {"status":401,"message":"The client secret is missing or wrong.","fix":"Use the `client_secret` of the session exactly as your server received it.","cause":"The value is cut, mistyped, or not a client secret."},
  card_not_encrypted: {"status":400,"message":"The card details were not encrypted by the service's form.","fix":"Take cards with the card form of this service: it encrypts them in the browser. Never send a card number to the API.","cause":"A plain card number, or something that is not encrypted to our current key for this very session."},
  unauthorized: {"status":401,"message":"You are not signed in.","fix":"Sign in to the dashboard and try again.","cause":"The dashboard was called without a valid sign-in."},
} as const

export type ErrorCode = keyof typeof errorCatalogue

/** The refusals that a retry with the same Idempotency-Key gets again: `x-kept-for-idempotency-key` in the contract. */
export const codesKeptForIdempotencyKey: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'session_not_found',
  'session_not_refundable',
])

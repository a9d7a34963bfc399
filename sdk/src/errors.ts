import type { ErrorCode } from '../../generated/sdk-resources.ts'

/** Codes of mistakes that the package finds itself, before or without an answer of the service. */
export type LocalErrorCode =
  | 'connection_failed'
  | 'timeout'
  | 'aborted'
  | 'unexpected_answer'
  | 'signature_header_missing'
  | 'signature_header_malformed'
  | 'signature_body_parsed'
  | 'signature_body_changed'
  | 'signature_body_not_json'
  | 'signature_secret_invalid'
  | 'signature_other_mode'
  | 'signature_mismatch'
  | 'signature_too_old'
  | 'signature_too_new'

/** What an error tells. */
export interface ErrorFields {
  /** Stable, for your program. Codes may be added. */
  readonly code: ErrorCode | LocalErrorCode | (string & {})
  /** What is wrong. */
  readonly message: string
  /** What to do about it. */
  readonly fix: string
  /** The field at fault, as a dotted path. */
  readonly param?: string | undefined
  /** The page about this code. */
  readonly docUrl?: string | undefined
  /** Names the request in the service's logs: quote it when you ask for help. */
  readonly requestId?: string | undefined
  /** HTTP status of the answer, when there was one. */
  readonly status?: number | undefined
  /** The `Idempotency-Key` that was sent: pass it again to retry the very same request later. */
  readonly idempotencyKey?: string | undefined
  /** Seconds to wait before the next try, when the service named them. */
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/** Everything that this package throws. */
export class ServicePayError extends Error {
  /** Written out, since bundlers rename classes. */
  override readonly name: string = 'ServicePayError'
  declare readonly code: ErrorFields['code']
  declare readonly fix: string
  declare readonly param?: string | undefined
  declare readonly docUrl?: string | undefined
  declare readonly requestId?: string | undefined
  declare readonly status?: number | undefined
  declare readonly idempotencyKey?: string | undefined
  declare readonly retryAfter?: number | undefined

  constructor({ message, cause, ...fields }: ErrorFields) {
    super(message, cause === undefined ? undefined : { cause })
    Object.assign(this, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)))
  }

  /** For logs: all that is known, without the stack. */
  toJSON(): Record<string, unknown> {
    return { message: this.message, ...(this as object) }
  }
}

/** The key is wrong, or may not do this (401, 403). */
export class AuthenticationError extends ServicePayError {
  override readonly name = 'AuthenticationError'
}

/** The request is wrong: a field, an id, an amount (400, 404). */
export class InvalidRequestError extends ServicePayError {
  override readonly name = 'InvalidRequestError'
}

/** The request does not fit the present state, or another request (409). */
export class ConflictError extends ServicePayError {
  override readonly name = 'ConflictError'
}

/** Too many requests (429); `retryAfter` says how long to wait. */
export class RateLimitError extends ServicePayError {
  override readonly name = 'RateLimitError'
}

/** The card processor did not answer (`processor_unavailable`). The outcome is known later; retry with the same key. */
export class ProcessorError extends ServicePayError {
  override readonly name = 'ProcessorError'
}

/** The service failed, or something else answered in its place. */
export class ApiError extends ServicePayError {
  override readonly name = 'ApiError'
}

/** No answer: the network, a time-out, or your own `AbortSignal`. */
export class ConnectionError extends ServicePayError {
  override readonly name = 'ConnectionError'
}

/** A webhook that must not be trusted; `code` and `message` name the mistake. */
export class SignatureError extends ServicePayError {
  override readonly name = 'SignatureError'
}

/** Other statuses are of ApiError. */
const familyOf: Readonly<Record<number, new (fields: ErrorFields) => ServicePayError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: AuthenticationError,
  404: InvalidRequestError,
  409: ConflictError,
  429: RateLimitError,
}

/** The error of a code that the service answered: one class per family, which its status tells. */
export function serviceError(fields: ErrorFields & { readonly status: number }): ServicePayError {
  const Family = fields.code === 'processor_unavailable' ? ProcessorError : (familyOf[fields.status] ?? ApiError)
  return new Family(fields)
}

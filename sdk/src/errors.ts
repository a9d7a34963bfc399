import type { ErrorCode } from '../../generated/sdk-types.ts'

/** Codes of the errors that the package itself detects, before or without a response of the service. */
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

/** The properties of a `ServicePayError`. */
export interface ErrorFields {
  /** A stable code for your program. Later versions may add codes. */
  readonly code: ErrorCode | LocalErrorCode | (string & {})
  /** What is wrong. */
  readonly message: string
  /** What to do about it. */
  readonly fix: string
  /** The field at fault, as a dotted path. */
  readonly param?: string | undefined
  /** The address of the documentation of this code. */
  readonly docUrl?: string | undefined
  /** Identifies the request in the service's logs. Quote it when you ask for help. */
  readonly requestId?: string | undefined
  /** The HTTP status, if a response came. */
  readonly status?: number | undefined
  /** The `Idempotency-Key` of the request. Pass it again to retry the same request later. */
  readonly idempotencyKey?: string | undefined
  /** Seconds to wait before the next attempt, if the service sent `Retry-After`. */
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/** The property with the name of an error's class. Every copy of the package finds the same symbol. */
const className = Symbol.for('servicepay.class')

/** The base class of every error that this package throws. */
export class ServicePayError extends Error {
  /** A string literal, because bundlers rename classes. */
  static readonly className: string = 'ServicePayError'
  declare readonly name: string
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
    const name = new.target.className
    Object.defineProperty(this, className, { value: name })
    Object.assign(this, { name }, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)))
  }

  /**
   * A program may load the package twice, for example as ESM and as CommonJS. An error of one copy is also an instance
   * of the class with the same name in the other.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (Function.prototype[Symbol.hasInstance].call(this, value)) return true
    const name = (value as { [className]?: unknown } | null | undefined)?.[className]
    // A class that a program derives from ours does not set its own name, and has no counterpart in another copy.
    if (name === undefined || !Object.hasOwn(this, 'className')) return false
    return name === this.className || this.className === 'ServicePayError'
  }

  /** For logs: every property except the stack. */
  toJSON(): Record<string, unknown> {
    return { message: this.message, ...(this as object) }
  }
}

/** The key is wrong or may not make this call (401, 403). */
export class AuthenticationError extends ServicePayError {
  static override readonly className = 'AuthenticationError'
  declare readonly name: 'AuthenticationError'
}

/** The request is wrong: a field, an id, an amount (400, 404). */
export class InvalidRequestError extends ServicePayError {
  static override readonly className = 'InvalidRequestError'
  declare readonly name: 'InvalidRequestError'
}

/** The request conflicts with the current state or with another request (409). */
export class ConflictError extends ServicePayError {
  static override readonly className = 'ConflictError'
  declare readonly name: 'ConflictError'
}

/** Too many requests (429); `retryAfter` says how long to wait. */
export class RateLimitError extends ServicePayError {
  static override readonly className = 'RateLimitError'
  declare readonly name: 'RateLimitError'
}

/** The card processor did not answer (`processor_unavailable`). Retry with the same key to learn the outcome. */
export class ProcessorError extends ServicePayError {
  static override readonly className = 'ProcessorError'
  declare readonly name: 'ProcessorError'
}

/** The service failed, or something other than the service answered. */
export class ApiError extends ServicePayError {
  static override readonly className = 'ApiError'
  declare readonly name: 'ApiError'
}

/** No response came: the network failed, the time ran out, or your own `AbortSignal` ended the call. */
export class ConnectionError extends ServicePayError {
  static override readonly className = 'ConnectionError'
  declare readonly name: 'ConnectionError'
}

/** A webhook that you must not trust. `code` and `message` describe the problem. */
export class SignatureError extends ServicePayError {
  static override readonly className = 'SignatureError'
  declare readonly name: 'SignatureError'
}

/**
 * Whether an error must reach the caller unchanged: our own, and one with a `digest`. Next's `fetch` throws such an
 * error where a page cannot be built in advance. Next catches it and renders the page at each request instead.
 */
export function isForCaller(error: unknown): boolean {
  return error instanceof ServicePayError || !!(error as { digest?: unknown } | null)?.digest
}

/** Every other status becomes an ApiError. */
const classOfStatus: Readonly<Record<number, new (fields: ErrorFields) => ServicePayError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: AuthenticationError,
  404: InvalidRequestError,
  409: ConflictError,
  429: RateLimitError,
}

/** The error that the service answered, in the class that belongs to its status. */
export function serviceError(fields: ErrorFields & { readonly status: number }): ServicePayError {
  const ErrorClass =
    fields.code === 'processor_unavailable' ? ProcessorError : (classOfStatus[fields.status] ?? ApiError)
  return new ErrorClass(fields)
}

import { whatInstead } from './credential-kinds.ts'
import { AuthenticationError, InvalidRequestError } from './errors.ts'

/** Options of the client. */
export interface ServicePayOptions {
  /** Address of your service. Default `http://localhost:3000`, where it listens out of the box; a live key needs one. */
  readonly baseUrl?: string | undefined
  /** Milliseconds that one try may take. Default 30,000. */
  readonly timeout?: number | undefined
  /** Tries after the first one, for what is safe to retry. Default 2. */
  readonly maxRetries?: number | undefined
  /** Instead of the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/** Options of one call. */
export interface RequestOptions {
  /** Your own `Idempotency-Key`, 1 to 255 characters: the same key gets the same answer for 24 hours. Default: a fresh one per call. */
  readonly idempotencyKey?: string | undefined
  /** Ends the call, tries to come included. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds that one try may take. */
  readonly timeout?: number | undefined
  /** Tries after the first one. */
  readonly maxRetries?: number | undefined
}

/** How long and how often a call may try. */
export interface Limits {
  /** Milliseconds. */
  readonly timeout: number
  readonly maxRetries: number
}

/** Where calls go and how. The key stays in here: it is in no object that anybody prints. */
export interface Connection extends Limits {
  readonly baseUrl: string
  readonly secretKey: string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

const defaultBaseUrl = 'http://localhost:3000'

/** Longer than a bank takes, and than the longest wait that the service offers (25 s). */
const defaultLimits: Limits = { timeout: 30_000, maxRetries: 2 }

/** Above this, timers of JavaScript fire at once. */
const longestTimerMilliseconds = 2_147_483_647

/** Checks what the client is made with. Throws a ServicePayError that names the mistake, and never shows the key. */
export function connectionFor(secretKey: string | undefined, options: ServicePayOptions): Connection {
  const { baseUrl, fetch } = options
  checkSecretKey(secretKey)
  if (fetch && typeof fetch !== 'function') throw badOption('fetch', 'is not a function')
  return {
    secretKey,
    baseUrl: checkedBaseUrl(baseUrl, secretKey.startsWith('sk_live_')),
    ...limitsOf(options, defaultLimits),
    // Looked up per call: test tools replace the global one.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
  }
}

/** The limits given, checked, and the usual ones for those that are not. */
export function limitsOf({ timeout, maxRetries }: Pick<RequestOptions, keyof Limits>, usual: Limits): Limits {
  const limits = { timeout: timeout ?? usual.timeout, maxRetries: maxRetries ?? usual.maxRetries }
  if (!(limits.timeout > 0 && limits.timeout <= longestTimerMilliseconds))
    throw badOption('timeout', 'is not a number above 0')
  if (!(Number.isSafeInteger(limits.maxRetries) && limits.maxRetries >= 0))
    throw badOption('maxRetries', 'is not a whole number')
  return limits
}

/** An AbortController in its place is an easy mistake. */
export function checkedSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal && typeof signal.aborted !== 'boolean') throw badOption('signal', 'is not an AbortSignal')
  return signal
}

/** Anything else cannot stand in a header. */
export function checkedIdempotencyKey(key: string | undefined): string | undefined {
  if (key === undefined || (typeof key === 'string' && /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)))
    return key
  throw badOption('idempotencyKey', 'is not 1 to 255 ASCII characters')
}

function checkSecretKey(key: unknown): asserts key is string {
  if (typeof key === 'string' && /^sk_(test|live)_[\x21-\x7e]+$/.test(key)) return
  throw new AuthenticationError({
    code: 'invalid_api_key',
    message: `This is not a secret key: ${whatInstead(key)}.`,
    fix: 'Pass the `sk_test_…` or `sk_live_…` key of your account.',
  })
}

function checkedBaseUrl(baseUrl: string | undefined, live: boolean): string {
  if (baseUrl === undefined && live) throw badOption('baseUrl', 'is missing: a live key needs it')
  const text = baseUrl ?? defaultBaseUrl
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw badOption('baseUrl', 'is not an http(s) address')
  // The rest of an address has no place before a path, and a password there would be printed with it.
  return `${url.origin}${url.pathname}`.replace(/\/(v1\/?)?$/, '')
}

function badOption(param: string, mistake: string): InvalidRequestError {
  return new InvalidRequestError({
    code: 'parameter_invalid',
    param,
    message: `The option \`${param}\` ${mistake}.`,
    fix: `Correct \`${param}\`.`,
  })
}

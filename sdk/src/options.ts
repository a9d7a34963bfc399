import { webAddress } from './base-url.ts'
import { describeWrongCredential } from './credential-kinds.ts'
import { AuthenticationError, InvalidRequestError } from './errors.ts'

/** Options of the client. */
export interface ServicePayOptions {
  /** The address of your service. Default `http://localhost:3000`; required with a live key. */
  readonly baseUrl?: string | undefined
  /** The longest time for one attempt, in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined
  /** Retries after the first attempt, for requests that are safe to repeat. Default 2. */
  readonly maxRetries?: number | undefined
  /** A function to use instead of the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Called before each attempt, for your logs and figures. It gets no key, no parameters, and changes nothing. */
  readonly onRequest?: ((attempt: Attempt) => unknown) | undefined
  /** Called after each attempt. An error that it throws goes to the console and does not end the call. */
  readonly onResponse?: ((attempt: Attempt & Outcome) => unknown) | undefined
}

/** One attempt of a call. */
export interface Attempt {
  readonly method: string
  readonly url: string
  /** 1 for the first attempt, and more for each retry. */
  readonly attempt: number
}

/** How an attempt ended. */
export interface Outcome {
  /** The HTTP status, if a response came. */
  readonly status?: number | undefined
  /** Identifies the request in the service's logs. */
  readonly requestId?: string | undefined
  readonly milliseconds: number
  /** The error of an attempt that failed. */
  readonly error?: unknown
}

/** Options of one call. */
export interface RequestOptions {
  /**
   * Your own `Idempotency-Key`, 1 to 255 characters. For 24 hours, the same key gets the same reply. Default: a new key
   * for each call.
   */
  readonly idempotencyKey?: string | undefined
  /** Further headers, such as one for tracing. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Ends the call and its retries. */
  readonly signal?: AbortSignal | undefined
  /** The longest time for one attempt, in milliseconds. */
  readonly timeout?: number | undefined
  /** Retries after the first attempt. */
  readonly maxRetries?: number | undefined
}

export type RawRequest = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  params?: object,
  options?: RequestOptions,
) => Promise<unknown>

/** How long one attempt may take, and how often a call may retry. */
export interface Limits {
  /** Milliseconds. */
  readonly timeout: number
  readonly maxRetries: number
}

/** Where and how to send calls. No object that a program could print contains it, so that the key stays secret. */
export interface Connection extends Limits {
  readonly baseUrl: string
  readonly secretKey: string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly onRequest: ServicePayOptions['onRequest']
  readonly onResponse: ServicePayOptions['onResponse']
}

type Names<Options> = Readonly<Record<keyof Options, true>>

const limitOptions: Names<Pick<RequestOptions, keyof Limits>> = { timeout: true, maxRetries: true }
const clientOptions: Names<ServicePayOptions> = {
  baseUrl: true,
  ...limitOptions,
  fetch: true,
  onRequest: true,
  onResponse: true,
}
const callOptions: Names<RequestOptions> = { idempotencyKey: true, headers: true, signal: true, ...limitOptions }

const defaultBaseUrl = 'http://localhost:3000'

/** The time is longer than a bank takes, and longer than the longest `wait` that the service offers (25 s). */
const defaultLimits: Limits = { timeout: 30_000, maxRetries: 2 }

/** With a longer time, `setTimeout` fires at once. */
const longestTimerMilliseconds = 2_147_483_647

/**
 * Checks the arguments of the client's constructor.
 *
 * @throws {ServicePayError} which describes the problem and never contains the key
 */
export function connectionFor(secretKey: string | undefined, given: ServicePayOptions | undefined): Connection {
  checkSecretKey(secretKey)
  const options = checkedOptions(given, clientOptions)
  const { baseUrl, fetch, onRequest, onResponse } = options
  for (const [name, value] of Object.entries({ fetch, onRequest, onResponse }))
    if (value && typeof value !== 'function') throw badOption(name, 'is not a function')
  return {
    secretKey,
    baseUrl: checkedBaseUrl(baseUrl, secretKey.startsWith('sk_live_')),
    ...limitsOf(options, defaultLimits),
    // Looks the global function up at each call, because test tools replace it.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    onRequest,
    onResponse,
  }
}

/** Checks the options of a call. */
export function checkedCallOptions(given: unknown): RequestOptions {
  return checkedOptions(given as RequestOptions | undefined, callOptions)
}

/** Checks that options are an object without unknown names: a mistyped `idempotencyKey` would be ignored. */
export function checkedOptions<Options extends object>(given: Options | undefined, known: Names<Options>): Options {
  checkObject('options', given)
  const options = { ...given } as Options
  const names = Object.keys(known)
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return options
  throw badArgument(unknown, `There is no option \`${unknown}\`.`, `The options are \`${names.join('`, `')}\`.`)
}

/** Checks that an argument is a plain object, if it is given. */
export function checkObject(param: string, value: unknown): void {
  if (value === undefined || value === null || Object.prototype.toString.call(value) === '[object Object]') return
  throw badArgument(param, `The ${param} are not an object.`, `Pass an object as ${param}.`)
}

/** Checks the given limits and fills the missing ones with the defaults. */
export function limitsOf({ timeout, maxRetries }: Pick<RequestOptions, keyof Limits>, defaults: Limits): Limits {
  const limits = { timeout: timeout ?? defaults.timeout, maxRetries: maxRetries ?? defaults.maxRetries }
  if (!(limits.timeout > 0 && limits.timeout <= longestTimerMilliseconds))
    throw badOption('timeout', 'is not a number of milliseconds above 0')
  if (!(Number.isSafeInteger(limits.maxRetries) && limits.maxRetries >= 0))
    throw badOption('maxRetries', 'is not a whole number of 0 or more')
  return limits
}

/** Passing the AbortController instead of its signal is an easy mistake. */
export function checkedSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal && typeof signal.aborted !== 'boolean') throw badOption('signal', 'is not an AbortSignal')
  return signal
}

/** A header cannot contain other characters. */
export function checkedIdempotencyKey(key: string | undefined): string | undefined {
  if (key === undefined || (typeof key === 'string' && /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)))
    return key
  throw badOption('idempotencyKey', 'is not 1 to 255 ASCII characters')
}

function checkSecretKey(key: unknown): asserts key is string {
  if (typeof key === 'string' && /^sk_(test|live)_[\x21-\x7e]+$/.test(key)) return
  throw new AuthenticationError({
    code: 'invalid_api_key',
    message: `This is not a secret key: ${describeWrongCredential(key)}.`,
    fix: 'Pass the `sk_test_…` or `sk_live_…` key of your account.',
  })
}

function checkedBaseUrl(baseUrl: string | undefined, live: boolean): string {
  if (baseUrl === undefined && live) throw badOption('baseUrl', 'is missing. A live key requires it')
  const url = webAddress(baseUrl ?? defaultBaseUrl)
  if (!url) throw badOption('baseUrl', 'is not an http(s) address')
  if (url.username || url.password || url.search || url.hash)
    throw badOption('baseUrl', 'has a user name, password, query or fragment, which would not be sent')
  return `${url.origin}${url.pathname}`.replace(/\/(v1\/?)?$/, '')
}

export function badOption(param: string, mistake: string): InvalidRequestError {
  return badArgument(param, `The option \`${param}\` ${mistake}.`, `Correct \`${param}\`.`)
}

export function badArgument(param: string, message: string, fix: string): InvalidRequestError {
  return new InvalidRequestError({ code: 'parameter_invalid', param, message, fix })
}

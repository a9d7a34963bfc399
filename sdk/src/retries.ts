import { ServicePayError } from './errors.ts'
import { abortedError, onAbort } from './one-try.ts'
import { clearTimeout, setTimeout } from './timers.ts'

export interface RetryLimits {
  readonly maxRetries: number
  readonly signal: AbortSignal | undefined
  /** Whether sending the request twice is safe: it only reads, or it has an `Idempotency-Key`. */
  readonly repeatable: boolean
}

/** Codes after which the same request may succeed. */
const temporaryCodes: ReadonlySet<string> = new Set([
  'request_in_progress',
  'rate_limited',
  'internal_error',
  'connection_failed',
  'timeout',
])

/** The same for statuses, from the service or a proxy: a proxy answers 502, 503 or 504 while the service restarts. */
const temporaryStatuses: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504])

/** The pause before the first retry. Each later pause is twice as long as the one before. */
const firstPauseMilliseconds = 500
const longestPauseMilliseconds = 8_000

/** A call waits for at most this long. After a longer `Retry-After` it ends, and the error contains `retryAfter`. */
const longestRetryAfterSeconds = 60

/**
 * Repeats until an attempt succeeds or fails permanently, or no retries are left. The caller's signal also ends a
 * pause.
 */
export async function tryRepeatedly<Result>(
  limits: RetryLimits,
  attempt: (number: number) => Promise<Result>,
): Promise<Result> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt(retry + 1)
    } catch (error) {
      const wait =
        retry < limits.maxRetries && error instanceof ServicePayError
          ? pauseAfter(error, limits.repeatable, retry)
          : undefined
      if (wait === undefined) throw error
      await pause(wait, limits.signal)
    }
  }
}

/** Milliseconds to wait before the next try, or undefined when the error is final. */
function pauseAfter(error: ServicePayError, repeatable: boolean, retry: number): number | undefined {
  if (!temporaryCodes.has(error.code) && !temporaryStatuses.has(error.status)) return undefined
  // The service limits the rate before it does anything, so this request is safe to repeat even without a key.
  if (!repeatable && error.code !== 'rate_limited') return undefined
  const full = Math.min(firstPauseMilliseconds * 2 ** retry, longestPauseMilliseconds)
  // Half of the pause is random, so that clients that failed together do not retry together.
  const randomised = full * (0.5 + Math.random() / 2)
  const { retryAfter } = error
  if (retryAfter === undefined) return randomised
  return retryAfter > longestRetryAfterSeconds ? undefined : retryAfter * 1000 + randomised / 4
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      release()
      resolve()
    }, milliseconds)
    const release = onAbort(signal, () => {
      clearTimeout(timer)
      reject(abortedError(signal))
    })
  })
}

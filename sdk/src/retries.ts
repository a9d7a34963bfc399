import type { WithLastResponse } from './answers.ts'
import { ServicePayError } from './errors.ts'
import { aborted, onAbort, tryOnce, type Call, type TryLimits } from './one-try.ts'
import type { Connection } from './options.ts'

export interface RetryLimits extends TryLimits {
  readonly maxRetries: number
  /** Whether a second arrival does nothing twice: reads, and what has an `Idempotency-Key`. */
  readonly repeatable: boolean
}

/** Codes after which the same request may succeed. Never by status: most 409 are final. */
const passingCodes: ReadonlySet<string> = new Set([
  'request_in_progress',
  'rate_limited',
  'processor_unavailable',
  'internal_error',
  'connection_failed',
  'timeout',
])

/** Milliseconds before the first retry; each further one doubles it. */
const firstPauseMilliseconds = 500
const longestPauseMilliseconds = 8_000

/** A caller waits this long at most; a longer `Retry-After` is the caller's matter, who finds it in the error. */
const longestRetryAfterSeconds = 60

/** Sends a request until it is answered for good. The caller's signal ends the pauses too. */
export async function tryRepeatedly(
  connection: Connection,
  call: Call,
  limits: RetryLimits,
): Promise<WithLastResponse> {
  for (let retry = 0; ; retry++) {
    try {
      return await tryOnce(connection, call, limits)
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

/** Milliseconds to wait before the next try, or nothing when there is to be none. */
function pauseAfter(error: ServicePayError, repeatable: boolean, retry: number): number | undefined {
  if (!passingCodes.has(error.code)) return undefined
  // A refusal for the rate comes before anything is done, so that it alone is safe to repeat without a key.
  if (!repeatable && error.code !== 'rate_limited') return undefined
  const full = Math.min(firstPauseMilliseconds * 2 ** retry, longestPauseMilliseconds)
  // Half of it at random, so that callers who failed together do not come back together.
  const own = full * (0.5 + Math.random() / 2)
  const { retryAfter } = error
  if (retryAfter === undefined) return own
  return retryAfter > longestRetryAfterSeconds ? undefined : retryAfter * 1000 + own / 4
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      release()
      resolve()
    }, milliseconds)
    const release = onAbort(signal, () => {
      clearTimeout(timer)
      reject(aborted(signal))
    })
  })
}

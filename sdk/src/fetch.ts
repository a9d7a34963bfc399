import { requestIdOf } from './answers.ts'
import { warnOfDeprecation } from './deprecations.ts'
import { ServicePayError } from './errors.ts'
import { tryOnce, type TryLimits } from './one-try.ts'
import type { Attempt, Connection, Outcome } from './options.ts'
import { tryRepeatedly } from './retries.ts'

export interface CallLimits extends TryLimits {
  readonly maxRetries: number
}

/**
 * The `fetch` that openapi-fetch uses for one call. It limits the time and the length of each response, and it retries.
 *
 * @returns a function whose promise is a successful response, or rejects with a {@link ServicePayError}
 */
export function fetchWithin(connection: Connection, limits: CallLimits): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, url, headers } = request
    const body = await request.text()
    const idempotencyKey = headers.get('Idempotency-Key')
    const repeatable = method === 'GET' || idempotencyKey !== null
    // Another implementation of fetch may not accept this runtime's Request, so it gets an address and settings.
    const init = { method, headers, ...fixedSettings(), ...(body && { body }) }
    try {
      const response = await tryRepeatedly({ ...limits, repeatable }, (attempt) =>
        observed(connection, { method, url, attempt }, () => tryOnce(connection, url, init, limits)),
      )
      warnOfDeprecation(method, url, response.headers)
      return response
    } catch (error) {
      // The caller needs the key to follow the advice to retry with the same one.
      if (error instanceof ServicePayError && idempotencyKey !== null) Object.assign(error, { idempotencyKey })
      throw error
    }
  }
}

/** Tells the caller's functions about an attempt. */
async function observed(
  { onRequest, onResponse }: Connection,
  about: Attempt,
  run: () => Promise<Response>,
): Promise<Response> {
  const startedAt = Date.now()
  // An error of such a function must not look like one of the call.
  const tell = (given: Attempt & Partial<Outcome>, act?: (given: never) => unknown): void =>
    void Promise.resolve(given as never)
      .then(act)
      .catch(console.error)
  const end = (outcome: Omit<Outcome, 'milliseconds'>): void =>
    tell({ ...about, ...outcome, milliseconds: Date.now() - startedAt }, onResponse)
  tell(about, onRequest)
  try {
    const response = await run()
    end({ status: response.status, requestId: requestIdOf(response) })
    return response
  } catch (error) {
    const { status, requestId } = error as Partial<ServicePayError>
    end({ status, requestId, error })
    throw error
  }
}

/**
 * Following a redirect would turn POST into GET and may lead anywhere, so a redirect becomes an error. A framework's
 * cache would show yesterday's status of a payment, and keep client secrets. Some runtimes refuse a setting for a cache
 * that they do not have.
 */
function fixedSettings(): RequestInit {
  return { redirect: 'manual', ...('cache' in Request.prototype && { cache: 'no-store' }) }
}

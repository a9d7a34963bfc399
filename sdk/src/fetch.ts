import { ServicePayError } from './errors.ts'
import { tryOnce, type TryLimits } from './one-try.ts'
import type { Connection } from './options.ts'
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
      return await tryRepeatedly({ ...limits, repeatable }, () => tryOnce(connection, url, init, limits))
    } catch (error) {
      // The caller needs the key to follow the advice to retry with the same one.
      if (error instanceof ServicePayError && idempotencyKey !== null) Object.assign(error, { idempotencyKey })
      throw error
    }
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

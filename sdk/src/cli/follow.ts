import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, ConnectionError, RateLimitError, type Event, type ServicePay } from '../index.ts'

/** Seconds that the service keeps an empty answer back; the most that it offers. */
const waitSeconds = 25

/** Milliseconds for such a call: the waiting, and time to answer. */
const callMilliseconds = (waitSeconds + 15) * 1000

/** Milliseconds between two calls that found the service away: the first pause, and the longest. */
const firstPause = 1_000
const longestPause = 10_000

const pageSize = 100

export interface FollowOptions {
  readonly signal: AbortSignal
  /** The service is away, or back again (null). */
  readonly onTrouble: (trouble: Error | null) => void
}

/**
 * Events after `cursor` (null: all there are) in the order of the service, page by page, for ever. A service that is away is
 * waited for; whatever it refuses for good is thrown, and so is the end by the signal.
 */
export async function* follow(
  client: ServicePay,
  cursor: string | null,
  options: FollowOptions,
): AsyncGenerator<Event[]> {
  for (let place = cursor; ;) {
    const startedAt = performance.now()
    const page = await patiently(() => nextPage(client, place, options.signal), options)
    if (page.length > 0) yield page
    // A service that is about to stop answers at once.
    else if (performance.now() - startedAt < firstPause) await sleep(firstPause, undefined, { signal: options.signal })
    place = page.at(-1)?.id ?? place
  }
}

async function nextPage(client: ServicePay, place: string | null, signal: AbortSignal): Promise<Event[]> {
  const options = { signal, timeout: callMilliseconds, maxRetries: 0 }
  if (place !== null)
    return (await client.events.list({ ending_before: place, wait: waitSeconds, limit: pageSize }, options)).data
  let page = await client.events.list({ wait: waitSeconds, limit: pageSize }, options)
  for (let last = page.data.at(-1); page.has_more && last; last = page.data.at(-1))
    page = await client.events.list({ starting_after: last.id, limit: pageSize }, options)
  return page.data.slice(-1)
}

/** Now: what is not `known` comes after `cursor`, which is null while the account has no event. */
export async function presentPlace(
  client: ServicePay,
  signal: AbortSignal,
): Promise<{ cursor: string | null; known: ReadonlySet<string> }> {
  const { data } = await client.events.list({ limit: pageSize }, { signal })
  // The newest by id need not be the last in the order of followers, so it is walked to from a little before.
  let cursor = data.at(-1)?.id ?? null
  if (cursor)
    for await (const event of client.events.list({ ending_before: cursor, limit: pageSize }, { signal }))
      cursor = event.id
  return { cursor, known: new Set(data.map(({ id }) => id)) }
}

/** A place from which nothing is missed that was created at a moment or later; a few older ones may come after it. */
export async function placeBefore(client: ServicePay, moment: Date, signal: AbortSignal): Promise<string | null> {
  let older = 0
  for await (const event of client.events.list({ limit: pageSize }, { signal })) {
    // Those that were written side by side may stand in another order for followers.
    if (new Date(event.created) < moment && ++older === pageSize) return event.id
  }
  return null
}

async function patiently<Value>(call: () => Promise<Value>, { signal, onTrouble }: FollowOptions): Promise<Value> {
  for (let pause = firstPause, tries = 1; ; pause = Math.min(pause * 2, longestPause), tries++) {
    try {
      const value = await call()
      if (tries > 1) onTrouble(null)
      return value
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      onTrouble(error)
      await sleep(pause, undefined, { signal })
    }
  }
}

function isPassing(error: unknown): error is Error {
  return error instanceof ConnectionError || error instanceof ApiError || error instanceof RateLimitError
}

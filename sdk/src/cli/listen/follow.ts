import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, ConnectionError, RateLimitError, ServicePayError, type Event, type ServicePay } from '../../index.ts'

export const pageSize = 100

/** How long the service may hold back an empty page: the longest `wait` that it offers. */
const waitSeconds = 25

/** The time-out of such a call: the wait, and time to answer. */
const callMilliseconds = (waitSeconds + 15) * 1000

/** The pauses between calls while the service is unreachable, in milliseconds: the first one and the longest. */
const firstPause = 1_000
const longestPause = 10_000

export interface FollowOptions {
  readonly signal: AbortSignal
  /** Called with the error of each call that found the service unreachable, and with null when it answers again. */
  readonly onConnectionChange: (error: Error | null) => void
}

export interface EventFollowOptions extends FollowOptions {
  /**
   * Called when the service does not know the event `lost`, and the follower continues after `cursor` instead. Without
   * it, the follower throws.
   */
  readonly onLostPosition?: (lost: string, cursor: string | null) => void
}

/**
 * Yields the events after `cursor` (all events when it is null) page by page, in the order of the service, without end.
 * Waits while the service is unreachable. Throws when the service refuses a call or the signal aborts.
 */
export async function* follow(
  client: ServicePay,
  cursor: string | null,
  options: EventFollowOptions,
): AsyncGenerator<Event[]> {
  for (let position = cursor; ;) {
    const startedAt = performance.now()
    const page = await untilAnswered(() => nextPage(client, position, options.signal), options).catch(
      (error: unknown) => {
        if (position === null || !isLostPosition(error)) throw error
        return null
      },
    )
    if (page === null) {
      const known = await untilAnswered(() => positionShortlyBefore(client, position ?? '', options.signal), options)
      options.onLostPosition?.(position ?? '', known)
      position = known
      continue
    }
    if (page.length > 0) yield page
    // A service that is shutting down answers at once, and would be asked again in a busy loop.
    else if (performance.now() - startedAt < firstPause) await sleep(firstPause, undefined, { signal: options.signal })
    position = page.at(-1)?.id ?? position
  }
}

async function nextPage(client: ServicePay, position: string | null, signal: AbortSignal): Promise<Event[]> {
  const options = { signal, timeout: callMilliseconds, maxRetries: 0 }
  if (position !== null)
    return (await client.events.list({ ending_before: position, wait: waitSeconds, limit: pageSize }, options)).data
  let page = await client.events.list({ wait: waitSeconds, limit: pageSize }, options)
  for (let last = page.data.at(-1); page.has_more && last; last = page.data.at(-1))
    page = await client.events.list({ starting_after: last.id, limit: pageSize }, options)
  return page.data.slice(-1)
}

/**
 * The position of the newest event. The events that follow later are those after `cursor` that are not `known`.
 * `cursor` is null while the account has no event.
 */
export async function currentPosition(
  client: ServicePay,
  signal: AbortSignal,
): Promise<{ cursor: string | null; known: ReadonlySet<string> }> {
  const { data } = await client.events.list({ limit: pageSize }, { signal })
  // The newest event by id need not be the last one in the order of `ending_before`. So this starts at an older event
  // and walks to the end.
  let cursor = data.at(-1)?.id ?? null
  if (cursor)
    for await (const event of client.events.list({ ending_before: cursor, limit: pageSize }, { signal }))
      cursor = event.id
  return { cursor, known: new Set(data.map(({ id }) => id)) }
}

/** A position before every event that was created at a moment or later. A few older events may follow it too. */
export async function positionBefore(client: ServicePay, moment: Date, signal: AbortSignal): Promise<string | null> {
  let older = 0
  for await (const event of client.events.list({ limit: pageSize }, { signal })) {
    // `ending_before` may order concurrent events differently, so the position is a page older than the moment.
    if (new Date(event.created) < moment && ++older === pageSize) return event.id
  }
  return null
}

/** Whether the service refused a position because it does not know the event. */
export function isLostPosition(error: unknown): boolean {
  return error instanceof ServicePayError && error.code === 'parameter_invalid' && error.param === 'ending_before'
}

/** Longer than any transaction of the service: an event that is older than another by this time precedes it. */
const concurrentMilliseconds = 60_000

/**
 * The newest position that surely precedes an event that the service does not know, for example after its database was
 * restored from a backup. Null: the beginning.
 */
export async function positionShortlyBefore(
  client: ServicePay,
  id: string,
  signal: AbortSignal,
): Promise<string | null> {
  let newest: number | null = null
  for await (const event of client.events.list({ limit: pageSize }, { signal })) {
    if (event.id >= id) continue
    const created = new Date(event.created).getTime()
    newest ??= created
    if (newest - created >= concurrentMilliseconds) return event.id
  }
  return null
}

/** The pause between two looks at a list that has no `wait`, in milliseconds. */
const lookPause = 2_000

/** A list as it is now, oldest first, and the objects that are added to it later, without end. */
interface FollowedList<Item> {
  /** At most one page. */
  readonly earlier: readonly Item[]
  readonly added: AsyncGenerator<Item>
}

/** Waits while the service is unreachable, except at the first look. */
export async function followList<Item extends { readonly id: string }>(
  list: () => AsyncIterable<Item>,
  options: FollowOptions,
): Promise<FollowedList<Item>> {
  const known = new Set<string>()
  let floor = ''
  const look = async (isFirst: boolean): Promise<Item[]> => {
    const fresh: Item[] = []
    let read = 0
    // Objects may appear a little later than newer ones. So each look reads a whole page, also behind known objects.
    for await (const item of list()) {
      if (item.id < floor || (read >= pageSize && (isFirst || known.has(item.id)))) break
      read++
      if (!known.has(item.id)) fresh.push(item)
    }
    for (const { id } of fresh) known.add(id)
    if (isFirst && read >= pageSize) floor = fresh.at(-1)?.id ?? ''
    return fresh.reverse()
  }
  async function* added(): AsyncGenerator<Item> {
    for (;;) {
      await sleep(lookPause, undefined, { signal: options.signal })
      yield* await untilAnswered(() => look(false), options)
    }
  }
  return { earlier: await look(true), added: added() }
}

async function untilAnswered<Value>(
  call: () => Promise<Value>,
  { signal, onConnectionChange }: FollowOptions,
): Promise<Value> {
  for (let pause = firstPause, tries = 1; ; pause = Math.min(pause * 2, longestPause), tries++) {
    try {
      const value = await call()
      if (tries > 1) onConnectionChange(null)
      return value
    } catch (error) {
      if (signal.aborted || !isTemporary(error)) throw error
      onConnectionChange(error)
      await sleep(Math.max(pause, (error.retryAfter ?? 0) * 1000), undefined, { signal })
    }
  }
}

function isTemporary(error: unknown): error is ServicePayError {
  return error instanceof ConnectionError || error instanceof ApiError || error instanceof RateLimitError
}

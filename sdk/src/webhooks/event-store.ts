/**
 * Remembers which events have been handled, so that an event that arrives twice is handled once. A `Set` is one, for
 * tests. In a shop it is a table with the id as its key, which may forget ids after 30 days.
 */
export interface EventStore {
  /** Whether the event has been handled. The handler calls it before it runs your function. */
  has(eventId: string): boolean | PromiseLike<boolean>
  /** Remembers the event. The handler calls it after your function has succeeded. */
  add(eventId: string): unknown
}

/** Handles an event unless it has been handled. */
export type HandleOnce = (eventId: string, handle: () => unknown) => Promise<void>

/**
 * At least once: a function that fails, or a program that ends in the middle, leaves the event unmarked, and the next
 * delivery runs the function again. A delivery that arrives while the function runs for the same event waits for that
 * run, and succeeds or fails with it.
 */
export function onceIn(store: EventStore | undefined): HandleOnce {
  const running = new Map<string, Promise<void>>()
  const run = async (eventId: string, handle: () => unknown): Promise<void> => {
    if (await store?.has(eventId)) return
    await handle()
    await store?.add(eventId)
  }
  return (eventId, handle) => {
    const known = running.get(eventId)
    if (known) return known
    const promise = run(eventId, handle).finally(() => running.delete(eventId))
    running.set(eventId, promise)
    return promise
  }
}

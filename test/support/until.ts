import { setTimeout as pause } from 'node:timers/promises'

const conditions = new Map<symbol, string | (() => string)>()

/** What the tests of this process wait for. The runner names it when a file takes too long. */
export function waitedFor(): readonly string[] {
  return [...conditions.values()].map((what) => (typeof what === 'string' ? what : what()))
}

/** Waits for an event. `what` names it if it never happens. */
export async function waiting<Value>(what: string | (() => string), event: Promise<Value>): Promise<Value> {
  const key = Symbol('a wait')
  conditions.set(key, what)
  try {
    return await event
  } finally {
    conditions.delete(key)
  }
}

/**
 * Waits until a condition holds, however long this takes: only the limit of the whole file ends it, so that a slow
 * machine fails no test. `what` names the condition if it never holds.
 */
export function until(
  holds: () => boolean | Promise<boolean>,
  what: string | (() => string) = String(holds),
): Promise<void> {
  return waiting(what, poll(holds))
}

async function poll(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(20)
}

import { setTimeout as pause } from 'node:timers/promises'

/** Waits for a condition that will hold, however busy the machine is. `what` names it when it never does. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what = String(holds),
  withinMs = 120_000,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`)
    await pause(20)
  }
}

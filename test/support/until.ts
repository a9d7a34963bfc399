import { setTimeout as pause } from 'node:timers/promises'

/** Waits until a condition holds, for long enough on a busy machine. `what` names the condition in the error. */
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

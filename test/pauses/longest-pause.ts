/** Linux counts processor time in ticks of at most this length. */
const tickMs = 4

/**
 * The longest pause of the event loop while `work` runs, in milliseconds.
 *
 * A pause is the shorter of its wall time and its processor time. On a busy machine this thread waits for a processor,
 * which lengthens only the wall time. The processor time lags behind by up to one tick.
 */
export async function longestPause(work: () => Promise<void>): Promise<number> {
  let longest = 0
  let before = reading()
  let measuring = true
  const turn = (): void => {
    const now = reading()
    longest = Math.max(longest, Math.min(now.wall - before.wall, now.processor - before.processor + tickMs))
    before = now
    if (measuring) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  measuring = false
  return longest
}

function reading(): { wall: number; processor: number } {
  const { user, system } = process.threadCpuUsage()
  return { wall: performance.now(), processor: (user + system) / 1000 }
}

/** A reply of the size that a page with a year of days has. */
const reference = Array.from({ length: 400 }, (_, index) => ({
  name: `Day ${String(index)}`,
  cells: [index, 'GBP', null],
}))
const referenceRounds = 250
/** The time that the reference work takes on the machine for which the limit of 20 ms was chosen, when it is quiet. */
const referenceMs = 40

/**
 * How many times slower than a quiet machine this machine is at this moment, and at least 1. Other programs that use
 * the same processor and its memory make everything slower, and so they must not decide whether a test passes.
 */
export function slowness(): number {
  const before = reading()
  for (let round = 0; round < referenceRounds; round++) JSON.parse(JSON.stringify(reference))
  const after = reading()
  return Math.max(1, Math.min(after.wall - before.wall, after.processor - before.processor) / referenceMs)
}

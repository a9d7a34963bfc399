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

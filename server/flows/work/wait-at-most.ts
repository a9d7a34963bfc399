/**
 * Waits for work, but not longer than this. Null: the work goes on. The timer ends with the wait: under load, a process
 * would otherwise keep thousands of them for seconds.
 */
export async function waitAtMost<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds).unref()
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

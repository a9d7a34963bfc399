/** Pauses between tries: the first, and the longest, because each is twice as long as the one before. */
export interface BackOff {
  readonly firstSeconds: number
  readonly longestSeconds: number
}

/** When to try again after so many tries. */
export function nextTryAt(now: Date, tries: number, { firstSeconds, longestSeconds }: BackOff): Date {
  return new Date(now.getTime() + Math.min(firstSeconds * 2 ** tries, longestSeconds) * 1000)
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Pauses after the first, second, … failed attempt. */
export const retryPausesMs: readonly number[] = [30 * second, 2 * minute, 10 * minute, hour, 6 * hour, 24 * hour]

/**
 * The time of the next attempt, or null when the delivery is abandoned. Each pause starts at the failure before it, so
 * a late attempt delays all that follow (spec/decisions/webhooks.md#retry-pauses).
 *
 * @param failedAttempts number of failed attempts of this delivery, including the one at `failedAt`
 */
export function nextAttemptAt(failedAttempts: number, failedAt: Date): Date | null {
  if (!Number.isInteger(failedAttempts) || failedAttempts < 1) {
    throw new Error(`Bug: a retry follows at least one failed attempt, not ${failedAttempts}`)
  }
  const pauseMs = retryPausesMs[failedAttempts - 1]
  return pauseMs === undefined ? null : new Date(failedAt.getTime() + pauseMs)
}

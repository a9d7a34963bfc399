const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Pauses in milliseconds after the first, second, … failed attempt (Specification, Events, delivery rule 2). */
export const retryPausesMs: readonly number[] = [30 * second, 2 * minute, 10 * minute, hour, 6 * hour, 24 * hour]

/**
 * When a delivery is tried again (Specification, Events, delivery rule 2); null once it is abandoned.
 * Each pause runs from the failure before it, so a late attempt moves all that follow.
 *
 * @param failedAttempts attempts of this delivery that have failed, the one at `failedAt` included
 */
export function nextAttemptAt(failedAttempts: number, failedAt: Date): Date | null {
  if (!Number.isInteger(failedAttempts) || failedAttempts < 1) {
    throw new Error(`Bug: a retry follows at least one failed attempt, not ${failedAttempts}`)
  }
  const pauseMs = retryPausesMs[failedAttempts - 1]
  return pauseMs === undefined ? null : new Date(failedAt.getTime() + pauseMs)
}

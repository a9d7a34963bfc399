const dayMs = 24 * 3600_000

/** How long an account's rows stay. */
export interface RowsOf {
  readonly livemode: boolean
  readonly createdAt: Date
  /** The days after which retention deletes an unpaid test session with its card attempts. */
  readonly testSessionDays: number
}

/**
 * The time from which all checkouts and card attempts are there. Before it, only those of paid checkouts are left, so
 * no share of them may be shown. Null: nothing has been deleted.
 */
export function completeFrom({ livemode, createdAt, testSessionDays }: RowsOf, now: Date): Date | null {
  const from = new Date(now.getTime() - testSessionDays * dayMs)
  return livemode || createdAt >= from ? null : from
}

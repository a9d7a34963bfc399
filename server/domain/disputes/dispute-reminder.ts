import type { DisputeRecord } from './dispute-records.ts'

const hourMs = 3600_000

/** How long before its deadline the account is reminded of a dispute. */
const aheadMs = 3 * 24 * hourMs

/** A report has just been mailed. A reminder on the same day would say nothing new. */
const afterReportMs = 24 * hourMs

type Answerable = Pick<DisputeRecord, 'status' | 'respond_by' | 'remind_at'>

/**
 * When to remind the account of a dispute that a report has changed at `now`. Null: never, because the dispute has
 * ended, has no deadline, or the account has had the reminder of this deadline.
 */
export function reminderAt(before: Answerable | null, after: Omit<Answerable, 'remind_at'>, now: Date): Date | null {
  if (after.status !== 'open' || after.respond_by === null) return null
  const isKnown = before?.status === 'open' && before.respond_by?.getTime() === after.respond_by.getTime()
  if (isKnown && hasHadReminder(before)) return before.remind_at
  const at = Math.max(after.respond_by.getTime() - aheadMs, now.getTime() + afterReportMs)
  return at < after.respond_by.getTime() ? new Date(at) : null
}

/** It then waits for the deadline itself, or for nothing. */
function hasHadReminder({ remind_at: at, respond_by: deadline }: Omit<Answerable, 'status'>): boolean {
  return at === null || deadline === null || at >= deadline
}

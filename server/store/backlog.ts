import type { Database } from './database.ts'
import { runForOne } from './database.ts'

/** What waits in the whole database, for every account. Each number stops at `mostCounted`. */
export interface Backlog {
  readonly deliveries_due: number
  readonly deliveries_overdue: number
  /** When the delivery that waits longest was due. */
  readonly oldest_due_at: Date | null
  readonly payments_unfinished: number
  readonly mails_waiting: number
}

/** A longer queue is counted no further: the look must stay cheap when things are worst. */
export const mostCounted = 10_000

/** Each part reads a partial index that holds only what waits. The live attempts are those of `one_live_attempt_per_session`. */
const backlog = {
  name: 'backlog',
  text: `
    with due as (
      select next_attempt_at from deliveries where status = 'pending' and next_attempt_at <= $1 order by next_attempt_at limit ${mostCounted}
    ), deliveries_waiting as (
      select count(*)::integer as deliveries_due, (count(*) filter (where next_attempt_at <= $2))::integer as deliveries_overdue,
        min(next_attempt_at) as oldest_due_at
      from due
    ), unfinished as (
      select 1 from card_attempts where status in ('processing', 'challenge') and created_at <= $3 limit ${mostCounted}
    ), payments as (
      select count(*)::integer as payments_unfinished from unfinished
    ), unsent as (
      select 1 from outgoing_mail where next_attempt_at is not null limit ${mostCounted}
    ), mails as (
      select count(*)::integer as mails_waiting from unsent
    )
    select * from deliveries_waiting cross join payments cross join mails`,
}

/** `overdueBefore`: a delivery that was due then is late. `unfinishedBefore`: a payment begun then should have ended. */
export async function readBacklog(
  db: Database,
  times: { now: Date; overdueBefore: Date; unfinishedBefore: Date },
): Promise<Backlog> {
  const found = await runForOne<Backlog>(db, backlog, [times.now, times.overdueBefore, times.unfinishedBefore])
  if (!found) throw new Error('Bug: counting gives a row')
  return found
}

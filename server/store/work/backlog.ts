import { runForOne, type Database } from '../sql/database.ts'

/** Work that is waiting, over all accounts. No number exceeds `maxCounted`. */
export interface Backlog {
  readonly deliveries_due: number
  readonly deliveries_overdue: number
  /** When the delivery that has waited longest became due. */
  readonly oldest_due_at: Date | null
  readonly payments_unfinished: number
  readonly mails_waiting: number
  /** Items of notifications that the service has stored and not applied yet. */
  readonly notifications_waiting: number
  /** When the item that has waited longest arrived. */
  readonly oldest_notification_at: Date | null
}

/** Counting stops here, so that the query stays fast while queues are long. */
export const maxCounted = 10_000

/**
 * Each part reads a partial index that contains only waiting rows. The index of the unfinished attempts is
 * `one_live_attempt_per_session`.
 */
const backlog = {
  name: 'backlog',
  text: `
    with due as (
      select next_attempt_at from deliveries where status = 'pending' and next_attempt_at <= $1
      order by next_attempt_at limit ${maxCounted}
    ), deliveries_waiting as (
      select count(*)::integer as deliveries_due,
        (count(*) filter (where next_attempt_at <= $2))::integer as deliveries_overdue,
        min(next_attempt_at) as oldest_due_at
      from due
    ), unfinished as (
      select 1 from card_attempts where status in ('processing', 'challenge') and created_at <= $3 limit ${maxCounted}
    ), payments as (
      select count(*)::integer as payments_unfinished from unfinished
    ), unsent as (
      select 1 from outgoing_mail where next_attempt_at is not null limit ${maxCounted}
    ), mails as (
      select count(*)::integer as mails_waiting from unsent
    ), unapplied as (
      select received_at from processor_notifications where next_attempt_at is not null limit ${maxCounted}
    ), notifications as (
      select count(*)::integer as notifications_waiting, min(received_at) as oldest_notification_at from unapplied
    )
    select * from deliveries_waiting cross join payments cross join mails cross join notifications`,
}

/** A delivery due before `overdueBefore` is late. A payment begun before `unfinishedBefore` should have ended. */
export async function readBacklog(
  db: Database,
  times: { now: Date; overdueBefore: Date; unfinishedBefore: Date },
): Promise<Backlog> {
  const found = await runForOne<Backlog>(db, backlog, [times.now, times.overdueBefore, times.unfinishedBefore])
  if (!found) throw new Error('Bug: the backlog query returned no row')
  return found
}

import type { DueTask } from '../../domain/queues/due-task.ts'
import { inTransaction, run, type Database } from '../sql/database.ts'

// The alarm of a kind of due work is its one job in graphile-worker's queue: spec/decisions/work.md#alarms.

/** Between looking at a job and replacing it, no other process may make it earlier. */
const lock = { name: 'lock alarms', text: `select pg_advisory_xact_lock(hashtextextended('alarms', 0))` }

/**
 * Adds the job of each kind, or replaces a job that would run later. A job that a worker has locked does not count: its
 * task may have read our tables before this, and the worker may have died. `add_job` leaves such a job without its key
 * and adds another. Delays instead of times, because the clock of the database decides when a job runs.
 */
const move = {
  name: 'move alarms',
  text: `
    with wanted as (
      select task, now() + delay * interval '1 ms' as at
      from unnest($1::text[], $2::double precision[]) as input (task, delay)
    ), waiting as (
      select key as task, run_at as at from graphile_worker.jobs
      where key = any($1::text[]) and locked_at is null and attempts < max_attempts
    )
    select graphile_worker.add_job(wanted.task, job_key => wanted.task, run_at => wanted.at) is not null as moved
    from wanted left join waiting using (task)
    where waiting.at is null or waiting.at > wanted.at`,
}

/**
 * The kinds whose alarm must ring earlier. A kind that it leaves out has a job that no worker had begun, so the task of
 * that job reads our tables later than this. Without locks, because nothing makes such a job later.
 */
const late = {
  name: 'late alarms',
  text: `
    select task from unnest($1::text[], $2::double precision[]) as wanted (task, delay)
    where not exists (
      select from graphile_worker.jobs
      where key = task and locked_at is null and attempts < max_attempts
        and run_at <= now() + delay * interval '1 ms'
    )`,
}

/** Makes the alarm of each kind ring in so many milliseconds, unless it rings before. That is mostly one read. */
export async function moveAlarms(db: Database, delays: ReadonlyMap<DueTask, number>): Promise<void> {
  if (delays.size === 0) return
  const values = [[...delays.keys()], [...delays.values()]]
  if ((await run(db, late, values)).length === 0) return
  await inTransaction(db, async (transaction) => {
    await run(transaction, lock, [])
    await run(transaction, move, values)
  })
}

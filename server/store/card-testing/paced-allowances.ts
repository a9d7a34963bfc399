import { run, runForOne, type Database } from '../sql/database.ts'
import { clearOld, oldRowsOf } from '../work/retention.ts'

const take = {
  name: 'take allowance',
  text: `
    insert into decline_turns as queue (subject, at) values ($1, $2::timestamptz + make_interval(secs => $3))
    on conflict (subject) do update set at = greatest(queue.at, $2::timestamptz) + make_interval(secs => $3)
    where greatest(queue.at, $2::timestamptz) + make_interval(secs => $3) <= $2::timestamptz + make_interval(secs => $4)
    returning at`,
}

/**
 * Takes an allowance of a queue. The queue's row in `decline_turns` is the time until which its allowances are taken.
 * False: none is left.
 */
export async function takeAllowance(
  db: Database,
  queue: string,
  now: Date,
  { intervalMs, burst }: { intervalMs: number; burst: number },
): Promise<boolean> {
  return (await runForOne(db, take, [queue, now, intervalMs / 1000, (intervalMs * burst) / 1000])) !== null
}

const giveBack = {
  name: 'give allowance back',
  text: 'update decline_turns set at = at - make_interval(secs => $2) where subject = $1',
}

export async function giveAllowanceBack(db: Database, queue: string, intervalMs: number): Promise<void> {
  await run(db, giveBack, [queue, intervalMs / 1000])
}

const findRefusal = { name: 'find first refusal', text: 'select at from decline_turns where subject = $1' }

/** When a customer was first refused, or null. */
export async function firstRefusal(db: Database, customer: string): Promise<Date | null> {
  return (await runForOne<{ at: Date }>(db, findRefusal, [customer]))?.at ?? null
}

const noteRefusal = {
  name: 'note first refusal',
  text: 'insert into decline_turns (subject, at) values ($1, $2) on conflict (subject) do nothing',
}

/** Records a refusal, unless an earlier one is recorded. */
export async function noteFirstRefusal(db: Database, customer: string, now: Date): Promise<void> {
  await run(db, noteRefusal, [customer, now])
}

const forget = oldRowsOf('decline_turns', { key: 'subject', age: 'at' })

/** Deletes a batch. True: there may be more. */
export function forgetAllowances(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, forget, before)
}

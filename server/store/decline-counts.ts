import type { Database } from './database.ts'
import { run } from './database.ts'
import { clearOld, oldRowsOf } from './retention.ts'

const count = {
  name: 'count declines',
  text: 'select subject, declines from decline_counts where hour = $1 and subject = any($2::text[])',
}

/**
 * Declined cards of each subject in an hour. The table spans all accounts, because one client may attack many shops.
 */
export async function countDeclines(
  db: Database,
  hour: Date,
  subjects: readonly string[],
): Promise<Map<string, number>> {
  const rows = await run<{ subject: string; declines: number }>(db, count, [hour, subjects])
  return new Map(rows.map((row) => [row.subject, row.declines]))
}

const add = {
  name: 'add decline',
  text: `
    insert into decline_counts (subject, hour, declines)
    select subject, $1::timestamptz, 1 from unnest($2::text[]) as subject order by subject
    on conflict (subject, hour) do update set declines = decline_counts.declines + 1`,
}

export async function addDecline(db: Database, hour: Date, subjects: readonly string[]): Promise<void> {
  await run(db, add, [hour, subjects])
}

const forget = oldRowsOf('decline_counts', { key: 'subject, hour', age: 'hour' })

/** Deletes a batch. True: there may be more. */
export function forgetDeclines(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, forget, before)
}

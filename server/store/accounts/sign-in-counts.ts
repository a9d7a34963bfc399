import { run, type Database } from '../sql/database.ts'
import { clearOld, oldRowsOf } from '../work/retention.ts'

const add = {
  name: 'count sign-in attempt',
  text: `
    insert into sign_in_counts (subject, slot, attempts)
    select subject, $1::timestamptz, 1 from unnest($2::text[]) as subject order by subject
    on conflict (subject, slot) do update set attempts = sign_in_counts.attempts + 1
    returning subject, attempts`,
}

/** Adds one attempt for each subject in the slot and returns the counts, which all processes share. */
export async function countSignInAttempt(
  db: Database,
  slot: Date,
  subjects: readonly string[],
): Promise<Map<string, number>> {
  const rows = await run<{ subject: string; attempts: number }>(db, add, [slot, subjects])
  return new Map(rows.map((row) => [row.subject, row.attempts]))
}

const clear = {
  name: 'clear sign-in attempts',
  text: 'delete from sign_in_counts where subject = any($1::text[]) and slot = $2',
}

export async function clearSignInAttempts(db: Database, slot: Date, subjects: readonly string[]): Promise<void> {
  await run(db, clear, [subjects, slot])
}

const forget = oldRowsOf('sign_in_counts', { key: 'subject, slot', age: 'slot' })

/** Deletes a batch. True: there may be more. */
export function forgetSignInAttempts(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, forget, before)
}

import { run, type Database } from '../sql/database.ts'
import { clearOld, oldRowsOf } from '../work/retention.ts'

/** A count of mails in a time slot. */
export interface MailCount {
  readonly subject: string
  readonly slot: Date
}

const add = {
  name: 'add mail counts',
  text: `
    insert into mail_counts (subject, slot, mails)
    select subject, slot, 1 from unnest($1::text[], $2::timestamptz[]) as added (subject, slot) order by subject
    on conflict (subject, slot) do update set mails = mail_counts.mails + 1
    returning subject, mails`,
}

/** Adds one mail to each count, and returns the counts, which all processes share. */
export async function addMail(db: Database, counts: readonly MailCount[]): Promise<Map<string, number>> {
  const rows = await run<{ subject: string; mails: number }>(db, add, columnsOf(counts))
  return new Map(rows.map(({ subject, mails }) => [subject, mails]))
}

const remove = {
  name: 'remove mail from counts',
  text: `
    insert into mail_counts (subject, slot, mails)
    select subject, slot, 0 from unnest($1::text[], $2::timestamptz[]) as removed (subject, slot) order by subject
    on conflict (subject, slot) do update set mails = greatest(mail_counts.mails - 1, 0)`,
}

/** Takes one mail off each count. It locks the rows in the same order as `addMail`. */
export async function removeMail(db: Database, counts: readonly MailCount[]): Promise<void> {
  await run(db, remove, columnsOf(counts))
}

function columnsOf(counts: readonly MailCount[]): [string[], Date[]] {
  return [counts.map(({ subject }) => subject), counts.map(({ slot }) => slot)]
}

const forget = oldRowsOf('mail_counts', { key: 'subject, slot', age: 'slot' })

/** Deletes a batch. True: there may be more. */
export function forgetMailCounts(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, forget, before)
}

import type { Database } from './database.ts'
import { run } from './database.ts'
import { clearOld, oldRowsOf } from './retention.ts'

/** A count of mails in a time slot. */
export interface MailCount {
  readonly subject: string
  readonly slot: Date
}

const read = {
  name: 'read mail counts',
  text: `
    select subject, mails from mail_counts
    where (subject, slot) in (select * from unnest($1::text[], $2::timestamptz[]))`,
}

/** Mails sent, by subject. */
export async function readMailCounts(db: Database, counts: readonly MailCount[]): Promise<Map<string, number>> {
  const rows = await run<{ subject: string; mails: number }>(db, read, columnsOf(counts))
  return new Map(rows.map(({ subject, mails }) => [subject, mails]))
}

const add = {
  name: 'add mail counts',
  text: `
    insert into mail_counts (subject, slot, mails)
    select subject, slot, 1 from unnest($1::text[], $2::timestamptz[]) as added (subject, slot) order by subject
    on conflict (subject, slot) do update set mails = mail_counts.mails + 1`,
}

/** Adds one mail to each count. */
export async function addMail(db: Database, counts: readonly MailCount[]): Promise<void> {
  await run(db, add, columnsOf(counts))
}

function columnsOf(counts: readonly MailCount[]): [string[], Date[]] {
  return [counts.map(({ subject }) => subject), counts.map(({ slot }) => slot)]
}

const forget = oldRowsOf('mail_counts', { key: 'subject, slot', age: 'slot' })

/** Deletes a batch. True: there may be more. */
export function forgetMailCounts(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, forget, before)
}

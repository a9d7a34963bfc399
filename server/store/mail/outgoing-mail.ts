import { idBodyLength } from '../../domain/ids.ts'
import type { MailRecord } from '../../domain/mail/mail-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { mailColumns, mailTable } from '../sql/table-columns.ts'
import { inserting, type GivenTo } from '../sql/tables.ts'
import type { Write } from '../sql/writes.ts'
import { claiming } from '../work/due.ts'
import { noteDue } from '../work/due-notes.ts'
import { clearOld, oldRowsOf } from '../work/retention.ts'

const insert = inserting('insert mail', mailTable, (db, { next_attempt_at: at }) => noteDue(db, 'send_mail', at))

export type NewMail = Omit<GivenTo<typeof mailTable>, 'next_attempt_at'>

/** Queues a mail that is due at once. */
export function insertingMail(scope: Scope, mail: NewMail): Write {
  return insert(scope, { ...mail, next_attempt_at: mail.created_at })
}

/** Claims a due mail until `leasedUntil`, for one attempt. Null when another worker has claimed it. */
export const claimMail = claiming<MailRecord>('send_mail', mailColumns)

/** The result of an attempt. */
export type MailResult = Pick<MailRecord, 'sent_at' | 'next_attempt_at' | 'last_error'> & {
  /** Replaces everything that the mail says; null keeps it. */
  readonly sealed_text: string | null
}

const save = {
  name: 'save mail',
  text: `
    update outgoing_mail
    set sent_at = $4, next_attempt_at = $5, last_error = $6, sealed_text = coalesce($7, sealed_text),
      sealed_body = case when $7::text is null then sealed_body end
    where merchant_id = $1 and livemode = $2 and id = $3 and sent_at is null`,
}

export async function saveMail(scope: Scope, db: Database, id: string, result: MailResult): Promise<void> {
  await run(db, save, [
    scope.merchantId,
    scope.livemode,
    id,
    result.sent_at,
    result.next_attempt_at,
    result.last_error,
    result.sealed_text,
  ])
  noteDue(db, 'send_mail', result.next_attempt_at)
}

const countSent = {
  name: 'count mail sent',
  text: `
    select count(*)::integer as sent from outgoing_mail
    where merchant_id = $1 and livemode = $2 and id >= $3 and sent_at is not null`,
}

/** Number of sent mails with this id or a later one. */
export async function countMailSent(scope: Scope, db: Database, fromId: string): Promise<number> {
  return (await runForOne<{ sent: number }>(db, countSent, [scope.merchantId, scope.livemode, fromId]))?.sent ?? 0
}

const list = {
  name: 'list mail',
  text: `
    select ${mailColumns} from outgoing_mail
    where merchant_id = $1 and livemode = $2 and id < $3 order by id desc limit $4`,
}

/** Sorts after every id. */
const afterNewest = `mail_${'z'.repeat(idBodyLength)}`

/** Newest first. `after` is the last id of the previous page, or null for the first page. */
export function listMail(
  scope: Scope,
  db: Database,
  page: { after: string | null; limit: number },
): Promise<MailRecord[]> {
  return run(db, list, [scope.merchantId, scope.livemode, page.after ?? afterNewest, page.limit])
}

const forget = oldRowsOf('outgoing_mail', { key: 'merchant_id, livemode, id', age: 'created_at' })

/** Deletes a batch. True: there may be more. */
export function forgetMail(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, forget, before)
}

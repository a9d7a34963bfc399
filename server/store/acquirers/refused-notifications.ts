import type { RefusedNotificationRecord } from '../../domain/acquirers/notification-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'
import { refusedNotificationColumns } from '../sql/table-columns.ts'
import { clearOld, oldRowsOf } from '../work/retention.ts'

/** How many refused notifications of an account and mode are kept. */
const kept = 100

const insert = {
  name: 'insert refused notification',
  text: `
    insert into refused_notifications (merchant_id, livemode, id, processor, refused_at, reason, bytes)
    values ($1, $2, $3, $4, $5, $6, $7)`,
}

const trim = {
  name: 'trim refused notifications',
  text: `
    delete from refused_notifications
    where merchant_id = $1 and livemode = $2 and id <= (
      select id from refused_notifications where merchant_id = $1 and livemode = $2
      order by id desc offset ${kept} limit 1)`,
}

export type NewRefusedNotification = Omit<RefusedNotificationRecord, 'merchant_id' | 'livemode'>

/** Adds a refused notification, and deletes the oldest ones of the account beyond the number that is kept. */
export async function insertRefusedNotification(
  { merchantId, livemode }: Scope,
  db: Database,
  { id, processor, refused_at, reason, bytes }: NewRefusedNotification,
): Promise<void> {
  await run(db, insert, [merchantId, livemode, id, processor, refused_at, reason, bytes])
  await run(db, trim, [merchantId, livemode])
}

const list = {
  name: 'list refused notifications',
  text: `
    select ${refusedNotificationColumns} from refused_notifications
    where merchant_id = $1 and livemode = $2 order by id desc limit $3`,
}

/** Newest first. */
export function listRefusedNotifications(
  { merchantId, livemode }: Scope,
  db: Database,
  limit: number,
): Promise<RefusedNotificationRecord[]> {
  return run(db, list, [merchantId, livemode, limit])
}

const forget = oldRowsOf('refused_notifications', { key: 'merchant_id, livemode, id', age: 'refused_at' })

/** Deletes a batch. True: there may be more. */
export function forgetRefusedNotifications(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, forget, before)
}

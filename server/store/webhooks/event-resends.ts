import { firstIdFrom, newId } from '../../domain/ids.ts'
import type { EventResendRecord } from '../../domain/webhooks/webhook-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { resendColumns } from '../sql/table-columns.ts'

/** Followers look every few seconds, so older resends interest no program. */
const keptMs = 3600_000

const insert = {
  name: 'insert event resends',
  text: `
    with old as (
      delete from event_resends where merchant_id = $1 and livemode = $2 and id < $3
    ), made as (
      insert into event_resends (merchant_id, livemode, id, event_id, created_at)
      select account.merchant_id, $2::boolean, id, event_id, $4::timestamptz
      from merchants account, unnest($5::text[], $6::text[]) as input (id, event_id)
      where account.merchant_id = $1
    )
    select 1`,
}

/** Records that events are resent, in order, and deletes the account's old records. */
export async function insertEventResends(
  scope: Scope,
  transaction: Database,
  eventIds: readonly string[],
  now: Date,
): Promise<void> {
  await run(transaction, insert, [
    scope.merchantId,
    scope.livemode,
    firstIdFrom('rsn', new Date(now.getTime() - keptMs)),
    now,
    eventIds.map(() => newId('rsn', now)),
    eventIds,
  ])
}

const find = {
  name: 'find event resend',
  text: `select ${resendColumns} from event_resends where merchant_id = $1 and livemode = $2 and id = $3`,
}

export function findEventResend(scope: Scope, db: Database, id: string): Promise<EventResendRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, id])
}

const list = {
  name: 'list event resends',
  text: `
    select ${resendColumns} from event_resends
    where merchant_id = $1 and livemode = $2 and ($3::text is null or id < $3)
    order by id desc limit $4`,
}

/** Newest first. `after` is the last id of the previous page, or null for the first page. */
export function listEventResends(
  scope: Scope,
  db: Database,
  { after, limit }: { after: string | null; limit: number },
): Promise<EventResendRecord[]> {
  return run(db, list, [scope.merchantId, scope.livemode, after, limit])
}

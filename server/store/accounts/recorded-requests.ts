import { idBodyLength } from '../../domain/ids.ts'
import type { ApiRequestRecord, RecordedRequest } from '../../domain/accounts/account-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'
import { apiRequestColumns, recordedRequestTable } from '../sql/table-columns.ts'
import { finding } from '../sql/tables.ts'
import { clearOld, oldRowsOf } from '../work/retention.ts'

const { name: table, given, types } = recordedRequestTable

/** A row without its bodies, with its part of the indexes. */
export const bytesOfRecord = 400

const insert = {
  name: 'insert recorded requests',
  text: `
    insert into ${table} (merchant_id, livemode, ${given.join(', ')}, bytes)
    select account.merchant_id, $2::boolean, ${given.join(', ')},
      ${bytesOfRecord} + coalesce(octet_length(request_body), 0) + coalesce(octet_length(reply_body), 0)
    from merchants account, jsonb_to_recordset($3::jsonb) as input (
      ${given.map((column) => `${column} ${types[column]}`).join(', ')})
    where account.merchant_id = $1
    on conflict (merchant_id, livemode, id) do nothing`,
}

export type NewRecordedRequest = Omit<RecordedRequest, 'merchant_id' | 'livemode'>

/** Inserts several requests in one statement. */
export async function insertRecordedRequests(
  scope: Scope,
  db: Database,
  requests: readonly NewRecordedRequest[],
): Promise<void> {
  await run(db, insert, [scope.merchantId, scope.livemode, JSON.stringify(requests)])
}

const trim = {
  name: 'trim recorded requests',
  text: `
    delete from ${table} where merchant_id = $1 and livemode = $2 and id in (
      select id from (
        select id, row_number() over newest as position, sum(bytes) over newest as total from ${table}
        where merchant_id = $1 and livemode = $2 window newest as (order by id desc)
      ) as counted where position > $3 or total > $4)`,
}

/** Deletes the oldest requests of an account and mode beyond its share. */
export async function trimRecordedRequests(
  scope: Scope,
  db: Database,
  share: { rows: number; bytes: number },
): Promise<void> {
  await run(db, trim, [scope.merchantId, scope.livemode, share.rows, share.bytes])
}

/** Sorts after every id. */
const afterNewest = `log_${'z'.repeat(idBodyLength)}`

const list = {
  name: 'list recorded requests',
  text: `
    select ${apiRequestColumns} from ${table} where merchant_id = $1 and livemode = $2 and id < $3
    order by id desc limit $4`,
}

/** Newest first. `after` is the last id of the previous page, or null for the first page. */
export function listRecordedRequests(
  scope: Scope,
  db: Database,
  page: { after: string | null; limit: number },
): Promise<ApiRequestRecord[]> {
  return run(db, list, [scope.merchantId, scope.livemode, page.after ?? afterNewest, page.limit])
}

export const findRecordedRequest = finding('find recorded request', recordedRequestTable)

const forget = oldRowsOf(table, { key: 'merchant_id, livemode, id', age: 'at' })

/** Deletes a batch of requests from before `before`. True: there may be more. */
export function deleteOldRecordedRequests(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, forget, before)
}

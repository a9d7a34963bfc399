import { idBodyLength } from '../../domain/ids.ts'
import type { ApiRequestRecord } from '../../domain/accounts/account-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { partitionsOf, requestLogRanges } from '../schema/partitions.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { apiRequestColumns } from '../sql/table-columns.ts'
import { firstPartition } from '../sql/time-ranges.ts'
import { clearOld, oldRowsOf } from '../work/retention.ts'

const columns = 'id, at, method, path, status, code, param, request_id, duration_ms, fault'

const insert = {
  name: 'insert failed requests',
  text: `
    insert into api_request_log (merchant_id, livemode, ${columns})
    select account.merchant_id, $2::boolean, ${columns}
    from merchants account, jsonb_to_recordset($3::jsonb) as input (id text, at timestamptz, method text, path text,
      status integer, code text, param text, request_id text, duration_ms integer, fault text)
    where account.merchant_id = $1
    on conflict (merchant_id, livemode, id) do nothing`,
}

/** A failed request has a code. */
export type NewFailedRequest = Omit<ApiRequestRecord, 'merchant_id' | 'livemode'> & { readonly code: string }

/** Appends several entries in one statement. Entries that exist already stay unchanged. */
export async function insertFailedRequests(
  scope: Scope,
  db: Database,
  requests: readonly NewFailedRequest[],
): Promise<void> {
  await run(db, insert, [scope.merchantId, scope.livemode, JSON.stringify(requests)])
}

const list = {
  name: 'list failed requests',
  text: `
    select ${apiRequestColumns} from api_request_log
    where merchant_id = $1 and livemode = $2 and id < $3 and ($4::integer is null or status = $4)
      and ($5::text is null or code = $5)
    order by id desc limit $6`,
}

/** Null matches everything. */
interface FailureFilter {
  readonly status: number | null
  readonly code: string | null
}

/** Sorts after every id. */
const afterNewest = `log_${'z'.repeat(idBodyLength)}`

/** Newest first. `after` is the last id of the previous page, or null for the first page. */
export function listFailedRequests(
  scope: Scope,
  db: Database,
  { status, code }: FailureFilter,
  page: { after: string | null; limit: number },
): Promise<ApiRequestRecord[]> {
  return run(db, list, [scope.merchantId, scope.livemode, page.after ?? afterNewest, status, code, page.limit])
}

const find = {
  name: 'find failed request',
  text: `select ${apiRequestColumns} from api_request_log where merchant_id = $1 and livemode = $2 and id = $3`,
}

export function findFailedRequest(scope: Scope, db: Database, id: string): Promise<ApiRequestRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, id])
}

const first = firstPartition(requestLogRanges.table)
const forget = oldRowsOf(first, { key: 'merchant_id, livemode, id', age: 'at' })

/** Deletes a batch from the first partition, which holds more than a day. True: there may be more. */
export async function forgetFailedRequests(db: Database, before: Date): Promise<boolean> {
  const partitions = await partitionsOf(db, requestLogRanges)
  return partitions.some(({ name }) => name === first) && (await clearOld(db, forget, before))
}

import type { ApiRequestRecord, RecordedRequest } from '../../domain/accounts/account-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { findFailedRequest, listFailedRequests } from '../../store/accounts/api-request-log.ts'
import { findRecordedRequest, listRecordedRequests } from '../../store/accounts/recorded-requests.ts'
import type { Database } from '../../store/sql/database.ts'
import type { FlowContext } from '../context.ts'
import { publicDemoMerchantId } from './create-account.ts'

/** A status and a code narrow down failed requests only. Null: any. */
export interface ApiRequestFilter {
  readonly outcome: 'any' | 'failed'
  readonly status: number | null
  readonly code: string | null
}

/**
 * Whether the service records all requests of the account and mode for a day, and not only the failed ones
 * (spec/decisions/sandbox.md#the-record-of-requests).
 */
export function recordsAll({ settings }: Pick<FlowContext, 'settings'>, { merchantId, livemode }: Scope): boolean {
  return livemode ? settings.recordsLiveRequests : merchantId !== publicDemoMerchantId
}

/** The failed requests of a week, or all requests of a day where they are recorded. Newest first. */
export function listApiRequests(
  context: Pick<FlowContext, 'db' | 'settings'>,
  scope: Scope,
  { outcome, ...filter }: ApiRequestFilter,
  page: { after: string | null; limit: number },
): Promise<ApiRequestRecord[]> {
  return outcome === 'any' && recordsAll(context, scope)
    ? listRecordedRequests(scope, context.db, page)
    : listFailedRequests(scope, context.db, filter, page)
}

/** `id`: that of the entry, or of the request. */
export async function findApiRequest(scope: Scope, db: Database, id: string): Promise<RecordedRequest | null> {
  const entry = id.replace(/^req_/, 'log_')
  const recorded = await findRecordedRequest(scope, db, entry)
  if (recorded) return recorded
  const failed = await findFailedRequest(scope, db, entry)
  return failed && { ...failed, ...nothingMore }
}

/** Of a failed request of more than a day ago, only its failure is left. */
const nothingMore = {
  secret_key_id: null,
  idempotency_key: null,
  idempotent_replayed: false,
  session_id: null,
  request_body: null,
  reply_body: null,
}

import type { components } from '../../../generated/types.ts'
import type { ApiRequestRecord } from '../../domain/accounts/account-records.ts'
import type { FlowContext } from '../../flows/context.ts'
import { readPage } from '../../flows/reads/read-page.ts'
import { findFailedRequest, listFailedRequests } from '../../store/accounts/api-request-log.ts'
import { success, type Handlers } from '../requests/contract.ts'

export function failedRequestHandlers(context: FlowContext): Pick<Handlers, 'listFailedRequests'> {
  return {
    listFailedRequests: async ({ caller: { scope }, query: { limit, starting_after: after = null } }) =>
      readPage(
        context,
        scope,
        { startingAfter: after, find: findFailedRequest, noun: 'failed request' },
        async ({ db }) => {
          const filter = { status: null, code: null, requestId: null }
          const requests = await listFailedRequests(scope, db, filter, { after, limit: limit + 1 })
          return success({
            object: 'list',
            has_more: requests.length > limit,
            data: requests.slice(0, limit).map(wireFailedRequest),
          })
        },
      ),
  }
}

function wireFailedRequest(request: ApiRequestRecord): components['schemas']['FailedRequest'] {
  const { id, at, method, path, status, code, param, request_id, duration_ms } = request
  return {
    id,
    object: 'failed_request',
    created: at.toISOString(),
    method,
    path,
    status,
    code,
    param,
    request_id,
    duration_ms,
  }
}

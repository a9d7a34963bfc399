import type { components } from '../../../generated/types.ts'
import type { ApiRequestRecord } from '../../domain/accounts/account-records.ts'
import { noSuch } from '../../domain/refusals.ts'
import { findApiRequest, listApiRequests } from '../../flows/accounts/read-api-requests.ts'
import type { FlowContext } from '../../flows/context.ts'
import { readPage } from '../../flows/reads/read-page.ts'
import { success, type Handlers } from '../requests/contract.ts'

export function apiRequestHandlers(context: FlowContext): Pick<Handlers, 'listApiRequests' | 'retrieveApiRequest'> {
  return {
    listApiRequests: async ({ caller: { scope }, query: { limit, outcome, starting_after: after = null } }) =>
      readPage(context, scope, { startingAfter: after, find: findApiRequest, noun: 'request' }, async (reading) => {
        const requests = await listApiRequests(
          reading,
          scope,
          { outcome, status: null, code: null },
          { after, limit: limit + 1 },
        )
        return success({
          object: 'list',
          has_more: requests.length > limit,
          data: requests.slice(0, limit).map(wireRequest),
        })
      }),
    retrieveApiRequest: async ({ caller: { scope }, path }) => {
      const found = await findApiRequest(scope, context.db, path.id)
      if (!found) return noSuch('API request')
      const {
        secret_key_id,
        idempotency_key,
        idempotent_replayed,
        session_id: session,
        request_body,
        reply_body,
      } = found
      return success({
        ...wireRequest(found),
        secret_key_id,
        idempotency_key,
        idempotent_replayed,
        session,
        request_body,
        reply_body,
      })
    },
  }
}

function wireRequest(request: ApiRequestRecord): components['schemas']['ApiRequest'] {
  const { id, at, method, path, status, code, param, request_id, duration_ms, fault } = request
  return {
    id,
    object: 'api_request',
    created: at.toISOString(),
    method,
    path,
    status,
    code,
    param,
    request_id,
    duration_ms,
    fault,
  }
}

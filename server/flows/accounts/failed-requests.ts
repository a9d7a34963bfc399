import { scopeKey, type Scope } from '../../domain/scope.ts'
import { insertFailedRequests, type NewApiRequest } from '../../store/accounts/api-request-log.ts'
import type { FlowContext } from '../context.ts'

/** A failed API request and the account and mode that sent it. */
export interface FailedRequest {
  readonly scope: Scope
  readonly request: NewApiRequest
}

/** Inserts failed requests, with one statement for each account and mode. */
export async function writeFailedRequests(context: FlowContext, failed: readonly FailedRequest[]): Promise<void> {
  const byScope = Map.groupBy(failed, ({ scope }) => scopeKey(scope))
  for (const [first, ...rest] of byScope.values()) {
    if (first)
      await insertFailedRequests(
        first.scope,
        context.db,
        [first, ...rest].map(({ request }) => request),
      )
  }
}

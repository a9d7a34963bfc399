import type { Scope } from '../domain/scope.ts'
import { forgetFailedRequests, insertFailedRequests } from '../store/api-request-log.ts'
import type { NewApiRequest } from '../store/api-request-log.ts'
import type { FlowContext } from './context.ts'

const keptMs = 7 * 24 * 3600_000

/** A failed API request and the account and mode that sent it. */
export interface FailedRequest {
  readonly scope: Scope
  readonly request: NewApiRequest
}

/** Inserts failed requests, with one statement for each account and mode. */
export async function writeFailedRequests(context: FlowContext, failed: readonly FailedRequest[]): Promise<void> {
  const byScope = Map.groupBy(failed, ({ scope }) => `${scope.merchantId} ${scope.livemode}`)
  for (const [first, ...rest] of byScope.values()) {
    if (first)
      await insertFailedRequests(
        first.scope,
        context.db,
        [first, ...rest].map(({ request }) => request),
      )
  }
}

/** Deletes a batch of old failed requests. True: there may be more. */
export function forgetOldRequests(context: FlowContext): Promise<boolean> {
  return forgetFailedRequests(context.db, new Date(context.clock.now().getTime() - keptMs))
}

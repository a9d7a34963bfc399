import { fail, type Failure } from '../domain/failure.ts'
import type { Scope } from '../domain/scope.ts'
import { insertRefusal, keepingReply, type KeptReply } from '../store/idempotency-keys.ts'
import { execute } from '../store/sql/writes.ts'
import type { KeyContext } from './context.ts'
import { findEarlierRequest, type Replay } from './earlier-request.ts'
import type { RequestKey } from './request-key.ts'
import { retainedSince } from './retention.ts'

/** Keeps the successful reply of a request that has claimed its key. */
export function keepSuccess(
  context: KeyContext,
  scope: Scope,
  requestKey: RequestKey,
  reply: KeptReply,
): Promise<void> {
  return execute(context.db, keepingReply(scope, requestKey, reply))
}

/**
 * Keeps a refusal whose code the contract marks with `x-kept-for-idempotency-key` in `spec/errors.tsp`. Returns what to
 * answer instead when another request has used the key in the meantime. Null: answer the refusal.
 */
export async function keepRefusal(
  context: KeyContext,
  scope: Scope,
  requestKey: RequestKey,
  refusal: KeptReply,
): Promise<Replay | Failure<'idempotency_conflict' | 'request_in_progress'> | null> {
  const now = context.clock.now()
  const isKept = await insertRefusal(scope, context.db, requestKey, refusal, { now, retainedSince: retainedSince(now) })
  if (isKept) return null
  const earlier = await findEarlierRequest(context, scope, requestKey)
  return earlier?.kind === 'unfinished' ? fail('request_in_progress') : earlier
}

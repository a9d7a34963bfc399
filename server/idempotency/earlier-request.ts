import { fail, type Failure } from '../domain/failure.ts'
import type { Scope } from '../domain/scope.ts'
import { loadKey, type KeptReply } from '../store/idempotency-keys.ts'
import type { KeyContext } from './context.ts'
import type { RequestKey } from './request-key.ts'
import { retainedSince } from './retention.ts'

/** The reply that was kept for an earlier request with the same key. It is sent again byte for byte. */
export interface Replay extends KeptReply {
  readonly kind: 'replay'
}

/** An earlier request claimed the key for an object, and no reply is kept. */
export interface UnfinishedRequest {
  readonly kind: 'unfinished'
  readonly objectId: string
  readonly leasedUntil: Date | null
}

/** Finds the earlier request with a key. Null: the key is unused. A request with another fingerprint is a conflict. */
export async function findEarlierRequest(
  context: KeyContext,
  scope: Scope,
  requestKey: RequestKey,
): Promise<Replay | UnfinishedRequest | Failure<'idempotency_conflict'> | null> {
  const record = await loadKey(scope, context.db, requestKey.key, retainedSince(context.clock.now()))
  if (!record) return null
  if (!record.fingerprint.equals(requestKey.fingerprint)) return fail('idempotency_conflict')
  if (record.reply_status !== null && record.reply_body !== null) {
    return {
      kind: 'replay',
      status: record.reply_status,
      body: record.reply_body,
      requestId: record.reply_request_id ?? '',
    }
  }
  if (record.object_id === null) throw new Error('Bug: a key without a reply names its object')
  return { kind: 'unfinished', objectId: record.object_id, leasedUntil: record.leased_until }
}

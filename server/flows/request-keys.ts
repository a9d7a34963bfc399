import { fail } from '../domain/failure.ts'
import type { Failure } from '../domain/failure.ts'
import type { RequestKey } from '../domain/request-key.ts'
import type { Scope } from '../domain/scope.ts'
import { findKey, forgetKeys } from '../store/idempotency-keys.ts'
import type { FlowContext } from './context.ts'

/** The stored reply of an earlier request with the same key, byte for byte. */
export interface Replay {
  readonly kind: 'replay'
  readonly status: number
  readonly body: string
  readonly requestId: string
}

/** An earlier request made an object, but no reply is stored. */
export interface Unfinished {
  readonly kind: 'unfinished'
  readonly objectId: string
  readonly leasedUntil: Date | null
}

/**
 * How long a keyed request is taken to be running: longer than any processor's call lasts, so that the next caller who
 * takes over finds a request that is truly dead (decisions, "Crash while a keyed request runs").
 */
export const leaseSeconds = 60

/** Specification, Limits, "Idempotency retention". */
export const retentionHours = 24

/** What is known of a key: null when it is unused. Another body than before is a conflict. */
export async function replayOf(
  context: FlowContext,
  scope: Scope,
  requestKey: RequestKey,
): Promise<Replay | Unfinished | Failure<'idempotency_conflict' | 'request_in_progress'> | null> {
  const record = await findKey(scope, context.db, requestKey.key, retainedSince(context.clock.now()))
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

/** Keys from before are forgotten. */
export function retainedSince(now: Date): Date {
  return new Date(now.getTime() - retentionHours * 3600_000)
}

/** Keys deleted in one statement, so that none takes long. */
const batch = 1000

/** Forgets keys that are past their retention. */
export async function forgetOldKeys(context: FlowContext): Promise<void> {
  await forgetKeys(context.db, retainedSince(context.clock.now()), batch)
}

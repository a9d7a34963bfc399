import type { Scope } from '../domain/scope.ts'
import { endLease, extendLease, findKey, insertingClaim } from '../store/idempotency-keys.ts'
import type { Database } from '../store/sql/database.ts'
import type { Write } from '../store/sql/writes.ts'
import type { KeyContext } from './context.ts'
import type { RequestKey } from './request-key.ts'
import { retainedSince } from './retention.ts'

// A request claims its key only after every check has passed, in the transaction that makes its object. A refused
// request therefore holds no key, and a process that dies leaves either both key and object or neither.

/**
 * How long a request with a claimed key counts as running. This is longer than the longest call to a processor, so a
 * request whose lease has ended is dead, and another one may take over its work.
 */
const leaseSeconds = 60

/** Claims an unused key for the object that the request makes. It fails with `isKeyTaken` when the key is used. */
export function claimingKey(context: KeyContext, scope: Scope, requestKey: RequestKey, objectId: string): Write {
  const now = context.clock.now()
  const times = { leasedUntil: leaseEnd(now), now, retainedSince: retainedSince(now) }
  return insertingClaim(scope, { ...requestKey, objectId, ...times })
}

/** Whether the key has been used, as the transaction sees it. */
export async function isKeyUsed(
  context: KeyContext,
  scope: Scope,
  transaction: Database,
  requestKey: RequestKey,
): Promise<boolean> {
  return (await findKey(scope, transaction, requestKey.key, retainedSince(context.clock.now()))) !== null
}

/** Takes over the work of a request that ended without a reply. False: it is still running, or has a reply by now. */
export function takeOverKey(context: KeyContext, scope: Scope, requestKey: RequestKey): Promise<boolean> {
  const now = context.clock.now()
  return extendLease(scope, context.db, requestKey.key, { now, until: leaseEnd(now) })
}

/** Lets the next request with the key take over at once, because this one ends without knowing the outcome. */
export function releaseKey(context: KeyContext, scope: Scope, requestKey: RequestKey): Promise<void> {
  return endLease(scope, context.db, requestKey.key)
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseSeconds * 1000)
}

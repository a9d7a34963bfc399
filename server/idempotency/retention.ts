import { deleteOldKeys, retentionHours } from '../store/idempotency-keys.ts'
import type { KeyContext } from './context.ts'

export { retentionHours }

/** A key created before this time counts as unused, whether or not its row has been deleted. */
export function retainedSince(now: Date): Date {
  return new Date(now.getTime() - retentionHours * 3600_000)
}

/** Deletes a batch of keys that are past their retention. True: there may be more. */
export function forgetOldKeys(context: KeyContext): Promise<boolean> {
  return deleteOldKeys(context.db, retainedSince(context.clock.now()))
}

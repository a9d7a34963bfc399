import { deleteOldKeys } from '../store/idempotency-keys.ts'
import type { KeyContext } from './context.ts'

/** How long a key is remembered. */
export const retentionHours = 24

/** A key created before this time counts as unused, whether or not its row has been deleted. */
export function retainedSince(now: Date): Date {
  return new Date(now.getTime() - retentionHours * 3600_000)
}

/** Keys deleted by one statement. The limit keeps each statement short. */
const batch = 1000

/** Deletes a batch of keys that are past their retention. */
export async function forgetOldKeys(context: KeyContext): Promise<void> {
  await deleteOldKeys(context.db, retainedSince(context.clock.now()), batch)
}

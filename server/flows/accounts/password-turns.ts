import { FairQueue } from '../../domain/queues/fair-queue.ts'
import type { TooMany } from './limit-sign-in.ts'

const retryAfterSeconds = 5

/**
 * One hash at a time in this process, because each needs a whole processor. Visitors whom we know and strangers take
 * turns, so that a crowd of strangers delays a known visitor by one hash. A hash takes a tenth of a second.
 */
const turns = new FairQueue({ slots: 1, ownSlots: 1, waiting: 100, ownWaiting: 50, waitMs: 30_000 })

/** Runs the hash of a password in its turn. */
export async function inPasswordTurn<Result>(
  visitor: 'known' | 'stranger',
  hash: () => Promise<Result>,
): Promise<Result | TooMany> {
  return (await turns.run(visitor, hash)) ?? { kind: 'too_many', retryAfterSeconds }
}

export function isTooMany(result: unknown): result is TooMany {
  return typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'too_many'
}

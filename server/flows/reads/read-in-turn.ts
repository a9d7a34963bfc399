import { fail, type Failure } from '../../domain/failure.ts'
import type { Scope } from '../../domain/scope.ts'
import { beginDatabaseWait } from '../../engines/postgres/request-time.ts'
import type { FlowContext } from '../context.ts'
import type { ReadKind } from './read-queues.ts'

/** The seconds that `Retry-After` names for a read that waited in vain. */
export const busyRetrySeconds = 2

/**
 * Runs an expensive read of an account in its turn, on the connections for reads. `read` gets a context whose `db` is
 * `readingDb`.
 */
export async function readInTurn<Result extends object>(
  context: FlowContext,
  { merchantId }: Scope,
  read: (reading: FlowContext) => Promise<Result>,
  kind: ReadKind = 'quick',
): Promise<Result | Failure<'rate_limited'>> {
  // A queue of quick reads is only long when the database is slow.
  const endWait = kind === 'quick' ? beginDatabaseWait() : () => {}
  try {
    const result = await context.readQueues[kind].run(merchantId, () => {
      endWait()
      return read({ ...context, db: context.readingDb })
    })
    return result ?? busy
  } finally {
    endWait()
  }
}

const busy = fail('rate_limited', {
  message: 'Too many lists and searches of this account run at once.',
  fix: 'Send fewer of them at a time.',
  retryAfterSeconds: busyRetrySeconds,
})

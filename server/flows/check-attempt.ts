import { loggable } from '../domain/loggable-error.ts'
import type { Scope } from '../domain/scope.ts'
import { attemptsDueForCheck, findAttempt } from '../store/card-attempts.ts'
import { processorNamed } from './context.ts'
import type { FlowContext } from './context.ts'
import { settleAttempt } from './settle-attempt.ts'

/**
 * Asks the bank for the outcome of an attempt and records it. Does nothing while the purchase call may still be
 * running, because a lookup closes the reference of a purchase that has not reached the bank.
 */
export async function checkAttempt(context: FlowContext, scope: Scope, attemptId: string): Promise<void> {
  const attempt = await findAttempt(scope, context.db, attemptId)
  if (!attempt?.next_check_at) return
  const firstCallMayRun = attempt.checks === 0 && attempt.next_check_at > context.clock.now()
  if (firstCallMayRun) return
  const answer = await processorNamed(context, scope.livemode, attempt.processor).lookup(attempt.processor_reference)
  await settleAttempt(context, scope, attemptId, answer.kind === 'unknown' ? { kind: 'never_arrived' } : answer)
}

/** How many attempts one sweep checks, all at the same time. */
const batch = 100

/** Asks the bank about every attempt whose check is due. This also settles attempts that a crash left unfinished. */
export async function checkDueAttempts(context: FlowContext): Promise<void> {
  const due = await attemptsDueForCheck(context.db, context.clock.now(), batch)
  await Promise.all(
    due.map(({ scope, id }) => checkAttempt(context, scope, id).catch((error: unknown) => report(context, id, error))),
  )
}

function report(context: FlowContext, attemptId: string, error: unknown): void {
  context.log.error({ attemptId, error: loggable(error) }, 'could not check a card attempt')
}

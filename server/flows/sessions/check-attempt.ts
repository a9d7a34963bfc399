import type { AttemptRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { findAttempt } from '../../store/sessions/card-attempts.ts'
import { continueTrace } from '../../engines/trace/current-trace.ts'
import { claimDueItem, claimingEach } from '../work/claim-due-item.ts'
import { callLimitSeconds } from '../../processors/processor.ts'
import { callProcessor, earlierCall, giveUp } from './call-processor.ts'
import type { FlowContext } from '../context.ts'
import { repeatResults } from './continue-challenge.ts'
import type { DueWork } from '../work/due-queue.ts'
import { deadlineOf, settleAttempt } from './settle-attempt.ts'
import type { AttemptOutcome } from './attempt-findings.ts'

/**
 * How long a purchase call may take before the service may ask for its outcome. Longer than the longest call, because
 * the question closes the reference.
 */
export const purchaseWindowSeconds = callLimitSeconds + 5

/** How long a claim keeps other workers away from an attempt. A crash delays its next check by this time at most. */
const claimMs = 30_000

/**
 * Asks the bank for the outcome of an attempt and records it. Does nothing while the purchase call may still be
 * running, because a lookup closes the reference of a purchase that has not reached the bank. Only a check that was due
 * moves the next check, so that reads do not postpone it.
 */
export async function checkAttempt(context: FlowContext, scope: Scope, attemptId: string): Promise<void> {
  const attempt = await findAttempt(scope, context.db, attemptId)
  if (!attempt?.next_check_at) return
  const windowEndsAt = attempt.created_at.getTime() + purchaseWindowSeconds * 1000
  if (attempt.checks === 0 && context.clock.now().getTime() < windowEndsAt) return
  const isCheckDue = await claimDueItem(context, scope, 'check_card_attempts', attemptId, claimMs)
  await continueAttempt(context, scope, attempt, { isCheckDue })
}

/** The check continues the request that submitted the card, in the log and in the events that follow. */
function continueAttempt(
  context: FlowContext,
  scope: Scope,
  attempt: AttemptRecord,
  due: { isCheckDue: boolean },
): Promise<void> {
  const about = { ...scope, sessionId: attempt.session_id }
  const trace = { name: 'check payment', about, tracer: context.tracer }
  return continueTrace(attempt, trace, async () => {
    await askBank(context, scope, attempt, due)
    context.log.info({ attemptId: attempt.id }, 'asked the bank about a payment')
  })
}

async function askBank(
  context: FlowContext,
  scope: Scope,
  attempt: AttemptRecord,
  { isCheckDue }: { isCheckDue: boolean },
): Promise<void> {
  const earlier = earlierCall(attempt, attempt.created_at)
  const outcome =
    // A read that comes before the check is due repeats nothing, so that polling costs no calls of the acquirer.
    (isCheckDue ? await repeatResults(context, scope, attempt) : null) ??
    (await callProcessor(context, scope, attempt, (processor) => processor.lookup(earlier)))
  // Each check repeats this until the processor has received it.
  if (isOpen(outcome) && attempt.given_up_at === null && context.clock.now() >= deadlineOf(context, attempt))
    await giveUp(context, scope, attempt)
  await settleAttempt(context, scope, attempt.id, outcome, { movesNextCheck: isCheckDue })
}

function isOpen({ kind }: AttemptOutcome): boolean {
  return kind === 'pending' || kind === 'challenge' || kind === 'unreachable'
}

/** Asks the bank about every attempt whose check is due. This also settles attempts that a crash left unfinished. */
export const checkingAttempts: DueWork = {
  task: 'check_card_attempts',
  slots: 20,
  slotsPerAccount: 5,
  itemsPerCall: 1,
  slotMs: 15_000,
  perform: claimingEach('check_card_attempts', claimMs, async (context, scope, id) => {
    const attempt = await findAttempt(scope, context.db, id)
    if (attempt) await continueAttempt(context, scope, attempt, { isCheckDue: true })
  }),
}

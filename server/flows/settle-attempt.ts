import { failureMessages, countsAsDeclinedCard } from '../domain/failure-codes.ts'
import type { FailureCode } from '../domain/failure-codes.ts'
import type { AttemptRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { failedAttemptTrigger } from '../domain/session-state.ts'
import type { SessionTrigger } from '../domain/session-state.ts'
import type { PurchaseOutcome } from '../processors/processor.ts'
import { findAttempt, saveAttempt } from '../store/card-attempts.ts'
import { lockSession } from '../store/checkout-sessions.ts'
import type { Database } from '../store/database.ts'
import { inTransaction } from '../store/database.ts'
import { approveAttempt, approveTooLate } from './approve-attempt.ts'
import type { SettledAttempt } from './approve-attempt.ts'
import { changeSession } from './change-session.ts'
import type { FlowContext } from './context.ts'
import { countDecline } from './decline-limits.ts'
import { queueReceipt } from './queue-receipt.ts'
import type { AttemptEnd } from './observation.ts'
import { isLinkClosed, lockLinkOf } from './payment-link-of-session.ts'
import { orderReturn } from './return-money.ts'

/** What the bank said of an attempt. `never_arrived`: it does not know the attempt, and never will. */
export type AttemptOutcome = PurchaseOutcome | { kind: 'never_arrived' }

/** Seconds until the first question after a call that left the outcome open, and the longest pause between two. */
const firstCheckSeconds = 1
const longestPauseSeconds = 60

/**
 * How long an attempt that was given up is still asked about (decisions, "Bank check never finishes"): a bank's answer may
 * come after its weekend.
 */
const watchHours = 72
const watchPauseSeconds = 900

/**
 * The third phase of a payment: writes what the bank said, with the session, the ledger line, the event and its delivery
 * in one transaction, under the session's lock. Saying the same twice changes nothing.
 */
export async function settleAttempt(
  context: FlowContext,
  scope: Scope,
  attemptId: string,
  outcome: AttemptOutcome,
): Promise<void> {
  const now = context.clock.now()
  const { returnId, end } = await inTransaction(context.db, async (transaction) => {
    const found = await findAttempt(scope, transaction, attemptId)
    if (!found) throw new Error('Bug: an attempt is never deleted')
    const session = await lockSession(scope, transaction, found.session_id)
    const attempt = await findAttempt(scope, transaction, attemptId)
    if (!session || !attempt) throw new Error('Bug: neither a session nor an attempt is ever deleted')
    return settle(context, scope, transaction, { session, attempt, now }, outcome)
  })
  context.wakeDeliveries()
  if (end !== null) context.observe({ kind: 'attempt_ended', livemode: scope.livemode, outcome: end })
  if (returnId !== null) await orderReturn(context, scope, returnId)
}

/** What came of an outcome. */
interface Settlement {
  /** The return of money that it makes necessary, or null. */
  readonly returnId: string | null
  /** Null: the attempt goes on, or had ended before. */
  readonly end: AttemptEnd | null
}

const nothing: Settlement = { returnId: null, end: null }

async function settle(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  settled: SettledAttempt,
  outcome: AttemptOutcome,
): Promise<Settlement> {
  const { attempt } = settled
  if (attempt.status === 'failed') return settleGivenUp(scope, transaction, settled, outcome)
  if (attempt.status !== 'processing' && attempt.status !== 'challenge') return nothing
  if (settled.session.status !== 'processing') return settleUnawaited(scope, transaction, settled, outcome)
  switch (outcome.kind) {
    case 'approved': {
      const returnId = await approveAttempt(scope, transaction, settled, outcome)
      if (returnId === null) await queueReceipt(context, scope, transaction, settled)
      return { returnId, end: returnId === null ? 'approved' : 'returned' }
    }
    case 'declined':
      return fail(context, scope, transaction, settled, { code: outcome.failureCode })
    case 'never_arrived':
      return fail(context, scope, transaction, settled, { code: 'processing_error' })
    case 'challenge':
    case 'pending':
    case 'unreachable':
      return wait(context, scope, transaction, settled, outcome)
  }
}

/** An attempt that failed at its deadline is asked about further: an approval that comes now cannot be kept. */
async function settleGivenUp(
  scope: Scope,
  transaction: Database,
  settled: SettledAttempt,
  outcome: AttemptOutcome,
): Promise<Settlement> {
  const { attempt, now } = settled
  if (attempt.next_check_at === null) return nothing
  if (outcome.kind === 'approved')
    return { returnId: await approveTooLate(scope, transaction, settled, outcome), end: 'returned' }
  const isOver =
    outcome.kind === 'declined' ||
    outcome.kind === 'never_arrived' ||
    now.getTime() > attempt.created_at.getTime() + watchHours * 3600_000
  const next = isOver ? null : new Date(now.getTime() + watchPauseSeconds * 1000)
  await saveAttempt(scope, transaction, { ...attempt, next_check_at: next, checks: attempt.checks + 1 })
  return nothing
}

/** An attempt of a session that waits for none: a second one of a session that is paid already. */
async function settleUnawaited(
  scope: Scope,
  transaction: Database,
  settled: SettledAttempt,
  outcome: AttemptOutcome,
): Promise<Settlement> {
  const { attempt, now } = settled
  if (outcome.kind === 'approved')
    return { returnId: await approveTooLate(scope, transaction, settled, outcome), end: 'returned' }
  const isOver = outcome.kind === 'declined' || outcome.kind === 'never_arrived'
  const over: AttemptRecord = {
    ...attempt,
    status: 'failed',
    failure_code: 'processing_error',
    settled_at: now,
    next_check_at: null,
  }
  await saveAttempt(scope, transaction, isOver ? over : waiting(attempt, outcome, now))
  return isOver ? { returnId: null, end: 'processing_error' } : nothing
}

async function wait(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  settled: SettledAttempt,
  outcome: AttemptOutcome,
): Promise<Settlement> {
  const { attempt, now } = settled
  if (now < deadlineOf(context, attempt)) {
    await saveAttempt(scope, transaction, waiting(attempt, outcome, now))
    return nothing
  }
  const watch = new Date(now.getTime() + watchPauseSeconds * 1000)
  // Nobody answered the confirmation window: the customer may try again. A check that the bank never finished may not.
  if (attempt.status === 'challenge')
    return fail(context, scope, transaction, settled, { code: 'authentication_failed', watch })
  return fail(context, scope, transaction, settled, {
    code: 'processor_unavailable',
    trigger: 'bank_check_unfinished',
    watch,
  })
}

/** After this an unfinished bank check fails the session (decisions, "Bank check never finishes"). */
function deadlineOf(context: FlowContext, attempt: AttemptRecord): Date {
  return new Date(attempt.created_at.getTime() + context.settings.bankCheckDeadlineSeconds * 1000)
}

function waiting(attempt: AttemptRecord, outcome: AttemptOutcome, now: Date): AttemptRecord {
  const pauseSeconds = Math.min(firstCheckSeconds * 2 ** attempt.checks, longestPauseSeconds)
  const isChallenge = outcome.kind === 'challenge'
  return {
    ...attempt,
    status: isChallenge ? 'challenge' : attempt.status,
    challenge_url: isChallenge ? outcome.challengeUrl : attempt.challenge_url,
    checks: attempt.checks + 1,
    next_check_at: new Date(now.getTime() + pauseSeconds * 1000),
  }
}

interface FailedAttempt {
  readonly code: FailureCode
  /** Where it is not what the code says. */
  readonly trigger?: SessionTrigger
  /** When the bank is asked again, though the attempt has failed for the customer. */
  readonly watch?: Date
}

async function fail(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  { session, attempt, now }: SettledAttempt,
  failed: FailedAttempt,
): Promise<Settlement> {
  const { code } = failed
  const next = failed.watch ?? null
  await saveAttempt(scope, transaction, {
    ...attempt,
    status: 'failed',
    failure_code: code,
    challenge_url: null,
    settled_at: now,
    next_check_at: next,
  })
  const link = await lockLinkOf(scope, transaction, session)
  const ended = session.expires_at <= now || isLinkClosed(link, now)
  const trigger =
    failed.trigger ??
    failedAttemptTrigger(code, { declinedCards: session.declined_cards, attempts: session.attempts, ended })
  const declined = countsAsDeclinedCard(code)
  const fields = {
    failure_code: code,
    failure_message: failureMessages[code],
    declined_cards: session.declined_cards + (declined ? 1 : 0),
  }
  if (declined) await countDecline(context, transaction, attempt, session, now)
  await changeSession(scope, transaction, session, { trigger, fields }, now)
  return { returnId: null, end: code }
}

import { failureMessage, isDeclinedCard } from '../domain/failure-codes.ts'
import type { AttemptFailure } from '../domain/failure-codes.ts'
import { endedAttempt } from '../domain/payer.ts'
import type { AttemptRecord, SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { failedAttemptTrigger } from '../domain/session-state.ts'
import type { SessionTrigger } from '../domain/session-state.ts'
import { attemptUnchanged, findAttempt, saveAttempt } from '../store/card-attempts.ts'
import { lockSession, sessionUnchanged } from '../store/checkout-sessions.ts'
import type { Database } from '../store/database.ts'
import { inTransaction } from '../store/database.ts'
import { writeTogether } from '../store/write-together.ts'
import { approveAttempt, approveTooLate } from './approve-attempt.ts'
import type { SettledAttempt } from './approve-attempt.ts'
import { isIdOfAnother, withFindings, withIdOfAnother } from './attempt-findings.ts'
import type { AttemptOutcome } from './attempt-findings.ts'
import { changeSession } from './change-session.ts'
import type { FlowContext } from './context.ts'
import { countAnswer } from './decline-limits.ts'
import { prepareReceipt, queueReceipt } from './queue-receipt.ts'
import type { AttemptEnd } from './observation.ts'
import { isLinkClosed, lockLinkOf } from './payment-link-of-session.ts'
import { fingerprintEndsAt, isUsable } from './pending-challenge.ts'
import { orderReturn } from './return-money.ts'

/** Seconds until the first check after a call without a final outcome, and the longest pause between two checks. */
const firstCheckSeconds = 1
const longestPauseSeconds = 60

/**
 * How long the service keeps asking about an attempt that failed without an answer (spec/decisions.md#late-approval). A
 * bank may not answer until after a weekend.
 */
const watchHours = 72
const watchPauseSeconds = 900

/** An attempt with its session. */
export interface KnownAttempt {
  readonly attempt: AttemptRecord
  readonly session: SessionRecord
}

export interface SettleOptions {
  /** Default true. Whether an answer that is not final schedules the next check. */
  readonly movesNextCheck?: boolean
  /** The attempt and its session as the caller has stored them. Usually nothing has changed since. */
  readonly known?: KnownAttempt
}

/**
 * The third phase of a payment: records the answer of the bank with the session, the ledger line, the event and its
 * delivery, in one statement or one transaction. A repeated answer changes nothing. Returns the attempt and its session
 * as this call has stored them. Null: the caller has to read them.
 */
export async function settleAttempt(
  context: FlowContext,
  scope: Scope,
  attemptId: string,
  answer: AttemptOutcome,
  options: SettleOptions = {},
): Promise<KnownAttempt | null> {
  const outcome = usable(context, scope, attemptId, answer)
  try {
    return await settleOutcome(context, scope, attemptId, outcome, options)
  } catch (error) {
    if (!isIdOfAnother(error)) throw error
    context.log.error({ merchantId: scope.merchantId, id: attemptId }, 'a processor has given two payments one id')
    return settleOutcome(context, scope, attemptId, withIdOfAnother(outcome), options)
  }
}

async function settleOutcome(
  context: FlowContext,
  scope: Scope,
  attemptId: string,
  outcome: AttemptOutcome,
  { movesNextCheck = true, known }: SettleOptions,
): Promise<KnownAttempt | null> {
  const now = context.clock.now()
  const settle = (transaction: Database, { attempt, session }: KnownAttempt): Promise<Settlement> =>
    settleInTransaction(context, scope, transaction, { session, attempt, now, movesNextCheck }, outcome)
  const settlement =
    (known && (await settleAtOnce(context, scope, known, outcome, settle))) ??
    (await inTransaction(context.db, async (transaction) =>
      settle(transaction, await lockAttempt(scope, transaction, attemptId)),
    ))
  await followSettlement(context, scope, settlement)
  return settlement.stored ?? null
}

/** Settles an attempt in one statement. Null: it needs a transaction, because something has changed or is locked. */
async function settleAtOnce(
  context: FlowContext,
  scope: Scope,
  known: KnownAttempt,
  outcome: AttemptOutcome,
  settle: (transaction: Database, known: KnownAttempt) => Promise<Settlement>,
): Promise<Settlement | null> {
  const { attempt, session } = known
  // The payment link is locked before the outcome is known.
  if (session.payment_link_id !== null) return null
  if (outcome.kind === 'approved') await prepareReceipt(context, scope, known)
  const conditions = [sessionUnchanged(session), attemptUnchanged(attempt)]
  return writeTogether(scope, context.db, 'settle attempt', conditions, (collector) => settle(collector, known))
}

async function lockAttempt(scope: Scope, transaction: Database, attemptId: string): Promise<KnownAttempt> {
  const found = await findAttempt(scope, transaction, attemptId)
  if (!found) throw new Error('Bug: the attempt no longer exists')
  const session = await lockSession(scope, transaction, found.session_id)
  const attempt = await findAttempt(scope, transaction, attemptId)
  if (!session || !attempt) throw new Error('Bug: the session or the attempt no longer exists')
  return { attempt, session }
}

/** What follows the commit of a settlement. */
export async function followSettlement(
  context: FlowContext,
  scope: Scope,
  { returnId, end, ended }: Settlement,
): Promise<void> {
  context.announceEvents(scope)
  if (end !== null) context.observe({ kind: 'attempt_ended', livemode: scope.livemode, outcome: end })
  if (end !== null && ended) await countAnswer(context, ended.attempt, ended.session, end)
  if (returnId !== null) await orderReturn(context, scope, returnId)
}

/** Without a challenge that the service can show, the outcome is open: the processor may still report one. */
function usable(context: FlowContext, scope: Scope, id: string, outcome: AttemptOutcome): AttemptOutcome {
  if (outcome.kind !== 'challenge' || isUsable(outcome)) return outcome
  context.log.error({ merchantId: scope.merchantId, id }, 'the processor asked for a challenge that cannot be shown')
  return { kind: 'pending', ...(outcome.processorId !== undefined && { processorId: outcome.processorId }) }
}

/** An attempt whose answer may schedule its next check. */
interface AnsweredAttempt extends SettledAttempt {
  readonly movesNextCheck: boolean
}

/** The effect of an outcome. */
export interface Settlement {
  /** Id of the automatic return that the outcome requires, or null. */
  readonly returnId: string | null
  /** Null: the attempt continues, or had already ended. */
  readonly end: AttemptEnd | null
  /** The session that the attempt has paid or failed, with the attempt. */
  readonly stored?: KnownAttempt
  /** The attempt that was under way until this outcome, and its session. */
  readonly ended?: KnownAttempt
}

export const noEffect: Settlement = { returnId: null, end: null }

/** Records an outcome in a transaction that holds the lock of the session. */
export async function settleInTransaction(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  given: AnsweredAttempt,
  outcome: AttemptOutcome,
): Promise<Settlement> {
  const settlement = await recordOutcome(context, scope, transaction, given, outcome)
  return isUnderWay(given.attempt) && settlement.end !== null ? { ...settlement, ended: given } : settlement
}

function isUnderWay({ status }: AttemptRecord): boolean {
  return status === 'processing' || status === 'challenge'
}

async function recordOutcome(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  given: AnsweredAttempt,
  outcome: AttemptOutcome,
): Promise<Settlement> {
  const attempt = withFindings(given.attempt, outcome, given.now)
  const settled = { ...given, attempt }
  if (attempt.is_cancelled && outcome.kind === 'approved') return noEffect
  if (attempt.status === 'failed') return settleGivenUp(scope, transaction, settled, outcome)
  if (!isUnderWay(attempt)) return noEffect
  if (settled.session.status !== 'processing') return settleSecondAttempt(scope, transaction, settled, outcome)
  switch (outcome.kind) {
    case 'approved': {
      const approval = await approveAttempt(scope, transaction, settled, outcome)
      if (approval.kind === 'returned') return { returnId: approval.returnId, end: 'returned' }
      await queueReceipt(context, scope, transaction, { ...settled, session: approval.session })
      return { returnId: null, end: 'approved', stored: approval }
    }
    case 'declined':
      return failAttempt(scope, transaction, settled, {
        code: outcome.failureCode,
        cancelled: outcome.abandoned ? 'confirmed' : null,
      })
    case 'left':
      return failAttempt(scope, transaction, settled, {
        code: 'authentication_failed',
        cancelled: 'unconfirmed',
        watch: watchAfter(given.now),
      })
    case 'closed':
      return failAttempt(scope, transaction, settled, { code: 'processing_error', cancelled: null })
    case 'challenge':
    case 'pending':
    case 'unreachable':
      return keepWaiting(context, scope, transaction, settled, outcome)
  }
}

/**
 * Settles an attempt that failed at its deadline. The service still asks the bank, and returns the money of a late
 * approval.
 */
async function settleGivenUp(
  scope: Scope,
  transaction: Database,
  settled: SettledAttempt,
  outcome: AttemptOutcome,
): Promise<Settlement> {
  const { attempt, now } = settled
  // A processor can report an approval at any time, and its money must go back.
  if (outcome.kind === 'approved')
    return { returnId: await approveTooLate(scope, transaction, settled, outcome), end: 'returned' }
  if (attempt.next_check_at === null) return noEffect
  const isOver =
    outcome.kind === 'declined' ||
    outcome.kind === 'closed' ||
    now.getTime() > attempt.created_at.getTime() + watchHours * 3600_000
  const next = isOver ? null : watchAfter(now)
  await saveAttempt(scope, transaction, { ...attempt, next_check_at: next, checks: attempt.checks + 1 })
  return noEffect
}

/** Settles an attempt whose session does not wait for it: a second attempt on a paid session. */
async function settleSecondAttempt(
  scope: Scope,
  transaction: Database,
  settled: AnsweredAttempt,
  outcome: AttemptOutcome,
): Promise<Settlement> {
  const { attempt, now } = settled
  if (outcome.kind === 'approved')
    return { returnId: await approveTooLate(scope, transaction, settled, outcome), end: 'returned' }
  const isOver = outcome.kind === 'declined' || outcome.kind === 'closed'
  const over: AttemptRecord = {
    ...attempt,
    status: 'failed',
    failure_code: 'processing_error',
    ...endedAttempt(now),
  }
  await saveAttempt(scope, transaction, isOver ? over : withNextCheck(settled, outcome))
  return isOver ? { returnId: null, end: 'processing_error' } : noEffect
}

async function keepWaiting(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  settled: AnsweredAttempt,
  outcome: AttemptOutcome,
): Promise<Settlement> {
  const { attempt, now } = settled
  if (now < deadlineOf(context, attempt)) {
    await saveAttempt(scope, transaction, withNextCheck(settled, outcome))
    return noEffect
  }
  const watch = watchAfter(now)
  // After an unanswered confirmation window the customer may try again. An unfinished bank check ends the session.
  if (attempt.status === 'challenge')
    return failAttempt(scope, transaction, settled, {
      code: 'authentication_failed',
      cancelled: null,
      watch,
    })
  return failAttempt(scope, transaction, settled, {
    code: 'processor_unavailable',
    cancelled: null,
    trigger: 'bank_check_unfinished',
    watch,
  })
}

function watchAfter(now: Date): Date {
  return new Date(now.getTime() + watchPauseSeconds * 1000)
}

/** After this time an unfinished bank check fails the session (spec/decisions.md#bank-check-that-never-finishes). */
export function deadlineOf(context: FlowContext, attempt: AttemptRecord): Date {
  return new Date(attempt.created_at.getTime() + context.settings.bankCheckDeadlineSeconds * 1000)
}

function withNextCheck({ attempt, now, movesNextCheck }: AnsweredAttempt, outcome: AttemptOutcome): AttemptRecord {
  const isChallenge = outcome.kind === 'challenge'
  const answered = {
    ...attempt,
    status: isChallenge ? 'challenge' : attempt.status,
    challenge_url: isChallenge ? outcome.challenge.url : attempt.challenge_url,
  }
  if (!movesNextCheck) return answered
  const pauseSeconds = Math.min(firstCheckSeconds * 2 ** attempt.checks, longestPauseSeconds)
  const endsAt = fingerprintEndsAt(answered.challenge)
  return {
    ...answered,
    checks: attempt.checks + 1,
    next_check_at: endsAt && endsAt > now ? endsAt : new Date(now.getTime() + pauseSeconds * 1000),
  }
}

interface FailedAttempt extends AttemptFailure {
  /** Overrides the trigger that follows from `code`. */
  readonly trigger?: SessionTrigger
  /** When to ask the bank again, although the attempt has failed for the customer. */
  readonly watch?: Date
}

async function failAttempt(
  scope: Scope,
  transaction: Database,
  { session, attempt, now }: SettledAttempt,
  failed: FailedAttempt,
): Promise<Settlement> {
  const { code, cancelled } = failed
  const over: AttemptRecord = {
    ...attempt,
    status: 'failed',
    failure_code: code,
    abandoned: cancelled === 'confirmed',
    left_at_bank: cancelled === 'unconfirmed',
    ...endedAttempt(now),
    next_check_at: failed.watch ?? null,
  }
  await saveAttempt(scope, transaction, over)
  const link = await lockLinkOf(scope, transaction, session)
  const ended = session.expires_at <= now || isLinkClosed(link, now)
  const trigger =
    failed.trigger ??
    failedAttemptTrigger(failed, { declinedCards: session.declined_cards, attempts: session.attempts, ended })
  const declined = isDeclinedCard(failed)
  const fields = {
    failure_code: code,
    failure_message: failureMessage(failed),
    declined_cards: session.declined_cards + (declined ? 1 : 0),
  }
  const changed = await changeSession(scope, transaction, session, { trigger, fields }, now)
  return { returnId: null, end: code, stored: { attempt: over, session: changed } }
}

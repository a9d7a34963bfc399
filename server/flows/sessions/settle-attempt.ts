import { failureMessage, isDeclinedCard, type AttemptFailure } from '../../domain/sessions/failure-codes.ts'
import { endedAttempt } from '../../domain/sessions/payer.ts'
import type { AttemptRecord } from '../../domain/sessions/session-records.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import { failedAttemptTrigger, type SessionTrigger } from '../../domain/sessions/session-state.ts'
import { nextTryAt } from '../../domain/time/back-off.ts'
import type { Approved } from '../../processors/processor.ts'
import { attemptUnchanged, findAttempt, savingAttempt } from '../../store/sessions/card-attempts.ts'
import { change, type Decision } from '../../store/change.ts'
import { sessionUnchanged } from '../../store/sessions/checkout-sessions.ts'
import type { Database } from '../../store/sql/database.ts'
import { execute } from '../../store/sql/writes.ts'
import { approveAttempt, approveTooLate, type SettledAttempt } from './approve-attempt.ts'
import { isIdOfAnother, withFindings, withIdOfAnother, type AttemptOutcome } from './attempt-findings.ts'
import { sessionChange } from './change-session.ts'
import type { FlowContext } from '../context.ts'
import { countAnswer } from '../card-testing/admit-card.ts'
import { queuingReceipt, receiptSender } from './queue-receipt.ts'
import type { AttemptEnd } from '../observation.ts'
import { lockAttempt } from './lock-attempt.ts'
import { isLinkClosed, lockLinkOf } from './payment-link-of-session.ts'
import { fingerprintEndsAt, isUsable } from './pending-challenge.ts'
import { orderReturn } from './return-money.ts'

/** Seconds until the first check after a call without a final outcome, and the longest pause between two checks. */
const backOff = { firstSeconds: 1, longestSeconds: 60 }

/**
 * How long the service keeps asking about an attempt that failed without an answer
 * (spec/decisions/sessions.md#late-approval). A bank may answer only after a weekend.
 */
const watchHours = 72
const watchPauseSeconds = 900

export interface SettleOptions {
  /** Default true. Whether an answer that is not final schedules the next check. */
  readonly movesNextCheck?: boolean
  /** The attempt and its session as the caller has stored them. Usually nothing has changed since. */
  readonly known?: SessionAttempt
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
): Promise<SessionAttempt | null> {
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
): Promise<SessionAttempt | null> {
  const now = context.clock.now()
  const { db } = context
  const settlement = await change<AttemptBasis, Settlement>(scope, db, {
    name: 'settle attempt',
    // The payment link is locked before the outcome is known.
    known:
      known && known.session.payment_link_id === null ? await basisOf(context, scope, db, known, outcome, now) : null,
    conditions: ({ session, attempt }) => [sessionUnchanged(session), attemptUnchanged(attempt)],
    lock: async (transaction) => {
      const found = await findAttempt(scope, transaction, attemptId)
      const locked = found && (await lockAttempt(scope, transaction, found))
      if (!locked) throw new Error('Bug: the session or the attempt no longer exists')
      return basisOf(context, scope, transaction, locked, outcome, now)
    },
    decide: (basis) => settlementOf(context, scope, { ...basis, now, movesNextCheck }, outcome),
  })
  await followSettlement(context, scope, settlement)
  return settlement.stored ?? null
}

/** The rows on which the settlement of an attempt is based. */
interface AttemptBasis extends SessionAttempt {
  /** The payment link of the session. Null: there is none, or the outcome does not concern it. */
  readonly link: PaymentLinkRecord | null
  /** See `receiptSender`. */
  readonly receiptFrom: MerchantRecord | null
}

/** Reads what else the settlement of an attempt needs. A transaction has locked the session. */
async function basisOf(
  context: FlowContext,
  scope: Scope,
  db: Database,
  known: SessionAttempt,
  outcome: AttemptOutcome,
  now: Date,
): Promise<AttemptBasis> {
  const link = keepsWaiting(context, known.attempt, outcome, now) ? null : await lockLinkOf(scope, db, known.session)
  const receiptFrom = outcome.kind === 'approved' ? await receiptSender(context, scope, db, known) : null
  return { ...known, link, receiptFrom }
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
  readonly stored?: SessionAttempt
  /** The attempt that was under way until this outcome, and its session. */
  readonly ended?: SessionAttempt
}

export const noEffect: Settlement = { returnId: null, end: null }

const noChange: Decision<Settlement> = { result: noEffect, writes: [] }

/** Records an outcome in a transaction that holds the lock of the session. */
export async function settleInTransaction(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  { now, movesNextCheck, ...locked }: Omit<AnsweredAttempt, 'link'>,
  outcome: AttemptOutcome,
): Promise<Settlement> {
  const basis = await basisOf(context, scope, transaction, locked, outcome, now)
  const { result, writes } = settlementOf(context, scope, { ...basis, now, movesNextCheck }, outcome)
  await execute(transaction, ...writes)
  return result
}

/** The effect of an outcome, and its writes. */
function settlementOf(
  context: FlowContext,
  scope: Scope,
  given: AnsweredAttempt & AttemptBasis,
  outcome: AttemptOutcome,
): Decision<Settlement> {
  const { result, writes } = outcomeOf(context, scope, given, outcome)
  const { attempt, session } = given
  return {
    result: isUnderWay(attempt) && result.end !== null ? { ...result, ended: { attempt, session } } : result,
    writes,
  }
}

function isUnderWay({ status }: AttemptRecord): boolean {
  return status === 'processing' || status === 'challenge'
}

function outcomeOf(
  context: FlowContext,
  scope: Scope,
  given: AnsweredAttempt & AttemptBasis,
  outcome: AttemptOutcome,
): Decision<Settlement> {
  const attempt = withFindings(given.attempt, outcome, given.now)
  const settled = { ...given, attempt }
  if (attempt.is_cancelled && outcome.kind === 'approved') return noChange
  if (attempt.status === 'failed') return settleGivenUp(scope, settled, outcome)
  if (!isUnderWay(attempt)) return noChange
  if (settled.session.status !== 'processing') return settleSecondAttempt(scope, settled, outcome)
  switch (outcome.kind) {
    case 'approved': {
      const { result: approval, writes } = approveAttempt(scope, settled, outcome)
      if (approval.kind === 'returned') return { result: { returnId: approval.returnId, end: 'returned' }, writes }
      const paid = { ...settled, session: approval.session }
      const receipt = queuingReceipt(context, scope, given.receiptFrom, paid)
      return { result: { returnId: null, end: 'approved', stored: approval }, writes: [...writes, ...receipt] }
    }
    case 'declined':
      return failAttempt(scope, settled, {
        code: outcome.failureCode,
        cancelled: outcome.abandoned ? 'confirmed' : null,
      })
    case 'left':
      return failAttempt(scope, settled, {
        code: 'authentication_failed',
        cancelled: 'unconfirmed',
        watch: watchAfter(given.now),
      })
    case 'closed':
      return failAttempt(scope, settled, { code: 'processing_error', cancelled: null })
    case 'challenge':
    case 'pending':
    case 'unreachable':
      return waitLonger(context, scope, settled, outcome)
  }
}

/**
 * Settles an attempt that failed at its deadline. The service still asks the bank, and returns the money of a late
 * approval.
 */
function settleGivenUp(scope: Scope, settled: SettledAttempt, outcome: AttemptOutcome): Decision<Settlement> {
  const { attempt, now } = settled
  // A processor can report an approval at any time, and its money must go back.
  if (outcome.kind === 'approved') return returnLate(scope, settled, outcome)
  if (attempt.next_check_at === null) return noChange
  const isOver =
    outcome.kind === 'declined' ||
    outcome.kind === 'closed' ||
    now.getTime() > attempt.created_at.getTime() + watchHours * 3600_000
  const next = isOver ? null : watchAfter(now)
  const watched = { ...attempt, next_check_at: next, checks: attempt.checks + 1 }
  return { result: noEffect, writes: [savingAttempt(scope, watched)] }
}

function returnLate(scope: Scope, settled: SettledAttempt, outcome: Approved): Decision<Settlement> {
  const { result: returnId, writes } = approveTooLate(scope, settled, outcome)
  return { result: { returnId, end: 'returned' }, writes }
}

/** Settles an attempt whose session does not wait for it: a second attempt on a paid session. */
function settleSecondAttempt(scope: Scope, settled: AnsweredAttempt, outcome: AttemptOutcome): Decision<Settlement> {
  const { attempt, now } = settled
  if (outcome.kind === 'approved') return returnLate(scope, settled, outcome)
  const isOver = outcome.kind === 'declined' || outcome.kind === 'closed'
  if (!isOver) return { result: noEffect, writes: [savingAttempt(scope, withNextCheck(settled, outcome))] }
  const over: AttemptRecord = {
    ...attempt,
    status: 'failed',
    failure_code: 'processing_error',
    ...endedAttempt(now),
  }
  return { result: { returnId: null, end: 'processing_error' }, writes: [savingAttempt(scope, over)] }
}

/** Whether the outcome is no end, and the bank still has time. */
function keepsWaiting(context: FlowContext, attempt: AttemptRecord, { kind }: AttemptOutcome, now: Date): boolean {
  const isOpen = kind === 'challenge' || kind === 'pending' || kind === 'unreachable'
  return isOpen && now < deadlineOf(context, attempt)
}

function waitLonger(
  context: FlowContext,
  scope: Scope,
  settled: AnsweredAttempt,
  outcome: AttemptOutcome,
): Decision<Settlement> {
  const { attempt, now } = settled
  if (keepsWaiting(context, attempt, outcome, now))
    return { result: noEffect, writes: [savingAttempt(scope, withNextCheck(settled, outcome))] }
  const watch = watchAfter(now)
  // After an unanswered confirmation window the customer may try again. An unfinished bank check ends the session.
  if (attempt.status === 'challenge')
    return failAttempt(scope, settled, {
      code: 'authentication_failed',
      cancelled: null,
      watch,
    })
  return failAttempt(scope, settled, {
    code: 'processor_unavailable',
    cancelled: null,
    trigger: 'bank_check_unfinished',
    watch,
  })
}

function watchAfter(now: Date): Date {
  return new Date(now.getTime() + watchPauseSeconds * 1000)
}

/**
 * After this time an unfinished bank check fails the session
 * (spec/decisions/sessions.md#bank-check-that-never-finishes).
 */
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
  const endsAt = fingerprintEndsAt(answered.challenge)
  return {
    ...answered,
    checks: attempt.checks + 1,
    next_check_at: endsAt && endsAt > now ? endsAt : nextTryAt(now, attempt.checks, backOff),
  }
}

interface FailedAttempt extends AttemptFailure {
  /** Overrides the trigger that follows from `code`. */
  readonly trigger?: SessionTrigger
  /** When to ask the bank again, although the attempt has failed for the customer. */
  readonly watch?: Date
}

function failAttempt(
  scope: Scope,
  { session, attempt, link, now }: SettledAttempt,
  failed: FailedAttempt,
): Decision<Settlement> {
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
  const changed = sessionChange(scope, session, { trigger, fields }, now)
  const result = { returnId: null, end: code, stored: { attempt: over, session: changed.session } }
  return { result, writes: [savingAttempt(scope, over), ...changed.writes] }
}

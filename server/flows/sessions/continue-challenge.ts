import { isDeepStrictEqual } from 'node:util'
import { looksLikePlainCard } from '../../cards/plain-card.ts'
import type { ChallengeResult, PendingChallenge } from '../../domain/sessions/challenge-records.ts'
import type { AttemptRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { isOf, type Submitter } from '../../domain/sessions/visitor.ts'
import { callLimitSeconds } from '../../processors/processor.ts'
import { findAttempt, savingAttempt } from '../../store/sessions/card-attempts.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import { execute } from '../../store/sql/writes.ts'
import { callProcessor, earlierCall, giveUp } from './call-processor.ts'
import type { FlowContext } from '../context.ts'
import { fingerprintEndsAt, isSame, withResult } from './pending-challenge.ts'
import { reportFailure } from '../work/report-failure.ts'
import { settleAttempt } from './settle-attempt.ts'
import type { AttemptOutcome } from './attempt-findings.ts'
import { waitAtMost } from '../work/wait-at-most.ts'
import { lockAttempt } from './lock-attempt.ts'

/** How long a returning customer waits for the processor; after that the form polls the attempt. */
const replyWithinMs = 8_000

/** How long due work waits before it passes on a return, when there were many. */
const laterSeconds = 30

/** The EMV name of the only field with which a fingerprint ends. */
const fingerprintField = 'threeDSMethodData'

export type CameBack = Exclude<ChallengeResult, { kind: 'fingerprint' }>

/**
 * Passes on what came back from the bank's page, or that the customer has cancelled. Only the processor's answer has an
 * effect, so a made-up result changes nothing. A result that came before, or that the attempt does not wait for, is
 * ignored. The result is committed before the call, so that due work repeats the call after a crash.
 */
export async function continueChallenge(
  context: FlowContext,
  scope: Scope,
  { attemptId, submitter }: { attemptId: string; submitter?: Submitter },
  cameBack: CameBack,
): Promise<void> {
  const noted = await inTransaction(context.db, (transaction) =>
    noteResult(context, scope, transaction, { attemptId, submitter, cameBack }),
  )
  if (!noted) return
  const finished = passOn(context, scope, noted).catch((error: unknown) =>
    reportFailure(context, 'settle_attempt', error, { merchantId: scope.merchantId, id: attemptId }),
  )
  context.track(finished)
  await waitAtMost(replyWithinMs, finished)
}

interface Noted {
  readonly attempt: AttemptRecord
  readonly challenge: PendingChallenge
  readonly result: ChallengeResult
}

/** Stores a new result with the attempt that waits for it. Null: there is nothing to pass on now. */
async function noteResult(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  given: { attemptId: string; submitter: Submitter | undefined; cameBack: CameBack },
): Promise<Noted | null> {
  const found = await findAttempt(scope, transaction, given.attemptId)
  if (!found || (given.submitter && !isOf(found, given.submitter))) return null
  const attempt = (await lockAttempt(scope, transaction, found))?.attempt
  const challenge = attempt?.status === 'challenge' ? attempt.challenge : null
  if (!attempt || !challenge) return null
  const result = resultFor(challenge, given.cameBack)
  const kept = result && withResult(challenge, withoutCard(result))
  if (!result || !kept) return null
  const now = context.clock.now().getTime()
  if (!kept.isPrompt) {
    const later = new Date(now + laterSeconds * 1000)
    const { next_check_at: next = later } = attempt
    const next_check_at = next !== null && next < later ? next : later
    await execute(transaction, savingAttempt(scope, { ...attempt, challenge: kept.challenge, next_check_at }))
    return null
  }
  const next_check_at = new Date(now + (callLimitSeconds + 5) * 1000)
  await execute(transaction, savingAttempt(scope, { ...attempt, challenge: kept.challenge, checks: 1, next_check_at }))
  return { attempt, challenge, result }
}

/** What a return means for this challenge. Null: it belongs to an earlier one. */
function resultFor(challenge: PendingChallenge, cameBack: CameBack): ChallengeResult | null {
  if (cameBack.kind === 'abandoned') return cameBack
  if (challenge.kind === 'fingerprint') return { kind: 'fingerprint', isComplete: true }
  return Object.keys(cameBack.fields).join() === fingerprintField ? null : cameBack
}

/** No bank sends card details back, but a visitor can send anything, and the service never stores them. */
function withoutCard(result: ChallengeResult): ChallengeResult {
  return result.kind === 'returned' && looksLikePlainCard(result.fields) ? { ...result, fields: {} } : result
}

async function passOn(context: FlowContext, scope: Scope, noted: Noted): Promise<void> {
  await settleAttempt(context, scope, noted.attempt.id, await tellProcessor(context, scope, noted))
}

/** Tells the processor one result. The service does not repeat a result that the processor has answered. */
async function tellProcessor(
  context: FlowContext,
  scope: Scope,
  { attempt, challenge, result }: Noted,
): Promise<AttemptOutcome> {
  const { state } = challenge
  const earlier = earlierCall(attempt, attempt.created_at)
  const answer = await callProcessor(context, scope, attempt, (processor) =>
    processor.continueChallenge({ ...earlier, state, result }),
  )
  const isOpen = answer.kind === 'pending' || answer.kind === 'challenge'
  const outcome = result.kind === 'abandoned' && isOpen ? await leave(context, scope, attempt) : answer
  if (!isDecided(challenge, outcome) && outcome.kind !== 'unreachable')
    await noteAnswered(context, scope, attempt, { challenge, result })
  return outcome
}

/**
 * The processor cannot end the confirmation that the customer has cancelled, so the service gives the payment up
 * (spec/decisions/sessions.md#cancelled-confirmation).
 */
async function leave(context: FlowContext, scope: Scope, attempt: AttemptRecord): Promise<AttemptOutcome> {
  const { kind } = await giveUp(context, scope, attempt)
  return kind === 'received' ? { kind: 'left' } : { kind: 'unreachable' }
}

function isDecided(challenge: PendingChallenge, outcome: AttemptOutcome): boolean {
  if (outcome.kind === 'challenge') return !isSame(challenge, outcome.challenge)
  return outcome.kind !== 'pending' && outcome.kind !== 'unreachable'
}

function noteAnswered(
  context: FlowContext,
  scope: Scope,
  { id, session_id }: AttemptRecord,
  { challenge, result }: Pick<Noted, 'challenge' | 'result'>,
): Promise<void> {
  return inTransaction(context.db, async (transaction) => {
    const attempt = (await lockAttempt(scope, transaction, { id, session_id }))?.attempt
    const current = attempt?.status === 'challenge' ? attempt.challenge : null
    if (!attempt || current?.step !== challenge.step) return
    const { results = [], answered = [] } = current
    const known = results.findIndex((each) => isDeepStrictEqual(each, withoutCard(result)))
    // The end of the time for a fingerprint becomes a result when the processor has answered it. A return may have
    // left its place to a later one.
    if (known === -1 && result.kind === 'returned') return
    const position = known === -1 ? results.length : known
    const noted = {
      ...current,
      results: known === -1 ? [...results, result] : results,
      answered: [...new Set([...answered, position])],
    }
    await execute(transaction, savingAttempt(scope, { ...attempt, challenge: noted }))
  })
}

/**
 * Tells the processor again what it has not answered so far, or that the time for a fingerprint is over. Null: there is
 * no such result, or the processor has neither decided nor contradicted the payment. A lookup may know more.
 */
export async function repeatResults(
  context: FlowContext,
  scope: Scope,
  attempt: AttemptRecord,
): Promise<AttemptOutcome | null> {
  const challenge = attempt.status === 'challenge' ? attempt.challenge : null
  if (!challenge) return null
  const { results = [], answered = [] } = challenge
  const endsAt = fingerprintEndsAt(challenge)
  const isOver = endsAt !== null && endsAt <= context.clock.now()
  const open: readonly ChallengeResult[] = isOver
    ? [{ kind: 'fingerprint', isComplete: false }]
    : results.filter((_result, position) => !answered.includes(position))
  let contradicting: AttemptOutcome | null = null
  for (const result of open) {
    const outcome = await tellProcessor(context, scope, { attempt, challenge, result })
    if (isDecided(challenge, outcome)) return outcome
    if (outcome.kind === 'pending' && outcome.contradiction) contradicting = outcome
  }
  return contradicting
}

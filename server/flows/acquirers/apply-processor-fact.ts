import type { Scope } from '../../domain/scope.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import type { Approved, ProcessorFact } from '../../processors/processor.ts'
import { notePurchaseId, savingAttempt } from '../../store/sessions/card-attempts.ts'
import { savingSession } from '../../store/sessions/checkout-sessions.ts'
import { inTransaction } from '../../store/sql/database.ts'
import { execute } from '../../store/sql/writes.ts'
import { applyCaptureFailed, applyChargeback, loseCapture } from '../disputes/apply-chargeback.ts'
import { applyCaptured, applyCaptureRefused } from '../captures/apply-capture.ts'
import { applyRefund } from '../refunds/apply-refund-fact.ts'
import { isIdOfAnother } from '../sessions/attempt-findings.ts'
import { isIdOfAnotherOrder } from '../sessions/call-processor.ts'
import type { FlowContext } from '../context.ts'
import {
  isCaptured,
  isSameMoney,
  known,
  lockNamedAttempt,
  mismatch,
  unknownReference,
  type FactEffect,
  type FactResult,
  type FactWork,
} from '../sessions/fact-work.ts'
import { followSettlement, noEffect, settleInTransaction } from '../sessions/settle-attempt.ts'
import { observeRefund } from '../refunds/settle-refund.ts'

type PurchaseFact = Extract<ProcessorFact, { kind: 'purchase' }>

/**
 * Applies what a processor reports by itself, such as in a notification. Facts may arrive in any order and more than
 * once. Each changes only rows that this processor began for this account, in one transaction under the lock of their
 * session.
 */
export async function applyProcessorFact(
  context: FlowContext,
  scope: Scope,
  processorName: string,
  fact: ProcessorFact,
): Promise<FactResult> {
  const { result, settlement, refund } = await inTransaction(context.db, (transaction) =>
    apply({ context, scope, transaction, now: context.clock.now() }, processorName, fact),
  ).catch((error: unknown) => {
    if (isIdOfAnother(error) || isIdOfAnotherOrder(error)) return mismatch
    throw error
  })
  if (result === 'applied') await followSettlement(context, scope, settlement ?? noEffect)
  if (refund) observeRefund(context, scope, refund)
  return result
}

function apply(work: FactWork, processor: string, fact: ProcessorFact): Promise<FactEffect> {
  switch (fact.kind) {
    case 'purchase':
      return applyPurchase(work, processor, fact)
    case 'refund':
      return applyRefund(work, processor, { ...fact, report: fact.outcome })
    case 'refund_reversed':
      return applyRefund(work, processor, { ...fact, report: { ...fact, kind: 'reversed' } })
    case 'captured':
      return applyCaptured(work, processor, fact)
    case 'capture_refused':
      return applyCaptureRefused(work, processor, fact)
    case 'capture_failed':
      return applyCaptureFailed(work, processor, fact)
    case 'chargeback':
      return applyChargeback(work, processor, fact)
  }
}

async function applyPurchase(
  work: FactWork,
  processor: string,
  { reference, purchaseId, outcome, money }: PurchaseFact,
): Promise<FactEffect> {
  const locked = await lockNamedAttempt(work, processor, { reference, ...(purchaseId !== undefined && { purchaseId }) })
  if (!locked) return unknownReference
  const { session, attempt } = locked
  const isCancelled = outcome.kind === 'declined' && outcome.isCancelled === true
  // A cancellation is of the whole payment, whatever amount it names.
  if (!isCancelled && !isSameMoney(money, attempt)) return mismatch
  if (isCaptured(attempt)) {
    if (isCancelled) return loseCapture(work, locked)
    // A refusal of money that the bank has taken is for people to look at.
    return outcome.kind === 'approved' ? noteApproval(work, locked, outcome) : mismatch
  }
  const { context, scope, transaction, now } = work
  if (attempt.is_cancelled && attempt.status === 'failed') return known
  const isOver = attempt.status === 'failed' && attempt.next_check_at === null
  if (isOver && outcome.kind === 'declined') {
    if (!isCancelled) return known
    await execute(transaction, savingAttempt(scope, { ...attempt, is_cancelled: true }))
    return { result: 'applied' }
  }
  const answered = { session, attempt, now, movesNextCheck: false }
  const settlement = await settleInTransaction(context, scope, transaction, answered, asCancelled(attempt, outcome))
  return { result: 'applied', settlement }
}

/**
 * The refusal of a payment whose customer has cancelled is the answer to the cancellation. The processor may report it
 * before it replies to the call that cancels.
 */
function asCancelled(
  { challenge }: SessionAttempt['attempt'],
  outcome: PurchaseFact['outcome'],
): PurchaseFact['outcome'] {
  if (outcome.kind !== 'declined') return outcome
  if (outcome.failureCode !== 'authentication_failed' && !outcome.isCancelled) return outcome
  const hasCancelled = challenge?.results?.some(({ kind }) => kind === 'abandoned')
  return hasCancelled ? { ...outcome, failureCode: 'authentication_failed', abandoned: true } : outcome
}

/**
 * Adds to a captured attempt what its approval says, because a chargeback can arrive first. Another id of the processor
 * would be a second payment.
 */
async function noteApproval(
  { scope, transaction }: FactWork,
  { session, attempt }: SessionAttempt,
  { processorId, authorizationCode, threeDSecure }: Approved,
): Promise<FactEffect> {
  if (processorId !== undefined && attempt.processor_id !== null && processorId !== attempt.processor_id)
    return mismatch
  const approval = {
    authorization_code: attempt.authorization_code ?? authorizationCode,
    three_d_secure: attempt.three_d_secure ?? threeDSecure,
  }
  const noted = { ...attempt, ...approval, processor_id: attempt.processor_id ?? processorId ?? null }
  await execute(transaction, savingAttempt(scope, noted))
  if (attempt.status === 'approved') await execute(transaction, savingSession(scope, { ...session, ...approval }))
  if (attempt.processor_id === null && processorId !== undefined)
    await notePurchaseId(scope, transaction, attempt.id, processorId)
  return known
}

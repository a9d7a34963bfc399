import type { CaptureRecord } from '../domain/captures.ts'
import type { ProcessorFact } from '../processors/processor.ts'
import { findCapture, saveCapture } from '../store/captures.ts'
import { applyDisputeStep, loseCapture } from './apply-chargeback.ts'
import { isCaptured, isSameMoney, known, lockAttempt, mismatch, unknownReference } from './fact-work.ts'
import type { FactEffect, FactWork, LockedAttempt } from './fact-work.ts'

type Fact<Kind extends ProcessorFact['kind']> = Extract<ProcessorFact, { kind: Kind }>

/** Applies that the processor has taken the money of a payment whose capture is separate. */
export async function applyCaptured(
  work: FactWork,
  processor: string,
  { reference, money }: Fact<'captured'>,
): Promise<FactEffect> {
  const { scope, transaction, now } = work
  const locked = await lockAttempt(work, processor, reference)
  if (!locked) return unknownReference
  if (!isSameMoney(money, locked.attempt)) return mismatch
  const capture = await findCapture(scope, transaction, locked.attempt.id)
  // An approval of an account that captures at once has counted the money already.
  if (!capture) return isCaptured(locked.attempt) ? known : unknownReference
  if (capture.status === 'captured' || capture.status === 'failed') return known
  await saveCapture(scope, transaction, { ...capture, status: 'captured', settled_at: now, next_check_at: null })
  return capture.status === 'refused' ? winBack(work, locked, capture) : { result: 'applied' }
}

/** Somebody has captured the payment at the processor after the processor had refused the order of the service. */
function winBack(work: FactWork, locked: LockedAttempt, { amount }: CaptureRecord): Promise<FactEffect> {
  const { processor_reference: reference } = locked.attempt
  return applyDisputeStep(work, locked, `${reference}:capture_failed`, {
    stage: 'reversed',
    event: `${reference}:captured`,
    amount,
    reason: null,
    respondBy: null,
  })
}

/** Applies that the processor has refused to take the money of a payment. */
export async function applyCaptureRefused(
  work: FactWork,
  processor: string,
  { reference, reason, money }: Fact<'capture_refused'>,
): Promise<FactEffect> {
  const { context, scope, transaction } = work
  const locked = await lockAttempt(work, processor, reference)
  if (!locked) return unknownReference
  if (!isSameMoney(money, locked.attempt)) return mismatch
  const capture = await findCapture(scope, transaction, locked.attempt.id)
  if (!capture) return loseCapture(work, locked)
  // A payment has one capture, so the processor also refuses a second one that somebody orders there.
  if (capture.status !== 'due' && capture.status !== 'requested') return known
  const { id } = capture
  context.log.error({ merchantId: scope.merchantId, id, reason }, 'the processor has refused the capture of a payment')
  return loseCapture(work, locked, { status: 'refused', refusal: reason })
}

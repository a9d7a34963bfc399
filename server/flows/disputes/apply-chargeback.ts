import type { ReportedStage } from '../../domain/disputes/dispute-state.ts'
import type { CaptureRecord } from '../../domain/sessions/captures.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import type { Money, ProcessorFact } from '../../processors/processor.ts'
import { returnOf } from '../../store/sessions/automatic-returns.ts'
import { findCapture, saveCapture } from '../../store/sessions/captures.ts'
import { findMovement } from '../../store/sessions/money-movements.ts'
import { execute } from '../../store/sql/writes.ts'
import {
  applied,
  isBookable,
  isCaptured,
  known,
  lockNamedAttempt,
  mismatch,
  unknownReference,
  withApproval,
  type FactEffect,
  type FactWork,
} from '../sessions/fact-work.ts'
import { recordingMovement } from '../sessions/record-movement.ts'
import { endReturn } from '../sessions/return-money.ts'
import { recordReport } from './record-dispute.ts'

type ChargebackFact = Extract<ProcessorFact, { kind: 'chargeback' }>
type CaptureFailedFact = Extract<ProcessorFact, { kind: 'capture_failed' }>

/** Applies a stage of a dispute, whatever its amount and currency. */
export async function applyChargeback(work: FactWork, processor: string, fact: ChargebackFact): Promise<FactEffect> {
  const locked = await lockNamedAttempt(work, processor, fact)
  if (!locked) return unknownReference
  const { event, reason, respondBy, dispute, round } = fact
  if (!isStorable(event) || !isStorable(dispute)) return mismatch
  return recordReport(work, locked, {
    ...usableMoney(work, locked, fact),
    ...(round && { round }),
    event,
    dispute,
    reason,
    respondBy: respondBy?.toISOString() ?? null,
  })
}

const withoutMoney: Readonly<Partial<Record<ReportedStage, ReportedStage>>> = {
  charged: 'notice',
  charged_again: 'lost',
  reversed: 'won',
}

/**
 * A report of an amount of zero moves no money. The ledger cannot keep an amount above two thousand million, or in a
 * currency that is not known here. Such a report counts for the whole payment, because a bank that names it disputes
 * the payment all the same.
 */
function usableMoney(
  { context }: FactWork,
  { attempt }: SessionAttempt,
  { stage, money, reference }: ChargebackFact,
): Money & { stage: ReportedStage } {
  if (isBookable(money)) return { stage, ...money }
  context.log.error({ reference, stage, money }, 'the amount of a dispute cannot be booked: the payment counts instead')
  const own = { amount: attempt.amount, currency: attempt.currency }
  return { ...own, stage: money.amount > 0 ? stage : (withoutMoney[stage] ?? stage) }
}

function isStorable(id: string): boolean {
  return /^[\x20-\x7e]{1,200}$/.test(id)
}

/** Applies that the money of a payment never arrived (spec/decisions/disputes.md#capture-that-fails). */
export async function applyCaptureFailed(
  work: FactWork,
  processor: string,
  fact: CaptureFailedFact,
): Promise<FactEffect> {
  const locked = await lockNamedAttempt(work, processor, fact)
  if (!locked) return unknownReference
  const { scope, transaction } = work
  const { attempt } = locked
  const capture = await findCapture(scope, transaction, attempt.id)
  const isPart = fact.money.currency === attempt.currency && fact.money.amount < attempt.amount
  // The ledger already lacks what the capture did not bring.
  if (isPart && fact.isRest === true && capture?.captured_amount != null) return known
  return loseCapture(work, locked, { money: isBookable(fact.money) ? fact.money : null })
}

/** How a capture ends without money. `money`: what does not arrive. Default: all that was captured. */
interface LostCapture extends Partial<Pick<CaptureRecord, 'status'>> {
  readonly refusal?: string
  readonly money?: Money | null
}

/** The money of an approved payment does not arrive. */
export async function loseCapture(
  work: FactWork,
  given: SessionAttempt,
  { money = null, ...lost }: LostCapture = {},
): Promise<FactEffect> {
  const { locked, settlement } = await withApproval(work, given)
  const { attempt } = locked
  const effect = settlement ? { settlement } : {}
  if (attempt.status === 'returned') return { ...(await loseReturned(work, locked)), ...effect }
  // The acquirer has cancelled the payment, so its money was never due.
  if (!isCaptured(attempt)) return known
  const { scope, transaction, now } = work
  const capture = await findCapture(scope, transaction, attempt.id)
  if (capture) {
    const ended = { status: 'failed', ...lost, contradiction: null, settled_at: now, next_check_at: null } as const
    await saveCapture(scope, transaction, { ...capture, ...ended })
  }
  const { processor_reference: reference } = attempt
  const captured = {
    amount: capture?.captured_amount ?? attempt.amount,
    currency: capture?.captured_currency ?? attempt.currency,
  }
  // A payment has one capture, so its reference keeps a second report from counting.
  const report = {
    stage: 'capture_failed',
    dispute: captureDispute(reference),
    event: reference,
    ...(money ?? captured),
    reason: 'capture_failed',
    respondBy: null,
  } as const
  return { ...(await recordReport(work, locked, report)), ...effect }
}

/** The id of the dispute that a failed capture makes. */
export function captureDispute(reference: string): string {
  return `${reference}:capture_failed`
}

/** The money was to go back anyway. There is nothing left to return. */
async function loseReturned(work: FactWork, { session, attempt }: SessionAttempt): Promise<FactEffect> {
  const { scope, transaction, now } = work
  if (await findMovement(scope, transaction, 'capture_reversal', attempt.processor_reference)) return known
  await execute(transaction, recordingMovement(scope, 'capture_reversal', { ...attempt, attempt_id: attempt.id }, now))
  const record = await returnOf(scope, transaction, attempt.id)
  if (record?.status === 'pending') await endReturn(scope, transaction, session, record, now)
  return applied
}

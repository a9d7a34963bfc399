import { disputeStateOf } from '../domain/dispute-state.ts'
import type { DisputeState, DisputeStep, ReportedStage } from '../domain/dispute-state.ts'
import { holdsMoney, stepsOf } from '../domain/dispute-steps.ts'
import { newId } from '../domain/ids.ts'
import type { CaptureRecord } from '../domain/captures.ts'
import type { DisputeRecord, MovementKind } from '../domain/records.ts'
import { captureFailedMail, disputeMail, disputeNoticeMail, secondChargebackMail } from '../mail/mail-texts.ts'
import type { MailText, PaymentNotice } from '../mail/mail-texts.ts'
import type { ProcessorFact } from '../processors/processor.ts'
import { returnOf } from '../store/automatic-returns.ts'
import { findCapture, saveCapture } from '../store/captures.ts'
import { findAttempt } from '../store/card-attempts.ts'
import { lockSession } from '../store/checkout-sessions.ts'
import { disputesOf, findDisputeByReference, insertDispute, saveDispute } from '../store/disputes.ts'
import { findMovement } from '../store/money-movements.ts'
import { changeSession } from './change-session.ts'
import { isCaptured, isSameMoney, known, lockAttempt, mismatch, unknownReference } from './fact-work.ts'
import type { FactEffect, FactWork, LockedAttempt } from './fact-work.ts'
import { dashboardAddress, mailAccount } from './queue-mail.ts'
import { recordMovement } from './record-movement.ts'
import { endReturn } from './return-money.ts'
import { settleInTransaction } from './settle-attempt.ts'
import type { Settlement } from './settle-attempt.ts'

type ChargebackFact = Extract<ProcessorFact, { kind: 'chargeback' }>
type CaptureFailedFact = Extract<ProcessorFact, { kind: 'capture_failed' }>

/** A dispute has a handful of stages; more would be a mistake of the processor. */
const mostSteps = 40

/** The ledger line of a stage that moves money. */
const movements: Readonly<Partial<Record<ReportedStage, MovementKind>>> = {
  charged: 'chargeback',
  charged_again: 'chargeback',
  reversed: 'chargeback_reversal',
  capture_failed: 'capture_reversal',
}

/** Applies a stage of a dispute. */
export async function applyChargeback(work: FactWork, processor: string, fact: ChargebackFact): Promise<FactEffect> {
  const locked = await lockAttempt(work, processor, fact.reference)
  if (!locked) return unknownReference
  const { stage, event, money, reason, respondBy, dispute } = fact
  const { amount, currency } = money
  if (!isStorable(event) || !isStorable(dispute) || currency !== locked.attempt.currency) return mismatch
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > locked.attempt.amount) return mismatch
  const step = { stage, event, amount, reason, respondBy: respondBy?.toISOString() ?? null }
  return applyDisputeStep(work, locked, dispute, step)
}

/** Applies that the money of a payment never arrived (spec/decisions.md#capture-that-fails). */
export async function applyCaptureFailed(
  work: FactWork,
  processor: string,
  { reference, money }: CaptureFailedFact,
): Promise<FactEffect> {
  const locked = await lockAttempt(work, processor, reference)
  if (!locked) return unknownReference
  if (!isSameMoney(money, locked.attempt)) return mismatch
  return loseCapture(work, locked)
}

/** How a capture ends without money. */
type LostCapture = Pick<CaptureRecord, 'status'> & { readonly refusal?: string }

/** The money of an approved payment does not arrive. */
export async function loseCapture(
  work: FactWork,
  locked: LockedAttempt,
  lost: LostCapture = { status: 'failed' },
): Promise<FactEffect> {
  const { attempt } = locked
  if (attempt.status === 'returned') return loseReturned(work, locked)
  const { scope, transaction, now } = work
  const capture = await findCapture(scope, transaction, attempt.id)
  if (capture) await saveCapture(scope, transaction, { ...capture, ...lost, settled_at: now, next_check_at: null })
  const { processor_reference: reference, amount } = attempt
  // A payment has one capture, so its reference keeps a second report from counting.
  return applyDisputeStep(work, locked, `${reference}:capture_failed`, {
    stage: 'capture_failed',
    event: reference,
    amount,
    reason: 'capture_failed',
    respondBy: null,
  })
}

/** The money was to go back anyway. There is nothing left to return. */
async function loseReturned(work: FactWork, { session, attempt }: LockedAttempt): Promise<FactEffect> {
  const { scope, transaction, now } = work
  if (await findMovement(scope, transaction, 'capture_reversal', attempt.processor_reference)) return known
  await recordMovement(scope, transaction, 'capture_reversal', { ...attempt, attempt_id: attempt.id }, now)
  const record = await returnOf(scope, transaction, attempt.id)
  if (record?.status === 'pending') await endReturn(scope, transaction, session, record, now)
  return { result: 'applied' }
}

function isStorable(id: string): boolean {
  return /^[\x20-\x7e]{1,200}$/.test(id)
}

/**
 * Records a stage of a dispute with its ledger line, the status of the session, the event and the mail. `reference`:
 * the processor's id of the dispute.
 */
export async function applyDisputeStep(
  work: FactWork,
  given: LockedAttempt,
  reference: string,
  step: DisputeStep,
): Promise<FactEffect> {
  const { scope, transaction } = work
  const dispute = await findDisputeByReference(scope, transaction, reference)
  if (dispute && dispute.attempt_id !== given.attempt.id) return mismatch
  if (given.attempt.is_cancelled && !isCaptured(given.attempt)) return mismatch
  const steps = dispute ? stepsOf(dispute) : []
  const same = steps.find(({ stage, event }) => stage === step.stage && event === step.event)
  if (same) return same.amount === step.amount ? known : mismatch
  if (steps.length >= mostSteps || !(await fits(work, given, steps, step))) return mismatch
  const { locked, settlement } = await captured(work, given)
  const before = dispute && disputeStateOf(steps)
  const after = disputeStateOf([...steps, step])
  await saveState(work, locked, { reference, dispute, steps: [...steps, step], before, after })
  await recordStep(work, locked, step)
  await mailStage(work, locked, { step, before, after })
  await followInSession(work, locked, { before, after })
  return { result: 'applied', ...(settlement && { settlement }) }
}

/** The amounts of a stage never exceed the payment, and each line of the ledger has a reference of its own. */
async function fits(
  { scope, transaction }: FactWork,
  { attempt }: LockedAttempt,
  steps: readonly DisputeStep[],
  step: DisputeStep,
): Promise<boolean> {
  const kind = movements[step.stage]
  if (!kind) return true
  const moved = steps.reduce((sum, { stage, amount }) => (stage === step.stage ? sum + amount : sum), 0)
  return moved + step.amount <= attempt.amount && (await findMovement(scope, transaction, kind, step.event)) === null
}

/** A bank disputes only money that it has taken. So a dispute proves an approval that the service does not know of. */
async function captured(
  { context, scope, transaction, now }: FactWork,
  locked: LockedAttempt,
): Promise<{ locked: LockedAttempt; settlement?: Settlement }> {
  if (isCaptured(locked.attempt)) return { locked }
  const approved = { kind: 'approved', authorizationCode: null, threeDSecure: null } as const
  const answered = { ...locked, now, movesNextCheck: false }
  const settlement = await settleInTransaction(context, scope, transaction, answered, approved)
  const session = await lockSession(scope, transaction, locked.session.id)
  const attempt = await findAttempt(scope, transaction, locked.attempt.id)
  if (!session || !attempt) throw new Error('Bug: the session or the attempt no longer exists')
  return { locked: { session, attempt }, settlement }
}

/** The state of a dispute before and after a report. */
interface Progress {
  readonly before: DisputeState | null
  readonly after: DisputeState
}

interface Saved extends Progress {
  readonly reference: string
  readonly dispute: DisputeRecord | null
  readonly steps: readonly DisputeStep[]
}

async function saveState(
  { scope, transaction, now }: FactWork,
  { session, attempt }: LockedAttempt,
  { reference, dispute, steps, before, after }: Saved,
): Promise<void> {
  const { status, stage, amount, reason, respondBy } = after
  const closed = before?.status === status ? (dispute?.closed_at ?? now) : now
  const closed_at = status === 'open' ? null : closed
  const saved = { status, stage, amount, reason, respond_by: respondBy, closed_at, steps }
  if (dispute) return saveDispute(scope, transaction, { ...dispute, ...saved })
  await insertDispute(scope, transaction, {
    ...saved,
    id: newId('dp', now),
    session_id: session.id,
    attempt_id: attempt.id,
    currency: attempt.currency,
    processor: attempt.processor,
    processor_reference: reference,
    opened_at: now,
  })
}

async function recordStep(
  { scope, transaction, now }: FactWork,
  { attempt }: LockedAttempt,
  { stage, event, amount }: DisputeStep,
): Promise<void> {
  const kind = movements[stage]
  const source = { ...attempt, attempt_id: attempt.id, amount, processor_reference: event }
  if (kind) await recordMovement(scope, transaction, kind, source, now)
}

async function mailStage(
  { context, scope, transaction }: FactWork,
  { session, attempt }: LockedAttempt,
  { step, before, after }: Progress & { readonly step: DisputeStep },
): Promise<void> {
  const notice = {
    amount: step.amount,
    currency: attempt.currency,
    sessionId: session.id,
    address: dashboardAddress(context, scope, `payments/${session.id}`),
  }
  const mail = mailOf(notice, step, before, after)
  if (mail) await mailAccount(context, scope, transaction, mail)
}

/** Null: the report needs no mail, or comes after a later stage. */
function mailOf(
  notice: PaymentNotice,
  { stage }: DisputeStep,
  before: DisputeState | null,
  after: DisputeState,
): MailText | null {
  if (stage === 'capture_failed') return captureFailedMail(notice)
  if (stage === 'charged_again') return secondChargebackMail(notice)
  if (stage === 'charged' && after.holdsMoney && before?.holdsMoney !== true) return disputeMail(notice)
  const isNew = stage === 'notice' && after.stage === 'notice' && after.status === 'open'
  return isNew ? disputeNoticeMail(notice) : null
}

/** The session shows the disputes of the attempt that paid it, and whether a bank has its money. */
async function followInSession(
  { scope, transaction, now }: FactWork,
  { session, attempt }: LockedAttempt,
  { before, after }: Progress,
): Promise<void> {
  if (attempt.status !== 'approved') return
  const isTaken = (await disputesOf(scope, transaction, attempt.id)).some(holdsMoney)
  let current = session
  if (isTaken && session.status === 'paid')
    current = await changeSession(scope, transaction, session, { trigger: 'chargeback_opened' }, now)
  if (!isTaken && session.status === 'disputed') {
    const isRefunded = session.amount_refunded >= session.amount
    const trigger = isRefunded ? 'chargeback_won_after_refund' : 'chargeback_won'
    await changeSession(scope, transaction, session, { trigger }, now)
  }
  const isLost = isLostForGood(after) && !(before && isLostForGood(before))
  // Events of one session have rising times.
  const later = current === session ? now : new Date(now.getTime() + 1)
  if (isLost && current.status === 'disputed')
    await changeSession(scope, transaction, current, { trigger: 'chargeback_lost' }, later)
}

function isLostForGood({ status, holdsMoney: isHeld }: DisputeState): boolean {
  return status === 'lost' && isHeld
}

import { captureLine, type CaptureRecord } from '../../domain/sessions/captures.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import { captureFailedMail } from '../../engines/mail/payment-mails.ts'
import type { Money, ProcessorFact } from '../../processors/processor.ts'
import { findCapture, saveCapture } from '../../store/sessions/captures.ts'
import { findMovement } from '../../store/sessions/money-movements.ts'
import { execute } from '../../store/sql/writes.ts'
import { captureDispute, loseCapture } from '../disputes/apply-chargeback.ts'
import { recordReport } from '../disputes/record-dispute.ts'
import { dashboardAddress, mailAccount } from '../mail/queue-mail.ts'
import {
  applied,
  bookable,
  isCaptured,
  isSameMoney,
  known,
  lockNamedAttempt,
  unknownReference,
  type FactEffect,
  type FactWork,
} from '../sessions/fact-work.ts'
import { recordingMovement } from '../sessions/record-movement.ts'

type Fact<Kind extends ProcessorFact['kind']> = Extract<ProcessorFact, { kind: Kind }>

/** Applies that the processor has taken the money of a payment whose capture is separate, or a part of it, or more. */
export async function applyCaptured(work: FactWork, processor: string, fact: Fact<'captured'>): Promise<FactEffect> {
  const { scope, transaction, now } = work
  const locked = await lockNamedAttempt(work, processor, fact)
  if (!locked) return unknownReference
  const capture = await findCapture(scope, transaction, locked.attempt.id)
  // An approval of an account that captures at once has counted the money already.
  if (!capture) return isCaptured(locked.attempt) ? known : unknownReference
  if (capture.status === 'failed') return known
  const money = bookable(fact.money, capture)
  const event = fact.event ?? capture.processor_id ?? ''
  if (capture.status === 'captured') return addCapture(work, locked, capture, { event, money })
  const isWhole = isSameMoney(money, capture)
  await saveCapture(scope, transaction, {
    ...capture,
    captured_amount: isWhole ? null : money.amount,
    captured_currency: isWhole ? null : money.currency,
    processor_id: fact.event ?? capture.processor_id,
    status: 'captured',
    contradiction: null,
    settled_at: now,
    next_check_at: null,
  })
  if (capture.status === 'refused') return winBack(work, locked, money)
  if (!isWhole) await bookDifference(work, locked, { event, money })
  return applied
}

interface Captured {
  /** The processor's own id of the capture. */
  readonly event: string
  readonly money: Money
}

/** Somebody has captured another part of the payment at the processor. */
async function addCapture(
  work: FactWork,
  { attempt }: SessionAttempt,
  capture: CaptureRecord,
  { event, money }: Captured,
): Promise<FactEffect> {
  const { scope, transaction, now } = work
  const line = captureLine(attempt.processor_reference, event)
  const isBooked = (await findMovement(scope, transaction, 'chargeback_reversal', line)) !== null
  if (event === (capture.processor_id ?? '') || isBooked) return known
  await execute(
    transaction,
    recordingMovement(
      scope,
      'chargeback_reversal',
      { ...attempt, ...money, attempt_id: attempt.id, processor_reference: line },
      now,
    ),
  )
  const before = {
    amount: capture.captured_amount ?? capture.amount,
    currency: capture.captured_currency ?? capture.currency,
  }
  if (before.currency !== money.currency) return applied
  const captured_amount = before.amount + money.amount
  const isWhole = isSameMoney({ ...before, amount: captured_amount }, capture)
  await saveCapture(scope, transaction, {
    ...capture,
    captured_amount: isWhole ? null : captured_amount,
    captured_currency: isWhole ? null : before.currency,
  })
  return applied
}

/**
 * The approval has counted the whole payment. Books what the capture brought less, or more. In another currency, it
 * takes the counted money out and puts the captured money in.
 */
async function bookDifference(
  { context, scope, transaction, now }: FactWork,
  { session, attempt }: SessionAttempt,
  { event, money }: Captured,
): Promise<void> {
  const isSameCurrency = money.currency === attempt.currency
  const { currency } = attempt
  const difference = isSameCurrency ? money.amount - attempt.amount : -attempt.amount
  const lines = [
    {
      kind: difference < 0 ? 'capture_reversal' : 'chargeback_reversal',
      amount: Math.abs(difference),
      currency,
    } as const,
    ...(isSameCurrency ? [] : [{ kind: 'chargeback_reversal', ...money } as const]),
  ]
  const processor_reference = captureLine(attempt.processor_reference, event)
  for (const { kind, ...own } of lines)
    await execute(
      transaction,
      recordingMovement(scope, kind, { ...attempt, attempt_id: attempt.id, ...own, processor_reference }, now),
    )
  if (!isSameCurrency || difference >= 0) return
  const address = dashboardAddress(context, scope, `payments/${session.id}`)
  const notice = { amount: -difference, currency, sessionId: session.id, address }
  await mailAccount(context, scope, transaction, captureFailedMail(notice))
}

/** Somebody has captured the payment at the processor after the processor had refused the order of the service. */
function winBack(work: FactWork, locked: SessionAttempt, money: Money): Promise<FactEffect> {
  const { processor_reference: reference } = locked.attempt
  return recordReport(work, locked, {
    stage: 'reversed',
    dispute: captureDispute(reference),
    event: `${reference}:captured`,
    ...money,
    reason: null,
    respondBy: null,
  })
}

/** Applies that the processor has refused to take the money of a payment. */
export async function applyCaptureRefused(
  work: FactWork,
  processor: string,
  fact: Fact<'capture_refused'>,
): Promise<FactEffect> {
  const { context, scope, transaction } = work
  const locked = await lockNamedAttempt(work, processor, fact)
  if (!locked) return unknownReference
  const capture = await findCapture(scope, transaction, locked.attempt.id)
  const isOurs = fact.event !== undefined && fact.event === capture?.processor_id
  // The service orders the whole amount, so another amount is of an order that somebody made at the processor.
  if (!isOurs && !isSameMoney(fact.money, locked.attempt)) return known
  if (!capture) return loseCapture(work, locked)
  // A payment has one capture, so the processor also refuses a second one that somebody orders there.
  if (capture.status !== 'due' && capture.status !== 'requested') return known
  const { id } = capture
  const { reason } = fact
  context.log.error({ merchantId: scope.merchantId, id, reason }, 'the processor has refused the capture of a payment')
  return loseCapture(work, locked, { status: 'refused', refusal: reason })
}

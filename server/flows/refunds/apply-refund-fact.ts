import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { ReturnRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import { holdsMoney } from '../../domain/disputes/dispute-steps.ts'
import { amountLeft, movedBy } from '../../domain/refunds/refund-state.ts'
import { wireDispute } from '../../domain/wire/dispute.ts'
import { wireRefund } from '../../domain/wire/refund.ts'
import { refundReversedMail } from '../../engines/mail/payment-mails.ts'
import type { Money, RefundOutcome } from '../../processors/processor.ts'
import { findReturn, findReturnByReference, returnOf, saveReturn } from '../../store/sessions/automatic-returns.ts'
import { findAttemptByProcessorId } from '../../store/sessions/card-attempts.ts'
import { lockSession, savingSession } from '../../store/sessions/checkout-sessions.ts'
import { disputesOf } from '../../store/disputes/disputes.ts'
import { findMovement } from '../../store/sessions/money-movements.ts'
import { savingPaymentLink } from '../../store/links/payment-links.ts'
import {
  findRefund,
  findRefundByProcessorId,
  findRefundByReference,
  hasUnnamedRefund,
  savingRefund,
} from '../../store/refunds/refunds.ts'
import { execute } from '../../store/sql/writes.ts'
import { joinTrace } from '../../engines/trace/current-trace.ts'
import { withAnswer } from '../sessions/call-processor.ts'
import { changeSession } from '../sessions/change-session.ts'
import { adoptRefund } from './adopt-refund.ts'
import {
  applied,
  bookable,
  findNamedAttempt,
  isReference,
  isSameMoney,
  known,
  mismatch,
  unknownReference,
  type FactEffect,
  type FactWork,
  type PurchaseName,
} from '../sessions/fact-work.ts'
import { lockLinkOf } from '../sessions/payment-link-of-session.ts'
import { dashboardAddress, mailAccount } from '../mail/queue-mail.ts'
import { recordingMovement } from '../sessions/record-movement.ts'
import { mailRefusal, settlePendingReturn, withNextTry } from '../sessions/return-money.ts'
import { settlePendingRefund } from './settle-refund.ts'

/** What a processor says about a refund or an automatic return. `reversed`: its money came back to the merchant. */
interface RefundReport extends PurchaseName {
  readonly report: RefundOutcome | { readonly kind: 'reversed'; readonly processorId?: string }
  readonly money: Money
}

const reversedMessage = 'The money did not reach the card and came back.'

/** Applies a report about a refund or an automatic return. */
export async function applyRefund(work: FactWork, processor: string, fact: RefundReport): Promise<FactEffect> {
  const { scope, transaction } = work
  if (!isReference(fact.reference)) return applyByProcessorId(work, processor, fact)
  const refund = await findRefundByReference(scope, transaction, processor, fact.reference)
  const record = refund ? null : await findReturnByReference(scope, transaction, processor, fact.reference)
  if (await isOfAnother(work, processor, refund ?? record, fact)) return applyByProcessorId(work, processor, fact)
  if (refund) return applyToRefund(work, refund, fact)
  return record ? applyToReturn(work, record, fact) : applyByProcessorId(work, processor, fact)
}

/** Whether somebody gave our reference to the refund of another payment of ours. */
async function isOfAnother(
  { scope, transaction }: FactWork,
  processor: string,
  order: RefundRecord | ReturnRecord | null,
  { purchaseId }: RefundReport,
): Promise<boolean> {
  if (!order || purchaseId === undefined || purchaseId === order.purchase_processor_id) return false
  const other = await findAttemptByProcessorId(scope, transaction, processor, purchaseId)
  return other !== null && other.id !== order.attempt_id
}

/**
 * Finds the refund of a report that names only the purchase, by the processor's id of the refund. The reply to the
 * refund has brought this id, or will: the service tries an unknown reference again. Otherwise somebody has refunded
 * the payment at the processor.
 */
async function applyByProcessorId(work: FactWork, processor: string, fact: RefundReport): Promise<FactEffect> {
  const { scope, transaction } = work
  const processorId = 'processorId' in fact.report ? fact.report.processorId : undefined
  const attempt = await findNamedAttempt(work, processor, fact)
  if (!attempt || processorId === undefined) return unknownReference
  // The same reference at the processor can name another purchase, which is not ours.
  const isOther =
    fact.purchaseId !== undefined && attempt.processor_id !== null && fact.purchaseId !== attempt.processor_id
  if (isOther) return mismatch
  const refund = await findRefundByProcessorId(scope, transaction, attempt.id, processorId)
  if (refund) return applyToRefund(work, refund, fact)
  const record = await returnOf(scope, transaction, attempt.id)
  if (record?.processor_id === processorId)
    return applyToReturn(work, record, { ...fact, reference: record.processor_reference })
  const isUnnamed = record?.status === 'pending' && record.processor_id === null
  if (isUnnamed || (await hasUnnamedRefund(scope, transaction, attempt.id))) return unknownReference
  const { report, money } = fact
  const adopted = await adoptRefund(work, attempt, { processorId, kind: report.kind, money })
  if ('result' in adopted) return adopted
  const { refund: made, settlement } = adopted
  return { ...(await applyToRefund(work, made, fact)), ...(settlement && { settlement }) }
}

interface LockedRefund {
  readonly session: SessionRecord
  readonly refund: RefundRecord
}

async function applyToRefund(
  work: FactWork,
  found: RefundRecord,
  { report, money }: RefundReport,
): Promise<FactEffect> {
  const { context, scope, transaction, now } = work
  const session = await lockSession(scope, transaction, found.session_id)
  const refund = await findRefund(scope, transaction, found.id)
  if (!session || !refund) return unknownReference
  joinTrace(refund, session.id)
  const locked = { session, refund }
  if (report.kind === 'pending' || report.kind === 'unreachable')
    return noteRefundId(work, refund, 'processorId' in report ? report.processorId : undefined)
  const moved = bookable(money, movedBy(refund))
  if (refund.status === 'failed')
    return report.kind === 'failed' ? known : bookRoundTrip(work, refundLines(refund), moved)
  if (refund.status === 'succeeded')
    return report.kind === 'succeeded' ? known : reverseRefund(work, locked, messageOf(report), moved)
  const isReversed = report.kind === 'reversed'
  if (isReversed) await bookRoundTrip(work, refundLines(refund), moved)
  const outcome: RefundOutcome = isReversed ? { kind: 'failed', failureMessage: reversedMessage } : report
  const settled = report.kind === 'succeeded' ? await asMoved(work, locked, moved) : locked
  await settlePendingRefund(context, scope, transaction, { ...settled, outcome, now })
  return { result: 'applied', refund: outcome }
}

/**
 * A pending refund with the money that the bank says that it has returned. The refund counts for as much of it as the
 * payment has left. The ledger gets all of it.
 */
async function asMoved(
  { scope, transaction }: FactWork,
  { session, refund }: LockedRefund,
  moved: Money,
): Promise<LockedRefund> {
  if (isSameMoney(moved, refund)) return { session, refund }
  const most = refund.amount + amountLeft(session)
  const amount = moved.currency === refund.currency ? Math.min(moved.amount, most) : refund.amount
  const isBooked = isSameMoney(moved, { ...refund, amount })
  const counted: RefundRecord = {
    ...refund,
    amount,
    booked_amount: isBooked ? null : moved.amount,
    booked_currency: isBooked ? null : moved.currency,
  }
  const reserved = session.amount_refund_pending - refund.amount + amount
  const changed = { ...session, amount_refund_pending: reserved }
  await execute(transaction, savingSession(scope, changed))
  return { session: changed, refund: counted }
}

function messageOf(report: { kind: string; failureMessage?: string }): string {
  return report.failureMessage ?? reversedMessage
}

async function noteRefundId(
  { scope, transaction }: FactWork,
  refund: RefundRecord,
  processorId: string | undefined,
): Promise<FactEffect> {
  if (refund.status !== 'pending' || refund.processor_id !== null || processorId === undefined) return known
  await execute(transaction, savingRefund(scope, withAnswer(refund, { kind: 'pending', processorId })))
  return { result: 'applied' }
}

/** The ledger lines of money that left and came back, and the record that they belong to. */
interface RoundTrip {
  readonly out: 'refund' | 'reversal'
  readonly back: 'refund_reversal' | 'return_reversal'
  readonly source: RefundRecord | ReturnRecord
  readonly refund_id?: string
}

function refundLines(refund: RefundRecord): RoundTrip {
  return { out: 'refund', back: 'refund_reversal', source: refund, refund_id: refund.id }
}

/**
 * Books money that left and came back before the service heard that it had left. The amounts of the session do not
 * change.
 */
async function bookRoundTrip(
  work: FactWork,
  { out, back, source, refund_id }: RoundTrip,
  moved: Money,
): Promise<FactEffect> {
  const { scope, transaction, now } = work
  if (await findMovement(scope, transaction, out, source.processor_reference)) return known
  const line = { ...source, ...moved, ...(refund_id !== undefined && { refund_id }) }
  await execute(transaction, recordingMovement(scope, out, line, now))
  await execute(transaction, recordingMovement(scope, back, line, now))
  return applied
}

/**
 * A refund that had succeeded has failed after all. What came back can be refunded again. What the customer has kept
 * stays refunded.
 */
async function reverseRefund(
  work: FactWork,
  { session, refund }: LockedRefund,
  failureMessage: string,
  returned: Money,
): Promise<FactEffect> {
  const { context, scope, transaction, now } = work
  const kept = keptOf(refund, returned)
  const failed: RefundRecord = {
    ...refund,
    status: 'failed',
    failure_message: failureMessage,
    settled_at: now,
    kept_amount: kept === 0 ? null : kept,
  }
  await execute(transaction, savingRefund(scope, failed))
  await execute(
    transaction,
    recordingMovement(scope, 'refund_reversal', { ...refund, ...returned, refund_id: refund.id }, now),
  )
  const back = refund.amount - kept
  const link = await lockLinkOf(scope, transaction, session)
  if (link)
    await execute(transaction, savingPaymentLink(scope, { ...link, amount_collected: link.amount_collected + back }))
  const change = {
    // A session of which the customer still has everything stays refunded.
    trigger: session.status === 'refunded' && back === 0 ? 'refund_failed' : 'refund_reversed',
    fields: { amount_refunded: session.amount_refunded - back },
    eventData: { refund: wireRefund(failed) },
  } as const
  const changed = await changeSession(scope, transaction, session, change, now)
  // The status of a session that is refunded does not show a dispute.
  const holding = (await disputesOf(scope, transaction, refund.attempt_id)).find(holdsMoney)
  if (changed.status === 'paid' && holding) {
    const eventData = { dispute: wireDispute(holding) }
    const disputed = { trigger: 'chargeback_opened', eventData } as const
    await changeSession(scope, transaction, changed, disputed, new Date(now.getTime() + 1))
  }
  const address = dashboardAddress(context, scope, `payments/${session.id}`)
  const notice = { ...returned, sessionId: session.id, address }
  await mailAccount(context, scope, transaction, refundReversedMail(notice, failureMessage))
  return { result: 'applied', refund: { kind: 'failed', failureMessage } }
}

/** What the customer still has of a refund that counts, after a part of the bank's money came back. */
function keptOf(refund: RefundRecord, returned: Money): number {
  const moved = movedBy(refund)
  const isComparable = moved.currency === refund.currency && returned.currency === refund.currency
  return isComparable ? Math.min(refund.amount, Math.max(0, moved.amount - returned.amount)) : 0
}

async function applyToReturn(
  work: FactWork,
  found: ReturnRecord,
  { reference, report, money }: RefundReport,
): Promise<FactEffect> {
  const { context, scope, transaction, now } = work
  const session = await lockSession(scope, transaction, found.session_id)
  const record = await findReturn(scope, transaction, found.id)
  if (!session || !record || !isOrder(record, reference)) return unknownReference
  const moved = bookable(money, record)
  const lines: RoundTrip = {
    out: 'reversal',
    back: 'return_reversal',
    source: { ...record, processor_reference: reference },
  }
  if (report.kind === 'pending' || report.kind === 'unreachable') return known
  const { purchase_reference: purchase } = record
  const hasLost = (await findMovement(scope, transaction, 'capture_reversal', purchase)) !== null
  // Money that never arrived cannot be returned, and need not be.
  if (hasLost && report.kind === 'failed') return known
  const isCurrent = record.processor_reference === reference
  if (!isCurrent) return report.kind === 'failed' ? known : bookRoundTrip(work, lines, moved)
  if (record.status === 'succeeded') return applyToEnded(work, record, lines, report, moved)
  const isReversed = report.kind === 'reversed'
  if (isReversed) await bookRoundTrip(work, lines, moved)
  const outcome: RefundOutcome = isReversed ? { kind: 'failed', failureMessage: reversedMessage } : report
  await settlePendingReturn(context, scope, transaction, { session, record, outcome, now, moved })
  return { result: 'applied' }
}

/** The return may have ended without its order, because the customer got the money in another way. */
async function applyToEnded(
  work: FactWork,
  record: ReturnRecord,
  lines: RoundTrip,
  report: RefundReport['report'],
  moved: Money,
): Promise<FactEffect> {
  const { scope, transaction, now } = work
  const hasLeft = (await findMovement(scope, transaction, lines.out, record.processor_reference)) !== null
  if (report.kind === 'succeeded') {
    if (hasLeft) return known
    await execute(transaction, recordingMovement(scope, lines.out, { ...lines.source, ...moved }, now))
    return applied
  }
  if (hasLeft) return reopenReturn(work, record, messageOf(report), moved)
  return report.kind === 'reversed' ? bookRoundTrip(work, lines, moved) : known
}

/** Whether the service has sent an order of the return under this reference. */
function isOrder({ id, orders }: ReturnRecord, reference: string): boolean {
  const number = /^\.([1-9]\d*)$/.exec(reference.slice(id.length))?.[1]
  return reference === id || (number !== undefined && Number(number) >= 2 && Number(number) <= orders)
}

/** The money of a return did not reach the customer. It belongs to them, so the service orders the return again. */
async function reopenReturn(
  work: FactWork,
  record: ReturnRecord,
  failureMessage: string,
  moved: Money,
): Promise<FactEffect> {
  const { context, scope, transaction, now } = work
  await execute(transaction, recordingMovement(scope, 'return_reversal', { ...record, ...moved }, now))
  const next = withNextTry(record, { kind: 'failed', failureMessage }, now)
  await saveReturn(scope, transaction, { ...next, status: 'pending', settled_at: null, is_reported: true })
  if (record.orders === 1) await mailRefusal(context, scope, transaction, record, failureMessage)
  return { result: 'applied' }
}

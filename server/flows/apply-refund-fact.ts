import type { RefundRecord, ReturnRecord, SessionRecord } from '../domain/records.ts'
import { holdsMoney } from '../domain/dispute-steps.ts'
import { wireRefund } from '../domain/wire/refund.ts'
import { refundReversedMail } from '../mail/mail-texts.ts'
import type { Money, RefundOutcome } from '../processors/processor.ts'
import { findReturn, findReturnByReference, returnOf, saveReturn } from '../store/automatic-returns.ts'
import { findAttemptByReference } from '../store/card-attempts.ts'
import { lockSession } from '../store/checkout-sessions.ts'
import { disputesOf } from '../store/disputes.ts'
import { findMovement } from '../store/money-movements.ts'
import { savePaymentLink } from '../store/payment-links.ts'
import {
  findRefund,
  findRefundByProcessorId,
  findRefundByReference,
  hasUnnamedRefund,
  saveRefund,
} from '../store/refunds.ts'
import { joinTrace } from '../trace/current-trace.ts'
import { changeSession } from './change-session.ts'
import { isSameMoney, known, mismatch, unknownReference } from './fact-work.ts'
import type { FactEffect, FactWork } from './fact-work.ts'
import { lockLinkOf } from './payment-link-of-session.ts'
import { dashboardAddress, mailAccount } from './queue-mail.ts'
import { recordMovement } from './record-movement.ts'
import { mailRefusal, settlePendingReturn, withNextTry } from './return-money.ts'
import { settlePendingRefund } from './settle-refund.ts'

/** What a processor says about a refund or an automatic return. `reversed`: its money came back to the merchant. */
interface RefundReport {
  readonly reference: string
  readonly report: RefundOutcome | { readonly kind: 'reversed'; readonly processorId?: string }
  readonly money: Money
}

const reversedMessage = 'The money did not reach the card and came back.'

/** Applies a report about a refund or an automatic return. */
export async function applyRefund(work: FactWork, processor: string, fact: RefundReport): Promise<FactEffect> {
  const { scope, transaction } = work
  const refund = await findRefundByReference(scope, transaction, processor, fact.reference)
  if (refund) return applyToRefund(work, refund, fact)
  const record = await findReturnByReference(scope, transaction, processor, fact.reference)
  return record ? applyToReturn(work, record, fact) : applyByProcessorId(work, processor, fact)
}

/**
 * Finds the refund of a report that names only the purchase, by the processor's id of the refund. The reply to the
 * refund has brought this id, or will: the service tries an unknown reference again. Otherwise somebody has refunded
 * the payment at the processor, which is for people to look at.
 */
async function applyByProcessorId(work: FactWork, processor: string, fact: RefundReport): Promise<FactEffect> {
  const { scope, transaction } = work
  const processorId = 'processorId' in fact.report ? fact.report.processorId : undefined
  const attempt = await findAttemptByReference(scope, transaction, processor, fact.reference)
  if (!attempt || processorId === undefined) return unknownReference
  const refund = await findRefundByProcessorId(scope, transaction, attempt.id, processorId)
  if (refund) return applyToRefund(work, refund, fact)
  const record = await returnOf(scope, transaction, attempt.id)
  if (record?.processor_id === processorId)
    return applyToReturn(work, record, { ...fact, reference: record.processor_reference })
  const isUnnamed = record?.status === 'pending' && record.processor_id === null
  return isUnnamed || (await hasUnnamedRefund(scope, transaction, attempt.id)) ? unknownReference : mismatch
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
  if (!isSameMoney(money, refund)) return mismatch
  const locked = { session, refund }
  if (report.kind === 'pending' || report.kind === 'unreachable')
    return noteRefundId(work, refund, 'processorId' in report ? report.processorId : undefined)
  if (refund.status === 'failed') return report.kind === 'failed' ? known : bookRoundTrip(work, refundLines(refund))
  if (refund.status === 'succeeded')
    return report.kind === 'succeeded' ? known : reverseRefund(work, locked, messageOf(report))
  const isReversed = report.kind === 'reversed'
  if (isReversed) await bookRoundTrip(work, refundLines(refund))
  const outcome: RefundOutcome = isReversed ? { kind: 'failed', failureMessage: reversedMessage } : report
  await settlePendingRefund(context, scope, transaction, { session, refund, outcome, now })
  return { result: 'applied', refund: outcome }
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
  await saveRefund(scope, transaction, { ...refund, processor_id: processorId })
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
async function bookRoundTrip(work: FactWork, { out, back, source, refund_id }: RoundTrip): Promise<FactEffect> {
  const { scope, transaction, now } = work
  if (await findMovement(scope, transaction, out, source.processor_reference)) return known
  const line = refund_id === undefined ? source : { ...source, refund_id }
  await recordMovement(scope, transaction, out, line, now)
  await recordMovement(scope, transaction, back, line, now)
  return { result: 'applied' }
}

/** A refund that had succeeded has failed after all. Its money can be refunded again. */
async function reverseRefund(
  work: FactWork,
  { session, refund }: LockedRefund,
  failureMessage: string,
): Promise<FactEffect> {
  const { context, scope, transaction, now } = work
  const failed: RefundRecord = { ...refund, status: 'failed', failure_message: failureMessage, settled_at: now }
  await saveRefund(scope, transaction, failed)
  await recordMovement(scope, transaction, 'refund_reversal', { ...refund, refund_id: refund.id }, now)
  const link = await lockLinkOf(scope, transaction, session)
  if (link)
    await savePaymentLink(scope, transaction, { ...link, amount_collected: link.amount_collected + refund.amount })
  const change = {
    trigger: 'refund_reversed',
    fields: { amount_refunded: session.amount_refunded - refund.amount },
    eventData: { refund: wireRefund(failed) },
  } as const
  const changed = await changeSession(scope, transaction, session, change, now)
  // The status of a session that is refunded does not show a dispute.
  const isDisputed = (await disputesOf(scope, transaction, refund.attempt_id)).some(holdsMoney)
  if (changed.status === 'paid' && isDisputed)
    await changeSession(scope, transaction, changed, { trigger: 'chargeback_opened' }, new Date(now.getTime() + 1))
  const { amount, currency } = refund
  const address = dashboardAddress(context, scope, `payments/${session.id}`)
  const notice = { amount, currency, sessionId: session.id, address }
  await mailAccount(context, scope, transaction, refundReversedMail(notice, failureMessage))
  return { result: 'applied', refund: { kind: 'failed', failureMessage } }
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
  if (!isSameMoney(money, record)) return mismatch
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
  if (!isCurrent) return report.kind === 'failed' ? known : bookRoundTrip(work, lines)
  if (record.status === 'succeeded')
    return report.kind === 'succeeded' ? known : reopenReturn(work, record, messageOf(report))
  const isReversed = report.kind === 'reversed'
  if (isReversed) await bookRoundTrip(work, lines)
  const outcome: RefundOutcome = isReversed ? { kind: 'failed', failureMessage: reversedMessage } : report
  await settlePendingReturn(context, scope, transaction, { session, record, outcome, now })
  return { result: 'applied' }
}

/** Whether the service has sent an order of the return under this reference. */
function isOrder({ id, orders }: ReturnRecord, reference: string): boolean {
  const number = /^\.([1-9]\d*)$/.exec(reference.slice(id.length))?.[1]
  return reference === id || (number !== undefined && Number(number) >= 2 && Number(number) <= orders)
}

/** The money of a return did not reach the customer. It belongs to them, so the service orders the return again. */
async function reopenReturn(work: FactWork, record: ReturnRecord, failureMessage: string): Promise<FactEffect> {
  const { context, scope, transaction, now } = work
  await recordMovement(scope, transaction, 'return_reversal', record, now)
  const next = withNextTry(record, { kind: 'failed', failureMessage }, now)
  await saveReturn(scope, transaction, { ...next, status: 'pending', settled_at: null, is_reported: true })
  if (record.orders === 1) await mailRefusal(context, scope, transaction, record, failureMessage)
  return { result: 'applied' }
}

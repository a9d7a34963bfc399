import type { CaptureRecord } from '../../domain/sessions/captures.ts'
import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import { canSettleRefund, movedBy } from '../../domain/refunds/refund-state.ts'
import type { Scope } from '../../domain/scope.ts'
import { refundTrigger } from '../../domain/sessions/session-state.ts'
import { nextTryAt } from '../../domain/time/back-off.ts'
import type { MailContent } from '../../engines/mail/mail-content.ts'
import { refundFailedMail, refundTooLargeMail } from '../../engines/mail/payment-mails.ts'
import { wireRefund } from '../../domain/wire/refund.ts'
import type { RefundOutcome } from '../../processors/processor.ts'
import { aboutNow, continueTrace } from '../../engines/trace/current-trace.ts'
import type { RequestKey } from '../../idempotency/request-key.ts'
import { findCapture } from '../../store/sessions/captures.ts'
import { change, type Decision } from '../../store/change.ts'
import { lockSession, sessionUnchanged } from '../../store/sessions/checkout-sessions.ts'
import type { Database } from '../../store/sql/database.ts'
import { keepingReply, keyUnanswered, type KeptReply } from '../../store/idempotency-keys.ts'
import { claimingEach } from '../work/claim-due-item.ts'
import { savingPaymentLink } from '../../store/links/payment-links.ts'
import { findRefund, refundUnchanged, savingRefund } from '../../store/refunds/refunds.ts'
import { execute, type Write } from '../../store/sql/writes.ts'
import { sessionChange } from '../sessions/change-session.ts'
import {
  callProcessor,
  earlierCall,
  isIdOfAnotherOrder,
  orderOf,
  withAnswer,
  withIdOfAnotherOrder,
} from '../sessions/call-processor.ts'
import type { FlowContext } from '../context.ts'
import type { DueWork } from '../work/due-queue.ts'
import { addressesOfAccount, dashboardAddress, mailingAccount } from '../mail/queue-mail.ts'
import { lockLinkOf } from '../sessions/payment-link-of-session.ts'
import { queuingRefundMail, refundedCustomer, type RefundedCustomer } from '../sessions/queue-receipt.ts'
import { recordingMovement } from '../sessions/record-movement.ts'

/** Seconds until the first check of a pending refund, and the longest pause between two checks. */
const backOff = { firstSeconds: 1, longestSeconds: 300 }

/** A refund, with its session and the state of its capture if the caller has just read them. */
export interface OrderedRefund {
  readonly refund: RefundRecord
  readonly known?: { readonly session: SessionRecord; readonly capture: CaptureRecord['status'] | null }
  /** Keeps the refund as the reply to this key, together with the answer of the bank. */
  readonly requestKey?: RequestKey | null
}

interface OrderResult {
  readonly kind: RefundOutcome['kind']
  /** The refund with the bank's answer. Null: another request or a report has settled the refund before. */
  readonly settled: RefundRecord | null
  readonly isReplyKept: boolean
}

/** Orders a refund at the bank, for the first time or again. The same reference never returns money twice. */
export async function orderRefund(context: FlowContext, scope: Scope, ordered: OrderedRefund): Promise<OrderResult> {
  const { refund, known } = ordered
  const order = orderOf(refund, refund.created_at)
  const capture = known ? known.capture : await captureOf(context, scope, refund)
  const outcome =
    withoutCapture(context, refund, capture) ??
    (await callProcessor(context, scope, refund, (processor) => processor.refund(order)))
  return settleRefund(context, scope, ordered, outcome)
}

/** A refund waits this long for the capture of its payment. After that the processor decides. */
const captureWaitMs = 24 * 3600_000

async function captureOf(
  context: FlowContext,
  scope: Scope,
  refund: RefundRecord,
): Promise<CaptureRecord['status'] | null> {
  return (await findCapture(scope, context.db, refund.attempt_id))?.status ?? null
}

/** The outcome of a refund whose payment is not captured, without asking the processor. Null: the refund may go. */
function withoutCapture(
  context: FlowContext,
  refund: RefundRecord,
  capture: CaptureRecord['status'] | null,
): RefundOutcome | null {
  if (capture === null || capture === 'captured') return null
  if (capture === 'refused' || capture === 'failed')
    return { kind: 'failed', failureMessage: 'The money of the payment never arrived, so there is nothing to refund.' }
  const waitedMs = context.clock.now().getTime() - refund.created_at.getTime()
  return waitedMs < captureWaitMs ? { kind: 'pending' } : null
}

/** Records the answer of the bank. If the answer has the id of another refund, it does not count. */
async function settleRefund(
  context: FlowContext,
  scope: Scope,
  ordered: OrderedRefund,
  outcome: RefundOutcome,
): Promise<OrderResult> {
  try {
    return await recordAnswer(context, scope, ordered, outcome)
  } catch (error) {
    if (!isIdOfAnotherOrder(error)) throw error
    const { id } = ordered.refund
    context.log.error({ merchantId: scope.merchantId, id }, 'a processor has given two refunds one id')
    return recordAnswer(context, scope, ordered, withIdOfAnotherOrder(outcome))
  }
}

/** Records it with the session, the ledger line and the event, and with the reply for the idempotency key. */
async function recordAnswer(
  context: FlowContext,
  scope: Scope,
  { refund, known, requestKey = null }: OrderedRefund,
  outcome: RefundOutcome,
): Promise<OrderResult> {
  const { db } = context
  const now = context.clock.now()
  // Without an answer, the key is released for the next request.
  const answeredKey = outcome.kind === 'unreachable' ? null : requestKey
  const settled = await change<RefundBasis, RefundRecord | null>(scope, db, {
    name: 'settle refund',
    // The payment link of a session needs its lock.
    known:
      known && known.session.payment_link_id === null
        ? await basisOf(context, scope, db, known.session, refund, outcome)
        : null,
    conditions: (basis) => [
      sessionUnchanged(basis.session),
      refundUnchanged(basis.refund),
      ...(answeredKey ? [keyUnanswered(answeredKey)] : []),
    ],
    lock: async (transaction) => {
      const session = await lockSession(scope, transaction, refund.session_id)
      const current = await findRefund(scope, transaction, refund.id)
      if (!current || !session) throw new Error('Bug: the refund or the session no longer exists')
      return basisOf(context, scope, transaction, session, current, outcome)
    },
    decide: (basis) => {
      if (!canSettleRefund(basis.refund.status)) return { result: null, writes: [] }
      const decided = refundSettlement(context, scope, basis, outcome, now)
      const reply = answeredKey ? [keepingReply(scope, answeredKey, replyOf(decided.result))] : []
      return { ...decided, writes: [...decided.writes, ...reply] }
    },
  })
  context.announceEvents(scope)
  if (settled) observeRefund(context, scope, outcome)
  return { kind: outcome.kind, settled, isReplyKept: settled !== null && answeredKey !== null }
}

function replyOf(refund: RefundRecord): KeptReply {
  return { status: 200, body: JSON.stringify(wireRefund(refund)), requestId: aboutNow().requestId ?? '' }
}

/** Counts the end of a refund, after its commit. */
export function observeRefund(context: FlowContext, scope: Scope, { kind }: RefundOutcome): void {
  if (kind === 'succeeded' || kind === 'failed')
    context.observe({ kind: 'refund_ended', livemode: scope.livemode, outcome: kind })
}

/** The rows on which the settlement of a refund is based. */
export interface RefundBasis {
  readonly session: SessionRecord
  readonly refund: RefundRecord
  /** The payment link of the session. Null: there is none, or its sum does not change. */
  readonly link: PaymentLinkRecord | null
  /** Who of the account gets a mail if the answer needs one. */
  readonly addresses: readonly string[]
  /** The customer, if the customer gets a mail. */
  readonly customer: RefundedCustomer | null
}

/** Reads what else the settlement of a refund needs. A transaction has locked the session. */
async function basisOf(
  context: FlowContext,
  scope: Scope,
  db: Database,
  session: SessionRecord,
  refund: RefundRecord,
  outcome: RefundOutcome,
): Promise<RefundBasis> {
  const needsMail =
    outcome.kind === 'failed' || (outcome.kind === 'succeeded' && isTooMuch(withAnswer(refund, outcome)))
  const addresses = needsMail ? await addressesOfAccount(db, scope.merchantId) : []
  if (outcome.kind !== 'succeeded') return { session, refund, link: null, addresses, customer: null }
  const link = await lockLinkOf(scope, db, session)
  const customer = await refundedCustomer(context, scope, db, { session, attemptId: refund.attempt_id })
  return { session, refund, link, addresses, customer }
}

/** An answer about a pending refund, whose session the transaction has locked. */
export interface RefundSettlement extends Pick<RefundBasis, 'session' | 'refund'> {
  readonly outcome: RefundOutcome
  readonly now: Date
}

/** Records the answer about a pending refund in a transaction. */
export async function settlePendingRefund(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  { session, refund, outcome, now }: RefundSettlement,
): Promise<void> {
  const basis = await basisOf(context, scope, transaction, session, refund, outcome)
  await execute(transaction, ...refundSettlement(context, scope, basis, outcome, now).writes)
}

/** The refund with the answer about it, and what the answer changes. */
function refundSettlement(
  context: FlowContext,
  scope: Scope,
  given: RefundBasis,
  outcome: RefundOutcome,
  now: Date,
): Decision<RefundRecord> {
  const refund = withAnswer(given.refund, outcome)
  const basis = { ...given, refund }
  const sessionId = given.session.id
  const notice = { ...movedBy(refund), sessionId, address: dashboardAddress(context, scope, `payments/${sessionId}`) }
  const mailing = (mail: MailContent): readonly Write[] => mailingAccount(context, scope, given.addresses, mail)
  switch (outcome.kind) {
    case 'succeeded': {
      const { result, writes } = refundSuccess(scope, basis, now)
      const tooLarge = isTooMuch(refund) ? mailing(refundTooLargeMail(notice)) : []
      return { result, writes: [...tooLarge, ...writes, ...mailingCustomer(context, scope, basis)] }
    }
    case 'failed': {
      const { result, writes } = refundFailure(scope, basis, outcome.failureMessage, now)
      return { result, writes: [...writes, ...mailing(refundFailedMail(notice, outcome.failureMessage))] }
    }
    case 'pending':
    case 'unreachable': {
      const next = nextTryAt(now, refund.checks, backOff)
      const waiting = { ...refund, checks: refund.checks + 1, next_check_at: next }
      return { result: waiting, writes: [savingRefund(scope, waiting)] }
    }
  }
}

/** Tells the customer what the bank has returned. Without the sum in the currency of the payment, what was ordered. */
function mailingCustomer(
  context: FlowContext,
  scope: Scope,
  { session, refund, customer }: RefundBasis,
): readonly Write[] {
  if (!customer) return []
  const moved = movedBy(refund)
  const amount = moved.currency === session.currency ? moved.amount : refund.amount
  const refunded = { ...session, amount_refunded: session.amount_refunded + refund.amount }
  return queuingRefundMail(context, scope, { ...customer, session: refunded, amount })
}

/** Whether the bank has returned more than the payment had left. */
function isTooMuch(refund: RefundRecord): boolean {
  const moved = movedBy(refund)
  return refund.amount === 0 || (moved.currency === refund.currency && moved.amount > refund.amount)
}

function refundSuccess(scope: Scope, { session, refund, link }: RefundBasis, now: Date): Decision<RefundRecord> {
  const settled: RefundRecord = { ...refund, status: 'succeeded', settled_at: now, next_check_at: null }
  const refunded = session.amount_refunded + refund.amount
  const fields = { amount_refunded: refunded, amount_refund_pending: session.amount_refund_pending - refund.amount }
  const change = {
    trigger: refundTrigger(session.amount, refunded),
    fields,
    eventData: { refund: wireRefund(settled) },
  }
  const writes = [
    savingRefund(scope, settled),
    recordingMovement(scope, 'refund', { ...refund, ...movedBy(refund), refund_id: refund.id }, now),
    ...(link ? [savingPaymentLink(scope, { ...link, amount_collected: link.amount_collected - refund.amount })] : []),
    ...sessionChange(scope, session, change, now).writes,
  ]
  return { result: settled, writes }
}

function refundFailure(
  scope: Scope,
  { session, refund }: RefundBasis,
  failureMessage: string,
  now: Date,
): Decision<RefundRecord> {
  const settled: RefundRecord = {
    ...refund,
    status: 'failed',
    failure_message: failureMessage,
    settled_at: now,
    next_check_at: null,
  }
  const change = {
    trigger: 'refund_failed',
    fields: { amount_refund_pending: session.amount_refund_pending - refund.amount },
    eventData: { refund: wireRefund(settled) },
  } as const
  return {
    result: settled,
    writes: [savingRefund(scope, settled), ...sessionChange(scope, session, change, now).writes],
  }
}

/** Asks the bank for the outcome of a pending refund, and orders the refund again when it never reached the bank. */
export async function checkRefund(context: FlowContext, scope: Scope, refundId: string): Promise<void> {
  const refund = await findRefund(scope, context.db, refundId)
  if (!refund || refund.status !== 'pending') return
  const about = { ...scope, sessionId: refund.session_id }
  await continueTrace(refund, { name: 'check refund', about, tracer: context.tracer }, async () => {
    await askBank(context, scope, refund)
    context.log.info({ refundId }, 'asked the bank about a refund')
  })
}

async function askBank(context: FlowContext, scope: Scope, refund: RefundRecord): Promise<void> {
  const capture = refund.processor_id === null ? await captureOf(context, scope, refund) : null
  const waiting = withoutCapture(context, refund, capture)
  if (waiting) return void (await settleRefund(context, scope, { refund }, waiting))
  const earlier = earlierCall(refund, refund.created_at)
  const answer = await callProcessor(context, scope, refund, (processor) => processor.lookupRefund(earlier))
  if (answer.kind === 'not_received') await orderRefund(context, scope, { refund })
  else await settleRefund(context, scope, { refund }, answer)
}

/** A refund in its current state. Asks the bank first when a check is due. */
export async function readRefund(context: FlowContext, scope: Scope, refundId: string): Promise<RefundRecord | null> {
  const refund = await findRefund(scope, context.db, refundId)
  if (!refund?.next_check_at || refund.next_check_at > context.clock.now()) return refund
  await checkRefund(context, scope, refundId)
  return findRefund(scope, context.db, refundId)
}

/** How long a claim keeps other workers away from a refund. A crash delays its next check by this time at most. */
const claimMs = 60_000

/** Asks the bank about every refund whose check is due. This also settles refunds that a crash left unfinished. */
export const checkingRefunds: DueWork = {
  task: 'check_refunds',
  slots: 20,
  slotsPerAccount: 5,
  itemsPerCall: 1,
  slotMs: 30_000,
  perform: claimingEach('check_refunds', claimMs, checkRefund),
}

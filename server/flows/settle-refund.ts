import type { CaptureRecord } from '../domain/captures.ts'
import type { RefundRecord, SessionRecord } from '../domain/records.ts'
import { canSettleRefund, movedBy } from '../domain/refund-state.ts'
import type { Scope } from '../domain/scope.ts'
import { refundTrigger } from '../domain/session-state.ts'
import { refundFailedMail, refundTooLargeMail } from '../mail/mail-texts.ts'
import { wireRefund } from '../domain/wire/refund.ts'
import type { RefundOutcome } from '../processors/processor.ts'
import { aboutNow } from '../trace/current-trace.ts'
import type { RequestKey } from '../idempotency/request-key.ts'
import { findCapture } from '../store/captures.ts'
import { lockSession, sessionUnchanged } from '../store/checkout-sessions.ts'
import type { Database } from '../store/database.ts'
import { inTransaction } from '../store/database.ts'
import { keyUnanswered, saveReply } from '../store/idempotency-keys.ts'
import { claimingEach } from './claim-due-item.ts'
import { savePaymentLink } from '../store/payment-links.ts'
import { findRefund, refundUnchanged, saveRefund } from '../store/refunds.ts'
import { writeTogether } from '../store/write-together.ts'
import { continueTrace } from '../trace/current-trace.ts'
import { changeSession } from './change-session.ts'
import {
  callProcessor,
  earlierCall,
  isIdOfAnotherOrder,
  orderOf,
  withAnswer,
  withIdOfAnotherOrder,
} from './call-processor.ts'
import type { FlowContext } from './context.ts'
import type { DueWork } from './due-queue.ts'
import { dashboardAddress, mailAccount } from './queue-mail.ts'
import { lockLinkOf } from './payment-link-of-session.ts'
import { recordMovement } from './record-movement.ts'

/** Seconds until the first check of a pending refund, and the longest pause between two checks. */
const firstCheckSeconds = 1
const longestPauseSeconds = 300

/** A refund, with its session and the state of its capture if the caller has just read them. */
export interface OrderedRefund {
  readonly refund: RefundRecord
  readonly known?: { readonly session: SessionRecord; readonly capture: CaptureRecord['status'] | null }
  /** Keeps the refund as the reply to this key, when one statement settles it. */
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

/** Records the answer of the bank. The id of another refund makes it no answer. */
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

/** Records it with the session, the ledger line and the event, in one statement or one transaction. */
async function recordAnswer(
  context: FlowContext,
  scope: Scope,
  ordered: OrderedRefund,
  outcome: RefundOutcome,
): Promise<OrderResult> {
  const now = context.clock.now()
  const settledAtOnce = await settleAtOnce(context, scope, ordered, outcome, now)
  const settled =
    settledAtOnce ??
    (await inTransaction(context.db, async (transaction) => {
      const session = await lockSession(scope, transaction, ordered.refund.session_id)
      const refund = await findRefund(scope, transaction, ordered.refund.id)
      if (!refund || !session) throw new Error('Bug: the refund or the session no longer exists')
      if (!canSettleRefund(refund.status)) return null
      return settlePendingRefund(context, scope, transaction, { session, refund, outcome, now })
    }))
  context.announceEvents(scope)
  if (settled) observeRefund(context, scope, outcome)
  return { kind: outcome.kind, settled, isReplyKept: settledAtOnce !== null && ordered.requestKey != null }
}

/** Settles a refund in one statement. Null: it needs a transaction, because something has changed or is locked. */
async function settleAtOnce(
  context: FlowContext,
  scope: Scope,
  { refund, known, requestKey = null }: OrderedRefund,
  outcome: RefundOutcome,
  now: Date,
): Promise<RefundRecord | null> {
  const session = known?.session
  // The payment link of a session needs its lock, and only a final answer changes the session.
  if (!session || session.payment_link_id !== null || outcome.kind !== 'succeeded') return null
  const conditions = [sessionUnchanged(session), refundUnchanged(refund), ...(requestKey ? [keyUnanswered] : [])]
  return writeTogether(scope, context.db, 'settle refund', conditions, async (collector) => {
    const settled = await settlePendingRefund(context, scope, collector, { session, refund, outcome, now })
    if (requestKey) {
      const reply = { status: 200, body: JSON.stringify(wireRefund(settled)), requestId: aboutNow().requestId ?? '' }
      await saveReply(scope, collector, requestKey, reply)
    }
    return settled
  })
}

/** Counts the end of a refund, after its commit. */
export function observeRefund(context: FlowContext, scope: Scope, { kind }: RefundOutcome): void {
  if (kind === 'succeeded' || kind === 'failed')
    context.observe({ kind: 'refund_ended', livemode: scope.livemode, outcome: kind })
}

/** An answer about a refund, and what it changes. The transaction holds the lock of the session. */
export interface RefundSettlement {
  readonly session: SessionRecord
  readonly refund: RefundRecord
  readonly outcome: RefundOutcome
  readonly now: Date
}

/** Records the answer about a pending refund. Returns the refund as it is then. */
export async function settlePendingRefund(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  given: RefundSettlement,
): Promise<RefundRecord> {
  const { session, outcome, now } = given
  const refund = withAnswer(given.refund, outcome)
  const settlement = { ...given, refund }
  switch (outcome.kind) {
    case 'succeeded':
      if (isTooMuch(refund)) {
        const address = dashboardAddress(context, scope, `payments/${session.id}`)
        const notice = { ...movedBy(refund), sessionId: session.id, address }
        await mailAccount(context, scope, transaction, refundTooLargeMail(notice))
      }
      return recordSuccess(scope, transaction, settlement)
    case 'failed': {
      const failed = await recordFailure(scope, transaction, settlement, outcome.failureMessage)
      const facts = {
        ...movedBy(refund),
        sessionId: session.id,
        address: dashboardAddress(context, scope, `payments/${session.id}`),
      }
      await mailAccount(context, scope, transaction, refundFailedMail(facts, outcome.failureMessage))
      return failed
    }
    case 'pending':
    case 'unreachable': {
      const pauseSeconds = Math.min(firstCheckSeconds * 2 ** refund.checks, longestPauseSeconds)
      const next = new Date(now.getTime() + pauseSeconds * 1000)
      const waiting = { ...refund, checks: refund.checks + 1, next_check_at: next }
      await saveRefund(scope, transaction, waiting)
      return waiting
    }
  }
}

/** Whether the bank has returned more than the payment had left. */
function isTooMuch(refund: RefundRecord): boolean {
  const moved = movedBy(refund)
  return refund.amount === 0 || (moved.currency === refund.currency && moved.amount > refund.amount)
}

async function recordSuccess(
  scope: Scope,
  transaction: Database,
  { session, refund, now }: RefundSettlement,
): Promise<RefundRecord> {
  const settled: RefundRecord = { ...refund, status: 'succeeded', settled_at: now, next_check_at: null }
  await saveRefund(scope, transaction, settled)
  await recordMovement(scope, transaction, 'refund', { ...refund, ...movedBy(refund), refund_id: refund.id }, now)
  const refunded = session.amount_refunded + refund.amount
  const fields = { amount_refunded: refunded, amount_refund_pending: session.amount_refund_pending - refund.amount }
  const link = await lockLinkOf(scope, transaction, session)
  if (link)
    await savePaymentLink(scope, transaction, { ...link, amount_collected: link.amount_collected - refund.amount })
  const change = {
    trigger: refundTrigger(session.amount, refunded),
    fields,
    eventData: { refund: wireRefund(settled) },
  }
  await changeSession(scope, transaction, session, change, now)
  return settled
}

async function recordFailure(
  scope: Scope,
  transaction: Database,
  { session, refund, now }: RefundSettlement,
  failureMessage: string,
): Promise<RefundRecord> {
  const settled: RefundRecord = {
    ...refund,
    status: 'failed',
    failure_message: failureMessage,
    settled_at: now,
    next_check_at: null,
  }
  await saveRefund(scope, transaction, settled)
  const change = {
    trigger: 'refund_failed',
    fields: { amount_refund_pending: session.amount_refund_pending - refund.amount },
    eventData: { refund: wireRefund(settled) },
  } as const
  await changeSession(scope, transaction, session, change, now)
  return settled
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
  places: 20,
  placesPerAccount: 5,
  itemsPerCall: 1,
  placeMs: 30_000,
  perform: claimingEach('check_refunds', claimMs, checkRefund),
}

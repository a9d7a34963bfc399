import { makeEvent } from '../../domain/webhooks/event.ts'
import { holdsMoney } from '../../domain/disputes/dispute-steps.ts'
import { newId } from '../../domain/ids.ts'
import { returnRefusedMail } from '../../engines/mail/payment-mails.ts'
import type { AttemptRecord, ReturnReason, ReturnRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { MovementKind, MovementRecord } from '../../domain/money/movement-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { nextTryAt } from '../../domain/time/back-off.ts'
import { linkPaymentData } from '../../domain/wire/payment-link.ts'
import type { Money, RefundOutcome } from '../../processors/processor.ts'
import { findReturn, insertingReturn, returnOf, saveReturn } from '../../store/sessions/automatic-returns.ts'
import { findCapture } from '../../store/sessions/captures.ts'
import { findAttempt } from '../../store/sessions/card-attempts.ts'
import { lockSession } from '../../store/sessions/checkout-sessions.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import { disputesOf } from '../../store/disputes/disputes.ts'
import { findMovement, movementsOf } from '../../store/sessions/money-movements.ts'
import { execute, type Write } from '../../store/sql/writes.ts'
import { claimingEach } from '../work/claim-due-item.ts'
import { insertingEvent } from '../../store/webhooks/events.ts'
import { changeSession } from './change-session.ts'
import { dashboardAddress, mailAccount } from '../mail/queue-mail.ts'
import { callProcessor, isIdOfAnotherOrder, orderOf, withAnswer, withIdOfAnotherOrder } from './call-processor.ts'
import type { FlowContext } from '../context.ts'
import type { DueWork } from '../work/due-queue.ts'
import { lockLinkOf } from './payment-link-of-session.ts'
import { recordingMovement } from './record-movement.ts'

/** How long the first call may take before the worker asks the bank. */
const orderWindowSeconds = 45

/**
 * Seconds until the next try, and the longest pause. The money belongs to the customer, so the service never gives up.
 */
const backOff = { firstSeconds: 2, longestSeconds: 3600 }

/**
 * The return `id` of the money of an attempt. The call to the bank follows after the commit; the worker makes up for a
 * lost call.
 */
export function beginningReturn(
  scope: Scope,
  attempt: AttemptRecord,
  reason: ReturnReason,
  now: Date,
): { readonly id: string; readonly write: Write } {
  const id = newId('ret', now)
  const write = insertingReturn(scope, {
    id,
    session_id: attempt.session_id,
    attempt_id: attempt.id,
    reason,
    amount: attempt.amount,
    currency: attempt.currency,
    processor: attempt.processor,
    processor_reference: id,
    purchase_reference: attempt.processor_reference,
    purchase_processor_id: attempt.processor_id,
    ordered_at: now,
    created_at: now,
    next_check_at: new Date(now.getTime() + orderWindowSeconds * 1000),
  })
  return { id, write }
}

/**
 * Orders the return at the bank, for the first time or again. The same reference never returns money twice. Of what a
 * bank has taken back for good, the customer has the money already.
 */
export async function orderReturn(context: FlowContext, scope: Scope, returnId: string): Promise<void> {
  const record = await findReturn(scope, context.db, returnId)
  if (record?.status !== 'pending') return
  const owed = await owedNow(scope, context.db, record)
  if (owed === 0) return endTaken(context, scope, record)
  // While a bank may keep the money, the customer has it. Nor can an order be changed that the processor has.
  if (owed === null || (owed < record.amount && record.processor_id !== null))
    return settleReturn(context, scope, record, { outcome: { kind: 'unreachable' } })
  const isUncaptured = await isOnlyReserved(context, scope, record)
  const order = { ...orderOf(record, record.ordered_at), amount: owed, isUncaptured }
  const outcome = await callProcessor(context, scope, record, (processor) => processor.refund(order))
  await settleReturn(context, scope, record, { outcome, moved: { amount: owed, currency: record.currency } })
}

/** How much of the money the customer does not have yet. Null: an open dispute decides. */
async function owedNow(scope: Scope, db: Database, record: ReturnRecord): Promise<number | null> {
  const holding = (await disputesOf(scope, db, record.attempt_id)).filter(holdsMoney)
  if (holding.some(({ status }) => status !== 'lost')) return null
  if (holding.length === 0 && record.orders === 1 && !record.is_reported) return record.amount
  const lines = (await movementsOf(scope, db, record.session_id)).filter(
    ({ attempt_id }) => attempt_id === record.attempt_id,
  )
  return owedAfter(record, holding, lines)
}

/** Money in another currency counts as all of it, because its rate is unknown. */
function owedAfter(
  { amount, currency }: Pick<ReturnRecord, 'amount' | 'currency'>,
  lost: readonly Pick<DisputeRecord, 'amount' | 'currency'>[],
  lines: readonly Pick<MovementRecord, 'kind' | 'amount' | 'currency'>[],
): number {
  const sumOf = (money: readonly Money[]): number =>
    money.reduce((sum, one) => sum + (one.currency === currency ? one.amount : amount), 0)
  const ofKind = (...kinds: MovementKind[]) => lines.filter(({ kind }) => kinds.includes(kind))
  const returned = sumOf(ofKind('reversal', 'capture_reversal')) - sumOf(ofKind('return_reversal'))
  return Math.max(0, Math.min(amount, amount - returned - sumOf(lost)))
}

/** Ends a return whose money the customer has from the bank, unless that has changed in the meantime. */
async function endTaken(context: FlowContext, scope: Scope, { id, session_id }: ReturnRecord): Promise<void> {
  await inTransaction(context.db, async (transaction) => {
    const session = await lockSession(scope, transaction, session_id)
    const record = await findReturn(scope, transaction, id)
    if (!session || record?.status !== 'pending' || (await owedNow(scope, transaction, record)) !== 0) return
    await endReturn(scope, transaction, session, record, context.clock.now())
  })
  context.announceEvents(scope)
}

/** Orders the rest of a return again that had ended, because the merchant has won money of it back. */
export async function reopenTaken(
  { scope, transaction, now }: { scope: Scope; transaction: Database; now: Date },
  attemptId: string,
): Promise<void> {
  const record = await returnOf(scope, transaction, attemptId)
  if (record?.status !== 'succeeded') return
  const open = { ...record, status: 'pending', settled_at: null, next_check_at: now, is_reported: true } as const
  if (!(await owedNow(scope, transaction, open))) return
  const isUsed = await findMovement(scope, transaction, 'reversal', record.processor_reference)
  await saveReturn(scope, transaction, isUsed ? withNextReference(open, now) : open)
}

/** Whether the money of a return was never taken: the approval only reserved it, and the service ordered no capture. */
async function isOnlyReserved({ db }: FlowContext, scope: Scope, { attempt_id: id }: ReturnRecord): Promise<boolean> {
  const attempt = await findAttempt(scope, db, id)
  return attempt?.captures_separately === true && (await findCapture(scope, db, id)) === null
}

/** Records the answer of the bank. If the answer has the id of another return, it does not count. */
async function settleReturn(
  context: FlowContext,
  scope: Scope,
  ordered: ReturnRecord,
  answer: Pick<ReturnSettlement, 'outcome' | 'moved'>,
): Promise<void> {
  try {
    await recordAnswer(context, scope, ordered, answer)
  } catch (error) {
    if (!isIdOfAnotherOrder(error)) throw error
    const { id } = ordered
    context.log.error({ merchantId: scope.merchantId, id }, 'a processor has given two returns one id')
    await recordAnswer(context, scope, ordered, { outcome: withIdOfAnotherOrder(answer.outcome) })
  }
}

async function recordAnswer(
  context: FlowContext,
  scope: Scope,
  ordered: ReturnRecord,
  answer: Pick<ReturnSettlement, 'outcome' | 'moved'>,
): Promise<void> {
  const now = context.clock.now()
  await inTransaction(context.db, async (transaction) => {
    const session = await lockSession(scope, transaction, ordered.session_id)
    const record = await findReturn(scope, transaction, ordered.id)
    if (!session || !record) throw new Error('Bug: the session or the return no longer exists')
    const isCurrentOrder = record.status === 'pending' && record.processor_reference === ordered.processor_reference
    if (isCurrentOrder) await settlePendingReturn(context, scope, transaction, { session, record, ...answer, now })
  })
  context.announceEvents(scope)
}

/** An answer about the current order of a return. The transaction holds the lock of the session. */
export interface ReturnSettlement {
  readonly session: SessionRecord
  readonly record: ReturnRecord
  readonly outcome: RefundOutcome
  readonly now: Date
  /** What the bank says that it returned. Default: what the service ordered. */
  readonly moved?: Money
}

/** Records the answer about a pending return. */
export async function settlePendingReturn(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  { session, record, outcome, now, moved = record }: ReturnSettlement,
): Promise<void> {
  if (outcome.kind === 'succeeded') {
    const { amount, currency } = moved
    await execute(transaction, recordingMovement(scope, 'reversal', { ...record, amount, currency }, now))
    return endReturn(scope, transaction, session, record, now)
  }
  await saveReturn(scope, transaction, withNextTry(record, outcome, now))
  // One mail is enough, because the service keeps retrying without help.
  if (outcome.kind === 'failed' && record.orders === 1)
    await mailRefusal(context, scope, transaction, record, outcome.failureMessage)
}

export function mailRefusal(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  { session_id, amount, currency }: ReturnRecord,
  reason: string,
): Promise<void> {
  const facts = {
    amount,
    currency,
    sessionId: session_id,
    address: dashboardAddress(context, scope, `payments/${session_id}`),
  }
  return mailAccount(context, scope, transaction, returnRefusedMail(facts, reason))
}

/** The bank never reverses its refusal of a reference, so the next order gets a new reference. */
export function withNextTry(record: ReturnRecord, outcome: RefundOutcome, now: Date): ReturnRecord {
  const known = withAnswer(record, outcome)
  const waiting = { ...known, checks: record.checks + 1, next_check_at: nextTryAt(now, record.checks, backOff) }
  if (outcome.kind !== 'failed') return waiting
  return { ...withNextReference(waiting, now), last_failure: outcome.failureMessage }
}

function withNextReference(record: ReturnRecord, now: Date): ReturnRecord {
  const orders = record.orders + 1
  return { ...record, orders, processor_id: null, ordered_at: now, processor_reference: `${record.id}.${orders}` }
}

/** Ends a return, because the customer has the money. */
export async function endReturn(
  scope: Scope,
  transaction: Database,
  session: SessionRecord,
  record: ReturnRecord,
  now: Date,
): Promise<void> {
  await saveReturn(scope, transaction, { ...record, status: 'succeeded', settled_at: now, next_check_at: null })
  if (!record.is_reported) await sendReturnEvent(scope, transaction, session, record, now)
}

/**
 * Sends the event of a return once the money is back. A late approval has no event
 * (spec/decisions/sessions.md#late-approval).
 */
async function sendReturnEvent(
  scope: Scope,
  transaction: Database,
  session: SessionRecord,
  record: ReturnRecord,
  now: Date,
): Promise<void> {
  if (record.reason === 'second_approval') {
    await changeSession(scope, transaction, session, { trigger: 'duplicate_returned' }, now)
  } else if (record.reason === 'duplicate_link_payment') {
    const link = await lockLinkOf(scope, transaction, session)
    if (!link) throw new Error('Bug: a second payment of a link has no link')
    const event = {
      type: 'payment_link.duplicate_payment',
      data: linkPaymentData(link, session),
      sessionId: session.id,
    } as const
    await execute(transaction, insertingEvent(scope, makeEvent(scope, event, now)))
  }
}

/** How long a claim keeps other workers away from a return. A crash delays its next order by this time at most. */
const claimMs = 60_000

/** Orders every return that is due. This also finishes returns that a crash interrupted. */
export const orderingReturns: DueWork = {
  task: 'order_returns',
  slots: 20,
  slotsPerAccount: 5,
  itemsPerCall: 1,
  slotMs: 30_000,
  perform: claimingEach('order_returns', claimMs, orderReturn),
}

import { makeEvent } from '../domain/event.ts'
import { newId } from '../domain/ids.ts'
import { loggable } from '../domain/loggable-error.ts'
import { returnRefusedMail } from '../mail/mail-texts.ts'
import type { AttemptRecord, ReturnReason, ReturnRecord, SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { linkPaymentData } from '../domain/wire/payment-link.ts'
import type { RefundOutcome } from '../processors/processor.ts'
import { findReturn, insertReturn, returnsDueForCheck, saveReturn } from '../store/automatic-returns.ts'
import { lockSession } from '../store/checkout-sessions.ts'
import type { Database } from '../store/database.ts'
import { inTransaction } from '../store/database.ts'
import { insertEvent } from '../store/events.ts'
import { changeSession } from './change-session.ts'
import { dashboardAddress, mailAccount } from './queue-mail.ts'
import { processorNamed } from './context.ts'
import type { FlowContext } from './context.ts'
import { lockLinkOf } from './payment-link-of-session.ts'
import { processorReference } from './processor-reference.ts'
import { recordMovement } from './record-movement.ts'

/** How long the bank is given to answer the first order before the sweep asks. */
const orderWindowSeconds = 45

/** Seconds until the next try, and the longest pause between two: the money is somebody else's, so we never give up. */
const firstPauseSeconds = 2
const longestPauseSeconds = 3600

/** Writes down that an attempt's money must go back. The order follows after the commit; if it does not, the sweep's does. */
export async function beginReturn(
  scope: Scope,
  transaction: Database,
  attempt: AttemptRecord,
  reason: ReturnReason,
  now: Date,
): Promise<string> {
  const id = newId('ret', now)
  await insertReturn(scope, transaction, {
    id,
    session_id: attempt.session_id,
    attempt_id: attempt.id,
    reason,
    amount: attempt.amount,
    currency: attempt.currency,
    processor: attempt.processor,
    processor_reference: processorReference(scope, id),
    purchase_reference: attempt.processor_reference,
    created_at: now,
    next_check_at: new Date(now.getTime() + orderWindowSeconds * 1000),
  })
  return id
}

/** Orders the money back, or orders it again: the same reference never returns it twice. */
export async function orderReturn(context: FlowContext, scope: Scope, returnId: string): Promise<void> {
  const record = await findReturn(scope, context.db, returnId)
  if (record?.status !== 'pending') return
  const outcome = await processorNamed(context, scope.livemode, record.processor).refund({
    reference: record.processor_reference,
    purchaseReference: record.purchase_reference,
    amount: record.amount,
    currency: record.currency,
  })
  await settleReturn(context, scope, record, outcome)
}

async function settleReturn(
  context: FlowContext,
  scope: Scope,
  ordered: ReturnRecord,
  outcome: RefundOutcome,
): Promise<void> {
  const now = context.clock.now()
  await inTransaction(context.db, async (transaction) => {
    const session = await lockSession(scope, transaction, ordered.session_id)
    const record = await findReturn(scope, transaction, ordered.id)
    if (!session || !record) throw new Error('Bug: neither a session nor a return is ever deleted')
    const isAnswerToThis = record.status === 'pending' && record.processor_reference === ordered.processor_reference
    if (!isAnswerToThis) return
    if (outcome.kind === 'succeeded') return complete(scope, transaction, session, record, now)
    await saveReturn(scope, transaction, tryAgain(scope, record, outcome, now))
    // Told once: the tries that follow are ours.
    if (outcome.kind === 'failed' && record.orders === 1)
      await tellRefusal(context, scope, transaction, record, outcome.failureMessage)
  })
  context.wakeDeliveries()
}

function tellRefusal(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  { session_id, amount, currency }: ReturnRecord,
  reason: string,
): Promise<void> {
  const matter = {
    livemode: scope.livemode,
    amount,
    currency,
    sessionId: session_id,
    address: dashboardAddress(context, scope, `payments/${session_id}`),
  }
  return mailAccount(context, scope, transaction, returnRefusedMail(matter, reason))
}

/** A refused order is final at the bank under its reference, so the next one gets another. */
function tryAgain(scope: Scope, record: ReturnRecord, outcome: RefundOutcome, now: Date): ReturnRecord {
  const pauseSeconds = Math.min(firstPauseSeconds * 2 ** record.checks, longestPauseSeconds)
  const waiting = { ...record, checks: record.checks + 1, next_check_at: new Date(now.getTime() + pauseSeconds * 1000) }
  if (outcome.kind !== 'failed') return waiting
  const orders = record.orders + 1
  return {
    ...waiting,
    orders,
    last_failure: outcome.failureMessage,
    processor_reference: `${processorReference(scope, record.id)}.${orders}`,
  }
}

async function complete(
  scope: Scope,
  transaction: Database,
  session: SessionRecord,
  record: ReturnRecord,
  now: Date,
): Promise<void> {
  await saveReturn(scope, transaction, { ...record, status: 'succeeded', settled_at: now, next_check_at: null })
  await recordMovement(scope, transaction, 'reversal', record, now)
  await report(scope, transaction, session, record, now)
}

/** The event of a return, sent only when the money is back. A late approval has none (decisions, "Bank check never finishes"). */
async function report(
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
    if (!link) throw new Error('Bug: a payment of a link has a link')
    const event = {
      type: 'payment_link.duplicate_payment',
      data: linkPaymentData(link, session),
      sessionId: session.id,
    } as const
    await insertEvent(scope, transaction, makeEvent(scope, event, now))
  }
}

/** Returns ordered in one sweep. */
const batch = 100

/** Orders every return that is due: this also ends what a crash left unfinished. */
export async function orderDueReturns(context: FlowContext): Promise<void> {
  const due = await returnsDueForCheck(context.db, context.clock.now(), batch)
  await Promise.all(
    due.map(({ scope, id }) =>
      orderReturn(context, scope, id).catch((error: unknown) =>
        context.log.error({ returnId: id, error: loggable(error) }, 'could not return money'),
      ),
    ),
  )
}

import { makeEvent } from '../domain/event.ts'
import { endedAttempt, payerOf } from '../domain/payer.ts'
import { paymentLinkTransition } from '../domain/payment-link-state.ts'
import type { AttemptRecord, PaymentLinkRecord, ReturnReason, SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { linkPaymentData } from '../domain/wire/payment-link.ts'
import type { Approved } from '../processors/processor.ts'
import { insertCapture } from '../store/captures.ts'
import { saveAttempt } from '../store/card-attempts.ts'
import type { Database } from '../store/database.ts'
import { insertEvent } from '../store/events.ts'
import { savePaymentLink } from '../store/payment-links.ts'
import { changeSession } from './change-session.ts'
import { lockLinkOf } from './payment-link-of-session.ts'
import { recordMovement } from './record-movement.ts'
import { beginReturn } from './return-money.ts'

/** An attempt that the bank has answered, and its session. The transaction holds the lock of the session. */
export interface SettledAttempt {
  readonly session: SessionRecord
  readonly attempt: AttemptRecord
  readonly now: Date
}

/** The effect of an approval. `returned`: the money goes back with the automatic return `returnId`. */
export type Approval =
  | { readonly kind: 'paid'; readonly session: SessionRecord; readonly attempt: AttemptRecord }
  | { readonly kind: 'returned'; readonly returnId: string }

/**
 * Marks the session and its payment link as paid. When another session has paid the one-off link in the meantime, the
 * money goes back instead.
 */
export async function approveAttempt(
  scope: Scope,
  transaction: Database,
  settled: SettledAttempt,
  outcome: Approved,
): Promise<Approval> {
  const { session, attempt, now } = settled
  const link = await lockLinkOf(scope, transaction, session)
  if (isPaidByAnother(link, session)) {
    await changeSession(scope, transaction, session, { trigger: 'approved_after_link_was_paid' }, now)
    const returnId = await returnCapture(scope, transaction, settled, outcome, 'duplicate_link_payment')
    return { kind: 'returned', returnId }
  }
  const approval = approvalOf(attempt, outcome)
  const approved: AttemptRecord = {
    ...attempt,
    ...approval,
    status: 'approved',
    ...endedAttempt(now),
  }
  await saveAttempt(scope, transaction, approved)
  await bookCapture(scope, transaction, settled)
  if (attempt.captures_separately) await beginCapture(scope, transaction, settled)
  const { card_brand, card_last4, card_network } = attempt
  const fields = {
    card_brand,
    card_last4,
    card_network,
    ...approval,
    paid_at: now,
    failure_code: null,
    failure_message: null,
    ...payerOf(session, attempt),
  }
  const paid = await changeSession(scope, transaction, session, { trigger: 'approved', fields }, now)
  if (link) await countPayment(scope, transaction, link, paid, now)
  return { kind: 'paid', session: paid, attempt: approved }
}

/**
 * The bank approved an attempt that its session no longer waits for, so the money goes back. Returns the id of the
 * return.
 */
export async function approveTooLate(
  scope: Scope,
  transaction: Database,
  settled: SettledAttempt,
  outcome: Approved,
): Promise<string> {
  const { session } = settled
  const link = await lockLinkOf(scope, transaction, session)
  const reason = session.paid_at
    ? 'second_approval'
    : isPaidByAnother(link, session)
      ? 'duplicate_link_payment'
      : 'late_approval'
  return returnCapture(scope, transaction, settled, outcome, reason)
}

function isPaidByAnother(link: PaymentLinkRecord | null, session: SessionRecord): boolean {
  return link?.kind === 'single' && link.paid_session_id !== null && link.paid_session_id !== session.id
}

/** Records the capture and begins its return in one transaction, so that a crash cannot lose the return. */
async function returnCapture(
  scope: Scope,
  transaction: Database,
  settled: SettledAttempt,
  outcome: Approved,
  reason: ReturnReason,
): Promise<string> {
  const { attempt, now } = settled
  const approval = approvalOf(attempt, outcome)
  await saveAttempt(scope, transaction, {
    ...attempt,
    ...approval,
    status: 'returned',
    ...endedAttempt(now),
  })
  await bookCapture(scope, transaction, settled)
  return beginReturn(scope, transaction, attempt, reason, now)
}

/** A notification may not tell how the customer confirmed, but the service knows that the bank asked. */
function approvalOf(
  { status, challenge }: AttemptRecord,
  { threeDSecure, authorizationCode }: Approved,
): Pick<AttemptRecord, 'three_d_secure' | 'authorization_code'> {
  const wasAsked = status === 'challenge' && challenge?.kind !== 'fingerprint'
  return { three_d_secure: wasAsked ? 'challenge' : threeDSecure, authorization_code: authorizationCode }
}

async function bookCapture(scope: Scope, transaction: Database, { attempt, now }: SettledAttempt): Promise<void> {
  await recordMovement(scope, transaction, 'capture', { ...attempt, attempt_id: attempt.id }, now)
}

/** The worker orders the capture after the commit, within a second. */
async function beginCapture(scope: Scope, transaction: Database, { attempt, now }: SettledAttempt): Promise<void> {
  const { id, session_id, amount, currency, processor } = attempt
  const due = { id, session_id, amount, currency, processor, created_at: now, next_check_at: now }
  await insertCapture(scope, transaction, due)
}

/** Counts the payment on its link. It also completes a one-off link, whose event follows the event of the session. */
async function countPayment(
  scope: Scope,
  transaction: Database,
  link: PaymentLinkRecord,
  session: SessionRecord,
  now: Date,
): Promise<void> {
  const counted = {
    ...link,
    payments_count: link.payments_count + 1,
    amount_collected: link.amount_collected + session.amount,
  }
  if (link.kind === 'reusable') return savePaymentLink(scope, transaction, counted)
  const transition = paymentLinkTransition(link.status, 'paid_off')
  if (!transition) throw new Error(`Bug: a link that is ${link.status} cannot be paid`)
  await savePaymentLink(scope, transaction, { ...counted, status: transition.to, paid_session_id: session.id })
  const after = new Date(now.getTime() + 1)
  const event = { type: 'payment_link.paid', data: linkPaymentData(link, session), sessionId: session.id } as const
  await insertEvent(scope, transaction, makeEvent(scope, event, after), { dueAt: now })
}

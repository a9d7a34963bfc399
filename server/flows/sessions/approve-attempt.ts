import { paymentLinkTransition } from '../../domain/links/payment-link-state.ts'
import type { AttemptRecord, ReturnReason, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { endedAttempt, payerOf } from '../../domain/sessions/payer.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import { makeEvent } from '../../domain/webhooks/event.ts'
import { linkPaymentData } from '../../domain/wire/payment-link.ts'
import type { Approved } from '../../processors/processor.ts'
import type { Decision } from '../../store/change.ts'
import { savingPaymentLink } from '../../store/links/payment-links.ts'
import { insertingCapture } from '../../store/sessions/captures.ts'
import { savingAttempt } from '../../store/sessions/card-attempts.ts'
import type { Write } from '../../store/sql/writes.ts'
import { insertingEvent } from '../../store/webhooks/events.ts'
import { sessionChange } from './change-session.ts'
import { recordingMovement } from './record-movement.ts'
import { beginningReturn } from './return-money.ts'

/** An attempt that the bank has answered, and its session. */
export interface SettledAttempt extends SessionAttempt {
  /** The payment link of the session. Null: there is none. */
  readonly link: PaymentLinkRecord | null
  readonly now: Date
}

/** The effect of an approval. `returned`: the money goes back with the automatic return `returnId`. */
export type Approval =
  ({ readonly kind: 'paid' } & SessionAttempt) | { readonly kind: 'returned'; readonly returnId: string }

/**
 * Marks the session and its payment link as paid. When another session has paid the one-off link in the meantime, the
 * money goes back instead.
 */
export function approveAttempt(scope: Scope, settled: SettledAttempt, outcome: Approved): Decision<Approval> {
  const { session, attempt, link, now } = settled
  if (isPaidByAnother(link, session)) {
    const change = sessionChange(scope, session, { trigger: 'approved_after_link_was_paid' }, now)
    const { result: returnId, writes } = returnCapture(scope, settled, outcome, 'duplicate_link_payment')
    return { result: { kind: 'returned', returnId }, writes: [...change.writes, ...writes] }
  }
  const approval = approvalOf(attempt, outcome)
  const approved: AttemptRecord = {
    ...attempt,
    ...approval,
    status: 'approved',
    ...endedAttempt(now),
  }
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
  const paid = sessionChange(scope, session, { trigger: 'approved', fields }, now)
  const writes = [
    savingAttempt(scope, approved),
    bookingCapture(scope, settled),
    ...(attempt.captures_separately ? [beginningCapture(scope, settled)] : []),
    ...paid.writes,
    ...(link ? countingPayment(scope, link, paid.session, now) : []),
  ]
  return { result: { kind: 'paid', session: paid.session, attempt: approved }, writes }
}

/**
 * The bank approved an attempt that its session no longer waits for, so the money goes back. The result is the id of
 * the return.
 */
export function approveTooLate(scope: Scope, settled: SettledAttempt, outcome: Approved): Decision<string> {
  const { session, link } = settled
  const reason = session.paid_at
    ? 'second_approval'
    : isPaidByAnother(link, session)
      ? 'duplicate_link_payment'
      : 'late_approval'
  return returnCapture(scope, settled, outcome, reason)
}

function isPaidByAnother(link: PaymentLinkRecord | null, session: SessionRecord): boolean {
  return link?.kind === 'single' && link.paid_session_id !== null && link.paid_session_id !== session.id
}

/** The capture and the begin of its return are written together, so that a crash cannot lose the return. */
function returnCapture(
  scope: Scope,
  settled: SettledAttempt,
  outcome: Approved,
  reason: ReturnReason,
): Decision<string> {
  const { attempt, now } = settled
  const returned = { ...attempt, ...approvalOf(attempt, outcome), status: 'returned', ...endedAttempt(now) } as const
  const { id, write } = beginningReturn(scope, attempt, reason, now)
  return { result: id, writes: [savingAttempt(scope, returned), bookingCapture(scope, settled), write] }
}

/** A notification may not tell how the customer confirmed, but the service knows that the bank asked. */
function approvalOf(
  { status, challenge }: AttemptRecord,
  { threeDSecure, authorizationCode }: Approved,
): Pick<AttemptRecord, 'three_d_secure' | 'authorization_code'> {
  const wasAsked = status === 'challenge' && challenge?.kind !== 'fingerprint'
  return { three_d_secure: wasAsked ? 'challenge' : threeDSecure, authorization_code: authorizationCode }
}

function bookingCapture(scope: Scope, { attempt, now }: SettledAttempt): Write {
  return recordingMovement(scope, 'capture', { ...attempt, attempt_id: attempt.id }, now)
}

/** The worker orders the capture after the commit, within a second. */
function beginningCapture(scope: Scope, { attempt, now }: SettledAttempt): Write {
  const { id, session_id, amount, currency, processor } = attempt
  return insertingCapture(scope, { id, session_id, amount, currency, processor, created_at: now, next_check_at: now })
}

/** Counts the payment on its link. It also completes a one-off link, whose event follows the event of the session. */
function countingPayment(scope: Scope, link: PaymentLinkRecord, session: SessionRecord, now: Date): readonly Write[] {
  const counted = {
    ...link,
    payments_count: link.payments_count + 1,
    amount_collected: link.amount_collected + session.amount,
  }
  if (link.kind === 'reusable') return [savingPaymentLink(scope, counted)]
  const transition = paymentLinkTransition(link.status, 'paid_off')
  if (!transition) throw new Error(`Bug: a link that is ${link.status} cannot be paid`)
  const after = new Date(now.getTime() + 1)
  const event = { type: 'payment_link.paid', data: linkPaymentData(link, session), sessionId: session.id } as const
  return [
    savingPaymentLink(scope, { ...counted, status: transition.to, paid_session_id: session.id }),
    insertingEvent(scope, makeEvent(scope, event, after), { dueAt: now }),
  ]
}

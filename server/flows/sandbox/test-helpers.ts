import { randomBytes } from 'node:crypto'
import type { Caller } from '../../domain/accounts/caller.ts'
import { fail, type Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { AttemptRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import {
  anotherAttemptRuns,
  linkNotActive,
  linkNotPaid,
  noChallenge,
  noOpenDispute,
  noSuch,
  notPaidForTest,
  nothingToDispute,
  refundNotSucceeded,
  refundSettled,
} from '../../domain/refusals.ts'
import type { Scope } from '../../domain/scope.ts'
import { testCard, type Scenario } from '../../processors/sandbox/scenarios.ts'
import { approvedAttemptOf, lastAttemptOf } from '../../store/sessions/card-attempts.ts'
import { loadSession } from '../../store/sessions/checkout-sessions.ts'
import { insertAttempt } from '../../store/sessions/new-attempts.ts'
import { insertSession } from '../../store/sessions/new-sessions.ts'
import { violates } from '../../store/sql/database.ts'
import { findRefund } from '../../store/refunds/refunds.ts'
import { applyProcessorFact } from '../acquirers/apply-processor-fact.ts'
import { checkAttempt, purchaseWindowSeconds } from '../sessions/check-attempt.ts'
import { closeSession } from '../sessions/close-session.ts'
import type { SandboxContext } from '../context.ts'
import { closeSessionDispute, findOpenDispute, openDispute } from '../disputes/dispute-session.ts'
import { closePaymentLink } from '../links/expire-payment-link.ts'
import { openLinkCheckout, sessionOfLink } from '../links/open-link-checkout.ts'
import { readPaymentLink } from '../links/read-payment-links.ts'
import { readSession } from '../sessions/read-session.ts'
import { settleAttempt } from '../sessions/settle-attempt.ts'
import { checkRefund } from '../refunds/settle-refund.ts'
import { payWithCard } from '../sessions/submit-card.ts'

// The test helpers (spec/decisions/sandbox.md#test-helpers). They simulate only the bank or the customer; the ordinary
// flows do the rest.

type SessionResult<Code extends 'session_not_payable' | 'payment_in_progress' | 'session_not_refundable'> =
  { kind: 'session'; session: SessionRecord } | Failure<'session_not_found' | Code>

/** Pays a session with the test card of a scenario, as the form would. */
export async function payInTest(
  context: SandboxContext,
  scope: Scope,
  sessionId: string,
  scenario: Scenario,
): Promise<SessionResult<'session_not_payable' | 'payment_in_progress'>> {
  const card = testCard(scenario, context.clock.now())
  const nonce = randomBytes(16).toString('base64url')
  const paid = await payWithCard(context, scope, sessionId, { card, nonce, params: {}, client: null, admission: null })
  if (paid.kind !== 'failure')
    return paid.settled ? { kind: 'session', session: paid.settled.session } : storedSession(context, scope, sessionId)
  if (paid.code === 'payment_in_progress') return fail(paid.code, attemptRuns)
  return paid.code === 'session_not_payable' ? fail(paid.code, paid.detail) : fail('session_not_found')
}

const attemptRuns = {
  fix: 'Wait for its result. If it was the card `challenge`, answer the window with `complete_challenge`.',
}

/** Reads the stored session. Asking the bank would end the wait that a test wants to see. Calls share the statement. */
async function storedSession(
  context: SandboxContext,
  scope: Scope,
  sessionId: string,
): Promise<{ kind: 'session'; session: SessionRecord } | Failure<'session_not_found'>> {
  const session = await loadSession(scope, context.db, sessionId)
  return session ? { kind: 'session', session } : fail('session_not_found')
}

/** The customer answers the confirmation window. */
export async function completeChallengeInTest(
  context: SandboxContext,
  scope: Scope,
  sessionId: string,
  outcome: 'approved' | 'declined' | 'abandoned',
): Promise<SessionResult<'session_not_payable'>> {
  const attempt = await lastAttemptOf(scope, context.db, sessionId)
  const isWaiting =
    attempt?.status === 'challenge' && (await context.sandbox.completeChallenge(attempt.processor_reference, outcome))
  if (!isWaiting) {
    const session = await readSession(context, scope, sessionId)
    return session ? noChallenge(session) : fail('session_not_found')
  }
  await checkAttempt(context, scope, attempt.id)
  return storedSession(context, scope, sessionId)
}

/** Expires a session. */
export async function expireInTest(
  context: SandboxContext,
  scope: Scope,
  sessionId: string,
): Promise<SessionResult<'session_not_payable' | 'payment_in_progress'>> {
  const closed = await closeSession(context, scope, sessionId)
  return closed.kind === 'closed' ? { kind: 'session', session: closed.session } : closed
}

/** The cardholder disputes the payment. */
export async function disputeInTest(
  context: SandboxContext,
  scope: Scope,
  sessionId: string,
  person: Caller | null = null,
): Promise<SessionResult<'session_not_refundable'>> {
  const session = await readSession(context, scope, sessionId)
  if (!session) return fail('session_not_found')
  const attempt = session.status === 'paid' ? await approvedAttemptOf(scope, context.db, sessionId) : null
  if (!attempt) return notPaidForTest(session)
  const opened = await context.sandbox.openChargeback(attempt.processor_reference)
  // A request that crashed between the two steps left a chargeback that is open only at the bank.
  const chargeback = opened ?? (await context.sandbox.findOpenChargeback(attempt.processor_reference))
  if (!chargeback || !(await openDispute(context, scope, sessionId, chargeback, person))) return nothingToDispute
  return storedSession(context, scope, sessionId)
}

/** The bank decides the dispute. */
export async function closeDisputeInTest(
  context: SandboxContext,
  scope: Scope,
  sessionId: string,
  outcome: 'won' | 'lost',
  person: Caller | null = null,
): Promise<SessionResult<'session_not_refundable'>> {
  const dispute = await findOpenDispute(context, scope, sessionId)
  if (!dispute) return refuseToClose(context, scope, sessionId)
  const isClosed = await context.sandbox.closeChargeback(dispute.processor_reference, outcome)
  return isClosed && (await closeSessionDispute(context, scope, sessionId, outcome, person))
    ? storedSession(context, scope, sessionId)
    : refuseToClose(context, scope, sessionId)
}

async function refuseToClose(
  context: SandboxContext,
  scope: Scope,
  sessionId: string,
): Promise<Failure<'session_not_found' | 'session_not_refundable'>> {
  const session = await readSession(context, scope, sessionId)
  return session ? noOpenDispute(session) : fail('session_not_found')
}

/** The bank approves a second attempt of a paid session. */
export async function approveTwiceInTest(
  context: SandboxContext,
  scope: Scope,
  sessionId: string,
): Promise<SessionResult<'session_not_refundable'>> {
  const session = await readSession(context, scope, sessionId)
  if (!session) return fail('session_not_found')
  const first = session.paid_at && (await approvedAttemptOf(scope, context.db, sessionId))
  if (!first) return notPaidForTest(session)
  const second = await repeatAttempt(context, scope, first)
  if (!second) return anotherAttemptRuns
  await context.sandbox.approveAgain(first.processor_reference, second.processor_reference)
  await settleAttempt(context, scope, second.id, { kind: 'approved', authorizationCode: null, threeDSecure: null })
  return storedSession(context, scope, sessionId)
}

/**
 * Creates a second attempt with the same card. Null while another attempt is running, because a session has one at a
 * time.
 */
async function repeatAttempt(
  context: SandboxContext,
  scope: Scope,
  first: AttemptRecord,
): Promise<Pick<AttemptRecord, 'id' | 'processor_reference'> | null> {
  const now = context.clock.now()
  const id = newId('att', now)
  const next_check_at = new Date(now.getTime() + purchaseWindowSeconds * 1000)
  const second = {
    ...first,
    id,
    processor_reference: id,
    nonce: id,
    created_at: now,
    next_check_at,
  }
  try {
    await insertAttempt(scope, context.db, second)
    return second
  } catch (error) {
    if (violates(error, 'one_live_attempt_per_session')) return null
    throw error
  }
}

type LinkResult = { kind: 'link'; link: PaymentLinkRecord } | Failure<'not_found' | 'session_not_payable'>

/** Expires an active payment link. */
export async function expireLinkInTest(context: SandboxContext, scope: Scope, linkId: string): Promise<LinkResult> {
  const link = await readPaymentLink(context, scope, linkId)
  if (!link) return noSuch('payment link')
  if (link.status !== 'active') return linkNotActive(link)
  const closed = await closePaymentLink(context, scope, linkId, 'time_passed')
  return closed?.status === 'expired' ? { kind: 'link', link: closed } : linkNotActive(closed ?? link)
}

/** A customer opens a link and pays with the test card of a scenario. */
export async function payLinkInTest(
  context: SandboxContext,
  scope: Scope,
  linkId: string,
  scenario: Scenario,
): Promise<
  | { kind: 'session'; session: SessionRecord }
  | Failure<'not_found' | 'rate_limited' | 'session_not_payable' | 'payment_in_progress'>
> {
  const link = await readPaymentLink(context, scope, linkId)
  if (!link) return noSuch('payment link')
  const opened = await openLinkCheckout(context, link.code)
  if (opened.kind === 'failure') return opened
  const paid = await payInTest(context, scope, opened.view.session.id, scenario)
  if (paid.kind === 'session') return paid
  const { code, detail } = paid
  return code === 'session_not_found' ? noSuch('payment link') : fail(code, detail)
}

/** The bank approves a second payment of a one-off link that is already paid. */
export async function payLinkTwiceInTest(context: SandboxContext, scope: Scope, linkId: string): Promise<LinkResult> {
  const link = await readPaymentLink(context, scope, linkId)
  if (!link) return noSuch('payment link')
  if (link.kind !== 'single' || link.status !== 'paid') return linkNotPaid(link)
  const second = await insertSession(scope, context.db, {
    ...sessionOfLink(scope, { ...link, expires_at: null }, context.clock.now()),
    shared: false,
  })
  await payInTest(context, scope, second.id, 'approved')
  return { kind: 'link', link: (await readPaymentLink(context, scope, linkId)) ?? link }
}

type RefundResult = { kind: 'refund'; refund: RefundRecord } | Failure<'not_found' | 'session_not_refundable'>

/** The bank settles a pending refund. */
export async function settleRefundInTest(
  context: SandboxContext,
  scope: Scope,
  refundId: string,
  status: 'succeeded' | 'failed',
): Promise<RefundResult> {
  const refund = await findRefund(scope, context.db, refundId)
  if (!refund) return noSuch('refund')
  if (refund.status !== 'pending' || !(await context.sandbox.settleRefund(refund.processor_reference, status)))
    return refundSettled(refund)
  await checkRefund(context, scope, refundId)
  return storedRefund(context, scope, refundId)
}

/** The money of a refund that had succeeded comes back. */
export async function reverseRefundInTest(
  context: SandboxContext,
  scope: Scope,
  refundId: string,
): Promise<RefundResult> {
  const refund = await findRefund(scope, context.db, refundId)
  if (!refund) return noSuch('refund')
  const { status, processor, processor_reference: reference, amount, currency } = refund
  if (status !== 'succeeded' || !(await context.sandbox.reverseRefund(reference))) return refundNotSucceeded(refund)
  const fact = { kind: 'refund_reversed', reference, reversal: reference, money: { amount, currency } } as const
  await applyProcessorFact(context, scope, processor, fact)
  return storedRefund(context, scope, refundId)
}

async function storedRefund(context: SandboxContext, scope: Scope, refundId: string): Promise<RefundResult> {
  const refund = await findRefund(scope, context.db, refundId)
  return refund ? { kind: 'refund', refund } : noSuch('refund')
}

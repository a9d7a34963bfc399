import type { components } from '../../../generated/types.ts'
import type { Validated } from '../../domain/wire/validated.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { fail, type Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import { callOf, notRefundable, refundTooLarge } from '../../domain/refusals.ts'
import { amountLeft } from '../../domain/refunds/refund-state.ts'
import type { Scope } from '../../domain/scope.ts'
import { claimingKey, isKeyUsed, releaseKey, takeOverKey } from '../../idempotency/claims.ts'
import { findEarlierRequest, type Replay } from '../../idempotency/earlier-request.ts'
import type { RequestKey } from '../../idempotency/request-key.ts'
import { approvedAttemptOf } from '../../store/sessions/card-attempts.ts'
import { change, type Decision } from '../../store/change.ts'
import { lockSession, savingSession, sessionUnchanged } from '../../store/sessions/checkout-sessions.ts'
import type { Database } from '../../store/sql/database.ts'
import { isKeyTaken, keyUnused } from '../../store/idempotency-keys.ts'
import {
  loadRefundable,
  type RefundablePayment,
  type RefundableSession,
} from '../../store/refunds/refundable-sessions.ts'
import { findRefund, insertingRefund, type NewRefund } from '../../store/refunds/refunds.ts'
import { auditing } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { orderRefund, type OrderedRefund } from './settle-refund.ts'
import { unchargeable } from '../sessions/unchargeable.ts'

type Params = Validated<components['schemas']['RefundCreateParams']>
type RefusalCode = 'parameter_invalid' | 'session_not_found' | 'session_not_refundable' | 'refund_exceeds_amount'
type Code = RefusalCode | 'idempotency_conflict' | 'request_in_progress' | 'processor_unavailable'

/** `isReplyKept`: the reply is kept for the idempotency key already. */
interface Refunded {
  readonly kind: 'refund'
  readonly refund: RefundRecord
  readonly isReplyKept: boolean
}

export type RefundResult = Refunded | Replay | Failure<Code>

/** A refund that a person makes in the dashboard. */
export interface RefundByHand {
  /** For the audit log. */
  readonly person: Caller
  /**
   * The refundable amount that the page showed, in the smallest unit. The flow refuses the refund when the amount has
   * changed since.
   */
  readonly expectedLeft: number
}

/** Whether a request with this key has made its refund already, so that a repetition makes no other. */
export function isRepeated(context: FlowContext, scope: Scope, requestKey: RequestKey): Promise<boolean> {
  return isKeyUsed(context, scope, context.db, requestKey)
}

/** How long the refund call may take before the worker asks the bank for its outcome. */
const refundWindowSeconds = 45

/** Refunds money of a paid session to its card, once for each idempotency key (operation `refundCheckoutSession`). */
export async function refundSession(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  params: Params,
  requestKey: RequestKey | null,
  byHand: RefundByHand | null = null,
): Promise<RefundResult> {
  if (requestKey) {
    const earlier = await resumeEarlier(context, scope, requestKey)
    if (earlier) return earlier
  }
  const found = await loadRefundable(scope, context.db, sessionId)
  const refusal = found && (await unchargeableRefund(context, scope, found, params))
  if (refusal) return refusal
  const started = await beginRefund(context, scope, { sessionId, params, requestKey, byHand, found })
  if (started.kind === 'failure') return started
  if (started.kind === 'started') return finish(context, scope, started, requestKey)
  if (!requestKey) throw new Error('Bug: a request without an idempotency key found its key used')
  return (await resumeEarlier(context, scope, requestKey)) ?? fail('request_in_progress')
}

/**
 * The result of an earlier request with this key, whose work this call finishes if necessary. Null when the key is
 * unused.
 */
async function resumeEarlier(context: FlowContext, scope: Scope, requestKey: RequestKey): Promise<RefundResult | null> {
  const earlier = await findEarlierRequest(context, scope, requestKey)
  if (earlier?.kind !== 'unfinished') return earlier
  if (!(await takeOverKey(context, scope, requestKey))) return fail('request_in_progress')
  const refund = await findRefund(scope, context.db, earlier.objectId)
  // A key of another kind of request has another fingerprint and cannot get here.
  if (!refund) throw new Error('Bug: the idempotency key names a refund that does not exist')
  return finish(context, scope, { refund }, requestKey)
}

/** A part of a payment can be an amount that its processor cannot return. */
async function unchargeableRefund(
  context: FlowContext,
  scope: Scope,
  { session, payment }: RefundableSession,
  params: Params,
): Promise<Failure<'parameter_invalid'> | null> {
  const amount = params.amount ?? amountLeft(session)
  if (refusalOf(session, amount, null)) return null
  const processor = await context.processorFor(scope, payment.attempt.processor)
  const problem = processor && unchargeable(processor, { amount, currency: session.currency })
  return problem && fail('parameter_invalid', { ...problem, param: 'amount' })
}

interface RefundInput {
  readonly sessionId: string
  readonly params: Params
  readonly requestKey: RequestKey | null
  readonly byHand: RefundByHand | null
  /** Null: nothing has paid the session. */
  readonly found: RefundableSession | null
}

type RefundStart = ({ kind: 'started' } & OrderedRefund) | { kind: 'key_used' } | Failure<RefusalCode>

/** The rows from which a refund starts. */
interface RefundBasis {
  /** Null: there is no such session. */
  readonly session: SessionRecord | null
  /** Null: the refund is refused. The transaction reads no capture. */
  readonly payment: (Pick<RefundablePayment, 'attempt'> & Partial<RefundablePayment>) | null
  readonly isKeyUsed: boolean
}

/** The first phase: reserves the amount and creates the refund, with its idempotency key. */
async function beginRefund(context: FlowContext, scope: Scope, input: RefundInput): Promise<RefundStart> {
  const { requestKey, byHand, found } = input
  // Only the locked session can say which refusal is right, and what a person sees must be what is left.
  const isAllowed = !byHand && found && !refusalOf(found.session, amountOf(input, found.session), null)
  try {
    return await change<RefundBasis, RefundStart>(scope, context.db, {
      name: 'begin refund',
      known: isAllowed ? { ...found, isKeyUsed: false } : null,
      conditions: ({ session }) => [
        ...(session ? [sessionUnchanged(session)] : []),
        ...(requestKey ? [keyUnused(requestKey)] : []),
      ],
      lock: (transaction) => lockBasis(context, scope, transaction, input),
      decide: (basis) => decideRefund(context, scope, input, basis),
    })
  } catch (error) {
    if (isKeyTaken(error)) return { kind: 'key_used' }
    throw error
  }
}

async function lockBasis(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  input: RefundInput,
): Promise<RefundBasis> {
  const { sessionId, requestKey, byHand } = input
  const session = await lockSession(scope, transaction, sessionId)
  // The request that held the lock before may have used the same key.
  const isUsed = requestKey !== null && (await isKeyUsed(context, scope, transaction, requestKey))
  const isAllowed = session && !isUsed && !refusalOf(session, amountOf(input, session), byHand)
  const attempt = isAllowed ? await approvedAttemptOf(scope, transaction, session.id) : null
  return { session, payment: attempt && { attempt }, isKeyUsed: isUsed }
}

function decideRefund(
  context: FlowContext,
  scope: Scope,
  input: RefundInput,
  { session, payment, isKeyUsed: isUsed }: RefundBasis,
): Decision<RefundStart> {
  const { requestKey, byHand, params } = input
  if (isUsed) return { result: { kind: 'key_used' }, writes: [] }
  if (!session) return { result: fail('session_not_found'), writes: [] }
  const amount = amountOf(input, session)
  const refusal = refusalOf(session, amount, byHand)
  if (refusal) return { result: refusal, writes: [] }
  if (!payment) throw new Error('Bug: a paid session has no approved attempt')
  const reserved = { ...session, amount_refund_pending: session.amount_refund_pending + amount }
  const { refund, write } = insertingRefund(
    scope,
    newRefund(context, session, payment.attempt, { amount, reason: params.reason ?? null }),
  )
  const writes = [
    ...(requestKey ? [claimingKey(context, scope, requestKey, refund.id)] : []),
    savingSession(scope, reserved),
    write,
    ...(byHand
      ? [auditing(context, byHand.person, { ...scope, action: 'refund.created', detail: detailOf(refund) })]
      : []),
  ]
  const known = payment.capture === undefined ? {} : { known: { session: reserved, capture: payment.capture } }
  return { result: { kind: 'started', refund, requestKey, ...known }, writes }
}

function amountOf({ params }: Pick<RefundInput, 'params'>, session: SessionRecord): number {
  return params.amount ?? amountLeft(session)
}

function detailOf({ id, session_id, amount, currency }: RefundRecord): Record<string, unknown> {
  return { refund: id, session: session_id, amount, currency }
}

function refusalOf(session: SessionRecord, amount: number, byHand: RefundByHand | null): Failure<RefusalCode> | null {
  if (session.status !== 'paid' || amountLeft(session) === 0) return notRefundable(session)
  if (byHand && byHand.expectedLeft !== amountLeft(session)) return notRefundable(session)
  return amount > amountLeft(session) ? refundTooLarge(amount, session) : null
}

function newRefund(
  context: FlowContext,
  session: SessionRecord,
  attempt: RefundablePayment['attempt'],
  { amount, reason }: Pick<RefundRecord, 'amount' | 'reason'>,
): NewRefund {
  const now = context.clock.now()
  const id = newId('re', now)
  return {
    id,
    session_id: session.id,
    attempt_id: attempt.id,
    amount,
    currency: session.currency,
    reason,
    processor: attempt.processor,
    processor_reference: id,
    purchase_reference: attempt.processor_reference,
    purchase_processor_id: attempt.processor_id,
    created_at: now,
    next_check_at: new Date(now.getTime() + refundWindowSeconds * 1000),
  }
}

/** Without a key, a second request would be a second refund. */
const keptPending = {
  message: 'The card processor did not answer, so the refund is pending.',
  fix:
    'Do not send the refund again: the service keeps asking the processor. ' +
    `Read the result with ${callOf('listRefunds')} and the id of the session.`,
}

/**
 * The second and third phases: orders the refund and records the answer. Without an answer, the amount stays reserved
 * and the key is released for the retry.
 */
async function finish(
  context: FlowContext,
  scope: Scope,
  ordered: OrderedRefund,
  requestKey: RequestKey | null,
): Promise<RefundResult> {
  const { refund } = ordered
  const answer = refund.status === 'pending' ? await orderRefund(context, scope, ordered) : null
  if (answer?.kind === 'unreachable') {
    if (requestKey) await releaseKey(context, scope, requestKey)
    return fail('processor_unavailable', requestKey ? {} : keptPending)
  }
  const current = answer?.settled ?? (await findRefund(scope, context.db, refund.id))
  if (!current) throw new Error('Bug: the refund no longer exists')
  return { kind: 'refund', refund: current, isReplyKept: answer?.isReplyKept === true }
}

import type { components } from '../../generated/types.ts'
import type { Caller } from '../domain/caller.ts'
import { fail } from '../domain/failure.ts'
import type { Failure } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import type { RefundRecord, SessionRecord } from '../domain/records.ts'
import { amountLeft } from '../domain/refund-state.ts'
import type { Scope } from '../domain/scope.ts'
import { claimKey, isKeyUsed, releaseKey, takeOverKey } from '../idempotency/claims.ts'
import { findEarlierRequest } from '../idempotency/earlier-request.ts'
import type { Replay } from '../idempotency/earlier-request.ts'
import type { RequestKey } from '../idempotency/request-key.ts'
import { approvedAttemptOf } from '../store/card-attempts.ts'
import { lockSession, saveSession } from '../store/checkout-sessions.ts'
import type { Database } from '../store/database.ts'
import { inTransaction } from '../store/database.ts'
import { findRefund, insertRefund } from '../store/refunds.ts'
import { audit } from './audit.ts'
import type { FlowContext } from './context.ts'
import { orderRefund } from './settle-refund.ts'
import { processorReference } from './processor-reference.ts'

type Params = components['schemas']['RefundCreateParams']
type RefusalCode = 'session_not_found' | 'session_not_refundable' | 'refund_exceeds_amount'
type Code = RefusalCode | 'idempotency_conflict' | 'request_in_progress' | 'processor_unavailable'

export type RefundResult = { kind: 'refund'; refund: RefundRecord } | Replay | Failure<Code>

/** A refund by somebody at the dashboard. */
export interface RefundByHand {
  /** For the audit log. */
  readonly person: Caller
  /** What was left when they looked: when it is something else by now, nothing is refunded. In the smallest unit. */
  readonly expectedLeft: number
}

/** How long the bank is given before the sweep asks what became of a refund. */
const refundWindowSeconds = 45

/** Returns money of a paid session to its card, once for each request key (Specification, "Refund a paid session"). */
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
  const begun = await beginRefund(context, scope, { sessionId, params, requestKey, byHand })
  if (begun.kind === 'failure') return begun
  if (begun.kind === 'begun') return finish(context, scope, begun.refund, requestKey)
  if (!requestKey) throw new Error('Bug: only a request with a key can find it used')
  return (await resumeEarlier(context, scope, requestKey)) ?? fail('request_in_progress')
}

/** What an earlier request with this key came to, or is finished to now; null when the key is unused. */
async function resumeEarlier(context: FlowContext, scope: Scope, requestKey: RequestKey): Promise<RefundResult | null> {
  const earlier = await findEarlierRequest(context, scope, requestKey)
  if (earlier?.kind !== 'unfinished') return earlier
  if (!(await takeOverKey(context, scope, requestKey))) return fail('request_in_progress')
  const refund = await findRefund(scope, context.db, earlier.objectId)
  // The key of another kind of request cannot get here: its fingerprint differs.
  if (!refund) throw new Error('Bug: a refund is committed with its key')
  return finish(context, scope, refund, requestKey)
}

interface Beginning {
  readonly sessionId: string
  readonly params: Params
  readonly requestKey: RequestKey | null
  readonly byHand: RefundByHand | null
}

type Begun = { kind: 'begun'; refund: RefundRecord } | { kind: 'key_used' } | Failure<RefusalCode>

/** The first phase: reserves the amount and names the refund, with its key, in one transaction. */
function beginRefund(context: FlowContext, scope: Scope, beginning: Beginning): Promise<Begun> {
  return inTransaction(context.db, async (transaction): Promise<Begun> => {
    const session = await lockSession(scope, transaction, beginning.sessionId)
    const { requestKey, params, byHand } = beginning
    // Whoever held the lock before may have been the first request with this key.
    if (requestKey && (await isKeyUsed(context, scope, transaction, requestKey))) return { kind: 'key_used' }
    if (!session) return fail('session_not_found')
    const amount = params.amount ?? amountLeft(session)
    const refusal = refusalOf(session, amount, byHand)
    if (refusal) return refusal
    const begun = await reserve(context, scope, transaction, {
      session,
      amount,
      reason: params.reason ?? null,
      requestKey,
    })
    if (byHand && begun.kind === 'begun')
      await audit(context, transaction, byHand.person, {
        ...scope,
        action: 'refund.created',
        detail: detailOf(begun.refund),
      })
    return begun
  })
}

function detailOf({ id, session_id, amount, currency }: RefundRecord): Record<string, unknown> {
  return { refund: id, session: session_id, amount, currency }
}

function refusalOf(session: SessionRecord, amount: number, byHand: RefundByHand | null): Failure<RefusalCode> | null {
  if (session.status !== 'paid' || amountLeft(session) === 0) return fail('session_not_refundable')
  if (byHand && byHand.expectedLeft !== amountLeft(session)) return fail('session_not_refundable')
  return amount > amountLeft(session) ? fail('refund_exceeds_amount', { param: 'amount' }) : null
}

interface Reservation {
  readonly session: SessionRecord
  readonly amount: number
  readonly reason: string | null
  readonly requestKey: RequestKey | null
}

async function reserve(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  reservation: Reservation,
): Promise<Begun> {
  const { session, amount, reason, requestKey } = reservation
  const now = context.clock.now()
  const id = newId('re', now)
  if (requestKey && !(await claimKey(context, scope, transaction, requestKey, id))) return { kind: 'key_used' }
  const attempt = await approvedAttemptOf(scope, transaction, session.id)
  if (!attempt) throw new Error('Bug: a paid session has an approved attempt')
  await saveSession(scope, transaction, { ...session, amount_refund_pending: session.amount_refund_pending + amount })
  const refund = await insertRefund(scope, transaction, {
    id,
    session_id: session.id,
    attempt_id: attempt.id,
    amount,
    currency: session.currency,
    reason,
    processor: attempt.processor,
    processor_reference: processorReference(scope, id),
    purchase_reference: attempt.processor_reference,
    created_at: now,
    next_check_at: new Date(now.getTime() + refundWindowSeconds * 1000),
  })
  return { kind: 'begun', refund }
}

/** The second and third phase. Without an answer the reserve stays, and the key is free for the retry. */
async function finish(
  context: FlowContext,
  scope: Scope,
  refund: RefundRecord,
  requestKey: RequestKey | null,
): Promise<RefundResult> {
  const answered = refund.status !== 'pending' || (await orderRefund(context, scope, refund)) !== 'unreachable'
  if (!answered) {
    if (requestKey) await releaseKey(context, scope, requestKey)
    return fail('processor_unavailable')
  }
  const current = await findRefund(scope, context.db, refund.id)
  if (!current) throw new Error('Bug: a refund is never deleted')
  return { kind: 'refund', refund: current }
}

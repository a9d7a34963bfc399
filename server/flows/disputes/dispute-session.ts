import type { AuditAction } from '../../domain/accounts/audit-actions.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import type { DisputeReason, DisputeStep } from '../../domain/disputes/dispute-state.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { findDisputeByReference, openDisputeOf } from '../../store/disputes/disputes.ts'
import { approvedAttemptOf } from '../../store/sessions/card-attempts.ts'
import { findSession, lockSession } from '../../store/sessions/checkout-sessions.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { recordReport } from './record-dispute.ts'

// The disputes of the simulated bank. An acquirer reports its disputes as facts, which take the same way.

/** A chargeback as the simulated bank reports it. */
export interface Chargeback {
  /** The bank's reference. Makes the report idempotent. */
  readonly reference: string
  /** The amount taken back, in the smallest unit. */
  readonly amount: number
  readonly reason: DisputeReason | null
  /** Until when the merchant can answer. */
  readonly respondBy: Date | null
}

/**
 * Records a chargeback. The ledger always gets its money; the session becomes `disputed` only if it is still paid. A
 * repeated report changes nothing. Returns whether this report made the session disputed. `person`: the dashboard user
 * for the audit log.
 */
export async function openDispute(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  { reference, amount, reason, respondBy }: Chargeback,
  person: Caller | null = null,
): Promise<boolean> {
  const step = {
    stage: 'charged',
    event: reference,
    amount,
    reason,
    respondBy: respondBy?.toISOString() ?? null,
  } as const
  const isDisputed = await inTransaction(context.db, async (transaction) => {
    const before = await lockSession(scope, transaction, sessionId)
    if (!(await takeStep(context, scope, transaction, { sessionId, reference, step }))) return false
    const dispute = await findDisputeByReference(scope, transaction, reference)
    await note(context, scope, transaction, person, 'dispute.opened', { session: sessionId, dispute: dispute?.id })
    return before?.status === 'paid'
  })
  if (isDisputed) context.announceEvents(scope)
  return isDisputed
}

interface SessionStep {
  readonly sessionId: string
  readonly reference: string
  readonly step: Omit<DisputeStep, 'dispute' | 'currency' | 'at'>
}

async function takeStep(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  { sessionId, reference, step }: SessionStep,
): Promise<boolean> {
  const session = await findSession(scope, transaction, sessionId)
  const attempt = await approvedAttemptOf(scope, transaction, sessionId)
  if (!session || !attempt) return false
  const work = { context, scope, transaction, now: context.clock.now() }
  const report = { ...step, dispute: reference, currency: attempt.currency }
  const { result } = await recordReport(work, { session, attempt }, report)
  return result === 'applied'
}

async function note(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  person: Caller | null,
  action: AuditAction,
  detail: Record<string, unknown>,
): Promise<void> {
  if (person) await audit(context, transaction, person, { ...scope, action, detail })
}

/** The open dispute of a session, or null. */
export function findOpenDispute(context: FlowContext, scope: Scope, sessionId: string): Promise<DisputeRecord | null> {
  return openDisputeOf(scope, context.db, sessionId)
}

/**
 * Records the outcome of the open dispute. When the merchant wins, the money comes back and the session is `paid`
 * again, or `refunded` if everything was refunded in the meantime. False: no dispute is open. `person`: the dashboard
 * user for the audit log.
 */
export async function closeSessionDispute(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  outcome: 'won' | 'lost',
  person: Caller | null = null,
): Promise<boolean> {
  const isClosed = await inTransaction(context.db, async (transaction) => {
    await lockSession(scope, transaction, sessionId)
    const dispute = await openDisputeOf(scope, transaction, sessionId)
    if (!dispute) return false
    const { processor_reference: reference, amount } = dispute
    const stage = outcome === 'won' ? 'reversed' : 'lost'
    const step = { stage, event: reference, amount, reason: null, respondBy: null } as const
    if (!(await takeStep(context, scope, transaction, { sessionId, reference, step }))) return false
    const detail = { session: sessionId, dispute: dispute.id, outcome }
    await note(context, scope, transaction, person, 'dispute.closed', detail)
    return true
  })
  if (isClosed) context.announceEvents(scope)
  return isClosed
}

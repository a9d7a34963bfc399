import type { Caller } from '../domain/caller.ts'
import type { DisputeReason } from '../domain/dispute-state.ts'
import { newId } from '../domain/ids.ts'
import { disputeMail } from '../mail/mail-texts.ts'
import type { AttemptRecord, DisputeRecord, SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { approvedAttemptOf } from '../store/card-attempts.ts'
import { lockSession } from '../store/checkout-sessions.ts'
import { inTransaction } from '../store/database.ts'
import { closeDispute, insertDispute, openDisputeOf } from '../store/disputes.ts'
import { audit } from './audit.ts'
import { changeSession } from './change-session.ts'
import type { FlowContext } from './context.ts'
import { dashboardAddress, mailAccount } from './queue-mail.ts'
import { recordMovement } from './record-movement.ts'

/** A chargeback as the processor reports it. */
export interface Chargeback {
  /** The processor's reference. Makes the report idempotent. */
  readonly reference: string
  /** The amount taken back, in the smallest unit. */
  readonly amount: number
  /** Null: the bank gave none. */
  readonly reason: DisputeReason | null
  /** Until when the merchant can answer. Null: the bank set no time. */
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
  chargeback: Chargeback,
  person: Caller | null = null,
): Promise<boolean> {
  const now = context.clock.now()
  const isDisputed = await inTransaction(context.db, async (transaction) => {
    const session = await lockSession(scope, transaction, sessionId)
    const attempt = session && (await approvedAttemptOf(scope, transaction, sessionId))
    if (!session || !attempt) return false
    if ((await openDisputeOf(scope, transaction, sessionId))?.processor_reference === chargeback.reference) return false
    const dispute = {
      id: newId('dp', now),
      ...moneyOf(session, attempt, chargeback.amount),
      processor_reference: chargeback.reference,
      reason: chargeback.reason,
      respond_by: chargeback.respondBy,
    }
    await insertDispute(scope, transaction, { ...dispute, opened_at: now })
    await recordMovement(scope, transaction, 'chargeback', dispute, now)
    const facts = {
      amount: dispute.amount,
      currency: dispute.currency,
      sessionId,
      address: dashboardAddress(context, scope, `payments/${sessionId}`),
    }
    await mailAccount(context, scope, transaction, disputeMail(facts))
    if (person)
      await audit(context, transaction, person, {
        ...scope,
        action: 'dispute.opened',
        detail: { session: sessionId, dispute: dispute.id },
      })
    if (session.status !== 'paid') return false
    await changeSession(scope, transaction, session, { trigger: 'chargeback_opened' }, now)
    return true
  })
  if (isDisputed) context.announceEvents(scope)
  return isDisputed
}

type DisputeMoney = Pick<DisputeRecord, 'session_id' | 'attempt_id' | 'amount' | 'currency' | 'processor'>

function moneyOf(session: SessionRecord, attempt: AttemptRecord, amount: number): DisputeMoney {
  return {
    session_id: session.id,
    attempt_id: attempt.id,
    amount,
    currency: session.currency,
    processor: attempt.processor,
  }
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
  const now = context.clock.now()
  const isClosed = await inTransaction(context.db, async (transaction) => {
    const session = await lockSession(scope, transaction, sessionId)
    const dispute = session && (await openDisputeOf(scope, transaction, sessionId))
    if (!session || !dispute) return false
    await closeDispute(scope, transaction, dispute.id, outcome, now)
    if (person)
      await audit(context, transaction, person, {
        ...scope,
        action: 'dispute.closed',
        detail: { session: sessionId, dispute: dispute.id, outcome },
      })
    if (outcome === 'won') await recordMovement(scope, transaction, 'chargeback_reversal', dispute, now)
    const won = session.amount_refunded >= session.amount ? 'chargeback_won_after_refund' : 'chargeback_won'
    const trigger = outcome === 'won' ? won : 'chargeback_lost'
    if (session.status === 'disputed') await changeSession(scope, transaction, session, { trigger }, now)
    return true
  })
  if (isClosed) context.announceEvents(scope)
  return isClosed
}

import { newId } from '../../domain/ids.ts'
import type { AttemptRecord } from '../../domain/sessions/session-records.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import { amountLeft } from '../../domain/refunds/refund-state.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import type { Money, RefundOutcome } from '../../processors/processor.ts'
import { findRefundByProcessorId, insertingRefund, savingRefund } from '../../store/refunds/refunds.ts'
import { returnOf } from '../../store/sessions/automatic-returns.ts'
import { savingSession } from '../../store/sessions/checkout-sessions.ts'
import { findMovement } from '../../store/sessions/money-movements.ts'
import { execute } from '../../store/sql/writes.ts'
import {
  applied,
  bookable,
  isSameMoney,
  known,
  unknownReference,
  withApproval,
  type FactEffect,
  type FactWork,
} from '../sessions/fact-work.ts'
import { lockAttempt } from '../sessions/lock-attempt.ts'
import { recordingMovement } from '../sessions/record-movement.ts'
import { settlePendingReturn } from '../sessions/return-money.ts'
import type { Settlement } from '../sessions/settle-attempt.ts'

/** A refund that somebody made at the processor, as its report names it. */
interface ForeignRefund {
  readonly processorId: string
  readonly kind: RefundOutcome['kind'] | 'reversed'
  readonly money: Money
}

/** The reason that the merchant reads. */
const reason = 'Made at the acquirer'

/**
 * Makes a pending refund of the service from one that somebody made at the processor, so that its report counts like
 * that of any other refund (spec/decisions/refunds.md#refund-made-at-the-acquirer). Otherwise returns what the report
 * did.
 */
export async function adoptRefund(
  work: FactWork,
  found: AttemptRecord,
  foreign: ForeignRefund,
): Promise<FactEffect | { readonly refund: RefundRecord; readonly settlement?: Settlement }> {
  const { scope, transaction, now } = work
  const { kind, processorId } = foreign
  if (kind === 'pending' || kind === 'unreachable') return unknownReference
  // A refund of nothing moves no money.
  if (foreign.money.amount < 1) return known
  const given = await lockAttempt(scope, transaction, found)
  if (!given) return unknownReference
  const { session, attempt } = given
  // Another report of the same refund held the lock before.
  if (await findRefundByProcessorId(scope, transaction, attempt.id, processorId)) return unknownReference
  const { locked, settlement } = kind === 'failed' ? { locked: given } : await withApproval(work, given)
  const effect = settlement ? { settlement } : {}
  if (locked.attempt.status !== 'approved') return { ...(await refundReturned(work, locked, foreign)), ...effect }
  const { amount, currency } = bookable(foreign.money, locked.attempt)
  const left = amountLeft(locked.session)
  const counted = currency === locked.attempt.currency ? Math.min(amount, left) : left
  // The outcome of the refunds that are under way decides what is left.
  if (counted < amount && locked.session.amount_refund_pending > 0) return unknownReference
  const id = newId('re', now)
  const { refund: inserted, write } = insertingRefund(scope, {
    id,
    session_id: session.id,
    attempt_id: attempt.id,
    amount: counted,
    currency: attempt.currency,
    reason,
    processor: attempt.processor,
    processor_reference: processorId,
    purchase_reference: attempt.processor_reference,
    purchase_processor_id: attempt.processor_id,
    created_at: now,
    next_check_at: null,
  })
  await execute(transaction, write)
  const isBooked = isSameMoney({ amount, currency }, inserted)
  const booked = { booked_amount: isBooked ? null : amount, booked_currency: isBooked ? null : currency }
  const refund = { ...inserted, ...booked, processor_id: processorId }
  await execute(transaction, savingRefund(scope, refund))
  const reserved = locked.session.amount_refund_pending + counted
  await execute(transaction, savingSession(scope, { ...locked.session, amount_refund_pending: reserved }))
  return { refund, ...effect }
}

/** Somebody has refunded a payment whose money was to go back by itself, or of which the service knows no money. */
async function refundReturned(
  { context, scope, transaction, now }: FactWork,
  { session, attempt }: SessionAttempt,
  { processorId, kind, money }: ForeignRefund,
): Promise<FactEffect> {
  if (kind !== 'succeeded' || attempt.status !== 'returned') return known
  const record = await returnOf(scope, transaction, attempt.id)
  if (!record || (await findMovement(scope, transaction, 'reversal', processorId))) return known
  const moved = bookable(money, record)
  if (record.status === 'pending') {
    const named = { ...record, processor_id: processorId }
    const outcome = { kind: 'succeeded', processorId } as const
    await settlePendingReturn(context, scope, transaction, { session, record: named, outcome, now, moved })
    return applied
  }
  const { amount, currency } = moved
  await execute(
    transaction,
    recordingMovement(scope, 'reversal', { ...record, amount, currency, processor_reference: processorId }, now),
  )
  return applied
}

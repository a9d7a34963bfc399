import { mostMoney } from '../../domain/disputes/dispute-state.ts'
import { isCurrency } from '../../domain/money/amounts.ts'
import type { AttemptRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import { joinTrace } from '../../engines/trace/current-trace.ts'
import type { Money, RefundOutcome } from '../../processors/processor.ts'
import { findAttemptByProcessorId, findAttemptByReference } from '../../store/sessions/card-attempts.ts'
import type { Database } from '../../store/sql/database.ts'
import type { FlowContext } from '../context.ts'
import { lockAttempt } from './lock-attempt.ts'
import { settleInTransaction, type Settlement } from './settle-attempt.ts'

/**
 * What became of a fact. `known`: the service knew it already. `unknown_reference`: the processor did not begin such a
 * payment or refund for this account. `mismatch`: it belongs to another payment, or contradicts what the service
 * knows of this one, and changed no money. Another amount than the order's is no mismatch: the ledger has what the bank
 * moved.
 */
export type FactResult = 'applied' | 'known' | 'unknown_reference' | 'mismatch'

/** The transaction that applies a fact. */
export interface FactWork {
  readonly context: FlowContext
  readonly scope: Scope
  readonly transaction: Database
  readonly now: Date
}

/** The result of a fact, and what follows its commit. */
export interface FactEffect {
  readonly result: FactResult
  readonly settlement?: Settlement
  readonly refund?: RefundOutcome
}

export const known: FactEffect = { result: 'known' }
export const applied: FactEffect = { result: 'applied' }
export const mismatch: FactEffect = { result: 'mismatch' }
export const unknownReference: FactEffect = { result: 'unknown_reference' }

/** How a fact names a purchase: by our reference, and perhaps by the processor's id. */
export interface PurchaseName {
  readonly reference: string
  readonly purchaseId?: string
}

/** Locks the session of the attempt that a fact names, and reads both. */
export async function lockNamedAttempt(
  work: FactWork,
  processor: string,
  name: PurchaseName,
): Promise<SessionAttempt | null> {
  const found = await findNamedAttempt(work, processor, name)
  const locked = found && (await lockAttempt(work.scope, work.transaction, found))
  if (locked) joinTrace(locked.attempt, locked.session.id)
  return locked
}

/**
 * Finds a purchase by the processor's id, or else by our reference. A person may give an order at the processor any
 * reference, such as that of another payment.
 */
export async function findNamedAttempt(
  { scope, transaction }: FactWork,
  processor: string,
  { reference, purchaseId }: PurchaseName,
): Promise<AttemptRecord | null> {
  const found = isReference(reference) ? await findAttemptByReference(scope, transaction, processor, reference) : null
  const isNamedById = purchaseId !== undefined && isReference(purchaseId) && found?.processor_id !== purchaseId
  return (isNamedById ? await findAttemptByProcessorId(scope, transaction, processor, purchaseId) : null) ?? found
}

/** Our references have these characters only. The database refuses some others. */
export function isReference(text: string): boolean {
  return /^[\w.:-]{1,64}$/.test(text)
}

/** Whether the bank has taken the money of an attempt. */
export function isCaptured({ status }: AttemptRecord): boolean {
  return status === 'approved' || status === 'returned'
}

/**
 * A bank disputes or returns only money that it has taken. So such a report proves an approval that the service does
 * not know of. An attempt that the acquirer has cancelled stays as it is.
 */
export async function withApproval(
  { context, scope, transaction, now }: FactWork,
  locked: SessionAttempt,
): Promise<{ locked: SessionAttempt; settlement?: Settlement }> {
  if (isCaptured(locked.attempt) || locked.attempt.is_cancelled) return { locked }
  const approved = { kind: 'approved', authorizationCode: null, threeDSecure: null } as const
  const answered = { ...locked, now, movesNextCheck: false }
  const settlement = await settleInTransaction(context, scope, transaction, answered, approved)
  const approvedAttempt = await lockAttempt(scope, transaction, locked.attempt)
  if (!approvedAttempt) throw new Error('Bug: the session or the attempt no longer exists')
  return { locked: approvedAttempt, settlement }
}

export function isSameMoney(money: Money, ordered: Money): boolean {
  return money.amount === ordered.amount && money.currency === ordered.currency
}

/** Whether the ledger can keep an amount. */
export function isBookable({ amount, currency }: Money): boolean {
  return isCurrency(currency) && Number.isSafeInteger(amount) && amount >= 1 && amount <= mostMoney
}

/** What the bank says that it moved, or what the service ordered if the ledger cannot keep that. */
export function bookable(money: Money, { amount, currency }: Money): Money {
  return isBookable(money) ? money : { amount, currency }
}

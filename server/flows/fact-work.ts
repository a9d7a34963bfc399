import type { AttemptRecord, SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Money, RefundOutcome } from '../processors/processor.ts'
import { findAttempt, findAttemptByReference } from '../store/card-attempts.ts'
import { lockSession } from '../store/checkout-sessions.ts'
import type { Database } from '../store/database.ts'
import { joinTrace } from '../trace/current-trace.ts'
import type { FlowContext } from './context.ts'
import type { Settlement } from './settle-attempt.ts'

/**
 * What became of a fact. `known`: the service knew it already. `unknown_reference`: the processor did not begin such a
 * payment or refund for this account. `mismatch`: it contradicts what the service ordered, and changed no money.
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
export const mismatch: FactEffect = { result: 'mismatch' }
export const unknownReference: FactEffect = { result: 'unknown_reference' }

/** An attempt and its session, which the transaction holds locked. */
export interface LockedAttempt {
  readonly session: SessionRecord
  readonly attempt: AttemptRecord
}

/** Locks the session of the attempt that a processor knows under this reference, and reads both. */
export async function lockAttempt(
  { scope, transaction }: FactWork,
  processor: string,
  reference: string,
): Promise<LockedAttempt | null> {
  const found = await findAttemptByReference(scope, transaction, processor, reference)
  const session = found && (await lockSession(scope, transaction, found.session_id))
  const attempt = found && (await findAttempt(scope, transaction, found.id))
  if (!session || !attempt) return null
  joinTrace(attempt, session.id)
  return { session, attempt }
}

/** Whether the bank has taken the money of an attempt. */
export function isCaptured({ status }: AttemptRecord): boolean {
  return status === 'approved' || status === 'returned'
}

export function isSameMoney(money: Money, ordered: Money): boolean {
  return money.amount === ordered.amount && money.currency === ordered.currency
}

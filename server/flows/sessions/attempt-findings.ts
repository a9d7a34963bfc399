import type { AttemptRecord } from '../../domain/sessions/session-records.ts'
import { redactedReference } from '../../domain/text/redaction.ts'
import type { Closed, PurchaseOutcome } from '../../processors/processor.ts'
import { violates } from '../../store/sql/database.ts'
import { pendingChallenge } from './pending-challenge.ts'

/** The answer of the bank. `left`: the customer has cancelled, and the bank may still take money, which goes back. */
export type AttemptOutcome = PurchaseOutcome | Closed | { readonly kind: 'left' }

/** Adds to an attempt what the processor says about it. Values that are known already stay. */
export function withFindings(attempt: AttemptRecord, outcome: AttemptOutcome, now: Date): AttemptRecord {
  if (outcome.kind === 'closed' || outcome.kind === 'left' || outcome.kind === 'unreachable') return attempt
  // Refunds need the id of the approval, which can differ from the id of an earlier challenge.
  const first = outcome.kind === 'approved' ? outcome.processorId : undefined
  const known = {
    ...attempt,
    processor_id: first ?? attempt.processor_id ?? outcome.processorId ?? null,
    contradiction: contradictionAfter(attempt, outcome),
  }
  if (outcome.kind === 'pending') return known
  if (outcome.kind === 'challenge') return { ...known, challenge: pendingChallenge(attempt.challenge, outcome, now) }
  const { address, securityCode, liabilityShifted } = outcome.checks ?? {}
  const refusal = outcome.kind === 'declined' ? outcome.refusal : undefined
  return {
    ...known,
    address_check: address ?? attempt.address_check,
    security_code_check: securityCode ?? attempt.security_code_check,
    liability_shifted: liabilityShifted ?? attempt.liability_shifted,
    refusal_code: refusal?.code ?? attempt.refusal_code,
    refusal_text: refusal?.text ?? attempt.refusal_text,
    is_cancelled: attempt.is_cancelled || (outcome.kind === 'declined' && outcome.isCancelled === true),
  }
}

/**
 * The contradiction to show. A verified outcome explains a reply that named another id, if the processor has given the
 * payment that id since.
 */
function contradictionAfter(
  { contradiction: earlier }: AttemptRecord,
  outcome: AttemptOutcome,
): AttemptRecord['contradiction'] {
  const id = 'processorId' in outcome ? outcome.processorId : null
  const isOpen = earlier !== null && (earlier.processorId === undefined || earlier.processorId !== id)
  const found = outcome.kind === 'pending' ? outcome.contradiction : undefined
  if (!isOpen) return found ?? null
  // A contradiction that no later outcome can explain stays.
  return found && earlier.processorId !== undefined ? found : earlier
}

/** Whether a transaction failed because the processor's id of a payment already belongs to another attempt. */
export function isIdOfAnother(error: unknown): boolean {
  return violates(error, 'one_attempt_per_processor_id')
}

/** Replaces an outcome whose id belongs to another attempt: it has no effect, and the dashboard shows it to people. */
export function withIdOfAnother(outcome: AttemptOutcome): AttemptOutcome {
  const found = 'processorId' in outcome ? outcome.processorId : ''
  return { kind: 'pending', contradiction: { about: 'processor_id', found: redactedReference(found) } }
}

import type { EventType } from '../../../generated/operations.ts'
import { isDeclinedCard, type AttemptFailure } from './failure-codes.ts'

export const sessionStatuses = ['open', 'processing', 'paid', 'failed', 'expired', 'refunded', 'disputed'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** Events in the life of a session that can change its status. */
export const sessionTriggers = [
  'card_submitted',
  'approved',
  'attempt_failed',
  'last_attempt_failed',
  'attempt_failed_after_end',
  'bank_check_unfinished',
  'approved_after_link_was_paid',
  'time_passed',
  'closed',
  'partly_refunded',
  'wholly_refunded',
  'refund_failed',
  'refund_reversed',
  'chargeback_opened',
  'chargeback_won',
  'chargeback_won_after_refund',
  'chargeback_lost',
  'duplicate_returned',
] as const
export type SessionTrigger = (typeof sessionTriggers)[number]

export interface SessionTransition {
  readonly from: SessionStatus
  readonly trigger: SessionTrigger
  readonly to: SessionStatus
  /** The webhook event that the transition sends, if any. */
  readonly event: EventType | null
}

/**
 * Every transition of a session; no other is possible. The trigger `closed` means that the merchant, or the end of the
 * payment link, closes an open checkout.
 */
export const sessionTransitions: readonly SessionTransition[] = [
  { from: 'open', trigger: 'card_submitted', to: 'processing', event: null },
  { from: 'open', trigger: 'time_passed', to: 'expired', event: 'session.expired' },
  { from: 'open', trigger: 'closed', to: 'expired', event: 'session.expired' },

  { from: 'processing', trigger: 'approved', to: 'paid', event: 'session.completed' },
  { from: 'processing', trigger: 'attempt_failed', to: 'open', event: null },
  { from: 'processing', trigger: 'last_attempt_failed', to: 'failed', event: 'session.failed' },
  { from: 'processing', trigger: 'attempt_failed_after_end', to: 'expired', event: 'session.expired' },
  { from: 'processing', trigger: 'bank_check_unfinished', to: 'failed', event: 'session.failed' },
  // Another customer has paid the one-off link: the money goes back, and the link sends its own event.
  { from: 'processing', trigger: 'approved_after_link_was_paid', to: 'expired', event: null },

  { from: 'paid', trigger: 'partly_refunded', to: 'paid', event: 'session.refunded' },
  { from: 'paid', trigger: 'wholly_refunded', to: 'refunded', event: 'session.refunded' },
  { from: 'paid', trigger: 'refund_failed', to: 'paid', event: 'session.refund_failed' },
  // The money of a refund that had succeeded came back, so it can be refunded again.
  { from: 'paid', trigger: 'refund_reversed', to: 'paid', event: 'session.refund_failed' },
  { from: 'refunded', trigger: 'refund_reversed', to: 'paid', event: 'session.refund_failed' },
  // Somebody returned more at the acquirer than the customer had paid, or that money came back.
  { from: 'refunded', trigger: 'wholly_refunded', to: 'refunded', event: 'session.refunded' },
  { from: 'refunded', trigger: 'refund_failed', to: 'refunded', event: 'session.refund_failed' },
  { from: 'paid', trigger: 'chargeback_opened', to: 'disputed', event: 'session.disputed' },

  // A refund that was at the bank when the chargeback opened still finishes.
  { from: 'disputed', trigger: 'partly_refunded', to: 'disputed', event: 'session.refunded' },
  { from: 'disputed', trigger: 'wholly_refunded', to: 'disputed', event: 'session.refunded' },
  { from: 'disputed', trigger: 'refund_failed', to: 'disputed', event: 'session.refund_failed' },
  { from: 'disputed', trigger: 'refund_reversed', to: 'disputed', event: 'session.refund_failed' },
  { from: 'disputed', trigger: 'chargeback_won', to: 'paid', event: 'session.dispute_closed' },
  { from: 'disputed', trigger: 'chargeback_won_after_refund', to: 'refunded', event: 'session.dispute_closed' },
  { from: 'disputed', trigger: 'chargeback_lost', to: 'disputed', event: 'session.dispute_lost' },

  // A second approval reached a session that was already paid, and its money has gone back.
  { from: 'paid', trigger: 'duplicate_returned', to: 'paid', event: 'session.duplicate_refunded' },
  { from: 'refunded', trigger: 'duplicate_returned', to: 'refunded', event: 'session.duplicate_refunded' },
  { from: 'disputed', trigger: 'duplicate_returned', to: 'disputed', event: 'session.duplicate_refunded' },
]

/**
 * The event of a dispute that leaves the status as it is: of a refunded session, of a second dispute, or of a payment
 * that the session did not keep (spec/decisions/disputes.md#dispute-that-changes-no-status).
 */
export const disputeEvents = {
  opened: 'session.disputed',
  won: 'session.dispute_closed',
  lost: 'session.dispute_lost',
} as const satisfies Record<string, EventType>

/** The transition, or null when the trigger is impossible in this status. */
export function sessionTransition(from: SessionStatus, trigger: SessionTrigger): SessionTransition | null {
  return sessionTransitions.find((row) => row.from === from && row.trigger === trigger) ?? null
}

/** Number of declined cards that ends a session. */
export const maxDeclinedCards = 5

/**
 * Number of failed attempts that ends a session, whatever their codes
 * (spec/decisions/sessions.md#attempts-of-any-kind).
 */
export const maxAttempts = 20

/** The state of a session when one of its attempts fails. */
export interface AttemptFacts {
  /** Cards declined before this attempt. */
  readonly declinedCards: number
  /** Attempts so far, this one included. */
  readonly attempts: number
  /** Whether the session has expired, or its payment link has closed. */
  readonly ended: boolean
}

/** The trigger that a failed attempt causes in its session. */
export function failedAttemptTrigger(failure: AttemptFailure, facts: AttemptFacts): SessionTrigger {
  const declined = facts.declinedCards + (isDeclinedCard(failure) ? 1 : 0)
  if (declined >= maxDeclinedCards || facts.attempts >= maxAttempts) return 'last_attempt_failed'
  return facts.ended ? 'attempt_failed_after_end' : 'attempt_failed'
}

/** Number of cards that the customer may still try. */
export function attemptsLeft(declinedCards: number, attempts: number): number {
  return Math.max(0, Math.min(maxDeclinedCards - declinedCards, maxAttempts - attempts))
}

/** The trigger that a successful refund causes in its session. Amounts are in the smallest unit. */
export function refundTrigger(amount: number, refundedNow: number): SessionTrigger {
  return refundedNow >= amount ? 'wholly_refunded' : 'partly_refunded'
}

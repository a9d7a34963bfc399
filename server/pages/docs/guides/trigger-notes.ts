import type { SessionTrigger } from '../../../domain/sessions/session-state.ts'

/** What triggers each transition of a session, in a reader's words. */
export const triggerNotes: Readonly<Record<SessionTrigger, string>> = {
  card_submitted: 'the customer submits a card',
  approved: 'the bank approves',
  attempt_failed: 'the attempt fails; the customer can try another card',
  last_attempt_failed: 'the last allowed attempt fails',
  attempt_failed_after_end: 'the attempt fails, and the session has expired in the meantime',
  bank_check_unfinished: 'the bank never gives an answer',
  approved_after_link_was_paid:
    'the bank approves, but another customer has already paid the one-off link; the service returns the money',
  time_passed: '`expires_at` passes',
  closed: 'you close the checkout, or its payment link ends',
  partly_refunded: 'a part is refunded',
  wholly_refunded: 'the rest is refunded',
  refund_failed: 'a refund fails; its amount is free again',
  refund_reversed: 'a refund that had succeeded fails after all; its money is back with you',
  chargeback_opened: "the cardholder's bank opens a chargeback",
  chargeback_won: 'the dispute closes in your favour',
  chargeback_won_after_refund: 'the dispute closes in your favour, and everything was refunded in the meantime',
  chargeback_lost: "the dispute closes in the cardholder's favour",
  duplicate_returned: 'a second approval arrives; the service returns its money',
}

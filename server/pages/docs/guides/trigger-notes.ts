import type { SessionTrigger } from '../../../domain/session-state.ts'

/** What can happen to a session, for whoever reads the table of its moves. */
export const triggerNotes: Readonly<Record<SessionTrigger, string>> = {
  card_submitted: 'the customer submits a card',
  approved: 'the bank approves',
  attempt_failed: 'the attempt fails; another card may be tried',
  last_attempt_failed: 'the last allowed attempt fails',
  attempt_failed_after_end: 'the attempt fails, and the time is over meanwhile',
  bank_check_unfinished: 'the bank never gives an answer',
  approved_after_link_was_paid: 'the bank approves, but somebody else has paid the one-off link: the money goes back',
  time_passed: '`expires_at` passes',
  closed: 'you close the checkout, or its payment link ends',
  partly_refunded: 'a part is refunded',
  wholly_refunded: 'the rest is refunded',
  chargeback_opened: "the cardholder's bank opens a chargeback",
  chargeback_won: 'the dispute closes in your favour',
  chargeback_won_after_refund: 'the dispute closes in your favour, and everything was refunded meanwhile',
  chargeback_lost: 'the dispute is lost',
  duplicate_returned: 'a second approval arrives: its money goes back by itself',
}

import {
  backgroundCheckSeconds,
  defaultLateApprovalAfterSeconds,
  pendingRefundSeconds,
  type Scenario,
} from '../../../processors/sandbox/scenarios.ts'

/** What each test card does, in a tester's words. */
export const scenarioNotes: Readonly<Record<Scenario, string>> = {
  approved: 'approved at once.',
  background_check:
    `approved after a background check of about ${Math.ceil(backgroundCheckSeconds)} seconds; ` +
    '`three_d_secure` is `frictionless`.',
  challenge: 'the bank asks the customer to confirm. Its window opens, and you pick the result.',
  declined: 'declined by the bank: `card_declined`.',
  invalid_card: 'refused: `invalid_card`. So is every number that is not on this page.',
  expired_card: 'refused: `expired_card`. So is any card with an expiry date in the past.',
  risk_declined: 'refused: `risk_declined`.',
  authentication_failed: 'refused: `authentication_failed`.',
  processing_error: 'fails with `processing_error`. It does not count as a declined card.',
  processor_unavailable: 'fails with `processor_unavailable`. It does not count as a declined card.',
  account_configuration: 'fails with `account_configuration`. It does not count as a declined card.',
  no_answer: 'the bank never answers. The session stays `processing` and then fails.',
  late_approval:
    `the bank approves after ${defaultLateApprovalAfterSeconds / 60} minutes, when the session has already failed. ` +
    'The service returns the money.',
  refund_pending: `approved. Its refunds stay \`pending\` for ${pendingRefundSeconds} seconds.`,
  refund_failed: 'approved. Its refunds fail.',
  refund_unavailable: 'approved. Its first refund call answers 502; the retry with the same key succeeds.',
}

import type { EventType, OperationId } from '../../../../generated/operations.ts'

/** What the page of an event adds to the contract. */
interface EventNote {
  /** What the receiver should do. */
  readonly todo: string
  /** The test helper that brings the event about, and what to send or to do before. Null: there is no helper. */
  readonly helper: OperationId | null
  readonly how: string
  /** For events that are not about the state of a session: what can come before and after. */
  readonly before?: readonly EventType[]
  readonly after?: readonly EventType[]
}

export const eventNotes: Readonly<Record<EventType, EventNote>> = {
  'session.completed': {
    todo:
      'Ship the order. Find it by `reference` or `metadata`, and compare `amount` and `currency` with its price. ' +
      'Do this once for each order, however often the event arrives.',
    helper: 'testPaySession',
    how: 'Pay an open session.',
  },
  'session.failed': {
    todo:
      'Release what you reserved for the order. The session takes no more cards. If the customer wants to try again, ' +
      'create a new session. `failure_code` says why the last card failed.',
    helper: 'testPaySession',
    how: 'Pay with the card `declined` until the session is `failed`.',
  },
  'session.expired': {
    todo:
      'Release what you reserved for the order, unless its payment link can still be paid. No money was taken, and ' +
      'the session takes no more cards.',
    helper: 'testExpireSession',
    how: 'Expire an open session.',
  },
  'session.refunded': {
    todo:
      'Record the refund by the id in `data.refund`, so that your books have each one once. `amount_refunded` is the ' +
      'sum of all refunds. This event also comes for refunds that somebody makes in a dashboard.',
    helper: 'refundCheckoutSession',
    how: 'Refund a paid session.',
  },
  'session.refund_failed': {
    todo:
      'The customer does not have the money, and you do. Read `data.refund.failure_message`, and refund again or pay ' +
      'the customer in another way. If you have recorded this refund as succeeded before, take that back.',
    helper: 'testReverseRefund',
    how:
      'Reverse a refund that has succeeded. For a refund that fails at once, pay with the card `refund_failed` and ' +
      'refund the session.',
  },
  'session.disputed': {
    todo:
      'Stop the order if it has not left, and do not refund it. You answer the dispute at your acquirer, not here, ' +
      'before `data.dispute.respond_by`.',
    helper: 'testDisputeSession',
    how: 'Open a dispute on a paid session.',
  },
  'session.dispute_closed': {
    todo: 'The money is back with you. Read `status`: the session is `paid` again, and you may refund it.',
    helper: 'testCloseDispute',
    how: 'Close an open dispute with the outcome `won`.',
  },
  'session.dispute_lost': {
    todo: 'Book the loss. The session stays as it is, and the customer keeps the money: do not refund it as well.',
    helper: 'testCloseDispute',
    how: 'Close an open dispute with the outcome `lost`.',
  },
  'session.duplicate_refunded': {
    todo:
      'Nothing about the order: it stays paid, and you have shipped it once. The customer may see two payments and ' +
      'one refund, and may ask about them.',
    helper: 'testSecondApproval',
    how: 'Approve a paid session a second time.',
  },
  'payment_link.paid': {
    todo:
      'Ship the order of the link. The session in `data.session` sends `session.completed` too: act on one of the ' +
      'two, and ignore the other.',
    helper: 'testPayLink',
    how: 'Pay a one-off link.',
    before: [],
    after: ['payment_link.duplicate_payment'],
  },
  'payment_link.duplicate_payment': {
    todo: 'Nothing about the order: the link stays paid, and we return the second payment ourselves.',
    helper: 'testDuplicateLinkPayment',
    how: 'Pay a one-off link that is already paid.',
    before: ['payment_link.paid'],
    after: [],
  },
  'test.ping': {
    todo: 'Answer 2xx. The event shows that your address works, and is about no payment.',
    helper: null,
    how: 'Press the test button on the **Webhooks** page of the dashboard.',
    before: [],
    after: [],
  },
}

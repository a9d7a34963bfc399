import type { Sections } from './test-files.ts'

export const statesStatements: Sections = {
  'Transitions of a session': [
    [
      'open → processing when the customer submits a card',
      'state: a session has exactly the specified transitions',
      'declines: a session has one card attempt at a time, even when many submits arrive at once',
    ],
    [
      'processing → paid when the bank approves: payment, paid_at, session.completed',
      'journey: a payment with an encrypted card is reported by webhook, retrieved, and refunded in two parts',
    ],
    [
      'session.completed comes once per session',
      'browserShop: the webhook arrives once, and verifies',
      'declines: a session has one card attempt at a time, even when many submits arrive at once',
    ],
    [
      'processing → open when the bank declines and fewer than five were declined; another card may be tried',
      'declines: a decline reopens the session and states the reason',
      'declines: a session that is paid after declines has no failure',
    ],
    [
      'The fifth declined card fails the session: session.failed',
      'declines: five declined cards fail the session with one event, and a sixth is refused',
      'browserDeclines: the fifth decline ends the session, and the form, the API and a webhook say so',
    ],
    [
      'A bank check that never finishes fails the session: session.failed',
      'declines: a bank that never answers fails the session at the deadline',
    ],
    [
      'open → expired when expires_at is reached unpaid: session.expired',
      'expiry: the worker expires overdue sessions and delivers the event',
      'expiry: the first request or sweep expires an overdue session, with one event',
    ],
    [
      'A partial refund keeps paid and raises amount_refunded: session.refunded with data.refund',
      'refund: each refund sends an event that contains it',
      'browserShop: each refund raises amount_refunded and sends an event',
    ],
    [
      'A refund of the whole amount makes the session refunded',
      'refund: partial refunds are possible until nothing is left',
    ],
    [
      'A chargeback makes a paid session disputed: session.disputed',
      'disputes: a chargeback makes a paid session disputed and sends an event',
    ],
    [
      'A chargeback closed in the merchant’s favour sends session.dispute_closed',
      'disputes: a dispute that is won returns the money, and the session is paid and refundable again',
    ],
    [
      'A second approval is refunded automatically: session.duplicate_refunded, still paid',
      'returns: a second approval of a paid session is refunded automatically',
    ],
    [
      'Final states are final except for refunds and disputes',
      'state: a failed or expired session never changes its status',
      'state: every other combination of status and trigger is impossible',
    ],
    [
      'A lost dispute leaves the session disputed, with an additional event',
      'disputes: a session whose dispute is lost stays disputed for good, and sends an event',
    ],
    [
      'Faults of the bank open the session again and do not count as declined cards',
      'declines: a fault of the bank does not count as a declined card, but the twentieth attempt is the last',
    ],
    [
      'A late approval is returned, without an event',
      'returns: an approval after the deadline is refunded at once, without an event',
    ],
    [
      'A retrieve of a processing session asks the bank first',
      'formCalls: reading an attempt during a background check asks the bank for the outcome',
      'declines: a bank that never answers fails the session at the deadline',
    ],
  ],
  'Transitions of a link': [
    [
      'One-off link paid: paid, payment_link.paid, and the session’s own session.completed',
      'payLink: paying a one-off link sends the session’s event first and the link’s event after it',
    ],
    [
      'A second simultaneous payment is refunded: payment_link.duplicate_payment, no session.completed',
      'payLink: a second payment of a one-off link is returned, with the link’s event and no session.completed',
      'payLink: when two checkouts of one link are with the bank, the one approved later is the duplicate',
    ],
    [
      'A link is expired as soon as expires_at passes, even for a customer on the page',
      'closeLink: a link that has ended takes no payment, even before a sweep and from a customer with the form open',
    ],
    [
      'When a link is deactivated, a waiting checkout closes',
      'closeLink: deactivating a link closes the link and its open checkout, with their events',
    ],
    [
      'When a link is deactivated, a checkout with the bank still finishes',
      'closeLink: a link is ${how} while its checkout is with the bank: approved, both are paid',
    ],
    [
      'A one-off link whose checkout ended stays active, and the next visit makes a new one',
      'openLink: after an expired or failed checkout the link is active, and the next visit makes a new one',
    ],
    ['There are no other transitions', 'linkState: a link has exactly the specified transitions'],
  ],
}

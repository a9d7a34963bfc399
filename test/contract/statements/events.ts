import type { Sections } from './test-files.ts'

export const eventsStatements: Sections = {
  'Deliveries of events': [
    [
      'POST with JSON, Content-Type, Service-Event-Id and Service-Signature',
      'deliver: the receiver gets exactly the signed body, with the specified headers',
      'hook: a delivery is checked against the type of event that it names',
    ],
    ['To the address of the matching mode', 'endToEnd: test and live mode have separate addresses, secrets and events'],
    [
      'v1 is the HMAC-SHA256 of <t>.<raw body> with the whsec_ secret',
      'signing: the header carries whole unix seconds and the HMAC of seconds, dot and raw body',
      "stripe: Stripe's library accepts the signature",
    ],
    [
      'The headers of Standard Webhooks sign the same body, beside ours',
      'signing: the headers of Standard Webhooks have one signature for each secret, with the decoded secret as key',
      'standardWebhooks: the libraries accept a delivery with the secret as the service shows it',
      'standardWebhooks: during a roll the libraries accept a delivery with either secret',
    ],
    [
      'A receiver refuses a delivery whose time is 300 seconds off or more',
      'sdkWebhooks: constructEvent refuses a delivery signed 300 seconds ago or more, or as far in the future',
    ],
    ['Any 2xx counts as received', 'deliver: any 2xx counts as received, and no other status does'],
    [
      'A reply counts within 15 seconds',
      'window: a reply within 15 seconds counts, and a later one does not',
      'deadline: one deadline covers all stages of an attempt',
    ],
    [
      'Retries after 30 s, 2 min, 10 min, 1 h, 6 h, 24 h, then abandoned',
      'retry: each retry follows the previous failure after the specified pause',
      'schedule: retries to a failing receiver follow the schedule to the millisecond, each newly signed, until the last one',
      'endToEnd: an abandoned event can be resent',
    ],
    [
      'The address must be https and public, checked at each connection',
      'endToEnd: an address must be complete, https, public and without user info',
      'addresses: no spelling of a forbidden address gets a connection',
    ],
    ['A redirect does not count as received', 'endToEnd: a redirect is a failed attempt and is not followed'],
    ['Resend sends an event again', 'resend: a resend uses the current address and secret, not the original ones'],
    [
      'A test.ping is signed and sent once, and its result is returned at once',
      'ping: a test.ping is delivered at once, signed like any event, and its result is returned',
      'account: a ping is delivered, verified by its receiver and recorded, and the command shows its result',
    ],
    [
      'A button of the dashboard sends a test.ping',
      'dashboardWebhooks: a test.ping shows its result at once, with the request and the reply',
    ],
    ['A slow receiver does not delay others', 'independence: a hanging and a failing receiver do not delay others'],
  ],
  'Types of events': [
    [
      'session.completed, refunded, disputed, dispute_closed, duplicate_refunded, expired, failed carry the session',
      'resend: a read returns every event of a payment as delivered, without client_secret and url',
    ],
    [
      'session.refunded carries data.refund too',
      'eventShape: a refund event contains the refund beside the fields of its session',
      'refund: each refund sends an event that contains it',
    ],
    [
      'payment_link.paid carries id, code, session, amount, currency, reference',
      'listEvents: the events of one transaction are listed in the order in which they happened',
      'payLink: paying a one-off link sends the session’s event first and the link’s event after it',
    ],
    [
      'payment_link.duplicate_payment carries the same',
      'payLink: a second payment of a one-off link is returned, with the link’s event and no session.completed',
    ],
    [
      'There are the ten types of the specification, and our additions',
      'document: the ten specified events and our additions are listed under webhooks, each with an example of its type',
    ],
  ],
}

import type { Sections } from './test-files.ts'

export const resourcesStatements: Sections = {
  'What the service does': [
    [
      'A merchant’s server creates a session, the customer pays by card, and webhooks and reads show the result',
      'journey: a payment with an encrypted card is reported by webhook, retrieved, and refunded in two parts',
      'browserShop: the form sends the card encrypted, the shop gets its event and the whole page redirects',
    ],
    [
      'Plain card numbers are never accepted: card_not_encrypted',
      'plainCards: a body with card details is recognised',
      'formCalls: wrong fields beside the card are named, and the card can be sent again',
    ],
    [
      'Amounts are integers in minor units',
      'create: amount is a whole number from 1 to 99,999,999',
      'createLink: amount is 1 to 99,999,999',
    ],
    [
      'Test and live data never mix',
      'auth: each account and each mode sees and changes only its own sessions',
      'whoMay: each account and each mode sees and changes only its own links',
    ],
    [
      'Payment links are one-off or reusable, and open a checkout',
      'openLink: everyone who opens a one-off link shares one checkout, even twenty visitors at once',
      'openLink: each visitor of a reusable link gets a separate checkout',
    ],
    ['Refunds are made against paid sessions', 'refund: only a paid session can be refunded'],
    ['A sandbox signup gives a test key at once', 'signup: a signup gives a test key that works at once'],
  ],
  'Checkout session': [
    [
      'Exactly the fields of the table, with their types',
      'wire: a session in a reply has exactly the specified fields',
      'document: a resource has exactly the fields of the specification',
    ],
    [
      'id starts with cs_test_ or cs_live_, and livemode shows the mode',
      'auth: each account and each mode sees and changes only its own sessions',
    ],
    ['status is one of seven', 'state: a session has exactly the specified transitions'],
    ['customer has only the keys that were supplied', 'create: customer has only the keys that were sent'],
    [
      'Addresses are null when not supplied',
      'create: a session created from two fields has every field of the specification, and the defaults',
    ],
    [
      'attempts counts card attempts',
      'helpers: the pay helper takes the real path: attempts count, and the fifth declined card fails the session with its event',
    ],
    [
      'failure_code is one of eight, or null, and describes the last attempt',
      'declines: a decline reopens the session and states the reason',
      'declines: a session that is paid after declines has no failure',
    ],
    [
      'payment is null until the session is paid; then it has brand, last4, three_d_secure, authorization code and time',
      'wire: the payment appears once paid, and stays after refunds and disputes',
      'browserShop: a retrieve shows the payment',
    ],
    [
      'three_d_secure is frictionless after a background check',
      'formCalls: reading an attempt during a background check asks the bank for the outcome',
    ],
    [
      'three_d_secure is challenge after a confirmation window',
      'helpers: the confirmation window can be approved, declined or abandoned',
    ],
    [
      'payment_link names the link that the checkout came from',
      'openLink: the checkout is an ordinary session with the terms of its link',
    ],
    [
      'client_secret is <session id>_secret_<suffix>, in create, retrieve and list',
      'list: the list shows a session as a retrieve does, with its client secret',
      'document: a resource has exactly the fields of the specification',
    ],
    [
      'client_secret and url are never in webhooks',
      'eventShape: the session in an event has neither client_secret nor url',
      'resend: a read returns every event of a payment as delivered, without client_secret and url',
    ],
    [
      'url is the hosted page of the session',
      'browserHosted: the hosted page takes a payment and leads to the shop, and later shows each new state',
    ],
    [
      'Address fields have the lengths of the table, country exactly two letters of ISO 3166',
      'create: addresses have the fields of the contract, with limits, and an ISO 3166 country',
    ],
    [
      'reference, description, success_url and cancel_url are null when not given; metadata is an empty map',
      'create: a session created from two fields has every field of the specification, and the defaults',
    ],
    ['amount_refunded is the amount refunded so far', 'refund: partial refunds are possible until nothing is left'],
    [
      'card_last4, and card_brand in lower case',
      'journey: a payment with an encrypted card is reported by webhook, retrieved, and refunded in two parts',
    ],
    [
      'paid_at is set when it is paid, and null before',
      'wire: the payment appears once paid, and stays after refunds and disputes',
    ],
    ['A session shows no other fields', 'wire: internal fields do not appear in replies'],
  ],
  Refund: [
    [
      'Exactly the fields of the table',
      'wire: a refund has exactly the specified fields',
      'document: a resource has exactly the fields of the specification',
    ],
    ['status succeeded', 'refund: partial refunds are possible until nothing is left'],
    [
      'status pending; a session.refunded follows when it succeeds',
      'refund: a pending refund reserves its amount and sends its event once the bank has confirmed it',
      'readRefunds: reading a pending refund after its time settles the refund and its session',
    ],
    [
      'status failed: no money moved, and failure_message explains why',
      'refund: a refund that fails at once releases its amount, has a message and sends one event',
      'readRefunds: a failed refund gives the reason, and returns no money',
    ],
  ],
  'Payment link': [
    [
      'Exactly the fields of the table',
      'createLink: a link created from three fields has every field of the specification, and the defaults',
      'document: a resource has exactly the fields of the specification',
    ],
    [
      'url is {base_url}/l/<code>',
      'createLink: a link created from three fields has every field of the specification, and the defaults',
    ],
    [
      'paid_session names the checkout that paid a one-off link',
      'payLink: paying a one-off link sends the session’s event first and the link’s event after it',
      'readLinks: the totals of a one-off link follow its payment and its refunds',
    ],
    [
      'payments_count and amount_collected, which is paid minus refunded',
      'readLinks: the totals of a one-off link follow its payment and its refunds',
      'readLinks: the totals of a reusable link are the sum of its payments',
    ],
    [
      'A QR image is at /l/<code>/qr.svg',
      'qr: a scanner reads the address on a dark background, small, large and rotated',
    ],
  ],
  'Webhook endpoint, event, signup': [
    [
      'An endpoint has id, object, url, secret, livemode',
      'endToEnd: an address must be complete, https, public and without user info',
    ],
    [
      'secret starts with whsec_ and is returned only when the address is set',
      'signup: setting a webhook address shows a secret once, and a new address replaces both',
    ],
    [
      'Each mode has exactly one address',
      'endToEnd: test and live mode have separate addresses, secrets and events',
      'auth: each mode has its own webhook address',
    ],
    [
      'An event has id, type, created, livemode, data',
      'eventShape: the body of an event has exactly its five fields',
      'listEvents: a read by id returns the same event as the list',
    ],
    [
      'A signup answers merchant_id, secret_key, livemode false and note',
      'signup: a signup gives a test key that works at once',
    ],
  ],
}

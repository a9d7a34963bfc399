// Every sentence of the specification that can be true or false, in short words, and the tests that prove it. `statements.test.ts` holds the names against the files.

const files = {
  account: 'test/account/account.test.ts',
  accountMistakes: 'test/account/mistakes.test.ts',
  auth: 'test/http/authenticate.test.ts',
  browserDeclines: 'test/browser/declines.test.ts',
  browserChallenge: 'test/browser/three-d-secure.test.ts',
  browserHosted: 'test/browser/hosted-page.test.ts',
  browserIntruders: 'test/browser/intruders.test.ts',
  browserShop: 'test/browser/merchant-page.test.ts',
  closeLink: 'test/links/close-link.test.ts',
  create: 'test/http/create-session.test.ts',
  createLink: 'test/links/create-link.test.ts',
  cards: 'test/cards/refused-cards.test.ts',
  away: 'test/http/database-away.test.ts',
  dashboardKeys: 'test/dashboard/keys.test.ts',
  dashboardLive: 'test/dashboard/live.test.ts',
  dashboardSettings: 'test/dashboard/settings.test.ts',
  dashboardSignIn: 'test/dashboard/sign-in.test.ts',
  dashboardWebhooks: 'test/dashboard/webhooks.test.ts',
  declines: 'test/flows/declines.test.ts',
  deliver: 'test/webhooks/deliver.test.ts',
  disputes: 'test/disputes/disputes.test.ts',
  deadline: 'test/webhooks/deliver-deadline.test.ts',
  addresses: 'test/webhooks/deliver-addresses.test.ts',
  document: 'test/contract/document.test.ts',
  endToEnd: 'test/webhooks/end-to-end.test.ts',
  eventShape: 'test/domain/event.test.ts',
  expiry: 'test/flows/expiry.test.ts',
  expireHelper: 'test/helpers/expire.test.ts',
  fields: 'test/form/fields.test.ts',
  follow: 'test/events/follow-events.test.ts',
  formCalls: 'test/http/form-calls.test.ts',
  formInBrowser: 'test/form/form-in-browser.test.ts',
  helpers: 'test/helpers/pay.test.ts',
  hook: 'test/contract/contract-hook.test.ts',
  fuzz: 'test/fuzz/fuzz.test.ts',
  idempotency: 'test/http/idempotency.test.ts',
  independence: 'test/webhooks/end-to-end-independence.test.ts',
  journey: 'test/journeys/first-payment.test.ts',
  linkIdempotency: 'test/links/link-idempotency.test.ts',
  linkInBrowser: 'test/form/link-page-in-browser.test.ts',
  linkState: 'test/domain/payment-link-state.test.ts',
  list: 'test/http/list-sessions.test.ts',
  listEvents: 'test/events/list-events.test.ts',
  looks: 'test/form/looks.test.ts',
  malformed: 'test/http/malformed-bodies.test.ts',
  model: 'test/model/session-model.test.ts',
  openLink: 'test/links/open-link.test.ts',
  payLink: 'test/links/pay-link.test.ts',
  ping: 'test/events/ping.test.ts',
  plainCards: 'test/cards/plain-card.test.ts',
  qr: 'test/form/qr.test.ts',
  rate: 'test/http/rate-limit.test.ts',
  readLinks: 'test/links/read-links.test.ts',
  readRefunds: 'test/search/read-refunds.test.ts',
  refund: 'test/flows/refund-session.test.ts',
  resend: 'test/events/resend-event.test.ts',
  retry: 'test/webhooks/retry-schedule.test.ts',
  returns: 'test/disputes/returns.test.ts',
  schedule: 'test/jobs/delivery-schedule.test.ts',
  sdkWebhooks: 'test/sdk/webhooks.test.ts',
  search: 'test/search/search-sessions.test.ts',
  settle: 'test/helpers/settle-refund.test.ts',
  signing: 'test/webhooks/signing.test.ts',
  slow: 'test/fuzz/slow-bodies.test.ts',
  signup: 'test/http/accounts-and-endpoints.test.ts',
  state: 'test/domain/session-state.test.ts',
  thankYou: 'test/domain/thank-you-url.test.ts',
  whoMay: 'test/links/who-may.test.ts',
  window: 'test/webhooks/end-to-end-window.test.ts',
  wire: 'test/domain/wire.test.ts',
} as const

type Proof = `${keyof typeof files}: ${string}`
type Row = readonly [text: string, ...proofs: readonly [Proof, ...Proof[]]]

const sections: Readonly<Record<string, readonly Row[]>> = {
  'What the service does': [
    [
      'A merchant’s server creates a session, the customer pays by card in the form, the result comes by signed webhook and by reads',
      'journey: a card is encrypted, paid, reported by webhook and read; then refunded in two parts',
      'browserShop: typed, encrypted and sent; the shop hears of it and the whole page moves on',
    ],
    [
      'Plain card numbers are never accepted: card_not_encrypted',
      'plainCards: a body with anything like card details is recognised',
      'formCalls: wrong fields beside the card are named, and do not use it up',
    ],
    ['Amounts are integers in minor units', 'create: amount', 'createLink: amount is 1 to 99,999,999'],
    [
      'Test and live data never mix',
      'auth: an account, and a mode, sees and changes only its own sessions',
      'whoMay: an account, and a mode, sees and changes only its own links',
    ],
    [
      'Payment links open a checkout, one-off or reusable',
      'openLink: everyone who opens a one-off link shares one checkout, twenty at once too',
      'openLink: each visitor of a reusable link has a checkout of their own',
    ],
    ['Refunds are made against paid sessions', 'refund: only a paid session can be refunded'],
    ['A sandbox signup gives a test key at once', 'signup: a signup gives a test key that works at once'],
  ],
  'Checkout session': [
    [
      'Exactly the fields of the table, with their types',
      'wire: a merchant reads every field of the specification and no other',
      'document: a resource has exactly the fields of the specification',
    ],
    [
      'id starts cs_test_ or cs_live_, livemode tells the mode',
      'auth: an account, and a mode, sees and changes only its own sessions',
    ],
    ['status is one of seven', 'state: a session moves as the specification says, row by row'],
    ['customer has only the keys that were supplied', 'create: customer has only the keys that were sent'],
    [
      'Addresses are null when not supplied',
      'create: a session of two fields has every field of the specification, and the defaults',
    ],
    [
      'attempts counts card attempts',
      'helpers: paying is the real path: attempts count, the fifth refused card fails the session, with its events',
    ],
    [
      'failure_code is one of eight, or null, and describes the last attempt',
      'declines: a decline opens the session again, and says why',
      'declines: a session that is paid after declines has no failure',
    ],
    [
      'payment is null until there is one; then brand, last4, three_d_secure, authorization code and time',
      'wire: the payment is shown once there is one, and stays through refund and dispute',
      'browserShop: a retrieve shows the payment',
    ],
    [
      'three_d_secure is frictionless after a background check',
      'browserDeclines: a background check ends paid, and frictionless',
    ],
    [
      'three_d_secure is challenge after a confirmation window',
      'helpers: the confirmation window: approved, declined, abandoned',
    ],
    [
      'payment_link names the link that the checkout came from',
      'openLink: the checkout is an ordinary session with the terms of its link',
    ],
    [
      'client_secret is <session id>_secret_<suffix>, in create, retrieve and list',
      'list: a session is listed as it is retrieved, with its client secret',
      'document: a resource has exactly the fields of the specification',
    ],
    [
      'client_secret and url are never in webhooks',
      'eventShape: the session in an event carries neither the client secret nor the address of its page',
      'resend: every event of a payment, as it was delivered, is what a read answers, without what only the merchant may read',
    ],
    [
      'url is the hosted page of the session',
      'browserHosted: a card paid on the hosted page goes on to the shop, and the page tells the truth ever after',
    ],
    ['Address fields have the lengths of the table, country exactly two letters of ISO 3166', 'create: addresses'],
    [
      'reference, description, success_url and cancel_url are null when not given; metadata is an empty map',
      'create: a session of two fields has every field of the specification, and the defaults',
    ],
    ['amount_refunded is what has gone back so far', 'refund: parts are returned until nothing is left'],
    [
      'card_last4, and card_brand in lower case',
      'journey: a card is encrypted, paid, reported by webhook and read; then refunded in two parts',
    ],
    [
      'paid_at is set when it is paid, and null before',
      'wire: the payment is shown once there is one, and stays through refund and dispute',
    ],
    ['Nothing else goes out', 'wire: nothing that we count or reserve for ourselves goes out'],
  ],
  Refund: [
    [
      'Exactly the fields of the table',
      'wire: a refund has the fields of the specification',
      'document: a resource has exactly the fields of the specification',
    ],
    ['status succeeded', 'refund: parts are returned until nothing is left'],
    [
      'status pending; a session.refunded follows',
      'refund: a pending refund reserves its amount, and is reported when the bank has confirmed',
      'readRefunds: a pending refund settles when it is read after its time, and the session with it',
    ],
    [
      'status failed: nothing was taken, failure_message explains',
      'refund: a failed refund releases what it reserved, says why, and is no event',
      'readRefunds: a failed refund says why, and takes nothing',
    ],
  ],
  'Payment link': [
    [
      'Exactly the fields of the table',
      'createLink: a link of three fields has every field of the specification, and the defaults',
      'document: a resource has exactly the fields of the specification',
    ],
    [
      'url is {base_url}/l/<code>',
      'createLink: a link of three fields has every field of the specification, and the defaults',
    ],
    [
      'paid_session names the checkout that paid a one-off link',
      'payLink: paying a one-off link tells of the session first and of the link after it',
      'readLinks: the totals of a one-off link follow its payment and its refunds',
    ],
    [
      'payments_count and amount_collected, which is paid minus refunded',
      'readLinks: the totals of a one-off link follow its payment and its refunds',
      'readLinks: the totals of a reusable link are the sum of its payments',
    ],
    [
      'A QR image is at /l/<code>/qr.svg',
      'qr: a reader finds the address, on a dark background, small, large and turned',
    ],
  ],
  'Webhook endpoint, event, signup': [
    [
      'An endpoint has id, object, url, secret, livemode',
      'endToEnd: an address must be complete, https, public and without user info',
    ],
    [
      'secret starts whsec_ and is returned only when set',
      'signup: an address is set with a secret that is shown once, and a new one replaces both',
    ],
    [
      'Each mode has exactly one address',
      'endToEnd: the test and the live mode have addresses, secrets and events of their own',
      'auth: each mode has an address of its own',
    ],
    [
      'An event has id, type, created, livemode, data',
      'eventShape: an event has the five fields of the specification, in text that never changes',
      'listEvents: an event is read by its id, as the list shows it',
    ],
    [
      'A signup answers merchant_id, secret_key, livemode false and note',
      'signup: a signup gives a test key that works at once',
    ],
  ],
  'Moves of a session': [
    [
      'open → processing when the customer submits a card',
      'state: a session moves as the specification says, row by row',
      'declines: one card at a time: while the bank thinks no other is taken, and of many at once one is',
    ],
    [
      'processing → paid when the bank approves: payment, paid_at, session.completed',
      'journey: a card is encrypted, paid, reported by webhook and read; then refunded in two parts',
    ],
    [
      'session.completed comes once per session',
      'browserShop: the webhook arrives once, and verifies with two libraries',
      'declines: one card at a time: while the bank thinks no other is taken, and of many at once one is',
    ],
    [
      'processing → open when the bank declines and fewer than five were declined; another card may be tried',
      'declines: a decline opens the session again, and says why',
      'browserDeclines: after a decline the number stays, the code goes, and another card pays',
    ],
    [
      'The fifth declined card ends the session: failed, session.failed',
      'declines: five declined cards end the session, with one event, and it takes no sixth',
      'browserDeclines: the fifth decline ends the session, in the form, the API and a webhook',
    ],
    [
      'A bank check that never finishes ends the session: failed, session.failed',
      'declines: the bank that never answers ends the session at the deadline',
    ],
    [
      'open → expired when expires_at is reached unpaid: session.expired',
      'expiry: the worker of a whole service does it by itself, and reports it',
      'expiry: whoever meets it first finds it expired, and its event is written once',
    ],
    [
      'A partial refund keeps paid and raises amount_refunded: session.refunded with data.refund',
      'refund: each refund is an event that carries it',
      'browserShop: refunds raise the amount, each with its event',
    ],
    ['A whole refund makes it refunded', 'refund: parts are returned until nothing is left'],
    [
      'A chargeback makes a paid session disputed: session.disputed',
      'disputes: a chargeback makes a paid session disputed and sends an event',
    ],
    [
      'A chargeback closed in the merchant’s favour: session.dispute_closed',
      'disputes: a dispute that is won returns the money, and the session is paid and refundable again',
    ],
    [
      'A second approval is refunded by itself: session.duplicate_refunded, still paid',
      'returns: a second approval of a paid session is refunded automatically',
    ],
    [
      'Final states are final except for refunds and disputes',
      'state: a session that failed or expired stays so',
      'state: what is not in the table cannot happen',
    ],
    [
      'A dispute that is lost leaves it disputed, without an event',
      'disputes: a session whose dispute is lost stays disputed for good, without an event',
    ],
    [
      'Faults of the bank open it again and count as no declined card',
      'declines: a fault of the bank does not count as a declined card, but the twentieth attempt is the last',
    ],
    [
      'A late approval goes back, and nobody is told',
      'returns: an approval after the deadline is refunded at once, without an event',
    ],
    [
      'A retrieve of a processing session asks the bank first',
      'formCalls: a background check ends by itself: whoever reads the attempt asks the bank',
      'declines: the bank that never answers ends the session at the deadline',
    ],
  ],
  'Moves of a link': [
    [
      'One-off link paid: paid, payment_link.paid, and the session’s own session.completed',
      'payLink: paying a one-off link tells of the session first and of the link after it',
    ],
    [
      'A second simultaneous payment goes back: payment_link.duplicate_payment, no session.completed',
      'payLink: a second payment of a one-off link goes back, with the link’s event and no session.completed',
      'payLink: two checkouts of one link are at the bank: the later approval is the duplicate',
    ],
    [
      'expires_at passes: expired at once, even for a customer on the page',
      'closeLink: at its end a link takes no payment, even from a customer who has the form open, and before any sweep',
    ],
    [
      'Deactivated: a waiting checkout closes',
      'closeLink: deactivating closes the link and the checkout that waits on it, and tells so',
    ],
    [
      'Deactivated: a checkout with the bank finishes',
      'closeLink: a link is ${how} while its checkout is with the bank: approved, both are paid',
    ],
    [
      'A one-off link whose checkout ended stays active, and the next visit makes a new one',
      'openLink: after an expired or failed checkout the link is active, and the next visit makes a new one',
    ],
    ['No other moves', 'linkState: a link moves as the specification says, row by row, and in no other way'],
  ],
  'Create a checkout session': [
    ['amount 1 to 99,999,999', 'create: amount'],
    ['currency is three letters of ISO 4217 and enabled on the account', 'create: currency'],
    ['reference and description up to 255', 'create: text counts characters, whatever they take'],
    ['reference is in reads and filters the list', 'list: a reference finds its own sessions and no others'],
    [
      'customer: email, name up to 90, phone up to 32',
      'create: customer has only the keys that were sent',
      'create: text counts characters, whatever they take',
    ],
    [
      'With an email the form does not ask again; without an address it does',
      'fields: email and address are asked only when the session has none',
      'browserShop: email and address are asked for when the session has none, and are in its webhook',
    ],
    [
      'success_url and cancel_url are https',
      'create: web addresses are https, without user name and password, at most 2,048 characters',
    ],
    [
      'success_url falls back to the setting of the mode; with neither the customer stays',
      'thankYou: the session’s own address goes before the setting of its mode',
      'browserShop: without a success_url the customer stays, and a page that is loaded again says paid',
    ],
    [
      'session_id and reference are added to the address after paying',
      'thankYou: the thank-you address gets the session and the reference',
      'formCalls: the thank-you address carries the session and its reference, and keeps its own query',
    ],
    ['expires_in 300 to 86,400, default 1,800', 'create: expires_in is 300 to 86,400 seconds'],
    [
      'metadata: 20 entries, keys 40, values 500',
      'create: metadata has up to 20 entries, keys up to 40 and values up to 500 characters',
    ],
    [
      'A missing field is parameter_missing, a wrong one parameter_invalid, each named',
      'create: a refusal names the field, says what to do, and never repeats the value',
      'malformed: an optional body may be missing or empty',
    ],
    [
      'The operation’s codes are those of its list',
      'document: the specified operations list at least the codes that the specification gives them',
    ],
  ],
  'List, retrieve and refund': [
    [
      'The list takes reference and limit 1 to 100, default 20',
      'list: the newest come first, 20 unless told otherwise, 100 at the most',
      'list: a limit that is none of 1 to 100 is refused',
    ],
    [
      'The list is {object: list, data}, newest first',
      'list: the newest come first, 20 unless told otherwise, 100 at the most',
      'list: a list of nothing is an empty list',
    ],
    [
      'List endpoints take only their own parameters',
      'list: a page does not grow a cursor: what is not in the contract is refused',
      'malformed: a query parameter that is unknown, or stands twice, is refused by every call',
    ],
    [
      'The public demo key may not list',
      'auth: the public demo key may create, retrieve and refund, read those refunds and use the helpers, and nothing else',
    ],
    [
      'A session of the other mode, or unknown, is session_not_found',
      'auth: an account, and a mode, sees and changes only its own sessions',
      'malformed: an id that cannot be one is not found, and no id breaks anything',
    ],
    [
      'A refund without an amount returns what is left',
      'journey: a card is encrypted, paid, reported by webhook and read; then refunded in two parts',
      'refund: parts are returned until nothing is left',
    ],
    [
      'amount at least 1, reason up to 255, body optional',
      'refund: what is no amount or reason is refused before the session is looked at',
      'malformed: an optional body may be missing or empty',
    ],
    [
      'More than is left is refund_exceeds_amount',
      'refund: parts are returned until nothing is left',
      'refund: twenty at once never return more than was paid',
    ],
    ['Not paid, or nothing left, is session_not_refundable', 'refund: only a paid session can be refunded'],
    [
      'A bank that does not answer is processor_unavailable, safe to retry with the same key',
      'refund: without an answer of the bank the same key goes on, and the money goes back once',
    ],
    ['Refunds go back to the paying card', 'model: the bank’s ledger and ours agree to the penny'],
  ],
  'Payment link calls': [
    [
      'description is required, up to 255; reference up to 255',
      'createLink: description is required, reference is not; both have up to 255 characters',
    ],
    ['currency is three letters', 'createLink: currency'],
    ['kind is single by default, or reusable', 'createLink: kind'],
    [
      'customer on one-off links only: email, name up to 90',
      'createLink: a customer has an email and a name, on one-off links only',
    ],
    ['success_url like a session’s', 'createLink: success_url is https'],
    [
      'expires_at 10 minutes to 1 year ahead',
      'createLink: expires_at is between 10 minutes and 1 year ahead, to the millisecond',
      'linkState: a link ends 10 minutes to 1 year ahead',
    ],
    [
      'metadata: 19 entries, copied onto each checkout together with payment_link',
      'createLink: metadata has up to 19 entries, and payment_link is not among them',
      'openLink: the checkout is an ordinary session with the terms of its link',
    ],
    [
      'reference is copied onto every checkout',
      'openLink: the checkout is an ordinary session with the terms of its link',
    ],
    [
      'A one-off link shares one checkout and is paid once',
      'openLink: everyone who opens a one-off link shares one checkout, twenty at once too',
      'payLink: a second payment of a one-off link goes back, with the link’s event and no session.completed',
    ],
    [
      'A reusable link gives each visitor a checkout',
      'openLink: each visitor of a reusable link has a checkout of their own',
    ],
    [
      'The public demo key may not create links',
      'whoMay: the public demo key makes no links, and uses the helpers on its sessions',
    ],
    [
      'The list takes status and limit, and answers has_more, newest first',
      'readLinks: a list by status',
      'readLinks: links are listed newest first, twenty unless asked otherwise',
    ],
    [
      'A retrieve answers the totals; unknown is not_found',
      'readLinks: the totals of a reusable link are the sum of its payments',
      'readLinks: an unknown link',
    ],
    [
      'Deactivate takes no body and answers the closed link; unknown is not_found',
      'closeLink: deactivating closes the link and the checkout that waits on it, and tells so',
      'readLinks: an unknown link',
    ],
  ],
  'Webhook address, resend, signup': [
    [
      'url is required, https and publicly reachable',
      'endToEnd: an address must be complete, https, public and without user info',
      'signup: an address that is no public https is refused',
    ],
    [
      'A new address replaces the old one and makes a new secret',
      'endToEnd: a new address has a new secret, and what is still to be sent goes there',
      'signup: an address is set with a secret that is shown once, and a new one replaces both',
    ],
    [
      'Resend takes no body and answers how many deliveries were queued',
      'resend: each call is one more delivery, and the body may be empty or an empty object',
      'resend: without an address nothing is queued',
    ],
    [
      'Signup needs no key; email is required, business_name up to 90',
      'signup: a wrong signup names the field, and makes no account',
    ],
    ['Signup is rate limited', 'rate: every operation says when it may be called again'],
  ],
  'Browser card form': [
    [
      'The script defines ServicePay; checkout, on, mount, unmount',
      'formInBrowser: it can be taken away, mounted again and mounted twice',
    ],
    [
      'redirect: false disables the redirect',
      'formInBrowser: redirect: false stays',
      'browserShop: redirect: false stays on the page, whatever the session says',
    ],
    [
      'ready carries id, status, amount, currency; complete the summary',
      'browserShop: typed, encrypted and sent; the shop hears of it and the whole page moves on',
    ],
    [
      'failed comes after the last allowed attempt',
      'browserDeclines: the fifth decline ends the session, in the form, the API and a webhook',
    ],
    [
      'error carries a code, such as invalid_client_secret',
      'browserIntruders: garbage and a wrong secret give invalid_client_secret, and no form',
    ],
    ['mount takes a selector', 'browserIntruders: two forms on one page are two payments'],
    [
      'mount takes an element',
      'browserHosted: a card paid on the hosted page goes on to the shop, and the page tells the truth ever after',
    ],
    [
      'At 260 px of width the form works',
      'looks: ${name}: nothing for axe to find, in either theme and direction and at any width',
    ],
    [
      'It collects number, expiry, code and name; email and address only when the session has none',
      'fields: a filled form has no mistakes, an empty one a required note per field',
      'fields: email and address are asked only when the session has none',
    ],
    [
      '3D Secure runs inside the form; its window may open over the page and closes itself',
      'browserChallenge: approved in the window: it closes itself, and the payment says how it was confirmed',
    ],
    [
      'A declined card shows a message and another may be tried',
      'browserDeclines: after a decline the number stays, the code goes, and another card pays',
    ],
    [
      'After paying, the whole page goes to the thank-you address',
      'formInBrowser: after payment the whole page goes to the thank-you address',
      'browserShop: typed, encrypted and sent; the shop hears of it and the whole page moves on',
    ],
  ],
  'Hosted pages': [
    [
      'url opens the same form with the same redirect',
      'browserHosted: a card paid on the hosted page goes on to the shop, and the page tells the truth ever after',
    ],
    [
      'The cancel link leads to cancel_url',
      'browserHosted: the cancel link leads to the cancel_url and leaves the session open',
    ],
    ['Links open at their url', 'linkInBrowser: a link takes a payment, and goes on to the shop'],
  ],
  Idempotency: [
    [
      'The same key and body answer the stored reply for 24 hours, with Idempotent-Replayed: true',
      'idempotency: a key is free again after 24 hours, to the second, whether or not anything has been tidied up',
      'linkIdempotency: the same request again answers the same bytes, whatever became of the link',
    ],
    [
      'Another body with the key is idempotency_conflict',
      'idempotency: the same request in another order of fields is the same; another one is a conflict',
    ],
    [
      'While the first runs, another is request_in_progress',
      'idempotency: while a create with the key runs, another waits',
    ],
    [
      'A replayed session create answers the session as it is now',
      'idempotency: a replayed create answers the session as it is now, with the same client secret',
    ],
    ['The key has up to 255 characters', 'create: the idempotency key has 1 to 255 characters'],
    [
      'One key is one effect',
      'idempotency: twenty callers with one key make one session',
      'idempotency: twenty callers with one key return the money once',
      'linkIdempotency: twenty callers with one key make one link',
    ],
  ],
  Authentication: [
    [
      'Every merchant endpoint but signup needs Authorization: Bearer',
      'auth: a key that is missing, wrong, revoked or of another scheme is refused everywhere, before anything else is looked at',
      'document: an operation takes the credential that the specification says',
    ],
    [
      'A missing, wrong or revoked key is invalid_api_key',
      'auth: a key that is missing, wrong, revoked or of another scheme is refused everywhere, before anything else is looked at',
      'auth: a revoked key and a lost live access stop working within a second',
    ],
    ['The key fixes the mode', 'auth: an account, and a mode, sees and changes only its own sessions'],
    [
      'A live key without live access is live_mode_not_enabled',
      'auth: a live key of an account without live access is refused everywhere',
    ],
    [
      'Live keys exist only after live details are added',
      'account: live access can be given, taken away and given again, each time with a new live key; a key can be revoked',
    ],
    [
      'Secrets are shown once and can be deleted and made anew',
      'account: without options the command shows the account and no secrets',
      'account: live access can be given, taken away and given again, each time with a new live key; a key can be revoked',
    ],
    [
      'A missing or wrong client secret is invalid_client_secret',
      'auth: a client secret that is missing or wrong is refused by every call of the form',
    ],
    [
      'The public demo key uses neither webhooks nor links',
      'whoMay: the public demo key makes no links, and uses the helpers on its sessions',
      'auth: the public demo key may create, retrieve and refund, read those refunds and use the helpers, and nothing else',
    ],
    [
      'The thank-you setting is per mode',
      'accountMistakes: a thank-you address is set for one mode only, and can be removed',
    ],
    [
      'Keys, live details and the thank-you address are in the dashboard',
      'dashboardKeys: a new key is shown once, works, and is kept by its name and last four only',
      'dashboardLive: a page without a bank says so; the details turn live mode on, and the first live key is shown once',
      'dashboardSettings: each mode has its own thank-you address, and live mode wants https',
    ],
  ],
  'Deliveries of events': [
    [
      'POST with JSON, Content-Type, Service-Event-Id and Service-Signature',
      'deliver: the receiver gets exactly the signed body with the headers of the specification',
      'hook: a delivery is held against the event that it says it is',
    ],
    [
      'To the address of the matching mode',
      'endToEnd: the test and the live mode have addresses, secrets and events of their own',
    ],
    [
      'v1 is the HMAC-SHA256 of <t>.<raw body> with the whsec_ secret',
      'signing: the header carries whole unix seconds and the HMAC of seconds, dot and raw body',
      'signing: code from elsewhere accepts the signature',
    ],
    [
      'A receiver refuses what is 300 seconds off or more',
      'sdkWebhooks: 300 seconds and more are refused in both directions, less is not',
    ],
    ['Any 2xx counts as received', 'deliver: any 2xx counts, and nothing else does'],
    [
      'Within 15 seconds',
      'window: a reply within 15 seconds counts, and a later one does not',
      'deadline: there is one deadline for all phases together, not one for each',
    ],
    [
      'Retries after 30 s, 2 min, 10 min, 1 h, 6 h, 24 h, then abandoned',
      'retry: each retry follows the failed attempt before it by the pause of the specification',
      'schedule: a failing receiver is tried again on the schedule to the millisecond, each time freshly signed, then given up',
      'endToEnd: an abandoned event is sent again when asked for',
    ],
    [
      'The address must be https and public, at each connection',
      'endToEnd: an address must be complete, https, public and without user info',
      'addresses: no spelling of a forbidden address is connected to',
    ],
    ['A redirect is no receipt', 'endToEnd: a redirect is a failure, and is not followed'],
    ['Resend sends an event again', 'resend: it goes to the address and with the secret of now, not of then'],
    [
      'A test.ping can be sent: signed, once, its result at once',
      'ping: is delivered at once, signed like any event, and its result is there',
      'account: a ping is delivered, verified by its receiver and recorded, and the command shows its result',
    ],
    [
      'The dashboard sends it by a button',
      'dashboardWebhooks: a test.ping shows its result at once, with what was sent and answered',
    ],
    ['A slow receiver delays nobody else', 'independence: a hanging receiver and a failing one delay nobody else'],
  ],
  'Types of events': [
    [
      'session.completed, refunded, disputed, dispute_closed, duplicate_refunded, expired, failed carry the session',
      'resend: every event of a payment, as it was delivered, is what a read answers, without what only the merchant may read',
    ],
    [
      'session.refunded carries data.refund too',
      'eventShape: a refund stands beside the fields of its session',
      'refund: each refund is an event that carries it',
    ],
    [
      'payment_link.paid carries id, code, session, amount, currency, reference',
      'listEvents: events of one transaction stand in the order in which they happened',
      'payLink: paying a one-off link tells of the session first and of the link after it',
    ],
    [
      'payment_link.duplicate_payment carries the same',
      'payLink: a second payment of a one-off link goes back, with the link’s event and no session.completed',
    ],
    ['The ten types, and no other', 'document: the ten events stand under webhooks, each naming itself'],
  ],
  Errors: [
    [
      'Every error has code, message, fix, request_id, and param and doc_url where they apply',
      'hook: an error outside of the operations has the same shape',
      'create: a refusal names the field, says what to do, and never repeats the value',
    ],
    ['doc_url leads to a page', 'malformed: every code has its place in the documentation'],
    [
      'Each code has its status',
      'document: the catalogue has every code of the specification with its status, message, fix and cause',
      'document: every code stands under its own status, with an example that names it',
    ],
    [
      'amount_too_large above the limit for this key',
      'create: amount',
      'auth: the public demo key is capped at 50 major units, by the exponent of the currency',
    ],
    ['currency_not_enabled', 'create: currency'],
    [
      'rate_limited with Retry-After',
      'rate: every operation says when it may be called again',
      'rate: the wait is whole seconds, at least one',
    ],
    [
      'account_configuration: the account needs support',
      'auth: a live account without a processor is told to ask support, and nothing is made',
    ],
    [
      'session_not_payable: the checkout takes no payment any more',
      'expiry: an expired session takes nothing and returns nothing',
      'helpers: a session that cannot be paid says why',
    ],
    [
      'payment_in_progress: one is under way',
      'declines: one card at a time: while the bank thinks no other is taken, and of many at once one is',
    ],
    ['card_not_encrypted', 'cards: a good one with any single character changed is refused'],
    [
      'not_found: unknown link',
      'readLinks: an unknown link',
      'openLink: a link that has ended opens no checkout; an unknown one is not found',
    ],
    [
      'internal_error',
      'away: without its database every call answers 500 in the error shape, and all is well when it returns',
    ],
    ['unauthorized', 'dashboardSignIn: a program without a sign-in is told so in the shape of errors'],
    [
      'Each failure code of a card can happen',
      'helpers: each card in the form does what its scenario does in the helper',
    ],
    [
      'No input makes the service fail',
      'fuzz: no request makes the service fail, hang, or touch what is somebody else’s',
    ],
  ],
  Limits: [
    [
      '100 requests a second for each key',
      'rate: a bucket gives its capacity at once, and refills with time',
      'rate: every operation says when it may be called again',
    ],
    [
      '50 major units on the public demo key, no cap on own test keys',
      'auth: the public demo key is capped at 50 major units, by the exponent of the currency',
    ],
    ['Five cards a session', 'state: the fifth refused card is the last, whatever refused it'],
    [
      'Text limits are in the contract',
      'document: the limits of the specification are in the schemas',
      'document: the parameters have the limits of the specification',
    ],
    [
      'expires_in and a link’s expires_at have their bounds',
      'create: expires_in is 300 to 86,400 seconds',
      'createLink: expires_at is between 10 minutes and 1 year ahead, to the millisecond',
    ],
    [
      'List limits are 1 to 100, default 20',
      'list: a limit that is none of 1 to 100 is refused',
      'listEvents: limit, wait and cursors outside of their bounds are refused by name',
      'readRefunds: refunds are listed newest first, page by page, of all sessions or of one',
    ],
    [
      'Stored replies are kept for 24 hours',
      'idempotency: a key is free again after 24 hours, to the second, whether or not anything has been tidied up',
      'linkIdempotency: a key is free again after 24 hours',
    ],
  ],
  'Paths beyond the specification': [
    [
      'Events are listed by type, limit, starting_after and ending_before, with has_more',
      'listEvents: pages by starting_after give each event once, in order',
      'listEvents: pages by ending_before give what is newer, oldest first',
      'listEvents: a type chooses its events, on pages too; a type that is none has none',
    ],
    [
      'A follower waits up to 25 s, loses nothing and sees nothing twice',
      'follow: who waits is answered at once when there is something, and when something comes',
      'follow: a follower loses nothing and sees nothing twice while eight others pay',
      'follow: who waits is answered when the service stops',
    ],
    [
      'Sessions are searched by status, reference, link and time',
      'search: each filter, and any of them together, finds what matches',
      'search: a time is found from created_from on, and before created_before',
      'search: paging through 250 sessions gives each once, newest first',
    ],
    [
      'Refunds are listed and read',
      'readRefunds: refunds are listed newest first, page by page, of all sessions or of one',
    ],
    [
      'The merchant closes an open checkout',
      'expireHelper: ${who} closes an open checkout: expired, with its event, for the customer on the page too',
    ],
    [
      'pay runs the real path with each scenario',
      'helpers: paying is the real path: attempts count, the fifth refused card fails the session, with its events',
      'helpers: each card in the form does what its scenario does in the helper',
    ],
    [
      'complete_challenge ends a confirmation window',
      'helpers: the confirmation window: approved, declined, abandoned',
    ],
    [
      'dispute, close_dispute and second_approval make the real transitions',
      'disputes: close_dispute validates its body',
      'returns: a second approval of a paid session is refunded automatically',
    ],
    ['Link helpers: expire and duplicate_payment', 'payLink: helpers of a link in the wrong state'],
    [
      'settle ends a pending refund',
      'settle: a pending refund reserves its amount, and settles: the session tells',
      'settle: what settle refuses',
    ],
    ['Helpers take test keys only', 'whoMay: test helpers take test keys only, whatever they are asked of'],
    [
      'The form’s own calls',
      'formCalls: the form reads what it needs, and nothing that is the merchant’s',
      'formCalls: an attempt answers where the payment stands, and can be read again',
      'formCalls: the published key is a public one',
    ],
    [
      'Opening a link’s page makes nothing',
      'openLink: the page of a link makes nothing: previews and scanners open links all day',
    ],
    [
      'Without a database: 500 within five seconds, never half done',
      'away: without its database every call answers 500 in the error shape, and all is well when it returns',
    ],
    [
      'Slow clients stop nobody',
      'slow: fifty connections that do not end their requests stop nobody, and end by themselves',
    ],
  ],
  'Test cards and versions': [
    [
      'The five test cards do what they say',
      'helpers: each card in the form does what its scenario does in the helper',
    ],
    ['All paths carry /v1', 'malformed: an unknown path or method is not found'],
  ],
}

export interface Statement {
  readonly section: string
  readonly text: string
  readonly proofs: readonly { readonly file: string; readonly test: string }[]
}

export const statements: readonly Statement[] = Object.entries(sections).flatMap(([section, rows]) =>
  rows.map(([text, ...proofs]) => ({
    section,
    text,
    proofs: proofs.map(placeOf),
  })),
)

function placeOf(proof: Proof): { file: string; test: string } {
  const [name = '', ...rest] = proof.split(': ')
  const file = Object.entries(files).find(([key]) => key === name)?.[1]
  if (file === undefined) throw new Error(`Bug: no file is called ${name}`)
  return { file, test: rest.join(': ') }
}

import type { Sections } from './test-files.ts'

export const endpointsStatements: Sections = {
  'Create a checkout session': [
    ['amount 1 to 99,999,999', 'create: amount is a whole number from 1 to 99,999,999'],
    [
      'currency is three letters of ISO 4217 and enabled on the account',
      'create: currency is an ISO 4217 code that the account has enabled, in either case',
    ],
    ['reference and description up to 255', 'create: the length of a text is counted in characters, not in bytes'],
    ['reference is in reads and filters the list', 'list: a reference finds its own sessions and no others'],
    [
      'customer: email, name up to 90, phone up to 32',
      'create: customer has only the keys that were sent',
      'create: the length of a text is counted in characters, not in bytes',
    ],
    [
      'The form asks for an email or address only when the session has none',
      'fields: the form asks for email and address only when the session has none',
      'browserShop: email and address are asked for when the session has none, and are in its webhook',
    ],
    [
      'success_url and cancel_url are https',
      'create: web addresses are https, without user name and password, at most 2,048 characters',
    ],
    [
      'success_url falls back to the setting of the mode; without either, the customer stays',
      'thankYou: success_url takes precedence over the setting of the mode',
      'browserShop: without a success_url the customer stays, and a reload shows the payment',
    ],
    [
      'session_id and reference are added to the address after paying',
      'thankYou: the thank-you address gets session_id and reference',
      'formCalls: the thank-you address carries the session and its reference, and keeps its own query',
    ],
    ['expires_in 300 to 86,400, default 1,800', 'create: expires_in is 300 to 86,400 seconds'],
    [
      'metadata: 20 entries, keys 40, values 500',
      'create: metadata has up to 20 entries, keys up to 40 and values up to 500 characters',
    ],
    [
      'A missing field is parameter_missing, a wrong one parameter_invalid, each named',
      'create: a refusal names the field, suggests a fix, and never repeats the value',
      'malformed: an optional body may be missing or empty',
    ],
    [
      'The operation answers only the codes of its list',
      'document: a specified operation lists the codes that the specification gives it or all calls, and no others',
    ],
  ],
  'List, retrieve and refund': [
    [
      'The list takes reference and limit 1 to 100, default 20',
      'list: the list is newest first, with 20 sessions by default and 100 at most',
      'list: a limit that is not 1 to 100 is refused',
    ],
    [
      'The list is {object: list, data}, newest first',
      'list: the list is newest first, with 20 sessions by default and 100 at most',
      'list: without sessions the list is empty',
    ],
    [
      'List endpoints take only their own parameters',
      'list: a query parameter that the contract does not have is refused',
      'malformed: every call refuses a query parameter that is unknown or repeated',
    ],
    [
      'The public demo key may not list',
      'auth: the public demo key is refused lists of sessions, creating links, webhooks and most of our own calls',
    ],
    [
      'A session of the other mode, or unknown, is session_not_found',
      'auth: each account and each mode sees and changes only its own sessions',
      'malformed: an impossible id is not found, and no id causes a fault',
    ],
    [
      'A refund without an amount returns what is left',
      'journey: a payment with an encrypted card is reported by webhook, retrieved, and refunded in two parts',
      'refund: partial refunds are possible until nothing is left',
    ],
    [
      'amount at least 1, reason up to 255, body optional',
      'refund: an invalid amount or reason is refused before the session is read',
      'malformed: an optional body may be missing or empty',
    ],
    [
      'A refund of more than is left is refund_exceeds_amount',
      'refund: partial refunds are possible until nothing is left',
      'refund: twenty simultaneous refunds never return more than was paid',
    ],
    [
      'A session that is not paid or has nothing left is session_not_refundable',
      'refund: only a paid session can be refunded',
    ],
    [
      'A bank that does not answer is processor_unavailable, safe to retry with the same key',
      'refund: after a refund without an answer, the same key continues it, and the money is returned once',
    ],
    ['Refunds go back to the paying card', 'model: the bank’s ledger and ours agree to the penny'],
  ],
  'Payment link calls': [
    [
      'description is required, up to 255; reference up to 255',
      'createLink: description is required and reference is optional; both have up to 255 characters',
    ],
    [
      'currency is three letters',
      'createLink: currency is an ISO 4217 code that the account has enabled, in either case',
    ],
    ['kind is single by default, or reusable', 'createLink: kind is single or reusable'],
    [
      'customer on one-off links only: email, name up to 90',
      'createLink: a customer has an email and a name, on one-off links only',
    ],
    ['success_url like a session’s', 'createLink: success_url is https'],
    [
      'expires_at 10 minutes to 1 year ahead',
      'createLink: expires_at is between 10 minutes and 1 year ahead, to the millisecond',
      'linkState: a link may end 10 minutes to 1 year ahead',
    ],
    [
      'metadata: 19 entries, copied onto each checkout together with payment_link',
      'createLink: metadata has up to 19 entries, and payment_link is not allowed as a key',
      'openLink: the checkout is an ordinary session with the terms of its link',
    ],
    [
      'reference is copied onto every checkout',
      'openLink: the checkout is an ordinary session with the terms of its link',
    ],
    [
      'A one-off link shares one checkout and is paid once',
      'openLink: everyone who opens a one-off link shares one checkout, even twenty visitors at once',
      'payLink: a second payment of a one-off link is returned, with the link’s event and no session.completed',
    ],
    [
      'A reusable link gives each visitor a separate checkout',
      'openLink: each visitor of a reusable link gets a separate checkout',
    ],
    [
      'The public demo key may not create links',
      'whoMay: the public demo key cannot create links, and can use the test helpers on its sessions',
    ],
    [
      'The list takes status and limit, and answers has_more, newest first',
      'readLinks: links can be filtered by status',
      'readLinks: links are listed newest first, twenty by default',
    ],
    [
      'A retrieve answers the totals; unknown is not_found',
      'readLinks: the totals of a reusable link are the sum of its payments',
      'readLinks: an unknown link is not found',
    ],
    [
      'Deactivate takes no body and answers the closed link; unknown is not_found',
      'closeLink: deactivating a link closes the link and its open checkout, with their events',
      'readLinks: an unknown link is not found',
    ],
  ],
  'Webhook address, resend, signup': [
    [
      'url is required, https and publicly reachable',
      'endToEnd: an address must be complete, https, public and without user info',
      'signup: a webhook address that is not public https is refused',
    ],
    [
      'A new address replaces the old one and makes a new secret',
      'endToEnd: a new address has a new secret and receives the pending deliveries',
      'signup: setting a webhook address shows a secret once, and a new address replaces both',
    ],
    [
      'Resend takes no body and answers how many deliveries were queued',
      'resend: each call makes one more delivery, and its body may be missing, empty or an empty object',
      'resend: without an address nothing is queued',
    ],
    [
      'Signup needs no key; email is required, business_name up to 90',
      'signup: an invalid signup creates no account, and its error names the field',
    ],
    ['Signup is rate limited', 'rate: every operation sends Retry-After when its limit is reached'],
  ],
}

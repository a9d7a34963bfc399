import type { Sections } from './test-files.ts'

export const errorsAndLimitsStatements: Sections = {
  Errors: [
    [
      'Every error has code, message, fix, request_id, and param and doc_url where they apply',
      'hook: an error outside the operations has the same shape',
      'create: a refusal names the field, suggests a fix, and never repeats the value',
    ],
    ['doc_url leads to a page', 'malformed: the documentation has an entry for every code'],
    [
      'Each code has its status',
      'document: the catalogue has every code of the specification with its status, message, fix and cause',
      'document: every code is listed under its own status, with an example',
    ],
    [
      'amount_too_large above the limit for this key',
      'create: amount is a whole number from 1 to 99,999,999',
      'auth: the public demo key is capped at 50 major units of each currency',
    ],
    ['currency_not_enabled', 'create: currency is an ISO 4217 code that the account has enabled, in either case'],
    [
      'rate_limited with Retry-After',
      'rate: every operation sends Retry-After when its limit is reached',
      'rate: the wait is in whole seconds, at least one',
    ],
    [
      'account_configuration: the account needs support',
      'auth: a live account without a processor gets account_configuration, and no session is created',
    ],
    [
      'session_not_payable: the checkout can no longer be paid',
      'expiry: an expired session accepts no card and no refund',
      'helpers: paying a session that is not payable is refused with the reason',
    ],
    [
      'payment_in_progress: another payment is under way',
      'declines: a session has one card attempt at a time, even when many submits arrive at once',
    ],
    ['card_not_encrypted', 'cards: a valid card with any single character changed is refused'],
    [
      'not_found: unknown link',
      'readLinks: an unknown link is not found',
      'openLink: a link that has ended opens no checkout; an unknown link is not found',
    ],
    ['internal_error', 'away: a fault of ours is a 500 without Retry-After on every call'],
    ['unauthorized', 'dashboardSignIn: a program without a sign-in gets an error of the API'],
    [
      'Every failure code of a card can occur',
      'helpers: each test card has the same outcome in the form as its scenario in the helper',
    ],
    [
      'No input makes the service fail',
      'fuzz: no request makes the service fail, hang or change data of another account',
    ],
  ],
  Limits: [
    [
      '100 requests a second for each key',
      'rate: a bucket allows its capacity at once, and refills with time',
      'rate: every operation sends Retry-After when its limit is reached',
    ],
    [
      '50 major units on the public demo key, no cap on own test keys',
      'auth: the public demo key is capped at 50 major units of each currency',
    ],
    ['Five cards a session', 'state: the fifth declined card is the last, whatever its failure code'],
    [
      'Text limits are in the contract',
      'document: the schemas have the limits of the specification',
      'document: the parameters have the limits of the specification',
    ],
    [
      'expires_in and a link’s expires_at have their bounds',
      'create: expires_in is 300 to 86,400 seconds',
      'createLink: expires_at is between 10 minutes and 1 year ahead, to the millisecond',
    ],
    [
      'List limits are 1 to 100, default 20',
      'list: a limit that is not 1 to 100 is refused',
      'listEvents: an invalid limit, wait or cursor is refused, and param names it',
      'readRefunds: refunds are listed newest first, page by page, of all sessions or of one',
    ],
    [
      'Stored replies are kept for 24 hours',
      'idempotency: a key is free again after exactly 24 hours, even if no sweep has run',
      'linkIdempotency: a key is free again after 24 hours',
    ],
  ],
}

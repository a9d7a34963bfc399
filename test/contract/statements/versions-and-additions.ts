import type { Sections } from './test-files.ts'

export const versionsAndAdditionsStatements: Sections = {
  'Paths beyond the specification': [
    [
      'Events are listed by type, limit, starting_after and ending_before, with has_more',
      'listEvents: pages with starting_after contain each event once, in order',
      'listEvents: pages with ending_before contain the newer events, oldest first',
      'listEvents: type filters the events, also with cursors; an unknown type is refused',
    ],
    [
      'Lists of sessions and links have pages, with starting_after',
      'list: pages with starting_after contain each session once, newest first, also of one reference',
      'list: a cursor that is not a session of the key is refused',
      'readLinks: pages with starting_after contain each link once, newest first, also of one status',
    ],
    [
      'A follower waits up to 25 s, misses no event and sees none twice',
      'follow: a long poll answers at once when there is an event, and as soon as one arrives',
      'follow: a follower sees every event once while eight customers pay',
      'follow: a long poll is answered when the service stops',
    ],
    [
      'Sessions are searched by status, reference, link and time',
      'search: each filter, and any combination of filters, finds the sessions that match',
      'search: created_from is inclusive, and created_before is exclusive',
      'search: paging through 250 sessions returns each once, newest first',
    ],
    [
      'The webhook address is read and removed, and its secret is rolled in two steps',
      'endpointByApi: without an address every call answers not_found and says how to set one',
      'endpointByApi: the address is read without its secret, and only with a key of its account and mode',
      'endpointByApi: a program rolls the secret in two steps, and each `Service-Signature` is that of one secret',
      'endpointByApi: a removed address gets nothing more: waiting deliveries are abandoned, later events are kept',
    ],
    [
      'Refunds are listed and read',
      'readRefunds: refunds are listed newest first, page by page, of all sessions or of one',
    ],
    [
      'Disputes are listed and read, with their reason, deadline and outcome',
      'readDisputes: disputes are listed newest first, page by page, by session and by state',
      'disputes: a dispute can be read while it is open and after the bank has decided',
    ],
    [
      'A refund that fails sends session.refund_failed, at once or later',
      'refund: a refund that fails at once releases its amount, has a message and sends one event',
      'settle: a pending refund that fails releases its amount, has a message and sends one event',
    ],
    [
      'A lost dispute sends session.dispute_lost',
      'disputes: a session whose dispute is lost stays disputed for good, and sends an event',
    ],
    [
      'The merchant closes an open checkout',
      'expireHelper: when ${who} closes an open checkout, it expires with an event and the customer can no longer pay',
    ],
    [
      'pay runs the real path with each scenario',
      'helpers: the pay helper takes the real path: attempts count, and the fifth declined card fails the session with its event',
      'helpers: each test card has the same outcome in the form as its scenario in the helper',
    ],
    [
      'complete_challenge ends a confirmation window',
      'helpers: the confirmation window can be approved, declined or abandoned',
    ],
    [
      'dispute, close_dispute and second_approval make the real transitions',
      'disputes: close_dispute validates its body',
      'returns: a second approval of a paid session is refunded automatically',
    ],
    [
      'Link helpers: pay, expire and duplicate_payment',
      'payLink: a test helper pays a link as a customer does, and says why it cannot',
      'payLink: test helpers refuse a link in the wrong state',
    ],
    [
      'settle ends a pending refund',
      'settle: a pending refund reserves its amount, and settling it changes the session',
      'settle: settle refuses unknown, settled and invalid requests',
      'settle: a refund that has succeeded is reversed once: the money is back, and can be refunded again',
    ],
    ['Helpers take test keys only', 'whoMay: every test helper works with test keys only'],
    [
      'The form has its own calls',
      'formCalls: the form’s session has what the form needs and none of the merchant’s own data',
      'formCalls: an attempt returns the state of the payment, and can be read again',
      'formCalls: the published encryption key contains no private part',
    ],
    [
      'Opening a link’s page creates nothing',
      'openLink: the page of a link creates nothing, because previews and scanners open links as well',
    ],
    [
      'Without a database a call answers 503 within five seconds, and is never half done',
      'away: without a database every call answers 503 with Retry-After, and later works again',
    ],
    [
      'Slow clients do not delay other clients',
      'slow: fifty connections with unfinished requests do not block others, and the service closes them',
    ],
  ],
  'Test cards and versions': [
    [
      'The five test cards have their documented outcomes',
      'helpers: each test card has the same outcome in the form as its scenario in the helper',
    ],
    ['All paths begin with /v1', 'malformed: an unknown path or method is not found'],
  ],
}

import type { Sections } from './test-files.ts'

export const versionsAndAdditionsStatements: Sections = {
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
      'search: each filter, and any combination of filters, finds the sessions that match',
      'search: created_from is inclusive, and created_before is exclusive',
      'search: paging through 250 sessions returns each once, newest first',
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
    ['Link helpers: expire and duplicate_payment', 'payLink: test helpers refuse a link in the wrong state'],
    [
      'settle ends a pending refund',
      'settle: a pending refund reserves its amount, and settles: the session tells',
      'settle: what settle refuses',
    ],
    ['Helpers take test keys only', 'whoMay: every test helper works with test keys only'],
    [
      'The form’s own calls',
      'formCalls: the form’s session has what the form needs and none of the merchant’s own data',
      'formCalls: an attempt returns the state of the payment, and can be read again',
      'formCalls: the published encryption key contains no private part',
    ],
    [
      'Opening a link’s page makes nothing',
      'openLink: the page of a link creates nothing, because previews and scanners open links as well',
    ],
    [
      'Without a database: 500 within five seconds, never half done',
      'away: without its database every call answers a 500 of the contract’s shape, and works again when it returns',
    ],
    [
      'Slow clients stop nobody',
      'slow: fifty connections with unfinished requests do not block others, and the service closes them',
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

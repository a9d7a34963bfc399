import type { Sections } from './test-files.ts'

export const securityStatements: Sections = {
  Idempotency: [
    [
      'The same key and body answer the stored reply for 24 hours, with Idempotent-Replayed: true',
      'idempotency: a key is free again after exactly 24 hours, even if no sweep has run',
      'linkIdempotency: the same request again gets the same bytes, even if the link has changed since',
    ],
    [
      'Another body with the key is idempotency_conflict',
      'idempotency: the order of fields does not matter; a different request with the key is a conflict',
    ],
    [
      'While the first request runs, another one is request_in_progress',
      'idempotency: while a create with the key runs, another one gets request_in_progress',
    ],
    [
      'A replayed session create answers the session as it is now',
      'idempotency: a replayed create answers the session as it is now, with the same client secret',
    ],
    ['The key has up to 255 characters', 'create: the idempotency key has 1 to 255 characters'],
    [
      'Each key has one effect',
      'idempotency: twenty callers with one key make one session',
      'idempotency: twenty refund calls with one key return the money once',
      'linkIdempotency: twenty callers with one key make one link',
    ],
  ],
  Authentication: [
    [
      'Every merchant endpoint but signup needs Authorization: Bearer',
      'auth: every call refuses a missing, wrong or revoked key, or another scheme, before any other check',
      'document: each operation takes the credential that the specification names',
    ],
    [
      'A missing, wrong or revoked key is invalid_api_key',
      'auth: every call refuses a missing, wrong or revoked key, or another scheme, before any other check',
      'auth: a revoked key and a lost live access stop working within a second',
    ],
    ['The key fixes the mode', 'auth: each account and each mode sees and changes only its own sessions'],
    [
      'A live key without live access is live_mode_not_enabled',
      'auth: a live key of an account without live access is refused everywhere',
    ],
    [
      'Live keys exist only after live details are added',
      'account: live access can be given, taken away and given again, each time with a new live key; a key can be revoked',
    ],
    [
      'Secrets are shown once, and can be deleted and created again',
      'account: without options the command shows the account and no secrets',
      'account: live access can be given, taken away and given again, each time with a new live key; a key can be revoked',
    ],
    [
      'A missing or wrong client secret is invalid_client_secret',
      'auth: every call of the form refuses a missing or wrong client secret',
    ],
    [
      'The public demo key uses neither webhooks nor links',
      'whoMay: the public demo key cannot create links, and can use the test helpers on its sessions',
      'auth: the public demo key is refused lists of sessions, creating links, webhooks and most of our own calls',
    ],
    [
      'The thank-you setting is per mode',
      'accountMistakes: a thank-you address is set for one mode only, and can be removed',
    ],
    [
      'Keys, live details and the thank-you address are in the dashboard',
      'dashboardKeys: a new key is shown once, works, and is then listed by its name and last four characters',
      'dashboardLive: the page says when the server has no bank; the details turn live mode on and show the first live key once',
      'dashboardSettings: each mode has its own thank-you address, and live mode requires https',
    ],
  ],
}

import { createHash } from 'node:crypto'
import t from 'tap'
import { operator } from '../../server/domain/accounts/caller.ts'
import { makeFirstSignInLink } from '../../server/flows/accounts/open-account.ts'
import { anotherAccount, liveKey } from '../accounts/accounts.ts'
import { signIn, password } from '../dashboard/shell/support.ts'
import { dumpDatabase } from '../support/database/dump-database.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'

// See spec/promises.md#a-copy-of-the-database-is-not-a-credential.

let service: TestService

t.before(async () => {
  service = await startService({ environment: { LIVE_PROCESSOR: 'sandbox', RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

const secretOf = (html: string): string => /<code id="secret">([^<]+)</.exec(html)?.[1] ?? ''

/** The ways in which a secret could be written in a row. */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  // Base64 of a text inside others starts at any of three offsets; its middle part is the same in each row.
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.from('\0'.repeat(offset) + secret)
      .toString('base64')
      .slice(4, -4),
  )
  return [secret, encodeURIComponent(secret), bytes.toString('hex'), ...base64]
}

/** Every credential that the service has handed out, by its name. */
async function handOutCredentials(): Promise<Record<string, string>> {
  const session = await createSession(service)
  const paid = await paidSession(service)
  const keyed = await service.call(
    'POST',
    '/v1/checkout/sessions',
    { amount: 100, currency: 'GBP' },
    { 'Idempotency-Key': 'kept' },
  )
  const endpoint = await service.call('POST', '/v1/webhook_endpoints', { url: 'https://shop.example/webhooks' })
  const live = await liveKey(service, { liveAccess: true })
  const other = await anotherAccount(service)
  const link = await makeFirstSignInLink(service.app.context, operator, other.merchantId)
  const owner = await signIn(service)
  const made = await owner.done('/dashboard/test/keys', 'create', { name: 'Till' })
  const rolled = await owner.done('/dashboard/test/webhooks', 'roll')
  const [cookie = ''] = owner.cookies.values()
  return {
    'a test key': service.secretKey,
    'a live key': live.secretKey,
    'a key made in the dashboard': secretOf(made.html),
    'the secret of an open session': session.client_secret,
    'the secret of a paid session': paid.client_secret,
    'the secret of a session with an idempotency key': String(keyed.body['client_secret']),
    'a signing secret': String(endpoint.body['secret']),
    'the next signing secret': secretOf(rolled.html),
    'a password': password,
    'the cookie of a sign-in': cookie,
    'a sign-in link': link?.split('/').at(-1) ?? '',
    'the master key': service.masterKey.toString('hex'),
    'the master key in base64': service.masterKey.toString('base64'),
  }
}

t.test('a dump of the database contains no credential in any spelling', async (t) => {
  const credentials = await handOutCredentials()
  const dump = await dumpDatabase(service.databaseUrl)
  for (const [name, secret] of Object.entries(credentials)) {
    t.ok(secret.length >= 16, `${name} was handed out`)
    const found = spellingsOf(secret).filter((spelling) => dump.includes(spelling))
    t.equal(found.length, 0, name)
  }
  const hash = createHash('sha256').update(service.secretKey).digest('hex')
  t.ok(dump.includes(hash), 'the search would find a key, because it finds its hash')
})

t.test('no text of a dump is accepted as a key', async (t) => {
  const dump = await dumpDatabase(service.databaseUrl)
  const texts = new Set(dump.match(/[\w+/=-]{20,}/g) ?? [])
  const hashes = [...texts].filter((text) => /^x?[0-9a-f]{64}$/.test(text)).map((text) => text.replace('x', ''))
  t.ok(hashes.length > 0)
  const tried = [...hashes.flatMap((hash) => [`sk_test_${hash}`, hash]), ...[...texts].slice(0, 200)]
  for (const text of tried) {
    const { status } = await service.call('GET', '/v1/refunds', undefined, { Authorization: `Bearer ${text}` })
    t.equal(status, 401)
  }
})

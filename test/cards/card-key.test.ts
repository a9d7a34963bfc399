import { randomBytes } from 'node:crypto'
import t from 'tap'
import { generateEncryptionKey, serialiseEncryptionKey } from '../../server/cards/encryption-key.ts'
import { open, seal, unwrapDataKey } from '../../server/domain/crypto/keyring.ts'
import { loadKeyring } from '../../server/flows/keys/load-keyring.ts'
import { asVisitor, createSession, encryptedCard, submitCard, type CreatedSession } from '../support/pay.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'

// See spec/promises.md#only-processes-with-the-card-key-decrypt-cards.

const [cardKey, nextCardKey, lastCardKey] = [randomBytes(32), randomBytes(32), randomBytes(32)]

interface OpenForm {
  readonly session: CreatedSession
  readonly encrypted: string
}

/** A service as it was before it had a card key; `api` and `cards` run later, beside it. */
let old: TestService
let api: TestService
let cards: TestService
let form: OpenForm

/** Another process on the database of `old`. */
const beside = (environment: Record<string, string>): Promise<TestService> =>
  startService({
    databaseUrl: old.databaseUrl,
    masterKey: old.masterKey,
    clock: old.clock,
    environment: { RATE_LIMIT_PER_SECOND: '100000', ...environment },
  })

const withCardKey = (key: Buffer, environment: Record<string, string> = {}): Record<string, string> => ({
  CARD_KEY: key.toString('hex'),
  ...environment,
})

t.before(async () => {
  old = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
  const session = await createSession(old)
  form = { session, encrypted: await encryptedCard(old, session.id) }
  api = await beside({ ROLE: 'api' })
  await plantKey()
  t.equal((await api.call('GET', '/v1/form/encryption_key')).status, 200, 'before the first card key, api takes cards')
  cards = await beside(withCardKey(cardKey, { ROLE: 'cards' }))
  old.clock.advance(61)
})
t.teardown(() => Promise.all([api, cards].map((service) => service.stop())).then(() => old.stop()))

/** The key of somebody who has the master key, made as the newest one, so that forms would get it. */
const planted: string[] = []

async function plantKey(): Promise<void> {
  const { keyring, db } = old.app.context
  const createdAt = new Date(old.clock.now().getTime() + 3_600_000)
  const key = generateEncryptionKey(createdAt)
  const sealed = seal(keyring, 'card encryption key', serialiseEncryptionKey(key))
  planted.push(key.kid)
  await db('encryption_keys').insert({ kid: key.kid, sealed_private_jwk: sealed, created_at: createdAt })
}

const submit = (service: TestService, { session, encrypted }: OpenForm): Promise<Answer> =>
  service.call(
    'POST',
    '/v1/form/attempts',
    { encrypted_card: encrypted },
    { Authorization: `Bearer ${session.client_secret}` },
  )

t.test('an api process without the card key refuses cards, and says what the operator must do', async (t) => {
  for (const service of [api, old]) {
    const key = await service.call('GET', '/v1/form/encryption_key')
    const attempt = await submit(service, form)
    for (const { status, body } of [key, attempt]) {
      t.equal(status, 500)
      t.match(body.error, { code: 'internal_error', message: /does not accept cards/, fix: /ROLE=cards/ })
    }
  }
  t.same(await sql(api, 'select id from card_attempts'), [], 'no attempt was made')
})

t.test('the database and MASTER_KEY alone open no card and no key of cards', async (t) => {
  const keys = await sql<{ sealed_private_jwk: string; under_card_key: boolean }>(
    api,
    'select sealed_private_jwk, under_card_key from encryption_keys',
  )
  t.same(
    keys.map((key) => key.under_card_key),
    [true, true, true],
    'the key of open forms, a planted one and a new one',
  )
  const master = { current: old.masterKey, previous: null }
  const keyring = await loadKeyring(api.app.context.db, master, api.clock)
  if (!keyring) throw new Error('The master key opens its own keyring')
  for (const { sealed_private_jwk: sealed } of keys) t.equal(open(keyring, 'card encryption key', sealed), null)
  for (const { wrapped_key } of await sql<{ wrapped_key: string }>(api, 'select wrapped_key from card_keyring')) {
    t.equal(unwrapDataKey(old.masterKey, wrapped_key), null)
    t.ok(unwrapDataKey(cardKey, wrapped_key))
  }
  t.equal(await loadKeyring(api.app.context.db, master, api.clock, 'card_keyring'), null)
})

t.test('a form that was open when the card key came can pay, and other forms get a new key', async (t) => {
  t.match((await submit(cards, form)).body, { status: 'approved' })
  const { body } = await cards.call('GET', '/v1/form/encryption_key')
  const header = form.encrypted.split('.')[0] ?? ''
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
  t.not(body['kid'], kid)
  t.match((await submitCard(cards, await createSession(api))).body, { status: 'approved' })
})

t.test('a key of cards that was planted with the master key is never given to a form', async (t) => {
  await plantKey()
  const restarted = await beside(withCardKey(cardKey, { ROLE: 'cards' }))
  for (const service of [cards, restarted]) {
    const { body } = await service.call('GET', '/v1/form/encryption_key')
    t.notOk(planted.includes(String(body['kid'])))
  }
  await restarted.stop()
  await sql(api, 'delete from encryption_keys where not under_card_key')
})

t.test('each role serves its own paths, and the reply of cards to another path names the role', async (t) => {
  const { client_secret: secret } = await createSession(api)
  const pages = ['/v1/servicepay.js', '/v1/form/frame', `/checkout/${secret}`, '/healthz']
  for (const path of pages) t.equal((await cards.call('GET', path)).status, 200, path)
  await until(async () => (await cards.call('GET', '/readyz')).status === 200, 'the role cards is ready')
  const networks = await cards.call(
    'POST',
    '/v1/form/card_networks',
    { first_digits: '40120000' },
    { Authorization: `Bearer ${secret}` },
  )
  t.equal(networks.status, 200)
  for (const path of ['/v1/checkout/sessions', '/v1/form/session', '/v1/refunds']) {
    const { status, body } = await cards.call('GET', path)
    t.equal(status, 500, path)
    t.match(body.error, { code: 'internal_error', fix: /ROLE=api/ })
  }
  const refused = await cards.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' })
  t.match(refused.body.error, { code: 'internal_error', fix: /ROLE=api/ })
  for (const path of ['/dashboard', '/docs', '/', '/nowhere']) {
    const { status, body } = await cards.call('GET', path)
    t.equal(status, 404, path)
    t.match(body.error, { code: 'not_found', fix: /ROLE=api/ })
  }
  const paid = await createSession(api)
  const attempt = await submitCard(cards, paid)
  const path = `/v1/form/attempts/${String(attempt.body['id'])}`
  const read = await api.call('GET', path, undefined, asVisitor(paid))
  t.match(read.body, { status: 'approved' }, 'api reads the attempt that cards made')
})

t.test('a database with card keys needs the card key that encrypted them', async (t) => {
  await t.rejects(beside({}), /CARD_KEY is missing/)
  await t.rejects(beside(withCardKey(nextCardKey)), /CARD_KEY does not decrypt/)
})

t.test('a new card key takes over while processes with the old one run', async (t) => {
  const next = await beside(
    withCardKey(nextCardKey, { ROLE: 'cards', CARD_KEY_PREVIOUS: cardKey.toString('base64url') }),
  )
  old.clock.advance(24 * 3600)
  const fromNext = await createSession(api)
  const encrypted = await encryptedCard(next, fromNext.id)
  t.match((await submit(cards, { session: fromNext, encrypted })).body, { status: 'approved' })
  await next.stop()
  await t.rejects(beside(withCardKey(cardKey, { ROLE: 'cards' })), /CARD_KEY does not decrypt/)
  await beside(withCardKey(nextCardKey, { ROLE: 'cards' })).then((service) => service.stop())
})

t.test('a cards process whose keys cannot be read is not ready', async (t) => {
  await sql(cards, `update encryption_keys set sealed_private_jwk = '1.' || repeat('A', 64)`)
  old.clock.advance(61)
  const { status, text } = await cards.call('GET', '/readyz')
  t.equal(status, 503)
  t.match(JSON.parse(text), { part: 'cards' })
  t.equal((await api.call('GET', '/readyz')).status, 200)
})

t.test('after the card key was lost and its keyring deleted, processes make one new keyring', async (t) => {
  await sql(api, 'delete from card_keyring')
  const again = await Promise.all([1, 2, 3].map(() => beside(withCardKey(lastCardKey, { ROLE: 'cards' }))))
  const published = await Promise.all(again.map((service) => service.call('GET', '/v1/form/encryption_key')))
  t.equal(new Set(published.map(({ body }) => body['kid'])).size, 1)
  t.match((await submitCard(again[1] ?? cards, await createSession(api))).body, { status: 'approved' })
  await Promise.all(again.map((service) => service.stop()))
})

import { inspect } from 'node:util'
import t from 'tap'
import { decryptCard } from '../../server/cards/decrypt-card.ts'
import { generateEncryptionKey, publicJwk } from '../../server/cards/encryption-key.ts'
import { encryptCard } from '../../form/frame/card/encrypt-card.ts'
import { canaryPan, now, nowSeconds, plaintextWith, sealWithJose, sessionId } from './sealed-card.ts'

const key = generateEncryptionKey(now)
const older = generateEncryptionKey(new Date(now.getTime() - 86_400_000))
const context = { keysFor: async () => [key, older], sessionId, now }
const card = { number: canaryPan, exp_month: 1, exp_year: 2031, cvc: '123', name: 'Zoë 李 👩‍🚀' }

t.test('a card that the form encrypts is decrypted unchanged', async (t) => {
  const opened = await decryptCard(await encryptCard(card, { ...publicJwk(key) }, sessionId, nowSeconds), context)
  if (opened.kind !== 'card') return t.fail(opened.reason)
  t.equal(opened.card.revealPan(), canaryPan)
  t.equal(opened.card.revealCvc(), '123')
  t.same([opened.card.expMonth, opened.card.expYear, opened.card.name], [1, 2031, card.name])
  t.match(opened.nonce, /^[A-Za-z0-9_-]{22}$/)
})

t.test('each encryption uses a new ephemeral key, IV and nonce', async (t) => {
  const seal = () => encryptCard(card, { ...publicJwk(key) }, sessionId, nowSeconds)
  const [one, two] = [await seal(), await seal()]
  t.not(one.split('.')[0], two.split('.')[0])
  t.not(one.split('.')[2], two.split('.')[2])
  const nonces = await Promise.all([one, two].map(async (jwe) => inspect(await decryptCard(jwe, context))))
  t.not(nonces[0], nonces[1])
})

t.test('the form rounds the time to whole seconds, and omits unknown fields', async (t) => {
  const more = { ...card, unexpected: 'x' }
  const jwe = await encryptCard(more, { ...publicJwk(key) }, sessionId, nowSeconds + 0.75)
  t.equal((await decryptCard(jwe, context)).kind, 'card')
})

t.test('the form refuses to encrypt with a key that is not a P-256 point', async (t) => {
  await t.rejects(
    encryptCard(card, { kid: key.kid, kty: 'EC', crv: 'P-256', x: key.x, y: key.x }, sessionId, nowSeconds),
  )
  await t.rejects(encryptCard(card, { kid: key.kid }, sessionId, nowSeconds))
})

t.test('a card encrypted by jose is decrypted, with the newest or an older key', async (t) => {
  for (const each of [key, older]) {
    const opened = await decryptCard(await sealWithJose(each, plaintextWith()), context)
    t.match(opened, { kind: 'card', nonce: 'AAECAwQFBgcICQoLDA0ODw' })
  }
})

t.test('values at the limits are accepted', async (t) => {
  const edges: Record<string, Record<string, unknown>> = {
    'fifteen minutes old': { iat: nowSeconds - 900 },
    'five minutes ahead': { iat: nowSeconds + 300 },
    'nineteen digits': { number: '4'.repeat(19) },
    'twelve digits, wrong check digit': { number: '501234567890' },
    'a code of four digits': { cvc: '1234' },
    'the first month': { exp_month: 1 },
    'an expired card, which the bank will refuse': { exp_year: 2001 },
    'ninety characters outside the basic plane': { name: '𝒜'.repeat(90) },
    'no name': { name: '' },
    'a nonce in hex': { nonce: '000102030405060708090a0b0c0d0e0f' },
  }
  for (const [name, changes] of Object.entries(edges)) {
    const opened = await decryptCard(await sealWithJose(key, plaintextWith(changes)), context)
    t.equal(opened.kind, 'card', name)
  }
})

t.test('every encoding of a nonce gives the same text', async (t) => {
  const spellings = [
    'AAECAwQFBgcICQoLDA0ODw',
    'AAECAwQFBgcICQoLDA0ODx',
    '000102030405060708090a0b0c0d0e0f',
    '000102030405060708090A0B0C0D0E0F',
  ]
  for (const nonce of spellings) {
    const opened = await decryptCard(await sealWithJose(key, plaintextWith({ nonce })), context)
    t.match(opened, { kind: 'card', nonce: 'AAECAwQFBgcICQoLDA0ODw' })
  }
})

t.test('a decrypted card cannot be printed by accident', async (t) => {
  const opened = await decryptCard(await sealWithJose(key, plaintextWith()), context)
  if (opened.kind !== 'card') return t.fail(opened.reason)
  const texts = [JSON.stringify(opened), inspect(opened, { depth: 9, showHidden: true }), opened.card.toString()]
  const printed = texts.join(' ')
  t.notOk(printed.includes(canaryPan))
  t.notOk(printed.includes('987'))
})

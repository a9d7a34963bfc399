import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { HmacKey } from '../../server/domain/crypto/hmac.ts'
import { makeKeyring } from '../../server/domain/crypto/keyring.ts'
import { newId } from '../../server/domain/ids.ts'
import { clientSecretOf, openClientSecret } from '../../server/domain/sessions/client-secret.ts'

const now = new Date('2026-11-21T10:00:00Z')
const first = randomBytes(32)
const keyring = makeKeyring(new Map([[1, first]]))
const scope = { merchantId: newId('mer', now), livemode: false }
const sessionId = newId('cs_test', now)
const secret = clientSecretOf(keyring, scope, sessionId)

t.test('a client secret identifies its session, merchant and mode', async (t) => {
  t.ok(secret.startsWith(`${sessionId}_secret_`))
  t.same(openClientSecret(keyring, secret), { scope, sessionId })
  t.equal(clientSecretOf(keyring, scope, sessionId), secret, 'the secret is deterministic')
  const live = { ...scope, livemode: true }
  const liveId = newId('cs_live', now)
  t.same(openClientSecret(keyring, clientSecretOf(keyring, live, liveId)), { scope: live, sessionId: liveId })
})

t.test('a secret with one changed character is refused', async (t) => {
  const opened: string[] = []
  for (let index = 0; index < secret.length; index += 1) {
    for (const character of '0123456789abcdefghijklmnopqrstuvwxyzABC_-. é') {
      const changed = secret.slice(0, index) + character + secret.slice(index + 1)
      if (changed !== secret && openClientSecret(keyring, changed)) opened.push(changed)
    }
    const shorter = secret.slice(0, index) + secret.slice(index + 1)
    if (openClientSecret(keyring, shorter)) opened.push(shorter)
  }
  t.same(opened, [])
})

t.test('a secret with added, repeated or missing parts is refused', async (t) => {
  for (const text of [
    '',
    sessionId,
    `${secret}0`,
    `${secret}\n`,
    ` ${secret}`,
    secret.toUpperCase(),
    `${secret}_secret_`,
    `${sessionId}_secret_`,
    'x'.repeat(100_000),
  ]) {
    t.equal(openClientSecret(keyring, text), null, JSON.stringify(text.slice(0, 40)))
  }
})

t.test('the suffix of a secret does not fit another session, merchant or mode', async (t) => {
  const tail = secret.slice(sessionId.length)
  t.equal(openClientSecret(keyring, newId('cs_test', now) + tail), null, 'another session')
  t.equal(openClientSecret(keyring, sessionId.replace('cs_test', 'cs_live') + tail), null, 'the other mode')
  const other = clientSecretOf(keyring, { ...scope, merchantId: newId('mer', now) }, sessionId)
  const mac = secret.slice(-26)
  t.equal(openClientSecret(keyring, other.slice(0, -26) + mac), null, 'another merchant')
  t.not(other.slice(-26), mac)
})

t.test('a secret stays valid after a key rotation, and is invalid with a wrong key', async (t) => {
  const rotated = makeKeyring(
    new Map([
      [1, first],
      [2, randomBytes(32)],
    ]),
  )
  t.same(openClientSecret(rotated, secret), { scope, sessionId })
  const newer = clientSecretOf(rotated, scope, sessionId)
  t.not(newer, secret)
  t.same(openClientSecret(rotated, newer), { scope, sessionId })
  t.equal(openClientSecret(keyring, newer), null, 'a keyring without its key does not accept it')
  t.equal(openClientSecret(makeKeyring(new Map([[1, randomBytes(32)]])), secret), null)
  const index = sessionId.length + '_secret_'.length
  t.equal(
    openClientSecret(rotated, `${newer.slice(0, index)}1${newer.slice(index + 1)}`),
    null,
    'the HMAC covers the key version',
  )
})

t.test('our HMAC is the standard one', async (t) => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 })
  const key = fc.uint8Array({ minLength: 0, maxLength: 64 })
  fc.assert(
    fc.property(key, fc.array(text), (bytes, texts) => {
      const own = new HmacKey(Buffer.from(bytes))
      for (const each of texts) {
        const standard = createHmac('sha256', bytes).update(each).digest()
        if (own.digest(each) !== standard.toString('latin1')) return false
      }
      return true
    }),
  )
  t.throws(() => new HmacKey(Buffer.alloc(65)), 'a key that is longer than a block would have to be hashed first')
  t.throws(() => new HmacKey(Buffer.alloc(32)).digest('x'.repeat(1_025)), 'a long text')
})

import t from 'tap'
import {
  generateEncryptionKey,
  isDueForRotation,
  parseEncryptionKey,
  publicJwk,
  serialiseEncryptionKey,
  servedKeys,
} from '../../server/cards/encryption-key.ts'
import { decryptCard } from '../../server/cards/decrypt-card.ts'
import { now, plaintextWith, sealWithJose, sessionId } from './sealed-card.ts'

const hour = 60 * 60 * 1000

function errorOf(work: () => unknown): Error | null {
  try {
    work()
    return null
  } catch (error) {
    return error as Error
  }
}

function after(ms: number): Date {
  return new Date(now.getTime() + ms)
}

t.test('the key for the form has no private part', async (t) => {
  const key = generateEncryptionKey(now)
  const jwk = publicJwk(key)
  t.same(Object.keys(jwk).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  t.match(jwk, { kty: 'EC', crv: 'P-256', alg: 'ECDH-ES', use: 'enc', kid: /^ek_[A-Za-z0-9_-]{22}$/ })
})

t.test('each key is new', async (t) => {
  const [one, two] = [generateEncryptionKey(now), generateEncryptionKey(now)]
  t.not(one.kid, two.kid)
  t.not(one.x, two.x)
})

t.test('a key still decrypts cards after storing and loading', async (t) => {
  const key = generateEncryptionKey(now)
  const jwe = await sealWithJose(key, plaintextWith())
  const again = parseEncryptionKey(serialiseEncryptionKey(key))
  t.same(publicJwk(again), publicJwk(key))
  t.same(again.createdAt, now)
  t.equal((await decryptCard(jwe, { keysFor: async () => [again], sessionId, now })).kind, 'card')
  t.equal(serialiseEncryptionKey(again), serialiseEncryptionKey(key), 'and can be stored again')
})

t.test('the error for a damaged stored key does not quote it', async (t) => {
  const text = serialiseEncryptionKey(generateEncryptionKey(now))
  const { d, ...rest } = JSON.parse(text)
  for (const damaged of [text.slice(1), JSON.stringify(rest), '[]', 'null', JSON.stringify({ ...rest, d: 7 })]) {
    const error = errorOf(() => parseEncryptionKey(damaged))
    t.ok(error, 'refused')
    t.notOk(`${String(error)} ${String(error?.stack)}`.includes(d), 'the private part is not in the error')
  }
})

t.test('a new key is due after a day', async (t) => {
  const key = generateEncryptionKey(now)
  t.notOk(isDueForRotation(key, after(24 * hour - 1)))
  t.ok(isDueForRotation(key, after(24 * hour)))
})

t.test('a replaced key stays valid for 25 hours, and the newest without limit', async (t) => {
  const old = generateEncryptionKey(now)
  const next = generateEncryptionKey(after(24 * hour))
  const kids = (at: Date) => servedKeys([old, next], at).map((key) => key.kid)
  t.same(kids(after(24 * hour)), [next.kid, old.kid], 'newest first')
  t.same(kids(after(49 * hour)), [next.kid, old.kid])
  t.same(kids(after(49 * hour + 1)), [next.kid])
  t.same(kids(after(1000 * hour)), [next.kid])
  t.same(servedKeys([], now), [])
})

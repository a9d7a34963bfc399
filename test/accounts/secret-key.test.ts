import { createHash } from 'node:crypto'
import t from 'tap'
import { hashSecretKey, newSecretKey } from '../../server/domain/accounts/secret-key.ts'

t.test('a secret key contains its mode and 256 random bits', async (t) => {
  for (const [livemode, prefix] of [
    [false, 'sk_test_'],
    [true, 'sk_live_'],
  ] as const) {
    const keys = Array.from({ length: 2_000 }, () => newSecretKey(livemode))
    t.equal(new Set(keys.map(({ secret }) => secret)).size, keys.length)
    t.same(
      keys.filter(({ secret }) => !secret.startsWith(prefix) || !/^sk_(test|live)_[0-9a-z]{50}$/.test(secret)),
      [],
      `${prefix} and a fixed length`,
    )
    t.same(
      keys.filter(({ secret, last4 }) => !secret.endsWith(last4) || last4.length !== 4),
      [],
    )
  }
  t.ok(36n ** 50n > 2n ** 256n, 'fifty characters hold 256 bits')
})

t.test('the hash of a key is its SHA-256', async (t) => {
  const { secret, hash } = newSecretKey(false)
  t.ok(hash.equals(createHash('sha256').update(secret).digest()))
  t.ok(hashSecretKey(secret).equals(hash))
  t.notOk(hashSecretKey(`${secret} `).equals(hash))
})

import { randomBytes } from 'node:crypto'
import t from 'tap'
import { makeKeyring } from '../../server/domain/crypto/keyring.ts'
import { newId } from '../../server/domain/ids.ts'
import { attemptTokenOf, openAttemptToken } from '../../server/domain/sessions/attempt-token.ts'
import { clientSecretOf } from '../../server/domain/sessions/client-secret.ts'

const now = new Date('2026-11-21T10:00:00Z')
const keyring = makeKeyring(new Map([[1, randomBytes(32)]]))
const scope = { merchantId: newId('mer', now), livemode: false }
const attemptId = newId('att', now)
const token = attemptTokenOf(keyring, scope, attemptId)

t.test('a token opens its own card attempt', async (t) => {
  t.same(openAttemptToken(keyring, token), { scope, attemptId })
  const live = { ...scope, livemode: true }
  t.same(openAttemptToken(keyring, attemptTokenOf(keyring, live, attemptId)), { scope: live, attemptId })
})

t.test('a changed token, and one for another attempt, mode or key, opens nothing', async (t) => {
  const opened: string[] = []
  for (let index = 0; index < token.length; index += 1) {
    for (const character of '0123456789abcdefghjkmnpqrstvwxyz_A') {
      const changed = token.slice(0, index) + character + token.slice(index + 1)
      if (changed !== token && openAttemptToken(keyring, changed)) opened.push(changed)
    }
  }
  t.same(opened, [])
  t.equal(openAttemptToken(keyring, newId('att', now) + token.slice(attemptId.length)), null)
  t.equal(openAttemptToken(keyring, token.replace('_test_', '_live_')), null)
  t.equal(openAttemptToken(makeKeyring(new Map([[1, randomBytes(32)]])), token), null)
  t.equal(openAttemptToken(keyring, clientSecretOf(keyring, scope, newId('cs_test', now))), null)
})

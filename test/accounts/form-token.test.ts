import { randomBytes } from 'node:crypto'
import t from 'tap'
import { newFormToken, openFormToken } from '../../server/domain/accounts/form-token.ts'
import { makeKeyring } from '../../server/domain/crypto/keyring.ts'

const first = randomBytes(32)
const keyring = makeKeyring(new Map([[1, first]]))
const now = new Date('2026-11-22T10:00:00Z')
const later = (hours: number): Date => new Date(now.getTime() + hours * 3600_000)

t.test('a form token is valid for its holder for twelve hours, and contains the form id', async (t) => {
  const token = newFormToken(keyring, 'lgn_1', now)
  const id = openFormToken(keyring, 'lgn_1', token, now)
  t.match(id, /^[\w-]{16}$/)
  t.equal(openFormToken(keyring, 'lgn_1', token, later(12)), id)
  t.equal(openFormToken(keyring, 'lgn_1', token, later(12.01)), null)
  t.equal(openFormToken(keyring, 'lgn_2', token, now), null)
  t.not(openFormToken(keyring, 'lgn_1', newFormToken(keyring, 'lgn_1', now), now), id, 'each form has its own id')
  for (const wrong of [
    '',
    'x',
    token.slice(1),
    `${token}x`,
    token.replace('1.', '2.'),
    token.replace(/\.[0-9a-z]+\./, '.zzzzzzzz.'),
  ])
    t.equal(openFormToken(keyring, 'lgn_1', wrong, now), null, wrong)
})

t.test('form tokens stay valid after a data key rotation', async (t) => {
  const token = newFormToken(keyring, 'lgn_1', now)
  t.ok(
    openFormToken(
      makeKeyring(
        new Map([
          [1, first],
          [2, randomBytes(32)],
        ]),
      ),
      'lgn_1',
      token,
      now,
    ),
  )
})

import t from 'tap'
import {
  hashPassword,
  passwordProblem,
  usualPasswordCost,
  verifyPassword,
} from '../../server/domain/accounts/passwords.ts'

t.test('a password matches only its own hash', async (t) => {
  const hash = await hashPassword('café with sugar', usualPasswordCost)
  t.match(hash, /^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  t.not(await hashPassword('café with sugar', usualPasswordCost), hash, 'each hash has its own salt')
  t.equal(await verifyPassword('café with sugar', hash, usualPasswordCost), true)
  t.equal(await verifyPassword('cafe\u0301 with sugar', hash, usualPasswordCost), true, 'with a decomposed accent')
  t.equal(await verifyPassword('Café with sugar', hash, usualPasswordCost), false)
  t.equal(await verifyPassword('café with sugar', null, usualPasswordCost), false)
  t.equal(await verifyPassword('', 'damaged', usualPasswordCost), false)
})

t.test('short, very long, common and email-based passwords are refused', async (t) => {
  const refused = [
    '',
    'ninechars',
    'x'.repeat(201),
    'aaaaaaaaaaaa',
    'password123',
    'Password1234!',
    '1234567890',
    'qwertyuiop',
    'Ada.Lovelace1815',
    'ada.lovelace@shop.example',
    '🔑🔑🔑🔑🔑🔑🔑🔑🔑',
    'iloveyou2026',
  ]
  for (const password of refused)
    t.type(passwordProblem(password, 'ada.lovelace@shop.example'), 'string', password.slice(0, 30))
  const taken = [
    'seven green kettles',
    'Tr0ub4dor&3x',
    'пароль для лавки',
    'a'.repeat(100) + 'bcd',
    'kettle@ada.lovelace shop',
  ]
  for (const password of taken)
    t.equal(passwordProblem(password, 'ada.lovelace@shop.example'), null, password.slice(0, 30))
})

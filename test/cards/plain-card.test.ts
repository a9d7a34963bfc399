import t from 'tap'
import { generateEncryptionKey } from '../../server/cards/encryption-key.ts'
import { looksLikePlainCard } from '../../server/cards/plain-card.ts'
import { canaryPan, now, plaintextWith, sealWithJose } from './sealed-card.ts'

const plain: Record<string, unknown> = {
  'a field number': { number: '1' },
  'a field cvc': { cvc: '' },
  'a field cvv': { cvv: null },
  'a field pan': { pan: 'x' },
  'a field card': { card: {} },
  'a field card_number': { card_number: '' },
  'a field cardNumber': { cardNumber: '' },
  'a field card-number': { 'card-number': '' },
  'a field CARD NUMBER': { 'CARD NUMBER': '' },
  'a field exp_month': { exp_month: 12 },
  'a field expYear': { expYear: 2030 },
  'a field expiry': { expiry: '12/30' },
  'a field security_code': { security_code: '123' },
  'a field deep inside': { billing_address: { more: [{ cvc: '1' }] } },
  'beside a JWE': { encrypted_card: 'a..b.c.d', cvc: '123' },
  'a card number in place of the JWE': { encrypted_card: canaryPan },
  'a card number with spaces': { email: '4012 0000 0006 0085' },
  'a card number with dashes': { email: '4012-0000-0006-0085' },
  'a card number with long dashes': { email: '4012–0000–0006–0085' },
  'a card number with no-break spaces': { email: '4012\u00a00000\u00a00006\u00a00085' },
  'a card number with a line break': { email: `${canaryPan}\n` },
  'a card number as a number': { amount: Number(canaryPan) },
  'a card number as a field name': { [canaryPan]: true },
  'a card number deep inside': { billing_address: { lines: [['x', canaryPan]] } },
  'an American Express number': { x: '378282246310005' },
  'the plaintext itself': JSON.parse(plaintextWith()),
  'a text': canaryPan,
  'a list': [canaryPan],
}

const harmless: Record<string, unknown> = {
  nothing: undefined,
  null: null,
  'an empty object': {},
  'e-mail and address': {
    email: 'ada@example.com',
    billing_address: {
      line1: '12 St James Square',
      line2: null,
      city: 'London',
      postal_code: 'SW1Y 4JH',
      country: 'GB',
    },
  },
  'a number with a wrong check digit': { postal_code: '4012000000060086' },
  'a number of eleven digits': { postal_code: '00000000000' },
  'a number of twenty digits': { postal_code: '0'.repeat(20) },
  'a small number': { amount: 4200 },
  'not a finite number': { amount: Number.POSITIVE_INFINITY },
}

t.test('a body with card details is recognised', async (t) => {
  for (const [name, body] of Object.entries(plain)) t.ok(looksLikePlainCard(body), name)
})

t.test('a body without card details is accepted', async (t) => {
  for (const [name, body] of Object.entries(harmless)) t.notOk(looksLikePlainCard(body), name)
})

t.test('an encrypted card is not mistaken for a plain one', async (t) => {
  const key = generateEncryptionKey(now)
  for (let round = 0; round < 50; round += 1) {
    t.notOk(looksLikePlainCard({ encrypted_card: await sealWithJose(key, plaintextWith()), email: 'ada@example.com' }))
  }
})

t.test('a body nested a hundred thousand levels deep does not exhaust the stack', async (t) => {
  let body: unknown = { cvc: '1' }
  for (let depth = 0; depth < 100_000; depth += 1) body = [body]
  t.ok(looksLikePlainCard(body))
})

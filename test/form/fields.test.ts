import t from 'tap'
import { fieldNames, isAsked, problemOf, type FieldValues } from '../../form/frame/fields.ts'

const now = new Date('2026-11-21T12:00:00Z')
const good: FieldValues = {
  email: 'ada@example.com',
  number: '4012 0000 0006 0085',
  expiry: '12 / 34',
  code: '123',
  name: 'Ada Lovelace',
  line1: '1 High Street',
  city: 'London',
  postal_code: 'N1 1AA',
  country: 'GB',
}

t.test('a completed form has no mistakes, and each empty field is reported as required', async (t) => {
  for (const name of fieldNames) {
    t.equal(problemOf(name, good, now), null, name)
    t.equal(problemOf(name, { ...good, [name]: '  ' }, now)?.text, 'required', name)
  }
})

t.test('each mistake has its own text', async (t) => {
  const mistakes: readonly (readonly [keyof FieldValues, string, string])[] = [
    ['number', '4012 0000 0006 0086', 'numberInvalid'],
    ['expiry', '13 / 30', 'expiryInvalid'],
    ['expiry', '10 / 26', 'expiryPast'],
    ['code', '12', 'codeInvalid'],
    ['code', '1234', 'codeInvalid'],
    ['name', '4012 0000 0006 0085', 'nameInvalid'],
    ['email', 'ada@example', 'emailInvalid'],
    ['email', 'ada lovelace@example.com', 'emailInvalid'],
  ]
  for (const [field, value, text] of mistakes)
    t.equal(problemOf(field, { ...good, [field]: value }, now)?.text, text, `${field} ${value}`)
})

t.test('American Express codes have four digits', async (t) => {
  t.equal(problemOf('code', { ...good, number: '3782 822463 10005', code: '1234' }, now), null)
  t.same(problemOf('code', { ...good, number: '3782 822463 10005' }, now)?.values, { digits: '4' })
})

t.test('the form asks for email and address only when the session has none', async (t) => {
  const asked = (email: boolean, billing_address: boolean) =>
    fieldNames.filter((name) => isAsked(name, { email, billing_address }))
  t.same(asked(false, false), ['number', 'expiry', 'code', 'name'])
  t.same(asked(true, false), ['email', 'number', 'expiry', 'code', 'name'])
  t.same(asked(false, true), ['number', 'expiry', 'code', 'name', 'line1', 'city', 'postal_code', 'country'])
})

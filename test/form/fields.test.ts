import t from 'tap'
import { askedFields, problemOf, type FieldName, type FieldValues } from '../../form/frame/fields/fields.ts'
import { tidyCode, tidyEmail } from '../../form/frame/typing/tidy-text.ts'
import { english } from '../../form/texts/en.ts'
import { formats } from '../../spec/lib/formats.ts'
import { looksLikePlainCard } from '../../server/cards/plain-card.ts'
import { addressFormat } from '../../server/pages/form/address-formats.ts'

const now = new Date('2026-11-21T12:00:00Z')
const good: FieldValues = {
  email: 'ada@example.com',
  number: '4012 0000 0006 0085',
  expiry: '12 / 34',
  code: '123',
  name: 'Ada Lovelace',
  line1: '1 High Street',
  line2: '',
  state: '',
  city: 'London',
  postal_code: 'N1 1AA',
  country: 'GB',
}

function formatOf(country: string) {
  const format = addressFormat(country, english)
  if (!format) throw new Error(`Bug: no format for ${country}`)
  return format
}

const british = formatOf('GB')
const everything = { email: true, billing_address: true }

t.test('a completed form has no mistakes, and each empty field is reported as required', async (t) => {
  for (const name of askedFields(everything, british)) {
    t.equal(problemOf(name, good, now, british), null, name)
    const empty = problemOf(name, { ...good, [name]: '  ' }, now, british)
    t.equal(empty?.text, name === 'line2' ? undefined : 'required', name)
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
    ['line1', '4012 0000 0006 0085', 'notAccepted'],
    ['postal_code', '4012-0000-0006-0085', 'notAccepted'],
  ]
  for (const [field, value, text] of mistakes)
    t.equal(problemOf(field, { ...good, [field]: value }, now, british)?.text, text, `${field} ${value}`)
})

t.test('American Express codes have four digits', async (t) => {
  t.equal(problemOf('code', { ...good, number: '3782 822463 10005', code: '1234' }, now, british), null)
  t.same(problemOf('code', { ...good, number: '3782 822463 10005' }, now, british)?.values, { digits: '4' })
})

t.test('the form asks for email and address only when the session has none', async (t) => {
  const asked = (email: boolean, billing_address: boolean) => askedFields({ email, billing_address }, british)
  t.same(asked(false, false), ['number', 'expiry', 'code', 'name'])
  t.same(asked(true, false), ['email', 'number', 'expiry', 'code', 'name'])
  const address = ['country', 'line1', 'line2', 'city', 'postal_code']
  t.same(asked(false, true), ['number', 'expiry', 'code', 'name', ...address])
})

t.test('a postal code may be written in any common way, and an unusual one is doubted with an example', async (t) => {
  const problem = (country: string, postal_code: string) =>
    problemOf('postal_code', { ...good, country, postal_code }, now, formatOf(country))
  const common: readonly (readonly [string, string])[] = [
    ['GB', 'sw1a1aa'],
    ['GB', ' SW1A  1AA '],
    ['US', '94103-1234'],
    ['US', '94103 1234'],
    ['JP', '１５０－０００２'],
    ['JP', '1500002'],
    ['EG', '١٢٤١١'],
    ['PL', '00950'],
    ['PT', '1200 195'],
    ['SE', 'SE-114 55'],
    ['SE', '11455'],
    ['IE', 'a65f4e2'],
    ['IE', ''],
    ['BR', '40301110'],
  ]
  for (const [country, code] of common) t.equal(problem(country, code), null, `${country} ${code}`)
  t.same(problem('US', '9410'), { text: 'postalUnusual', values: { example: '95014' } })
  t.same(problem('GB', '94103')?.text, 'postalUnusual')
  t.equal(tidyCode(' sw1a 1aa '), 'SW1A 1AA')
  t.equal(tidyCode('１５０－０００２'), '150-0002')
})

t.test('fields follow the country', async (t) => {
  const requiredIn = (country: string): FieldName[] =>
    formatOf(country).fields.flatMap(({ name, required }) => (required ? [name] : []))
  t.same(requiredIn('US'), ['line1', 'city', 'state', 'postal_code'])
  t.same(requiredIn('DE'), ['line1', 'postal_code', 'city'])
  t.same(requiredIn('IE'), ['line1', 'city'], 'county and Eircode may stay empty')
  t.same(requiredIn('AE'), ['line1', 'state'])
  t.same(requiredIn('HK'), ['line1', 'city'])
  t.same(requiredIn('ZW'), ['line1', 'city'])
})

t.test('the form accepts the email addresses that the service accepts, as it sends them', async (t) => {
  const addresses = [
    'ada@example.com',
    'ada+shop@mail.example.co.uk',
    'o’neil@example.com',
    "o'neil@example.com",
    'józef@example.com',
    'ada@münchen.example',
    'ada@例え.jp',
    'ａｄａ＠example．com',
    'ada@example.com.',
    'ada@-example.com',
    'ada@exa_mple.com',
    'ada@example..com',
    '.ada@example.com',
    'ada@[192.0.2.1]',
    'ada@１９２.0.2.1',
    'ada@ex%41mple.com',
    'ada@ü/path',
    `${'a'.repeat(65)}@example.com`,
    'Ada <ada@example.com>',
    'ada@example.com, bob@example.com',
  ]
  for (const email of addresses)
    t.equal(
      problemOf('email', { ...good, email }, now, british) === null,
      formats['email']?.test(tidyEmail(email)),
      email,
    )
  t.same(['ａｄａ＠example．com', ' ada@münchen.example ', 'józef@example.com'].map(tidyEmail), [
    'ada@example.com',
    'ada@xn--mnchen-3ya.example',
    'józef@example.com',
  ])
  const problem = (email: string) => problemOf('email', { ...good, email }, now, british)?.text
  t.equal(problem('józef@example.com'), 'emailInvalid', 'a mailbox beyond ASCII')
  t.equal(problem('ada@münchen.example'), undefined, 'a host name beyond ASCII has a form in ASCII')
})

t.test('the form refuses what the service would take for a card number outside its field', async (t) => {
  for (const line1 of [
    '4012000000060085',
    '4012 0000 0006 0085',
    '4012–0000–0006–0085',
    '1 High Street',
    '401200000006',
  ])
    t.equal(
      problemOf('line1', { ...good, line1 }, now, british) !== null,
      looksLikePlainCard({ billing_address: { line1 } }),
      line1,
    )
})

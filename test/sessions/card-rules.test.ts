import fc from 'fast-check'
import t from 'tap'
import { CardDetails } from '../../server/domain/sessions/card-details.ts'
import { brandOf, canBeCard } from '../../server/domain/sessions/card-rules.ts'
import { addressFormat } from '../../server/pages/form/address-formats.ts'
import { parseExpiry } from '../../form/frame/card/expiry.ts'
import { problemOf, type FieldName } from '../../form/frame/fields/fields.ts'
import { english } from '../../form/texts/en.ts'
import {
  cardNetworks,
  codeLengthsOf,
  isBrandRefused,
  isCardNumber,
  isExpired,
  maxPanLength,
  minPanLength,
  passesLuhn,
} from '../../spec/lib/card-rules.ts'
import { seed } from '../support/seed.ts'

// Test numbers from the public documentation of card schemes and large processors.
const publicNumbers = [
  ['4242424242424242', 'visa'],
  ['4222222222222', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['2720990000000007', 'mastercard'],
  ['378282246310005', 'amex'],
  ['371449635398431', 'amex'],
  ['6011111111111117', 'discover'],
  ['6445644564456445', 'discover'],
  ['30569309025904', 'diners'],
  ['36227206271667', 'diners'],
  ['3566002020360505', 'jcb'],
  ['6200000000000005', 'unionpay'],
  ['6304000000000000', 'maestro'],
  ['6759649826438453', 'maestro'],
] as const

t.test('the prefix of a card number determines its brand', async (t) => {
  for (const [pan, brand] of publicNumbers) {
    t.equal(brandOf(pan), brand, `${pan} is ${brand}`)
    t.ok(passesLuhn(pan), `${pan} passes its check digit`)
  }
})

t.test('brand ranges include exactly their first and last prefix', async (t) => {
  t.equal(brandOf('2220999999999999'), null)
  t.equal(brandOf('2221000000000000'), 'mastercard')
  t.equal(brandOf('2720999999999999'), 'mastercard')
  t.equal(brandOf('2721000000000000'), null)
  t.equal(brandOf('3527000000000000'), null)
  t.equal(brandOf('3528000000000000'), 'jcb')
  t.equal(brandOf('3590000000000000'), null)
  t.equal(brandOf('6221260000000000'), 'unionpay')
  t.equal(brandOf('9999999999999999'), null)
  t.equal(brandOf('0000000000000000'), null)
})

t.test('a text that is not digits has neither brand nor valid check digit', async (t) => {
  for (const text of ['', 'visa', '6', '6x11000000000000', '4012 0000 0006 0085', '４０１２００００００６００８５']) {
    t.equal(passesLuhn(text) && text.length > 1, false, `check digit of ${JSON.stringify(text)}`)
  }
  t.equal(brandOf(''), null)
  t.equal(brandOf('6x11000000000000'), null)
})

t.test('any single wrong digit fails the check', async (t) => {
  const pan = '4012000000060085'
  for (let index = 0; index < pan.length; index += 1) {
    const wrong = (Number(pan[index]) + 1) % 10
    t.notOk(passesLuhn(pan.slice(0, index) + String(wrong) + pan.slice(index + 1)), `digit ${String(index)}`)
  }
})

t.test('a card is valid through the last day of its month in every time zone', async (t) => {
  t.notOk(isExpired(2, 2028, new Date('2028-02-29T23:59:59Z')))
  t.notOk(isExpired(2, 2028, new Date('2028-03-01T23:59:59Z')), 'one day of grace')
  t.ok(isExpired(2, 2028, new Date('2028-03-02T00:00:00Z')))
  t.notOk(isExpired(12, 2027, new Date('2027-12-31T23:59:59Z')), 'December')
  t.ok(isExpired(12, 2027, new Date('2028-01-02T00:00:00Z')))
  t.ok(isExpired(1, 26, new Date('2026-01-01T00:00:00Z')), 'a two-digit year is read literally, so it is long past')
  t.notOk(isExpired(12, 9999, new Date('2026-01-01T00:00:00Z')))
})

const british = addressFormat('GB', english)!
const blank = { email: '', name: '', country: '', line1: '', line2: '', city: '', state: '', postal_code: '' }

/** Whether the form finds no mistake in these card fields. */
function formAccepts(card: { number: string; code: string; expiry?: string }, now: Date, network?: string): boolean {
  const values = { ...blank, expiry: '12 / 40', ...card }
  const names: readonly FieldName[] = ['number', 'code', 'expiry']
  return names.every((name) => problemOf(name, values, now, british, network) === null)
}

/** A number with this beginning whose last digit passes the check. */
function withCheckDigit(digits: string): string {
  return [...'0123456789'].map((last) => digits.slice(0, -1) + last).find(passesLuhn) ?? digits
}

const prefixes = cardNetworks.flatMap((network) => network.prefixes.flat())

t.test(`the form accepts exactly the numbers and codes that the service accepts (TEST_SEED=${seed})`, async (t) => {
  const now = new Date('2026-11-21T12:00:00Z')
  const digits = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })
  const beginning = fc.oneof(fc.constantFrom(...prefixes).map(String), digits(1, 4))
  const number = fc
    .tuple(beginning, digits(20, 20), fc.integer({ min: 8, max: 21 }), fc.boolean())
    .map(([first, rest, length, isRight]) => {
      const text = (first + rest).slice(0, length)
      return isRight ? withCheckDigit(text) : text
    })
  const network = fc.option(fc.constantFrom(...cardNetworks.map(({ id }) => id), 'another'), { nil: undefined })
  const seen = { accepted: 0, refused: 0 }
  fc.assert(
    fc.property(number, digits(0, 5), network, (pan, code, chosen) => {
      const card = new CardDetails({ pan, cvc: code, expMonth: 12, expYear: 2040, name: 'Ada' })
      const isAccepted = canBeCard(card, chosen ?? null)
      seen[isAccepted ? 'accepted' : 'refused'] += 1
      return formAccepts({ number: pan, code }, now, chosen) === isAccepted
    }),
    { seed, numRuns: 5_000 },
  )
  t.ok(seen.accepted > 100 && seen.refused > 100, JSON.stringify(seen))
})

t.test('the form takes a card for expired exactly when the service does, at every hour around the end', async (t) => {
  for (let hour = -40; hour <= 40; hour += 1)
    for (const [month, year] of [
      [11, 26],
      [12, 26],
      [2, 28],
      [1, 27],
    ] as const) {
      const now = new Date(Date.UTC(2000 + year, month, 1) + hour * 3_600_000)
      const { kind } = parseExpiry(`${String(month).padStart(2, '0')} / ${year}`, now)
      t.equal(kind === 'valid', !isExpired(month, 2000 + year, now), now.toISOString())
    }
  const lastEveningInCalifornia = new Date('2026-12-01T07:30:00Z')
  t.equal(parseExpiry('11 / 26', lastEveningInCalifornia).kind, 'valid')
  const firstMorningInAuckland = new Date('2026-11-30T12:00:00Z')
  t.equal(parseExpiry('11 / 26', firstMorningInAuckland).kind, 'valid', 'it is still November elsewhere')
  t.equal(parseExpiry('12 / 26', firstMorningInAuckland).kind, 'valid')
  t.equal(parseExpiry('12 / 99', firstMorningInAuckland).kind, 'valid', 'any future expiry')
})

t.test('the rules of the table lie within what the service can decrypt', async (t) => {
  for (const { id, lengths, codeLengths } of cardNetworks) {
    t.ok(
      lengths.every((length) => length >= minPanLength && length <= maxPanLength),
      id,
    )
    t.ok(
      codeLengths.every((length) => [0, 3, 4].includes(length)),
      id,
    )
  }
})

t.test('a number that may be of RuPay is left to the bank, and others of brands not taken are refused', async (t) => {
  const taken = ['visa', 'mastercard']
  for (const digits of ['60', '6521', '81', '82', '508', '353', '356', '9792', '1'])
    t.notOk(isBrandRefused(digits, taken), digits)
  for (const digits of ['37', '36', '3528', '62', '644', '5018', '67']) t.ok(isBrandRefused(digits, taken), digits)
  t.notOk(isBrandRefused('37', []), 'the brands are not known')
  t.notOk(isBrandRefused('4', taken))
})

t.test('only networks without check digits take a number without one', async (t) => {
  for (const number of ['6212345678900000001', '62123456789000', '3571110000000001']) {
    t.notOk(passesLuhn(number), number)
    t.ok(isCardNumber(number), number)
  }
  for (const number of ['4012000000060086', '6011111111111118', '9792000000000002'])
    t.notOk(isCardNumber(number), number)
  t.ok(isCardNumber('6521000000000007'), 'RuPay')
})

t.test('a security code has the length of its network, and Bancontact has none', async (t) => {
  const bancontact = '6703444444444449'
  t.same(codeLengthsOf(bancontact), [0, 3], 'before the customer chose')
  t.same(codeLengthsOf(bancontact, 'bancontact'), [0])
  t.same(codeLengthsOf(bancontact, 'maestro'), [0, 3])
  t.same(codeLengthsOf('4796580000000000'), [0, 3], 'Visa and Bancontact')
  t.same(codeLengthsOf('4796580000000000', 'visa'), [3])
  t.same(codeLengthsOf('378282246310005'), [4])
  t.same(codeLengthsOf('9792000000000001'), [3, 4], 'an unknown network')
  t.same(codeLengthsOf('4035501000000008', 'cartes_bancaires'), [3])
})

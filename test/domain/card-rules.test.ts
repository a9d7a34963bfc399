import t from 'tap'
import { brandOf, isExpired, passesLuhn } from '../../server/domain/card-rules.ts'

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
  for (let place = 0; place < pan.length; place += 1) {
    const wrong = (Number(pan[place]) + 1) % 10
    t.notOk(passesLuhn(pan.slice(0, place) + String(wrong) + pan.slice(place + 1)), `digit ${String(place)}`)
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

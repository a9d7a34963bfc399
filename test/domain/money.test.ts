import t from 'tap'
import { currencies, currencyExponent, isCurrency } from '../../server/domain/money/amounts.ts'

t.test('a currency is an active ISO 4217 code in upper case', async (t) => {
  for (const code of ['GBP', 'EUR', 'USD', 'JPY', 'BHD', 'CLF', 'ZWG', 'XCG']) t.ok(isCurrency(code), code)
  for (const code of ['gbp', 'HRK', 'ZWL', 'ANG', 'BGN', 'BTC', 'XXX', 'XTS', 'XAU', '', 'GB', 'toString', 'GBP ']) {
    t.notOk(isCurrency(code), JSON.stringify(code))
  }
})

t.test('the exponent is the number of decimals of the major unit', async (t) => {
  const known = { GBP: 2, JPY: 0, KRW: 0, ISK: 0, BHD: 3, KWD: 3, TND: 3, CLF: 4, UYW: 4, UYI: 0, HUF: 2 }
  for (const [code, exponent] of Object.entries(known)) t.equal(currencyExponent(code), exponent, code)
  t.throws(() => currencyExponent('gbp'), /^Bug: "gbp" is not a currency/)
})

t.test('the table contains each currency code once, and nothing else', async (t) => {
  t.equal(new Set(currencies).size, currencies.length)
  for (const code of currencies) t.match(code, /^[A-Z]{3}$/)
  t.ok(currencies.length > 160 && currencies.length < 175, `${String(currencies.length)} currencies`)
})

t.test('the runtime knows every currency except fund codes and a few rare ones', async (t) => {
  const known = new Set(Intl.supportedValuesOf('currency'))
  const unknown = currencies.filter((code) => !known.has(code))
  // A newer runtime may know more codes. Any other unknown code is a typing mistake in our table.
  const expected = new Set(['UYI', 'BOV', 'CHE', 'CHW', 'COU', 'MXV', 'USN', 'VED', 'XAD', 'CLF', 'UYW'])
  t.same(
    unknown.filter((code) => !expected.has(code)),
    [],
  )
})

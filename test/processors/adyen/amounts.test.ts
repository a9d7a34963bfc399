import t from 'tap'
import { currencies } from '../../../server/domain/money/amounts.ts'
import { fromAdyen, toAdyen, unchargeable } from '../../../server/processors/adyen/amounts.ts'

t.test('amounts have the decimals that Adyen has for the currency', async (t) => {
  const cases: [currency: string, amount: number, value: number][] = [
    ['JPY', 4200, 4200],
    ['EUR', 4200, 4200],
    ['KWD', 4200, 4200],
    ['CLP', 4200, 420_000],
    ['ISK', 4200, 420_000],
    ['CVE', 4200, 42],
    ['IDR', 4200, 42],
  ]
  for (const [currency, amount, value] of cases) {
    t.same(toAdyen({ amount, currency }), { value, currency }, currency)
    t.same(fromAdyen({ value, currency }), { amount, currency }, currency)
  }
})

t.test('an amount that one side cannot express has no translation', async (t) => {
  t.equal(toAdyen({ amount: 4250, currency: 'IDR' }), null, 'Adyen has no decimals of rupiah')
  t.equal(toAdyen({ amount: 1, currency: 'CVE' }), null)
  t.equal(fromAdyen({ value: 150, currency: 'ISK' }), null, 'a krona has no smaller unit')
  t.equal(toAdyen({ amount: 4200, currency: 'CLF' }), null, 'Adyen takes no currency with four decimals')
  t.equal(fromAdyen({ value: 4200, currency: 'XXX' }), null)
})

t.test('what Adyen can never take is known before it is asked', async (t) => {
  t.same(unchargeable({ amount: 100_050, currency: 'IDR' }), { kind: 'amount', step: 100 })
  t.same(unchargeable({ amount: 1, currency: 'CVE' }), { kind: 'amount', step: 100 })
  t.same(unchargeable({ amount: 4200, currency: 'CLF' }), { kind: 'currency' })
  for (const currency of ['IDR', 'ISK', 'CLP', 'EUR']) t.equal(unchargeable({ amount: 100_000, currency }), null)
})

t.test('every amount that Adyen can take comes back unchanged', async (t) => {
  const changed = currencies.filter((currency) => {
    const sent = toAdyen({ amount: 99_999_900, currency })
    return sent !== null && fromAdyen(sent)?.amount !== 99_999_900
  })
  t.same(changed, [])
})
